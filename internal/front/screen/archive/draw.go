package archive

import (
	"fmt"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
)

func (s *Screen) Draw(g *draw.Grid) {
	e := s.env
	e.Styles.Header(g, "Lessons and games", "")
	s.rows = s.arrange()
	room := g.Height - kit.ListTop - 2
	s.scroll(room)
	for i := s.top; i < min(s.top+room, len(s.rows)); i++ {
		s.drawRow(g, kit.ListTop+i-s.top, &s.rows[i])
	}
	text, look := s.detail(), e.Styles.Faint
	if s.refusal != "" {
		text, look = "! "+present.Capital(s.refusal), e.Styles.Alarm
	}
	g.Text(1, g.Height-2, g.Width-2, text, look)
	s.drawLast(g)
}

// drawLast draws the filter while the player types it, otherwise the key hints.
func (s *Screen) drawLast(g *draw.Grid) {
	e := s.env
	if !s.Found.Typing {
		e.Hints(
			g,
			1,
			kit.HintsOf(kit.ArchiveKeys, kit.Select, kit.FilterGames, kit.OpenAtStart, kit.ShowRecord, kit.OpenHelp, kit.GoBack)...)
		return
	}
	kit.DrawTyping(e, g, "Find: ", &s.Found.Line, kit.Hint("enter", "find"))
}

// arrange returns the lines of the list, in three sections: lessons, annotated games and
// finished games.
func (s *Screen) arrange() []listRow {
	rows := []listRow{{head: "Lessons (two minutes each)", item: -1}}
	for i, game := range s.annotated {
		if i > 0 && game.Lesson != s.annotated[i-1].Lesson {
			rows = append(rows, listRow{item: -1}, listRow{head: "Annotated games", item: -1})
		}
		rows = append(rows, listRow{item: i})
	}
	rows = append(rows, listRow{item: -1}, listRow{head: s.foundHead(), item: -1})
	for i := range s.Found.Games {
		rows = append(rows, listRow{item: len(s.annotated) + i})
	}
	return rows
}

// foundHead returns the heading of the list of finished games. It includes the current filter.
func (s *Screen) foundHead() string {
	f := &s.Found
	head := "Finished games"
	if f.Filter != "" {
		head += ": " + player.Shown(f.Filter, 40)
	}
	switch {
	case len(f.Games) > 0 && len(f.Games) >= kit.GamesKept:
		return head + fmt.Sprintf("  (newest %d; press / to find others)", kit.GamesKept)
	case len(f.Games) > 0:
		return head
	case f.Asking || !f.Started:
		return head + "  ..."
	case f.Filter != "":
		return head + "  (none; press esc for all)"
	}
	return head + "  (none yet)"
}

// scroll scrolls so that the selected line is visible.
func (s *Screen) scroll(room int) {
	for i := range s.rows {
		if s.rows[i].item == s.selected {
			s.top = draw.Window(i, len(s.rows), room)
			return
		}
	}
}

func (s *Screen) drawRow(g *draw.Grid, y int, r *listRow) {
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
	if i := r.item - len(s.annotated); i >= 0 {
		text = kit.GameLine(&s.Found.Games[i])
	} else {
		text = s.annotated[r.item].Title
	}
	g.Text(1, y, g.Width-2, sign+text, look)
}

// detail returns the players of the selected game. If no finished game is selected, it
// returns a hint on how to find games.
func (s *Screen) detail() string {
	f := s.chosen()
	if f == nil {
		return "Press / to find games by player, game, result or date, like: drawn 2026-11"
	}
	return kit.PlayersLine(f)
}
