package bot

import "quadrille/rules"

// eyes see a position for the seat that is to act at the root.
type eyes struct {
	facts  *rules.Facts
	reach  *rules.AttackTables
	seat   rules.Seat
	ours   rules.Seats // the seat and its partner; alone in a free-for-all
	teams  bool
	inPlay rules.Seats // who still plays, in a free-for-all; in teams all
	rivals int32       // how many others still play, where everybody plays for himself
	armies int
	holder [rules.SeatCount]rules.Seat // by army where seats share it: one of them
	allies [rules.SeatCount]rules.Seats
	worth  [rules.King + 1]int32 // by kind
	prize  [rules.King + 1]int32 // the same for who takes it: a king is all

	mobility                      [rules.King + 1]int32 // by kind, for each square that it can go to
	ahead                         [8][256]int32         // by a pawn's army and mark: what it is worth to stand there
	siege, frozen, advance, mated int32
}

// pawnUnit is what one point of a game's values weighs.
const pawnUnit = 100

// open looks at a game for the seat that must act now.
func (e *eyes) open(g *rules.Game) {
	if e.facts != g.Variant.Facts() {
		e.learn(g.Variant)
	}
	e.seat = g.Variant.Actor(&g.Position)
	e.ours = e.allies[e.seat&3]
	e.inPlay = g.Position.InPlay()
	e.rivals = max(1, int32(e.inPlay.Count())-1)
	if e.teams {
		e.inPlay = 0x0F
	}
}

// learn takes from a game what it says of itself.
func (e *eyes) learn(v rules.Variant) {
	e.facts = v.Facts()
	appraiser := v.(rules.Evaluable)
	e.reach = appraiser.AttackTables()
	e.teams = e.facts.Teams()
	e.armies = len(e.facts.Armies)
	for s := range rules.Seat(rules.SeatCount) {
		e.allies[s] = 0
		for other, team := range e.facts.Team {
			if team == e.facts.Team[s] {
				e.allies[s] = e.allies[s].With(rules.Seat(other))
			}
		}
		e.holder[e.facts.SeatArmy(s)] = s
	}
	for kind, value := range e.facts.Values {
		e.worth[kind] = int32(value) * pawnUnit
	}
	e.prize = e.worth
	e.prize[rules.King] += 100 * pawnUnit
	e.take(appraiser.Weights())
	e.lookAhead(appraiser)
}

// take takes over a game's weights.
func (e *eyes) take(w rules.Weights) {
	unit := int32(w.Mobility)
	e.mobility = [rules.King + 1]int32{rules.Knight: 4 * unit, rules.Bishop: 4 * unit, rules.Rook: 2 * unit, rules.Queen: unit}
	e.siege, e.frozen, e.advance = int32(w.KingAttack), int32(w.Frozen), int32(w.PawnAdvance)
	e.mated = int32(w.Mated)
}

// owner is a seat that has the army's men for its own, NoSeat if nobody does.
func (e *eyes) owner(p *rules.Position, a rules.Army) rules.Seat {
	if e.facts.SeatArmies != nil {
		return e.holder[a]
	}
	return p.Controller[a]
}

// foes are the men that attack whatever belongs to a seat.
func (e *eyes) foes(p *rules.Position, seat rules.Seat) (foes rules.PieceSet) {
	for a := range rules.Army(e.armies) {
		by := e.owner(p, a)
		if by != rules.NoSeat && !e.allies[seat&3].Has(by) && p.State[by] == rules.Playing {
			foes |= rules.AllOf(a)
		}
	}
	return foes
}

// loses reports whether a capture gives more than it takes: a dearer man for a
// cheaper one that is defended.
func (e *eyes) loses(p *rules.Position, a rules.Action, gain int32, foes rules.PieceSet) bool {
	return e.worth[p.Board[a.From].Kind()] > gain && e.reach.Attacked(&p.Board, a.To, foes)
}

// gone reports whether the seat is out of a game that others still play for
// themselves.
func (e *eyes) gone(p *rules.Position) bool { return !e.teams && p.State[e.seat&3] == rules.Eliminated }

// result is what the end of a game is worth to our side. Who is out already has his
// place, which nobody can take from him or is any the poorer for (C30).
func (e *eyes) result(p *rules.Position) int32 {
	var v [rules.SeatCount]int32
	for s, sixths := range p.Outcome.Scores {
		if e.inPlay.Has(rules.Seat(s)) {
			v[s] = int32(sixths) * sixth
		}
	}
	return e.compare(&v)
}

// compare sets our side against the others: our team against theirs, or our seat
// against what each of the others has on the average.
func (e *eyes) compare(v *[rules.SeatCount]int32) int32 {
	var own, all int32
	for s, mine := range v {
		all += mine
		if e.ours.Has(rules.Seat(s)) {
			own += mine
		}
	}
	if e.teams {
		return (2*own - all) / 2
	}
	return own - (all-own)/e.rivals
}
