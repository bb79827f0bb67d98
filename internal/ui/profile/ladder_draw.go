package profile

import (
	"fmt"
	"time"

	"quadrille/internal/phrase"
	"quadrille/internal/player"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
)

// LadderTop is the line of the first on the ladder.
const LadderTop = 4

// room is the lines for those on the ladder.
func (s *Ladder) room() int { return max(1, s.env.Height-LadderTop-2) }

func (s *Ladder) Draw(g *board.Grid) {
	e := s.env
	title, where := "Ladder", ""
	if s.at.Game != "" {
		title += ": " + phrase.Class(s.at)
		where = s.where()
	}
	e.Styles.Header(g, title, where)
	g.Text(1, 1, g.Width-2, s.whose(), e.Styles.Faint)
	if len(s.list) > 0 {
		g.Text(1, LadderTop-1, g.Width-2, "   place  "+kit.Cell("name", player.MaxNameCells)+"  rating   +-  games  last game", e.Styles.Accent)
	}
	s.top = kit.Window(s.selected, len(s.list), s.room())
	for i := s.top; i < min(s.top+s.room(), len(s.list)); i++ {
		s.drawStanding(g, LadderTop+i-s.top, i)
	}
	s.drawLast(g)
}

// where is which of the ladders this is.
func (s *Ladder) where() string {
	for i, c := range s.Classes {
		if c == s.at {
			return fmt.Sprintf("%d of %d", i+1, len(s.Classes))
		}
	}
	return ""
}

// whose tells who is on the ladder.
func (s *Ladder) whose() string {
	switch {
	case !s.there:
		return "Looking ..."
	case len(s.Classes) == 0:
		return "Nobody has a rating yet: open a table whose game is rated."
	case len(s.list) == 0:
		return "Nobody has played this in the last 90 days; " + kit.KeyName(kit.LadderKeys, kit.ToggleInactive) + " shows all who ever did."
	case s.all:
		return fmt.Sprintf("All who ever played rated games: %d", len(s.list))
	}
	return fmt.Sprintf("Who played rated games in the last 90 days: %d", len(s.list))
}

func (s *Ladder) drawStanding(g *board.Grid, y, i int) {
	ink, st := s.env.Styles, &s.list[i]
	look, sign := ink.Text, "  "
	if st.Player.ID == s.env.Me.ID {
		look = ink.Good
	}
	if i == s.selected {
		look, sign = ink.Chosen, "> "
		g.Bar(1, y, g.Width-2, look)
	}
	x := 1 + g.Text(1, y, g.Width-2, fmt.Sprintf("%s%6d  ", sign, st.Place), look)
	g.Text(x, y, player.MaxNameCells, phrase.ListedName(st.Player), look)
	x += player.MaxNameCells
	g.Text(x, y, g.Width-x-1, fmt.Sprintf("  %6d %4d  %5d  %s", st.Rating.Shown(), st.Rating.Doubt(), st.Games, st.Last.UTC().Format(time.DateOnly)), look)
}

// drawLast is what is wrong, the line in which one types a name, or what keys do.
func (s *Ladder) drawLast(g *board.Grid) {
	e := s.env
	if s.note != "" {
		g.Text(1, g.Height-2, g.Width-2, "! "+phrase.Capital(s.note), e.Styles.Alarm)
	} else {
		g.Text(1, g.Height-2, g.Width-2, "A rating is what somebody has shown; +- is the doubt, which falls by playing.", e.Styles.Faint)
	}
	if s.typing {
		kit.DrawTyping(e, g, "Name: ", &s.Line, kit.Hint("enter", "his page"))
		return
	}
	e.Hints(g, 1, kit.HintsOf(kit.LadderKeys, kit.Select, kit.GoBack, kit.CursorRight, kit.SwitchForm, kit.ToggleInactive, kit.SearchText, kit.OwnProfile, kit.OpenHelp)...)
}
