package profile

import (
	"fmt"
	"time"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
)

// LadderTop is the index of the screen line with the first player.
const LadderTop = 4

// room returns the number of screen lines on which players are listed.
func (s *Ladder) room() int { return max(1, s.env.Height-LadderTop-2) }

func (s *Ladder) Draw(g *draw.Grid) {
	e := s.env
	title, where := "Ladder", ""
	if s.at.Game != "" {
		title += ": " + present.Class(s.at.Game, s.at.Form)
		where = s.where()
	}
	e.Styles.Header(g, title, where)
	g.Text(1, 1, g.Width-2, s.summary(), e.Styles.Faint)
	if len(s.list) > 0 {
		g.Text(
			1,
			LadderTop-1,
			g.Width-2,
			"   Place  "+draw.Pad("Name", player.MaxNameCells)+"  Rating   +-  Games  Last game",
			e.Styles.Accent,
		)
	}
	s.top = draw.Window(s.selected, len(s.list), s.room())
	for i := s.top; i < min(s.top+s.room(), len(s.list)); i++ {
		s.drawStanding(g, LadderTop+i-s.top, i)
	}
	s.drawLast(g)
}

// where returns the position of this ladder among all ladders, such as "2 of 5".
func (s *Ladder) where() string {
	for i, c := range s.Classes {
		if c == s.at {
			return fmt.Sprintf("%d of %d", i+1, len(s.Classes))
		}
	}
	return ""
}

// summary returns a text that says which players are listed.
func (s *Ladder) summary() string {
	switch {
	case !s.there:
		return "Loading ..."
	case len(s.Classes) == 0:
		return "No ratings yet. Open a table with a rated game."
	case len(s.list) == 0:
		return "No rated games in the last 90 days. Press " + kit.KeyName(kit.LadderKeys, kit.ToggleInactive) + " for all players."
	case s.all:
		return fmt.Sprintf("All players with rated games: %d", len(s.list))
	}
	return fmt.Sprintf("Players with rated games in the last 90 days: %d", len(s.list))
}

func (s *Ladder) drawStanding(g *draw.Grid, y, i int) {
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
	g.Text(x, y, player.MaxNameCells, present.ListedName(st.Player), look)
	x += player.MaxNameCells
	g.Text(
		x,
		y,
		g.Width-x-1,
		fmt.Sprintf("  %6d %4d  %5d  %s", st.Rating.Shown(), st.Rating.Doubt(), st.Games, st.Last.UTC().Format(time.DateOnly)),
		look,
	)
}

// drawLast draws the last two lines: a note, and below it the key hints or the name that the
// player is typing.
func (s *Ladder) drawLast(g *draw.Grid) {
	e := s.env
	if s.note != "" {
		g.Text(1, g.Height-2, g.Width-2, "! "+present.Capital(s.note), e.Styles.Alarm)
	} else {
		g.Text(1, g.Height-2, g.Width-2, "+- is the uncertainty of a rating. It falls with every rated game.", e.Styles.Faint)
	}
	if s.typing {
		kit.DrawTyping(e, g, "Name: ", &s.Line, kit.Hint("enter", "profile"))
		return
	}
	e.Hints(
		g,
		1,
		kit.HintsOf(
			kit.LadderKeys,
			kit.Select,
			kit.GoBack,
			kit.CursorRight,
			kit.SwitchForm,
			kit.ToggleInactive,
			kit.SearchText,
			kit.OwnProfile,
			kit.OpenHelp,
		)...)
}
