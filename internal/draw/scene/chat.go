package scene

import (
	"fmt"
	"slices"

	"quadrille/internal/draw"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
)

// ChatLimit is the maximum number of characters in a chat line.
const ChatLimit = 300

// Line is a chat line of the table, of the spectators or of the viewer's team.
type Line struct {
	table.ChatLine
	spectators, team bool
}

// Chat returns all chat lines that the viewer may read, oldest first.
func Chat(v *table.View) []Line {
	var list []Line
	for _, l := range v.Chat {
		list = append(list, Line{ChatLine: l})
	}
	for _, l := range v.SpectatorChat {
		list = append(list, Line{ChatLine: l, spectators: true})
	}
	for _, l := range v.TeamChat {
		list = append(list, Line{ChatLine: l, team: true})
	}
	slices.SortStableFunc(list, func(a, b Line) int { return a.Number - b.Number })
	return list
}

// String returns the author and the text. Spectator chat has the author in parentheses, and
// team chat has "(team)" after the author.
func (l *Line) String() string {
	text := player.Shown(l.Text, ChatLimit)
	switch {
	case l.spectators:
		return fmt.Sprintf("(%s) %s", l.By.Shown(20), text)
	case l.team:
		return fmt.Sprintf("%s (team): %s", l.By.Shown(20), text)
	}
	return fmt.Sprintf("%s: %s", l.By.Shown(20), text)
}

// chatRow is a row of the wrapped chat.
type chatRow struct {
	text  string
	line  *Line
	first bool // whether this row is the first of the chat line
}

// chatRows returns the newest rows that fit into a box. A full box scrolls by half of its
// height, like the list of moves.
func (s *Scene) chatRows(b draw.Box) []chatRow {
	var rows []chatRow
	lines := Chat(s.View)
	for n := range lines {
		for i, text := range draw.Wrap(lines[n].String(), b.Width-2) {
			rows = append(rows, chatRow{text, &lines[n], i == 0})
		}
	}
	return rows[page(len(rows), b.Height-1):]
}

// drawChat draws the newest chat lines. To the right of them it draws nothing, because they
// may contain text that is written from right to left.
func (s *Scene) drawChat(g *draw.Grid, l *Layout) {
	b := l.Chat
	s.drawRule(g, draw.Spot{X: b.X, Y: b.Y, Width: b.Width})
	head := "Chat is off"
	switch {
	case s.ChatKey == "":
	case s.Chat.Main != present.NoChannel:
		head = "Chat: press " + s.ChatKey
	case s.Chat.Team:
		head = "Team chat: press " + s.ChatKey
	}
	g.Text(b.X+1, b.Y, b.Width-1, " "+head+" ", s.Styles.Faint)
	for i, row := range s.chatRows(b) {
		look := s.Styles.Text
		if row.line.spectators {
			look = s.Styles.Faint
		}
		g.Text(b.X+2, b.Y+1+i, b.Width-2, row.text, look)
	}
}

// ChatRows calls f for each visible chat line, with the position of its first row.
func (s *Scene) ChatRows(l *Layout, f func(x, y int, line *Line)) {
	if l.Chat.Height == 0 {
		return
	}
	for i, row := range s.chatRows(l.Chat) {
		if row.first {
			f(l.Chat.X, l.Chat.Y+1+i, row.line)
		}
	}
}
