package tui

import (
	"fmt"
	"strings"

	"quadrille/internal/table"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// round is one turn of each seat, as it is written in the list of moves.
type round struct {
	text  [rules.SeatCount]string
	after [rules.SeatCount]int // number of the action, 0 where there is none
}

// rounds writes actions in rounds. A new one begins where the turn comes to a
// seat before the last one; who resigns while it is another's turn is written
// in his own column.
func rounds(moves []table.MoveView) []round {
	var list []round
	last := rules.Seat(rules.SeatCount)
	place := func(s rules.Seat) *round {
		if last >= rules.SeatCount || s <= last {
			list = append(list, round{})
		}
		last = s
		return &list[len(list)-1]
	}
	for i := range moves {
		m := &moves[i]
		r, column := (*round)(nil), m.Seat
		if m.Action.OnBoard() || len(list) == 0 {
			r = place(m.Seat)
		} else {
			r, column = &list[len(list)-1], m.By
		}
		r.write(column, m)
		for _, s := range m.Passed {
			place(s).text[s] = "pass"
		}
	}
	return list
}

func (r *round) write(s rules.Seat, m *table.MoveView) {
	if s >= rules.SeatCount {
		return
	}
	if r.text[s] != "" {
		r.text[s] += " "
	}
	r.text[s] += m.Text
	r.after[s] = m.Number
}

// drawMoves draws the newest rounds that there is room for; when one looks back,
// those around the place where one looks.
func (t *tableScreen) drawMoves(g *board.Grid, x, y, width, height int) {
	if height <= 0 {
		return
	}
	list := rounds(t.view.Moves)
	first := page(len(list), height)
	if t.past.looking {
		first = window(roundOf(list, t.past.at), len(list), height)
	}
	for i := first; i < len(list) && i < first+height; i++ {
		t.drawRound(g, x, y+i-first, width, i+1, &list[i])
	}
}

// page is the first of n rounds to show in that many lines. It moves by half of
// them at a time: a list that scrolls with every round is dear to send.
func page(n, height int) int {
	if n <= height {
		return 0
	}
	step := max(height/2, 1)
	return (n - height + step - 1) / step * step
}

func roundOf(list []round, action int) int {
	for i := range list {
		for _, n := range list[i].after {
			if n >= action && n > 0 {
				return i
			}
		}
	}
	return len(list) - 1
}

func (t *tableScreen) drawRound(g *board.Grid, x, y, width, number int, r *round) {
	ink := t.env.ink
	left := fmt.Sprintf("%2d ", number)
	g.Text(x, y, len(left), left, ink.faint)
	column := (width - len(left)) / rules.SeatCount
	for s, text := range r.text {
		look := ink.text
		if t.past.looking && r.after[s] == t.past.at && t.past.at > 0 {
			look = ink.chosen
		}
		g.Text(x+len(left)+s*column, y, column-1, fit(text, column-1), look)
	}
}

// fit shortens a move by its check marks if it is too long for its column.
func fit(text string, cells int) string {
	if board.TextWidth(text) <= cells {
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
