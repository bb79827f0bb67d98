package tui

import (
	"fmt"
	"strings"
	"time"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/tui/board"
	"quadrille/rules"
	"quadrille/rules/variants"
)

func (s *shelf) draw(g *board.Grid) {
	e := s.env
	e.header(g, "Games to look at, and to learn from", "")
	s.rows = s.arrange()
	room := g.Height - listTop - 2
	s.scroll(room)
	for i := s.top; i < min(s.top+room, len(s.rows)); i++ {
		s.drawRow(g, listTop+i-s.top, &s.rows[i])
	}
	text, look := s.detail(), e.ink.faint
	if s.refusal != "" {
		text, look = "! "+capital(s.refusal), e.ink.alarm
	}
	g.Text(1, g.Height-2, g.Width-2, text, look)
	s.drawLast(g)
}

// drawLast is the line in which one types what to look for, or what keys do.
func (s *shelf) drawLast(g *board.Grid) {
	e := s.env
	if !s.found.typing {
		e.hints(g, 1, hintsOf(shelfKeys, doHere, filterGames, openStart, showRecord, openHelp, goBack)...)
		return
	}
	x := 1 + g.Text(1, g.Height-1, g.Width-2, "Look for: ", e.ink.faint)
	x += g.Text(x, g.Height-1, g.Width-x-2, s.found.line.text, e.ink.strong)
	x += g.Text(x, g.Height-1, 1, "_", e.ink.strong)
	e.hints(g, x+1, [2]string{"enter", "look"}, [2]string{"esc", "back"})
}

// arrange lays out the three parts.
func (s *shelf) arrange() []shelfRow {
	rows := []shelfRow{{head: "A first game, two minutes long", item: -1}}
	for i, score := range s.scores {
		if i > 0 && score.Lesson != s.scores[i-1].Lesson {
			rows = append(rows, shelfRow{item: -1}, shelfRow{head: "Games with notes", item: -1})
		}
		rows = append(rows, shelfRow{item: i})
	}
	rows = append(rows, shelfRow{item: -1}, shelfRow{head: s.foundHead(), item: -1})
	for i := range s.found.games {
		rows = append(rows, shelfRow{item: len(s.scores) + i})
	}
	return rows
}

// foundHead tells what was looked for, and whether anything was found.
func (s *shelf) foundHead() string {
	f := &s.found
	head := "Games that were played here"
	if f.filter != "" {
		head += ": " + player.Shown(f.filter, 40)
	}
	switch {
	case len(f.games) > 0 && len(f.games) >= findsKept:
		return head + fmt.Sprintf("  (the newest %d; look for fewer with /)", findsKept)
	case len(f.games) > 0:
		return head
	case f.asking || !f.started:
		return head + "  ..."
	case f.filter != "":
		return head + "  (none; esc shows all)"
	}
	return head + "  (none yet)"
}

// scroll keeps the selected line in sight, and the first heading where it can.
func (s *shelf) scroll(room int) {
	for i := range s.rows {
		if s.rows[i].item == s.selected {
			s.top = window(i, len(s.rows), room)
			return
		}
	}
}

func (s *shelf) drawRow(g *board.Grid, y int, r *shelfRow) {
	ink := s.env.ink
	if r.item < 0 {
		g.Text(1, y, g.Width-2, r.head, ink.accent)
		return
	}
	look, sign := ink.text, "  "
	if r.item == s.selected {
		look, sign = ink.chosen, "> "
		g.Bar(1, y, g.Width-2, look)
	}
	text := ""
	if i := r.item - len(s.scores); i >= 0 {
		text = foundLine(&s.found.games[i])
	} else {
		text = s.scores[r.item].Title
	}
	g.Text(1, y, g.Width-2, sign+text, look)
}

// detail tells of the selected game what its line has no room for.
func (s *shelf) detail() string {
	f := s.chosen()
	if f == nil {
		return "/ looks for a player, a game, a result or a date: inky drawn 2026-11"
	}
	return playersLine(f)
}

// foundLine is a game that is over, in a line.
func foundLine(f *table.Found) string {
	title := f.Game
	if offer, err := variants.Find(f.Game); err == nil {
		title = offer.Title
	}
	return fmt.Sprintf("%5d  %s  %-12s %s", f.ID, f.Ended.UTC().Format(time.DateOnly), title, foundResult(f))
}

// foundResult is who won and why, or that nobody did.
func foundResult(f *table.Found) string {
	why := f.Reason
	for ending, words := range endings {
		if ending.String() == f.Reason {
			why = words
		}
	}
	switch winners := lobby.Winners(f); {
	case f.Reason == table.Abandoned:
		return "Abandoned"
	case len(winners) == 0 || len(winners) == rules.SeatCount:
		return capital(why)
	case len(winners) == 1:
		return shown(winners[0], 20) + " won: " + why
	default:
		for i := range winners {
			winners[i] = shown(winners[i], 20)
		}
		return strings.Join(winners, " and ") + " won: " + why
	}
}
