package bot

import (
	"math/bits"

	"quadrille/rules"
)

// weigh is what a position is worth to our side.
func (e *eyes) weigh(p *rules.Position) int32 {
	var l look
	e.mark(p, &l)
	for a := range rules.Army(e.armies) {
		by := e.owner(p, a)
		switch {
		case by == rules.NoSeat:
		case p.State[by&3] == rules.Frozen:
			e.count(p, a, &l.worth[by&3])
		default:
			e.survey(p, a, by, &l)
		}
	}
	e.besiege(p, &l)
	e.mates(p, &l.worth)
	return e.compare(&l.worth)
}

// look is what is gathered on one walk over the board.
type look struct {
	worth  [rules.SeatCount]int32
	beside [256]uint8                              // a bit for each king that a square lies beside, by its place in Position.King
	siege  [rules.SeatCount][rules.SeatCount]int32 // attacks on squares beside a king: by king, by army
}

// mark marks the squares beside the kings of the seats in play.
func (e *eyes) mark(p *rules.Position, l *look) {
	for k, king := range p.King {
		if king == rules.NoSquare || p.State[k] == rules.Eliminated {
			continue
		}
		for d := range rules.Direction(8) {
			l.beside[e.reach.Step(king, d)] |= 1 << k
		}
	}
}

// count adds the values of an army's men.
func (e *eyes) count(p *rules.Position, a rules.Army, worth *int32) {
	men := rules.NewPieces(&p.Board, a)
	for sq, ok := men.Next(); ok; sq, ok = men.Next() {
		*worth += e.worth[p.Board[sq].Kind()]
	}
}

// survey adds what an army's men are worth where they stand, and notes which
// kings they come near to.
func (e *eyes) survey(p *rules.Position, a rules.Army, by rules.Seat, l *look) {
	worth := int32(0)
	men := rules.NewPieces(&p.Board, a)
	for sq, ok := men.Next(); ok; sq, ok = men.Next() {
		m := p.Board[sq]
		kind := m.Kind()
		worth += e.worth[kind]
		switch kind {
		case rules.Pawn:
			worth += e.ahead[m>>3&7][sq] // the army and the mark
		case rules.Knight:
			for _, to := range e.reach.KnightMoves(sq) {
				if p.Board[to] == 0 {
					worth += e.mobility[rules.Knight]
				}
				l.near(a, to)
			}
		case rules.Bishop, rules.Rook, rules.Queen:
			worth += e.slide(p, a, sq, kind, l)
		}
	}
	l.worth[by&3] += worth
}

// slide is what the lines of a piece are worth.
func (e *eyes) slide(p *rules.Position, a rules.Army, from rules.Square, k rules.Kind, l *look) int32 {
	squares := int32(0)
	d, step := lines(k)
	for ; d < 8; d += step {
		at := e.reach.Step(from, d)
		for p.Board[at] == 0 {
			squares++
			l.near(a, at)
			at = e.reach.Step(at, d)
		}
		l.near(a, at)
	}
	return squares * e.mobility[k]
}

// lines is the first direction of a piece that slides, and how far apart its
// directions are.
func lines(k rules.Kind) (first, step rules.Direction) {
	switch k {
	case rules.Bishop:
		return rules.NorthEast, 2
	case rules.Rook:
		return rules.North, 2
	}
	return rules.North, 1
}

// near notes that an army attacks a square.
func (l *look) near(a rules.Army, sq rules.Square) {
	for kings := l.beside[sq]; kings != 0; kings &= kings - 1 {
		l.siege[bits.TrailingZeros8(kings)&3][a&3]++
	}
}

// besiege sets against each seat in play what attacks the squares beside its king,
// the more the more armies do.
func (e *eyes) besiege(p *rules.Position, l *look) {
	for k := range rules.Seat(rules.SeatCount) {
		var attacks, armies int32
		for a := range rules.Army(e.armies) {
			by := e.owner(p, a)
			if n := l.siege[k][a]; n > 0 && by != rules.NoSeat && !e.allies[k].Has(by) {
				attacks += n
				armies++
			}
		}
		l.worth[k] -= attacks * armies * e.siege
	}
}

// mates sets against a seat that it is in checkmate: for the time being, or with
// its army as good as lost.
func (e *eyes) mates(p *rules.Position, worth *[rules.SeatCount]int32) {
	for s, c := range p.Credit {
		if p.State[s] == rules.Frozen {
			worth[s] -= e.frozen
		}
		if c.Kind == rules.MateCredit {
			worth[s] -= worth[s] * e.mated / 100
		}
	}
}
