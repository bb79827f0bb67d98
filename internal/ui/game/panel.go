package game

import (
	"fmt"
	"strings"
	"time"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// panel draws seats, notices and the result beside the board.
type panel struct {
	t *Screen
}

// drawPanel draws seats, result and moves beside the board, as far as there is
// room; moves go first, seats last.
func (pa *panel) drawPanel(g *board.Grid, x, y, width, height int, moves bool) {
	bottom := y + height
	lines := pa.seatLines(width, height)
	for s := range rules.Seat(rules.SeatCount) {
		y += pa.drawSeat(g, x, y, width, s, lines)
	}
	if pa.t.View.Phase == table.Finished && !(pa.t.lesson.withNotes() && pa.t.History.past.looking) { // who reads it for the first time
		y += pa.drawResult(g, x, y, width)
	}
	if moves {
		pa.t.env.Aside = kit.Box{X: x, Y: y, Width: width, Height: bottom - y}
	}
	talk := pa.t.chat.talkHeight(bottom-y, moves)
	pa.t.chat.talk.drawn = talk > 0
	bottom -= talk
	switch {
	case pa.t.View.Phase == table.Waiting:
		pa.t.waiting.drawMenu(g, x, y+1, width, bottom)
	case moves:
		pa.t.lesson.drawStory(g, x, y, width, bottom-y)
	}
	if talk > 0 {
		pa.t.chat.drawTalk(g, x, bottom, width, talk)
	}
}

// seatLines is the lines of each seat: two, and one between, where the panel is
// high; two where it is too narrow for one.
func (pa *panel) seatLines(width, height int) int {
	switch {
	case height >= 26:
		return 3
	case width < panelWide-3:
		return 2
	}
	return 1
}

// drawSeat draws one seat and returns the lines used: the turn's sign, the
// army's, who sits there, the clock, and how the seat stands. With more lines
// than one the seat's own word has one to itself.
func (pa *panel) drawSeat(g *board.Grid, x, y, width int, s rules.Seat, lines int) int {
	v, ink := pa.t.View, pa.t.env.Styles
	f := v.Variant.Facts()
	if v.Actor == s {
		g.Set(x, y, ">", ink.Text)
	}
	name := x + 2 + pa.drawSign(g, x+1, y, s)
	clock := pa.t.clocks.clockText(s)
	status, look := pa.status(s)
	end := x + width
	if lines > 1 {
		g.Text(name, y, end-name-len(clock)-1, pa.occupant(s), ink.Strong)
		g.Text(end-len(clock), y, len(clock), clock, pa.t.clocks.clockInk(s))
		word := name + g.Text(name, y+1, end-name, board.SeatWord(f, s), ink.Faint) + 1
		g.Text(word, y+1, end-word, status, look)
		return lines
	}
	statusAt, clockAt := end-9, end-9-len(clock)-1
	g.Text(name, y, clockAt-name-1, pa.occupant(s), ink.Text)
	g.Text(clockAt, y, len(clock), clock, pa.t.clocks.clockInk(s))
	g.Text(statusAt, y, 9, status, look)
	return 1
}

// drawSign draws a seat's sign on the board's own ground, so that its colour is
// seen on every page, and returns its width.
func (pa *panel) drawSign(g *board.Grid, x, y int, s rules.Seat) int {
	f, theme := pa.t.View.Variant.Facts(), pa.t.env.Styles.Theme
	army := f.Side(s)
	look := board.Style{Fg: theme.Army(f.Armies[army], int(army)), Bg: theme.Board.Dark, Attr: board.Bold}
	return g.Text(x, y, 4, " "+board.SeatSign(f, s)+" ", look)
}

func (pa *panel) occupant(s rules.Seat) string {
	seat := &pa.t.View.Seats[s]
	switch {
	case seat.Closed:
		return "(not played)"
	case seat.Open && !seat.Vacant:
		return "(open)"
	}
	return nameOf(pa.t.View, s, 20)
}

// status is how a seat stands, in a word.
func (pa *panel) status(s rules.Seat) (string, board.Style) {
	v, ink := pa.t.View, pa.t.env.Styles
	seat, stand := &v.Seats[s], pa.t.History.past.shown()
	switch {
	case seat.Vacant:
		return "free", ink.Accent
	case seat.Closed, seat.Open:
		return "", ink.Faint
	case v.Phase == table.Waiting && seat.Ready:
		return "ready", ink.Good
	case v.Phase == table.Waiting:
		return "not ready", ink.Faint
	case stand.position.State[s] == rules.Out:
		return "out", ink.Faint
	case stand.mated.Has(s):
		return "# mated", ink.Alarm
	case stand.check.Has(s):
		return "! check", ink.Alarm
	case v.Phase == table.Finished:
		return "", ink.Faint
	case !seat.Gone.IsZero():
		return pa.t.absence.goneText(s), ink.Alarm
	case !seat.Present:
		return "away", ink.Faint
	case pa.t.seats.mine(s):
		return "you", ink.Good
	case pa.t.seats.besideMe(s):
		return "partner", ink.Good
	}
	return "", ink.Faint
}

// besideMe reports whether a seat is the partner of one of this person's.
func (se *seats) besideMe(s rules.Seat) bool {
	for mine := range rules.Seat(rules.SeatCount) {
		if se.mine(mine) && se.t.View.Variant.Facts().Partners(mine, s) {
			return true
		}
	}
	return false
}

// drawResult says how the game ended, and returns the lines used.
func (pa *panel) drawResult(g *board.Grid, x, y, width int) int {
	v, ink := pa.t.View, pa.t.env.Styles
	o := &v.Position.Outcome
	lines := kit.Wrap(kit.Result(v.Variant.Facts(), *o), width)
	if o.Why == rules.Unfinished && v.Began.IsZero() {
		lines = []string{"Closed before the start"}
	}
	if o.Why != rules.Unfinished {
		lines = append(lines, "Scores  "+kit.Scores(o.Scores))
		if o.HasPoints {
			lines = append(lines, "Points  "+kit.Scores(v.Position.Points))
		}
	}
	if v.Verdict != nil {
		lines = append(lines, kit.Wrap(kit.Capital(lobby.VerdictLine(v)), width)...)
	}
	for i, line := range lines {
		g.Text(x, y+i, width, line, ink.Accent)
	}
	return len(lines)
}

// clockText is what is left to a seat, as far as the screen knows by itself.
func (cl *clocks) clockText(s rules.Seat) string {
	c := cl.t.View.Clock
	if c == nil || cl.t.View.Seats[s].Closed || cl.t.View.Phase == table.Waiting {
		return ""
	}
	return clockFace(cl.left(s))
}

// left is the time that a seat still has.
func (cl *clocks) left(s rules.Seat) time.Duration {
	return cl.t.View.Clock.Shows(s, cl.t.env.Now)
}

func (cl *clocks) clockInk(s rules.Seat) board.Style {
	if c := cl.t.View.Clock; c != nil && c.Running == s {
		return cl.t.env.Styles.Strong
	}
	return cl.t.env.Styles.Faint
}

// clockFace writes a time as a clock shows it: minutes and seconds, hours when
// there are any, tenths in the last ten seconds; right-aligned in 7 cells, so
// that the digits stay where they are.
func clockFace(left time.Duration) string {
	text := ""
	switch s := int(left / time.Second); {
	case left < hurry:
		text = fmt.Sprintf("%d.%d", s, int(left%time.Second/(time.Second/10)))
	case s < 3600:
		text = fmt.Sprintf("%d:%02d", s/60, s%60)
	case s < 48*3600:
		text = fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	default:
		text = fmt.Sprintf("%dd %dh", s/86400, s/3600%24)
	}
	return strings.Repeat(" ", max(0, 7-len(text))) + text
}
