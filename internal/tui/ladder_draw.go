package tui

import (
	"fmt"
	"strings"
	"time"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/tui/board"
	"quadrille/rules/variants"
)

// ladderTop is the line of the first on the ladder.
const ladderTop = 4

// room is the lines for those on the ladder.
func (s *ladderScreen) room() int { return max(1, s.env.height-ladderTop-2) }

func (s *ladderScreen) draw(g *board.Grid) {
	e := s.env
	title, where := "Ladder", ""
	if s.at.Game != "" {
		title += ": " + classTitle(s.at)
		where = s.where()
	}
	e.header(g, title, where)
	g.Text(1, 1, g.Width-2, s.whose(), e.ink.faint)
	if len(s.list) > 0 {
		g.Text(1, ladderTop-1, g.Width-2, "   place  "+cell("name", player.MaxNameCells)+"  rating   +-  games  last game", e.ink.accent)
	}
	s.top = window(s.selected, len(s.list), s.room())
	for i := s.top; i < min(s.top+s.room(), len(s.list)); i++ {
		s.drawStanding(g, ladderTop+i-s.top, i)
	}
	s.drawLast(g)
}

// where is which of the ladders this is.
func (s *ladderScreen) where() string {
	for i, c := range s.classes {
		if c == s.at {
			return fmt.Sprintf("%d of %d", i+1, len(s.classes))
		}
	}
	return ""
}

// whose tells who is on the ladder.
func (s *ladderScreen) whose() string {
	switch {
	case !s.there:
		return "Looking ..."
	case len(s.classes) == 0:
		return "Nobody has a rating yet: open a table whose game is rated."
	case len(s.list) == 0:
		return "Nobody has played this in the last 90 days; " + keyName(ladderKeys, showAll) + " shows all who ever did."
	case s.all:
		return fmt.Sprintf("All who ever played rated games: %d", len(s.list))
	}
	return fmt.Sprintf("Who played rated games in the last 90 days: %d", len(s.list))
}

func (s *ladderScreen) drawStanding(g *board.Grid, y, i int) {
	ink, st := s.env.ink, &s.list[i]
	look, sign := ink.text, "  "
	if st.Player.ID == s.env.me.ID {
		look = ink.good
	}
	if i == s.selected {
		look, sign = ink.chosen, "> "
		g.Bar(1, y, g.Width-2, look)
	}
	x := 1 + g.Text(1, y, g.Width-2, fmt.Sprintf("%s%6d  ", sign, st.Place), look)
	g.Text(x, y, player.MaxNameCells, personName(st.Player), look)
	x += player.MaxNameCells
	g.Text(x, y, g.Width-x-1, fmt.Sprintf("  %6d %4d  %5d  %s", st.Rating.Shown(), st.Rating.Doubt(), st.Games, st.Last.UTC().Format(time.DateOnly)), look)
}

// drawLast is what is wrong, the line in which one types a name, or what keys do.
func (s *ladderScreen) drawLast(g *board.Grid) {
	e := s.env
	if s.note != "" {
		g.Text(1, g.Height-2, g.Width-2, "! "+capital(s.note), e.ink.alarm)
	} else {
		g.Text(1, g.Height-2, g.Width-2, "A rating is what somebody has shown; +- is the doubt, which falls by playing.", e.ink.faint)
	}
	if s.typing {
		drawTyping(e, g, "Name: ", &s.line, [2]string{"enter", "his page"})
		return
	}
	e.hints(g, 1, hintsOf(ladderKeys, doHere, goBack, cursorRight, otherForm, showAll, searchText, myPage, openHelp)...)
}

// drawTyping is a line that is being typed, in the screen's last one.
func drawTyping(e *env, g *board.Grid, ask string, l *line, enter [2]string) {
	y := g.Height - 1
	x := 1 + g.Text(1, y, g.Width-2, ask, e.ink.faint)
	for text := l.text; ; text = trimFirst(text) { // its end is what is being typed
		if board.TextWidth(text) < g.Width-x-2 {
			x += g.Text(x, y, g.Width-x-2, text, e.ink.strong)
			break
		}
	}
	x += g.Text(x, y, 1, "_", e.ink.strong)
	e.hints(g, x+1, enter, [2]string{"esc", "back"})
}

// trimFirst is a text without its first character.
func trimFirst(text string) string {
	for i := range text {
		if i > 0 {
			return text[i:]
		}
	}
	return ""
}

// personName is somebody's name as lists have it; an account may have lost it.
func personName(p player.Player) string {
	if p.Name == "" {
		return "(no name)"
	}
	return p.Shown(player.MaxNameCells)
}

// cell is a text in a column of that width.
func cell(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-board.TextWidth(text)))
}

// formWords are the forms, for people.
var formWords = map[club.Form]string{club.Teams: "with partners", club.FreeForAll: "everybody alone"}

// classTitle is a game by its title, and a form.
func classTitle(c club.Class) string {
	title := capital(c.Game)
	if offer, err := variants.Find(c.Game); err == nil {
		title = offer.Title
	}
	return title + ", " + formWords[c.Form]
}

// className is a game by its name, and a form.
func className(c club.Class) string { return capital(c.Game) + ", " + formWords[c.Form] }
