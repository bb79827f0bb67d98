package scene

import (
	"strconv"
	"strings"

	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// drawPanel draws the seats and the result, beside the board.
func (s *Scene) drawPanel(g *draw.Grid, l *Layout) {
	for _, f := range l.frames {
		s.drawFrame(g, f)
	}
	if len(l.frames) > 0 && s.Header() {
		s.drawTitle(g, draw.Spot{X: l.Seats.X, Y: l.Panel.Y, Width: l.Seats.Width}, "Seats", "")
	}
	y := l.Seats.Y
	for _, seat := range s.order() {
		s.drawSeat(g, l.Seats.X, y, l.Seats.Width, seat, l.seatLines)
		y += l.seatLines
	}
	for i, line := range l.result {
		if y+i < l.Seats.Y+l.Seats.Height {
			g.Text(l.Seats.X, y+i, l.Seats.Width, line, s.Styles.Accent)
		}
	}
}

// drawFrame draws the border of a part of the panel.
func (s *Scene) drawFrame(g *draw.Grid, f frame) {
	edge, look := &s.Styles.Signs.Edge, s.Styles.Rule
	right, bottom := f.X+f.Width-1, f.Y+f.Height-1
	for x := f.X + 1; x < right; x++ {
		g.Set(x, f.Y, edge.Line, look)
		g.Set(x, bottom, edge.Line, look)
	}
	for y := f.Y + 1; y < bottom; y++ {
		g.Set(f.X, y, edge.Side, look)
		g.Set(right, y, edge.Side, look)
	}
	corners := [...]string{edge.TopLeft, edge.TopRight, edge.BottomLeft, edge.BottomRight}
	if f.joined {
		corners[0], corners[1] = edge.MiddleLeft, edge.MiddleRight
	}
	g.Set(f.X, f.Y, corners[0], look)
	g.Set(right, f.Y, corners[1], look)
	g.Set(f.X, bottom, corners[2], look)
	g.Set(right, bottom, corners[3], look)
}

// drawTitle draws the title of a part of the panel into its first line, and a state at the right end if there is
// room for it.
func (s *Scene) drawTitle(g *draw.Grid, at draw.Spot, title, state string) {
	used := g.Text(at.X, at.Y, at.Width, " "+title+" ", s.Styles.Strong)
	if width := draw.TextWidth(state) + 2; state != "" && used+width <= at.Width {
		g.Text(at.X+at.Width-width, at.Y, width, " "+state+" ", s.Styles.Faint)
	}
}

// drawSeat draws a seat. The first line shows its sign (see [board.SeatSign]), its player
// and its clock, with a pointer in the column before it if it is the seat's turn. Further lines show the seat's
// name, status and material, and the pieces that the seat has captured.
func (s *Scene) drawSeat(g *draw.Grid, x, y, width int, seat rules.Seat, lines int) {
	v, ink := s.View, &s.Styles
	name := x + s.drawSign(g, x, y, seat) + 1
	clock, end := s.Clocks[seat], x+width
	if s.ended() && lines > 1 && !v.Seats[seat].Closed {
		clock = s.standing(seat, end-name)
	}
	who, clockLook := s.Seats[seat].Occupant, ink.Faint
	own := s.Study && s.Seats[seat].Own // whose player moves every army
	if own {
		who = present.Seat(s.facts(), seat)
	}
	if v.Actor == seat {
		g.Set(x-1, y, s.Styles.Signs.Turn, ink.Text)
		if clockLook = ink.Strong; v.Clock != nil && v.Clock.Running == seat {
			clockLook = ink.Strong.With(draw.Reverse)
		}
		if s.low(seat) {
			clockLook = ink.Alarm.With(draw.Reverse)
		}
	}
	if lines == 1 {
		const statusWidth = 9
		status, look := s.status(seat, statusWidth)
		statusAt := end - statusWidth
		value := ""
		if v.Phase == table.Playing && !s.Study {
			value = s.value(seat, "") + " "
		}
		clockAt := statusAt - len(clock) - 1
		g.Text(name, y, clockAt-len(value)-1-name, who, ink.Strong)
		g.Text(clockAt-len(value), y, len(value), value, ink.Text)
		g.Text(clockAt, y, len(clock), clock, clockLook)
		g.Text(end-draw.TextWidth(status), y, statusWidth, status, look)
		return
	}
	g.Text(name, y, end-name-len(clock)-1, who, ink.Strong)
	g.Text(end-len(clock), y, len(clock), clock, clockLook)
	at := name
	if !own {
		at += g.Text(at, y+1, end-at, present.Seat(s.facts(), seat), ink.Faint) + 1
	}
	if v.Phase == table.Waiting {
		status, look := s.status(seat, end-at)
		g.Text(at, y+1, end-at, status, look)
		return
	}
	value, taken := s.value(seat, ""), s.captured(seat)
	status, look := s.status(seat, end-at-len(value)-1)
	switch long, room := s.value(seat, s.materialLabel(width)), end-at-draw.TextWidth(status); {
	case len(value) >= room: // a check is more important
		value = ""
	case len(long) < room && (lines > 2 || taken == "" || status != ""):
		value = long
	}
	g.Text(end-len(value), y+1, len(value), value, ink.Text)
	if lines > 2 {
		g.Text(name, y+2, end-name, taken, ink.Text)
	} else if status == "" {
		at += g.Text(at, y+1, end-at-len(value)-1, taken, ink.Text)
	}
	g.Text(at, y+1, end-at-len(value)-1, status, look)
}

// materialLabel returns the longest label of material for which every seat without a status has room, in a panel of the
// given width. If only seats with short names had a label, it would seem to belong to them.
func (s *Scene) materialLabel(width int) string {
	longest := 0
	for seat := range rules.Seat(rules.SeatCount) {
		if !s.View.Seats[seat].Closed {
			sign, name := "  "+board.SeatSign(s.facts(), seat), present.Seat(s.facts(), seat)
			longest = max(longest, draw.TextWidth(sign+" "+name+" "))
		}
	}
	for _, label := range [...]string{"material ", "mat. "} {
		if longest+len(label)+len("39") < width {
			return label
		}
	}
	return ""
}

// Pulse draws the pointer at the seat to move in reverse video. Players see it for a moment after
// each move.
func (s *Scene) Pulse(g *draw.Grid, l *Layout) {
	for i, seat := range s.order() {
		if y := l.Seats.Y + i*l.seatLines; l.Panel.Width > 0 && s.View.Actor == seat {
			g.Set(l.Seats.X-1, y, s.Styles.Signs.Turn, s.Styles.Text.With(draw.Reverse))
		}
	}
}

// low reports whether the clock of a seat is running and shows its last seconds.
func (s *Scene) low(seat rules.Seat) bool {
	c := s.View.Clock
	return c != nil && c.Running == seat && strings.Contains(s.Clocks[seat], ".")
}

// value returns the material of a seat after its label, and its points if it has any, with those that it has just won.
// After a rated game it returns the player's new rating instead.
func (s *Scene) value(seat rules.Seat, label string) string {
	if s.View.Seats[seat].Closed {
		return ""
	}
	if change, ok := player.RatingChangeOf(s.View.Ratings, s.View.Seats[seat].Player.ID); ok && s.ended() {
		return change.String()
	}
	text := label + strconv.Itoa(s.Shown.Material[seat])
	if s.Shown.Points[seat] > 0 && !s.ended() {
		text = s.won(seat) + rules.FormatPoints(s.facts(), s.Shown.Points[seat]) + " " + present.PointsUnit(s.facts()) + "  " + text
	}
	return text
}

// won returns the points that the newest action of a seat has won, such as "+5  ", or nothing if it has won
// none or is more than a round old.
func (s *Scene) won(seat rules.Seat) string {
	last := min(s.At, len(s.View.Moves)) - 1
	for i := last; i >= max(0, last-rules.SeatCount+1); i-- {
		if m := present.Move(s.View, i); m.Seat == seat && m.Won != "" {
			return m.Won + "  "
		} else if m.Seat == seat {
			break
		}
	}
	return ""
}

// captured lists the pieces that a seat has captured up to the position shown, most valuable
// first, such as "♛ 2♞ 5♙".
func (s *Scene) captured(seat rules.Seat) string {
	var count [rules.King + 1]int
	for i := range s.View.Moves[:min(s.At, len(s.View.Moves))] {
		if m := &s.View.Moves[i]; m.By == seat && m.Captured.IsPiece() {
			count[m.Captured.Kind()]++
			if m.Also.IsPiece() {
				count[m.Also.Kind()]++
			}
		}
	}
	set := s.Pieces
	if set == nil {
		set = board.SetFor(s.Size)
	}
	var parts []string
	for kind := rules.King; kind >= rules.Pawn; kind-- {
		switch text := set.Pieces[kind-rules.Pawn]; count[kind] {
		case 0:
		case 1:
			parts = append(parts, text)
		default:
			parts = append(parts, strconv.Itoa(count[kind])+text)
		}
	}
	return strings.Join(parts, " ")
}

// drawSign draws the sign of a seat (see [board.SeatSign]) and returns its width. The sign
// has the background of dark squares, on which the colour of the army is readable.
func (s *Scene) drawSign(g *draw.Grid, x, y int, seat rules.Seat) int {
	f, theme := s.facts(), s.Styles.Theme
	army := f.SeatArmy(seat)
	look := draw.Style{Fg: theme.Army(f.Armies[army], int(army)), Bg: theme.Board.Dark, Attr: draw.Bold}
	return g.Text(x, y, 4, " "+board.SeatSign(f, seat)+" ", look)
}

// status returns a few words on the state of a seat, and their style. If a check
// and the names of the seats that give it need more than `width` cells, it omits the names.
func (s *Scene) status(seat rules.Seat, width int) (string, draw.Style) {
	l := s.Seats[seat]
	l.Own = l.Own && !s.Study // there, one person moves every army
	standing, tone := s.condition(seat, width)
	word, tone := l.State(s.View, standing, tone)
	look := [...]draw.Style{
		present.Neutral: s.Styles.Faint, present.Good: s.Styles.Good, present.Notable: s.Styles.Accent, present.Alarm: s.Styles.Alarm,
	}[tone]
	switch {
	case s.View.Phase != table.Waiting || !l.Ready || word == "":
		return word, look
	case s.Styles.Theme.Plain:
		return strings.ToUpper(word), look
	}
	return s.Styles.Signs.Done + " " + strings.ToUpper(word), look.With(draw.Bold)
}

// condition says in a few words how a seat stands in the position that is shown, how the game ended for it, or how
// long its player has been away.
func (s *Scene) condition(seat rules.Seat, width int) (string, present.Tone) {
	switch {
	case s.ended() && !s.Back:
		return s.fate(seat, width)
	case s.Shown.State[seat] == rules.Eliminated:
		return "is out", present.Neutral
	case s.Shown.State[seat] == rules.Walking:
		return "moves by lot", present.Neutral
	case s.Shown.Mated.Has(seat):
		return "# mated", present.Alarm
	case s.Shown.Check.Has(seat):
		text := "! check"
		if by := present.Seats(s.facts(), s.Shown.Checkers[seat]); len(by) > 0 {
			if long := text + " from " + strings.Join(by, ", "); len(long) <= width {
				text = long
			}
		}
		return text, present.Alarm
	}
	return s.Away[seat], present.Alarm
}
