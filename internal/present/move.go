package present

import (
	"slices"
	"strings"

	"quadrille/internal/table"
	"quadrille/rules"
)

// MoveLine is an action of a game.
type MoveLine struct {
	Number      int // from 1
	Seat        rules.Seat
	Text        string // in the game's notation with + for check and # for checkmate, or "resigns"
	Check, Mate bool
	Won         string // points that the action won: "+5"; empty if it won none
}

// Move returns the action with the given index.
func Move(v *table.View, i int) MoveLine {
	m := &v.Moves[i]
	line := MoveLine{Number: i + 1, Seat: m.By, Text: MoveText(m), Check: m.Checked != 0, Mate: m.Mated != 0}
	if m.Won > 0 {
		line.Won = "+" + rules.FormatPoints(v.Variant.Facts(), m.Won)
	}
	return line
}

// MoveText returns an action in the notation of its game, with + for check and # for checkmate or the capture of a king in every game; the
// record of the game has the signs of its own notation.
func MoveText(m *table.MoveView) string {
	text := Action(m)
	if !m.Action.IsBoardAction() {
		return text
	}
	if end := checkSign(text); end > 0 {
		text = text[:end]
	}
	if m.Checked != 0 {
		text += "+"
	}
	if m.Mated != 0 || m.Captured.IsPiece() && m.Captured.Kind() == rules.King {
		text += "#"
	}
	return text
}

// checkSign returns the index of the first + or # in a move, or -1. A loop is faster than strings.IndexAny.
func checkSign(text string) int {
	for i := range len(text) {
		if text[i] == '+' || text[i] == '#' {
			return i
		}
	}
	return -1
}

// WithMarks returns a move in the notation of its game, with + and # in place of the signs of its notation, such as ##g.
func WithMarks(text string) string {
	end := checkSign(text)
	switch {
	case end <= 0:
		return text
	case strings.Contains(text, "#"):
		return text[:end] + "#"
	}
	return text[:end] + "+"
}

// round returns the round of a move of the table. A player whose time runs out before the first move is
// out in round 1.
func round(v *table.View, move int) int { return max(1, Round(v.Moves, move)) }

// Round returns the number of the round, from 1, in which the list of rounds has the n-th action; see [Rounds].
func Round(moves []table.MoveView, n int) int {
	list := Rounds(moves[:min(n, len(moves))])
	for i := range list {
		for _, numbers := range list[i].Moves {
			if slices.Contains(numbers, n) {
				return i + 1
			}
		}
	}
	return len(list)
}

// Moves returns the number of moves among actions: resignations and the ends of players' times are none.
func Moves(actions []table.MoveView) int {
	n := 0
	for i := range actions {
		if actions[i].Action.IsBoardAction() {
			n++
		}
	}
	return n
}

// MoveRound has the numbers of the actions of each seat in one round, and the seats that passed.
type MoveRound struct {
	Moves  [rules.SeatCount][]int
	Passed rules.Seats
}

// Rounds divides actions into rounds. A round ends after the turn of the last seat. A resignation or the end of a player's
// time stands in the place of the player's next move.
func Rounds(moves []table.MoveView) []MoveRound {
	list := make([]MoveRound, 0, len(moves)/rules.SeatCount+1)
	numbers := make([]int, 0, len(moves)) // of the first move of each seat in each round
	at, last := -1, rules.Seat(rules.SeatCount)
	from := func(n int) *MoveRound {
		for len(list) <= n {
			list = append(list, MoveRound{})
		}
		return &list[n]
	}
	begin := func(seat rules.Seat) *MoveRound {
		if last >= rules.SeatCount || seat <= last {
			at++
		}
		last = seat
		return from(at)
	}
	for i := range moves {
		m := &moves[i]
		seat, r := m.Seat, (*MoveRound)(nil)
		if m.Action.IsBoardAction() {
			r = begin(seat)
		} else {
			seat, r = m.By, from(max(at, 0))
			if seat < rules.SeatCount && (r.Moves[seat] != nil || r.Passed.Has(seat)) {
				r = from(at + 1)
			}
		}
		if n := len(numbers); seat < rules.SeatCount && r.Moves[seat] == nil {
			numbers = append(numbers, m.Number)
			r.Moves[seat] = numbers[n : n+1 : n+1]
		} else if seat < rules.SeatCount {
			r.Moves[seat] = append(r.Moves[seat], m.Number)
		}
		for _, s := range m.Passed {
			r := begin(s)
			r.Passed = r.Passed.With(s)
		}
	}
	for n := len(list); n > 0 && list[n-1].empty(); n-- { // nobody has moved in the last round yet
		list = list[:n-1]
	}
	return list
}

func (r *MoveRound) empty() bool {
	for _, numbers := range r.Moves {
		if numbers != nil {
			return false
		}
	}
	return true
}
