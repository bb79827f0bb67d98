package scene

import (
	"quadrille/internal/lobby"
	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// drawPanel draws the seats and the result beside the board.
func (s *Scene) drawPanel(g *board.Grid, l *Layout) {
	y := l.Panel.Y
	for seat := range rules.Seat(rules.SeatCount) {
		s.drawSeat(g, l.Panel.X, y, l.Panel.Width, seat, l.seatLines)
		y += l.seatLines
	}
	for i, line := range s.result(l.Panel.Width, l.Panel.Height-rules.SeatCount*l.seatLines) {
		g.Text(l.Panel.X, y+i, l.Panel.Width, line, s.Styles.Accent)
	}
}

// drawSeat draws a seat: whether it is to move, its army, player, clock and status. If a
// seat has several lines, the name is on the second.
func (s *Scene) drawSeat(g *board.Grid, x, y, width int, seat rules.Seat, lines int) {
	v, ink := s.View, &s.Styles
	if v.Actor == seat {
		g.Set(x, y, ">", ink.Text)
	}
	name := x + 2 + s.drawSign(g, x+1, y, seat)
	clock, clockLook := s.Clocks[seat], ink.Faint
	if v.Clock != nil && v.Clock.Running == seat {
		clockLook = ink.Strong
	}
	status, look := s.status(seat)
	end := x + width
	if lines > 1 {
		g.Text(name, y, end-name-len(clock)-1, s.occupant(seat), ink.Strong)
		g.Text(end-len(clock), y, len(clock), clock, clockLook)
		word := name + g.Text(name, y+1, end-name, phrase.Seat(s.facts(), seat), ink.Faint) + 1
		g.Text(word, y+1, end-word, status, look)
		return
	}
	statusAt, clockAt := end-9, end-9-len(clock)-1
	g.Text(name, y, clockAt-name-1, s.occupant(seat), ink.Text)
	g.Text(clockAt, y, len(clock), clock, clockLook)
	g.Text(statusAt, y, 9, status, look)
}

// drawSign draws the sign of a seat and returns its width. The background is that of dark
// squares, on which the army's colour is readable.
func (s *Scene) drawSign(g *board.Grid, x, y int, seat rules.Seat) int {
	f, theme := s.facts(), s.Styles.Theme
	army := f.SeatArmy(seat)
	look := board.Style{Fg: theme.Army(f.Armies[army], int(army)), Bg: theme.Board.Dark, Attr: board.Bold}
	return g.Text(x, y, 4, " "+board.SeatSign(f, seat)+" ", look)
}

// occupant returns the player of a seat, or why the seat is empty.
func (s *Scene) occupant(seat rules.Seat) string {
	v := &s.View.Seats[seat]
	switch {
	case v.Closed:
		return "(not played)"
	case v.Open && !v.Vacant:
		return "(open)"
	}
	return phrase.Occupant(s.View, seat)
}

// status returns the state of a seat in a word.
func (s *Scene) status(seat rules.Seat) (string, board.Style) {
	ink, v := &s.Styles, &s.View.Seats[seat]
	switch {
	case v.Vacant:
		return "open", ink.Accent
	case v.Closed, v.Open:
		return "", ink.Faint
	case s.View.Phase == table.Waiting && v.Ready:
		return "ready", ink.Good
	case s.View.Phase == table.Waiting:
		return "not ready", ink.Faint
	case s.Shown.State[seat] == rules.Eliminated:
		return "out", ink.Faint
	case s.Shown.Mated.Has(seat):
		return "# mated", ink.Alarm
	case s.Shown.Check.Has(seat):
		return "! check", ink.Alarm
	case s.View.Phase == table.Finished:
		return "", ink.Faint
	case s.Away[seat] != "":
		return s.Away[seat], ink.Alarm
	case !v.Present:
		return "away", ink.Faint
	case s.Mine.Has(seat):
		return "you", ink.Good
	case Beside(s.facts(), s.Mine, seat):
		return "partner", ink.Good
	}
	return "", ink.Faint
}

// Beside reports whether a seat is the partner of one of the viewer's seats.
func Beside(f *rules.Facts, mine rules.Seats, seat rules.Seat) bool {
	for own := range rules.Seat(rules.SeatCount) {
		if mine.Has(own) && f.Partners(own, seat) {
			return true
		}
	}
	return false
}

// result returns the lines that state the result, with the names of seats if there is room.
// Readers of an annotated game see the result only at the end.
func (s *Scene) result(width, room int) []string {
	v := s.View
	if v.Phase != table.Finished || WithNotes(s.Score) && s.Back {
		return nil
	}
	o := &v.Position.Outcome
	lines := kit.Wrap(phrase.Ending(v), width)
	if o.Termination == rules.Unfinished && v.Started.IsZero() {
		lines = []string{"Closed before the start"}
	}
	if o.Termination != rules.Unfinished {
		with := func(scores func(*table.View, [rules.SeatCount]uint8) string) []string {
			all := append(lines[:len(lines):len(lines)], kit.Wrap("Scores: "+scores(v, o.Scores), width)...)
			if o.HasPoints {
				all = append(all, kit.Wrap("Points: "+scores(v, v.Position.Points), width)...)
			}
			return all
		}
		if all := with(phrase.Scores); 4*len(all) <= room {
			lines = all
		} else {
			lines = with(phrase.BriefScores)
		}
	}
	if v.Adjudication != nil {
		lines = append(lines, kit.Wrap(phrase.Capital(lobby.RulingLine(v)), width)...)
	}
	return lines
}
