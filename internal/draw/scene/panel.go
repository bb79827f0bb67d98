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
	y, label := l.Seats.Y, s.label(l)
	for _, seat := range s.order() {
		s.drawSeat(g, l.Seats.X, y, l.Seats.Width, seat, l.seatLines, label)
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
// name, status and material, and the pieces that the seat has captured. The label stands before the material.
func (s *Scene) drawSeat(g *draw.Grid, x, y, width int, seat rules.Seat, lines int, label string) {
	v, ink := s.View, &s.Styles
	name := x + s.drawSign(g, x, y, seat) + 1
	clock, end := s.Clocks[seat], x+width
	if s.ended() && lines > 1 && !v.Seats[seat].Closed {
		clock = s.standing(seat, end-name)
	}
	who, clockLook := s.Seats[seat].Occupant, ink.Faint
	own := s.Study && s.Seats[seat].Own // whose player moves every army
	if own {
		who = s.Seats[seat].Title
	}
	if s.toMove(seat) {
		g.Set(x-1, y, s.Styles.Signs.Turn, ink.Text)
		if clockLook = ink.Strong; v.Clock != nil && v.Clock.Running == seat {
			clockLook = ink.Strong.With(draw.Reverse)
		}
		if s.low(seat) {
			clockLook = ink.Alarm.With(draw.Reverse)
		}
	}
	if lines == 1 {
		status, look := s.status(seat, statusWidth)
		statusAt := end - statusWidth
		value, clockAt := "", statusAt-len(clock)-1
		if v.Phase == table.Playing && !s.Study {
			value = s.value(seat, label) + " "
		}
		g.Text(name, y, clockAt-len(value)-1-name, who, ink.Strong)
		g.Text(clockAt-len(value), y, len(value), value, ink.Text)
		g.Text(clockAt, y, len(clock), clock, clockLook)
		g.Text(end-draw.TextWidth(status), y, statusWidth, status, look)
		return
	}
	g.Text(name, y, end-name-len(clock)-1, who, ink.Strong)
	g.Text(end-len(clock), y, len(clock), clock, clockLook)
	title := s.Seats[seat].Title
	if own {
		title = ""
	}
	s.drawFacts(g, draw.Spot{X: name, Y: y + 1, Width: end - name}, seat, title, lines, label)
}

// drawFacts draws the name of a seat, its status and its material, and the pieces that it has captured: in the line
// below if the seat has one, otherwise instead of the status. Without room for all, it shortens the label of the material,
// then omits the name, which the sign in the line above stands for, then the label, the points just won, and the material.
func (s *Scene) drawFacts(g *draw.Grid, at draw.Spot, seat rules.Seat, title string, lines int, label string) {
	ink, value, taken := &s.Styles, "", ""
	if s.View.Phase != table.Waiting {
		value, taken = s.value(seat, label), s.captured(seat)
	}
	gaps := 2
	room := func() int { return at.Width - draw.TextWidth(title) - len(value) - gaps }
	status, look := s.status(seat, max(room(), 0))
	if status == "" && lines == 2 {
		status, look = taken, ink.Text
	}
	used := draw.TextWidth(status)
	if used == 0 {
		gaps = 1
	}
	if used > room() && value != "" {
		value = s.value(seat, shortMaterial)
	}
	if used > room() && value != "" && !s.ended() && used+1+len(value) <= at.Width {
		title = ""
	} else {
		for _, shorter := range shorterValues {
			if used > room() && value != "" {
				value = shorter(s, seat)
			}
		}
	}
	if points := s.points(seat); value == "" && points != "" && used+len(points) < at.Width { // better than the name
		title, value = "", points
	}
	x := at.X
	if title != "" {
		x += g.Text(x, at.Y, at.Width, title, ink.Faint) + 1
	}
	end := at.X + at.Width - len(value)
	g.Text(x, at.Y, end-x, status, look)
	g.Text(end, at.Y, len(value), value, ink.Text)
	if lines > 2 {
		g.Text(at.X, at.Y+1, at.Width, taken, ink.Text)
	}
}

// shorterValues return the value of a seat without a label, longest first.
var shorterValues = [...]func(s *Scene, seat rules.Seat) string{
	func(s *Scene, seat rules.Seat) string { return s.value(seat, "") },
	func(s *Scene, seat rules.Seat) string { return s.total(seat, "") },
	(*Scene).points,
	func(*Scene, rules.Seat) string { return "" },
}

// shortMaterial is the short label of the material of a seat, and statusWidth the width of its status in a panel with one line
// for each seat.
const (
	shortMaterial = "mat. "
	statusWidth   = 9
)

// label returns the label of material in the panel, which is the same for all seats.
func (s *Scene) label(l *Layout) string {
	width := l.Seats.Width - draw.TextWidth(board.SeatSign(s.facts(), 0)) - 3
	switch {
	case s.View.Phase == table.Waiting:
		return ""
	case l.seatLines > 1:
		return s.materialLabel(width, l.seatLines)
	}
	return s.shortLabel(width - statusWidth - len(s.Clocks[0]) - 1)
}

// materialLabel returns the longest label of material for which every seat that is not in check has room, in
// `width` cells. If only some seats had a label, it would seem to belong to them.
func (s *Scene) materialLabel(width, lines int) string {
	const long = "material "
	for seat := range rules.Seat(rules.SeatCount) {
		l := s.Seats[seat]
		l.Own = l.Own && !s.Study
		word, _ := l.State(s.View, "", present.Neutral)
		if word == "" && lines == 2 {
			word = s.captured(seat)
		}
		used := draw.TextWidth(s.Seats[seat].Title) + draw.TextWidth(word) + 2
		if !s.View.Seats[seat].Closed && used+len(s.value(seat, long)) > width {
			return shortMaterial
		}
	}
	return long
}

// shortLabel returns the label of material in a panel with one line for each seat, in `width` cells that the name and the
// material share. Where it would cost a part of a name, no seat has one.
func (s *Scene) shortLabel(width int) string {
	for seat := range rules.Seat(rules.SeatCount) {
		if draw.TextWidth(s.Seats[seat].Occupant)+1+len(s.value(seat, shortMaterial))+1 > width {
			return ""
		}
	}
	return shortMaterial
}

// Pulse draws the pointer at the seat to move in reverse video. Players see it for a moment after
// each move.
func (s *Scene) Pulse(g *draw.Grid, l *Layout) {
	for i, seat := range s.order() {
		if y := l.Seats.Y + i*l.seatLines; l.Panel.Width > 0 && s.toMove(seat) {
			g.Set(l.Seats.X-1, y, s.Styles.Signs.Turn, s.Styles.Text.With(draw.Reverse))
		}
	}
}

// toMove reports whether a seat is to move. In an adjourned game no seat is.
func (s *Scene) toMove(seat rules.Seat) bool { return s.View.Actor == seat && !s.View.Adjourned }

// low reports whether the clock of a seat is running and shows its last seconds.
func (s *Scene) low(seat rules.Seat) bool {
	c := s.View.Clock
	return c != nil && c.Running == seat && strings.Contains(s.Clocks[seat], ".")
}

// value returns the points that a seat has just won, and its total. After a rated game it returns the player's new rating
// instead.
func (s *Scene) value(seat rules.Seat, label string) string {
	if s.View.Seats[seat].Closed {
		return ""
	}
	if change, ok := player.RatingChangeOf(s.View.Ratings, s.View.Seats[seat].Player.ID); ok && s.ended() {
		return change.String()
	}
	text := s.total(seat, label)
	if s.points(seat) != "" {
		text = s.won(seat) + text
	}
	return text
}

// total returns the points of a seat, if it has any, and its material after its label.
func (s *Scene) total(seat rules.Seat, label string) string {
	text := label + strconv.Itoa(s.Shown.Material[seat])
	if points := s.points(seat); points != "" {
		text = points + "  " + text
	}
	return text
}

// points returns the points of a seat during the game, or nothing if it has none.
func (s *Scene) points(seat rules.Seat) string {
	if s.Shown.Points[seat] <= 0 || s.ended() {
		return ""
	}
	return rules.FormatPoints(s.facts(), s.Shown.Points[seat]) + " " + present.PointsUnit(s.facts())
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
	if s.ended() && !s.Back {
		return s.Seats[seat].ShortFate(s.View, width)
	}
	p := &s.Shown
	if text, tone := present.ShortStanding(
		s.facts(), p.State[seat], p.Mated.Has(seat), p.Check.Has(seat), p.Checkers[seat], width,
	); text != "" {
		return text, tone
	}
	return s.Away[seat], present.Alarm
}
