package scene

import (
	"quadrille/internal/draw"
	"quadrille/internal/player"
	"quadrille/internal/present"
)

// chatRow is a row of the wrapped chat.
type chatRow struct {
	text  string
	line  *present.ChatLine
	first bool // whether this row is the first of the chat line
}

// chatRows returns the newest rows that fit into a box. A full box scrolls by half of its
// height, like the list of moves.
func (s *Scene) chatRows(b draw.Box) []chatRow {
	var rows []chatRow
	lines := present.ChatLines(s.View)
	for n := range lines {
		for i, text := range draw.Wrap(lines[n].String(), b.Width-2) {
			rows = append(rows, chatRow{text, &lines[n], i == 0})
		}
	}
	return rows[page(len(rows), b.Height-1):]
}

// drawChat draws the newest chat lines. To the right of a line that is written from right to left it draws no
// border.
func (s *Scene) drawChat(g *draw.Grid, l *Layout) {
	b := l.Chat
	title, state := "Chat", "off"
	if s.ChatKey != "" && (s.Chat.Main != present.NoChannel || s.Chat.Team) {
		state = s.ChatKey + " write"
		if s.Chat.Main == present.NoChannel {
			title = "Team chat"
		}
	}
	s.drawHead(g, l, draw.Spot{X: b.X, Y: b.Y, Width: b.Width}, title, state)
	for i, row := range s.chatRows(b) {
		look := s.Styles.Text
		if row.line.In == present.SpectatorsIn {
			look = s.Styles.Faint
		}
		g.Text(b.X+2, b.Y+1+i, b.Width-2, row.text, look)
		if len(l.frames) > 0 && player.Reordered(row.text) {
			g.Set(l.Panel.X+l.Panel.Width-1, b.Y+1+i, " ", s.Styles.Text)
		}
	}
}

// ChatRows calls f for each visible chat line, with the position of its first row.
func (s *Scene) ChatRows(l *Layout, f func(x, y int, line *present.ChatLine)) {
	if l.Chat.Height == 0 {
		return
	}
	for i, row := range s.chatRows(l.Chat) {
		if row.first {
			f(l.Chat.X, l.Chat.Y+1+i, row.line)
		}
	}
}
