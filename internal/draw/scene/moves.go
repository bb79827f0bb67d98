package scene

import (
	"fmt"
	"strconv"
	"strings"

	"quadrille/internal/draw"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// roundText returns the moves of a seat in a round.
func roundText(moves []table.MoveView, r *present.MoveRound, seat rules.Seat) (text string) {
	if r.Passed.Has(seat) {
		return "pass"
	}
	for i, n := range r.Moves[seat] {
		if i > 0 {
			text += " "
		}
		text += moveText(&moves[n-1])
	}
	return text
}

// after returns the number of the last move of a seat in a round, counted from the start of the game; 0 if it has none.
func after(r *present.MoveRound, seat rules.Seat) int {
	if numbers := r.Moves[seat]; len(numbers) > 0 {
		return numbers[len(numbers)-1]
	}
	return 0
}

// moveText returns an action in few cells.
func moveText(m *table.MoveView) string {
	if m.Action.Type == rules.Flag {
		return "time"
	}
	return present.MoveText(m)
}

// moveList is the part of the list of moves that is drawn.
type moveList struct {
	box         draw.Box
	moves       []table.MoveView
	list        []present.MoveRound
	first       int
	last        int // index of the round after the last one that is drawn
	abreast     int // number of moves per line
	numberWidth int
	titled      bool // whether the first line has the signs of the seats
}

// titledHeight is the height from which on a list of moves has a line with the signs of the seats.
const titledHeight = 6

// moveList returns the newest rounds that fit. If the board shows an earlier position, it
// returns the rounds around that position.
func (s *Scene) moveList(b draw.Box) moveList {
	if b.Height <= 0 {
		return moveList{}
	}
	m := moveList{box: b, moves: s.View.Moves, list: present.Rounds(s.View.Moves)}
	m.numberWidth = numberWidth(len(m.list))
	m.abreast = m.seatsAbreast(b.Width)
	if m.titled = m.abreast == rules.SeatCount && b.Height >= titledHeight; m.titled {
		b = under(b, 1)
		m.box = b
	}
	height := b.Height / m.lines()
	if height <= 0 {
		return m
	}
	m.first = page(len(m.list), height)
	if s.Back {
		m.first = draw.Window(roundOf(m.list, s.At), len(m.list), height)
	}
	m.last = min(len(m.list), m.first+height)
	return m
}

func (m *moveList) lines() int { return rules.SeatCount / m.abreast }

// spot returns where on the screen to draw a seat's move of a round.
func (m *moveList) spot(round, seat int) draw.Spot {
	column := (m.box.Width - m.numberWidth + 1) / m.abreast
	return draw.Spot{
		X: m.box.X + m.numberWidth + seat%m.abreast*column,
		Y: m.box.Y + (round-m.first)*m.lines() + seat/m.abreast, Width: column - 1,
	}
}

// numbered returns how many rounds have a number. During the game these are all for which there is room, as on a
// score sheet, because a number that is drawn before its round needs no bytes when the round begins.
func (m *moveList) numbered(playing bool) int {
	if n := m.box.Height / m.lines(); playing && numberWidth(m.first+n) == m.numberWidth {
		return n
	}
	return m.last - m.first
}

func (s *Scene) drawMoves(g *draw.Grid, b draw.Box) {
	m := s.moveList(b)
	if m.abreast == 0 {
		return
	}
	if m.titled {
		for seat := range rules.Seat(rules.SeatCount) {
			at := m.spot(m.first, int(seat))
			s.drawSign(g, at.X, at.Y-1, seat)
		}
	}
	for i := range m.numbered(s.View.Phase == table.Playing) {
		number := fmt.Sprintf("%*d ", m.numberWidth-1, m.first+i+1)
		g.Text(b.X, m.spot(m.first+i, 0).Y, len(number), number, s.Styles.Faint)
	}
	for i := m.first; i < m.last; i++ {
		r := &m.list[i]
		for seat := range rules.Seat(rules.SeatCount) {
			text, number, look := roundText(m.moves, r, seat), after(r, seat), s.Styles.Text
			if s.Back && number == s.At && s.At > 0 {
				look = s.Styles.Chosen
			}
			at, mark := m.spot(i, int(seat)), s.mark(number)
			end := g.Text(at.X, at.Y, at.Width-len(mark), fit(text, at.Width-len(mark)), look)
			g.Text(at.X+end, at.Y, len(mark), mark, s.Styles.Alarm)
		}
	}
}

// MoveSpot is the place on the screen where the list shows a move, and the number of that
// move.
type MoveSpot struct {
	draw.Spot
	Number int
}

// MoveSpots returns the screen positions of the moves that are visible in the list of
// moves.
func (s *Scene) MoveSpots(l *Layout) []MoveSpot {
	m := s.moveList(l.Moves)
	var spots []MoveSpot
	for i := m.first; i < m.last; i++ {
		for seat := range rules.Seat(rules.SeatCount) {
			if number := after(&m.list[i], seat); number > 0 {
				spots = append(spots, MoveSpot{m.spot(i, int(seat)), number})
			}
		}
	}
	return spots
}

// longestMove is the width, in cells, of a column into which nearly all moves fit. If the
// columns are narrower, a single move that does not fit makes every round take two lines.
const longestMove = 8

// numberWidth returns the width of a round number and the blank after it.
func numberWidth(rounds int) int { return max(2, len(strconv.Itoa(rounds))) + 1 }

// seatsAbreast returns the number of moves per line: the moves of a whole round, or of half
// a round if the columns would be too narrow.
func (m *moveList) seatsAbreast(width int) int {
	column := (width-m.numberWidth+1)/rules.SeatCount - 1
	if column >= longestMove {
		return rules.SeatCount
	}
	for i := range m.list {
		for seat := range rules.Seat(rules.SeatCount) {
			text := roundText(m.moves, &m.list[i], seat)
			if len(text) > column && draw.TextWidth(fit(text, column)) > column { // no character has more cells than bytes
				return rules.SeatCount / 2
			}
		}
	}
	return rules.SeatCount
}

// page returns the index of the first of n rows to draw in a box of the given height, so
// that the last row is visible. It scrolls by half of the height, because scrolling row by
// row would send many bytes.
func page(n, height int) int {
	if n <= height {
		return 0
	}
	step := max(height/2, 1)
	return (n - height + step - 1) / step * step
}

func roundOf(list []present.MoveRound, action int) int {
	for i := range list {
		for seat := range rules.Seat(rules.SeatCount) {
			if n := after(&list[i], seat); n >= action && n > 0 {
				return i
			}
		}
	}
	return len(list) - 1
}

// fit shortens a move that is too long for its column: it drops any text that follows one
// or more "#" (the sign for checkmate).
func fit(text string, cells int) string {
	if draw.TextWidth(text) <= cells {
		return text
	}
	if i := strings.IndexByte(text, '#'); i > 0 {
		j := i
		for j < len(text) && text[j] == '#' {
			j++
		}
		return text[:j]
	}
	return text
}
