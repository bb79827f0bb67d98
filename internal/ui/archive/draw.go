package archive

import (
	"fmt"

	"quadrille/internal/phrase"
	"quadrille/internal/player"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
)

func (s *Screen) Draw(g *board.Grid) {
	e := s.env
	e.Styles.Header(g, "Games to look at, and to learn from", "")
	s.rows = s.arrange()
	room := g.Height - kit.ListTop - 2
	s.scroll(room)
	for i := s.top; i < min(s.top+room, len(s.rows)); i++ {
		s.drawRow(g, kit.ListTop+i-s.top, &s.rows[i])
	}
	text, look := s.detail(), e.Styles.Faint
	if s.refusal != "" {
		text, look = "! "+phrase.Capital(s.refusal), e.Styles.Alarm
	}
	g.Text(1, g.Height-2, g.Width-2, text, look)
	s.drawLast(g)
}

// drawLast is the line in which one types what to look for, or what keys do.
func (s *Screen) drawLast(g *board.Grid) {
	e := s.env
	if !s.Found.Typing {
		e.Hints(g, 1, kit.HintsOf(kit.ArchiveKeys, kit.Select, kit.FilterGames, kit.OpenAtStart, kit.ShowRecord, kit.OpenHelp, kit.GoBack)...)
		return
	}
	kit.DrawTyping(e, g, "Look for: ", &s.Found.Line, kit.Hint("enter", "look"))
}

// arrange lays out the three parts.
func (s *Screen) arrange() []shelfRow {
	rows := []shelfRow{{head: "A first game, two minutes long", item: -1}}
	for i, score := range s.scores {
		if i > 0 && score.Lesson != s.scores[i-1].Lesson {
			rows = append(rows, shelfRow{item: -1}, shelfRow{head: "Games with notes", item: -1})
		}
		rows = append(rows, shelfRow{item: i})
	}
	rows = append(rows, shelfRow{item: -1}, shelfRow{head: s.foundHead(), item: -1})
	for i := range s.Found.Games {
		rows = append(rows, shelfRow{item: len(s.scores) + i})
	}
	return rows
}

// foundHead tells what was looked for, and whether anything was found.
func (s *Screen) foundHead() string {
	f := &s.Found
	head := "Games that were played here"
	if f.Filter != "" {
		head += ": " + player.Shown(f.Filter, 40)
	}
	switch {
	case len(f.Games) > 0 && len(f.Games) >= kit.GamesKept:
		return head + fmt.Sprintf("  (the newest %d; look for fewer with /)", kit.GamesKept)
	case len(f.Games) > 0:
		return head
	case f.Asking || !f.Started:
		return head + "  ..."
	case f.Filter != "":
		return head + "  (none; esc shows all)"
	}
	return head + "  (none yet)"
}

// scroll keeps the selected line in sight, and the first heading where it can.
func (s *Screen) scroll(room int) {
	for i := range s.rows {
		if s.rows[i].item == s.selected {
			s.top = kit.Window(i, len(s.rows), room)
			return
		}
	}
}

func (s *Screen) drawRow(g *board.Grid, y int, r *shelfRow) {
	ink := s.env.Styles
	if r.item < 0 {
		g.Text(1, y, g.Width-2, r.head, ink.Accent)
		return
	}
	look, sign := ink.Text, "  "
	if r.item == s.selected {
		look, sign = ink.Chosen, "> "
		g.Bar(1, y, g.Width-2, look)
	}
	text := ""
	if i := r.item - len(s.scores); i >= 0 {
		text = kit.GameLine(&s.Found.Games[i])
	} else {
		text = s.scores[r.item].Title
	}
	g.Text(1, y, g.Width-2, sign+text, look)
}

// detail tells of the selected game what its line has no room for.
func (s *Screen) detail() string {
	f := s.chosen()
	if f == nil {
		return "/ looks for a player, a game, a result or a date: inky drawn 2026-11"
	}
	return kit.PlayersLine(f)
}
