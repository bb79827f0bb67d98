package game

import (
	"fmt"
	"strconv"
	"strings"

	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
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

// drawMovesIn draws a line, and below it the list of moves.
func (hi *history) drawMovesIn(g *board.Grid, x, y, width, height int) {
	for dx := range width {
		g.Set(x+dx, y, "─", hi.t.env.Styles.Rule)
	}
	used := 1 + hi.t.analysis.drawJudged(g, x, y+1, width, height-1)
	hi.drawMoves(g, x, y+used, width, height-used)
}

// drawMoves draws the newest rounds that there is room for; when one looks back,
// those around the place where one looks.
func (hi *history) drawMoves(g *board.Grid, x, y, width, height int) {
	list := rounds(hi.t.View.Moves)
	abreast := seatsAbreast(list, width)
	lines := rules.SeatCount / abreast // of a round
	height /= lines
	if height <= 0 {
		return
	}
	first := page(len(list), height)
	if hi.past.looking {
		first = kit.Window(roundOf(list, hi.past.at), len(list), height)
	}
	for i := first; i < len(list) && i < first+height; i++ {
		number := fmt.Sprintf("%*d ", numberWidth(len(list))-1, i+1)
		hi.drawRound(g, x, y+(i-first)*lines, width, number, &list[i], abreast)
	}
}

// A move is not cut as long as its column can have that many of longestMove.
const longestMove = 8

// numberWidth is the cells that the number of a round takes in a list of so many,
// with the blank behind it.
func numberWidth(rounds int) int { return max(2, len(strconv.Itoa(rounds))) + 1 }

// seatsAbreast is how many moves of a round stand side by side: all, unless some
// of them are too long for that.
func seatsAbreast(list []round, width int) int {
	column := (width-numberWidth(len(list)))/rules.SeatCount - 1
	for i := range list {
		for _, text := range list[i].text {
			if n := board.TextWidth(text); n > column && board.TextWidth(fit(text, column)) > column && column < longestMove {
				return rules.SeatCount / 2
			}
		}
	}
	return rules.SeatCount
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

func (hi *history) drawRound(g *board.Grid, x, y, width int, number string, r *round, abreast int) {
	ink := hi.t.env.Styles
	g.Text(x, y, len(number), number, ink.Faint)
	column := (width - len(number)) / abreast
	for s, text := range r.text {
		look := ink.Text
		if hi.past.looking && r.after[s] == hi.past.at && hi.past.at > 0 {
			look = ink.Chosen
		}
		at := kit.Spot{X: x + len(number) + s%abreast*column, Y: y + s/abreast, Width: column - 1}
		mark := hi.t.analysis.judgeMark(r.after[s])
		end := g.Text(at.X, at.Y, at.Width-len(mark), fit(text, column-1-len(mark)), look)
		g.Text(at.X+end, at.Y, len(mark), mark, ink.Alarm)
		if r.after[s] > 0 {
			hi.past.spots = append(hi.past.spots, moveSpot{at, r.after[s]})
		}
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
