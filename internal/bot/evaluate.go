package bot

import "quadrille/rules"

// evaluateMaterial returns the value of a position for the side that acts at the root of the
// search, but ignores mobility, attacks on kings and the positions of bare kings.
func (e *evaluator) evaluateMaterial(p *rules.Position, m *material) int32 {
	values := e.materialValues(p, m)
	e.applyMates(p, &values)
	return e.relativeValue(&values)
}

// evaluateAll returns the value of a position for the root side. The parameter m is the
// material of the position.
func (e *evaluator) evaluateAll(p *rules.Position, m *material) int32 {
	values := e.seatValues(p, m)
	e.subtractBareKings(p, m, &values)
	e.applyMates(p, &values)
	return e.relativeValue(&values)
}

// seatValues returns the value of each seat: material, mobility and attacks on the king.
func (e *evaluator) seatValues(p *rules.Position, m *material) [rules.SeatCount]int32 {
	l := boardScan{values: e.materialValues(p, m)}
	e.markKingZones(p)
	e.addMobility(p, &l)
	e.subtractKingAttacks(&l)
	return l.values
}

// materialValues returns the material of each seat, and the value of its points. A king that
// walks, and the dead pieces of its army, are no material.
func (e *evaluator) materialValues(p *rules.Position, m *material) (values [rules.SeatCount]int32) {
	for a := range rules.Army(e.armies) {
		by := e.owner(p, a)
		if by == rules.NoSeat || p.State[by&3] == rules.Walking {
			continue
		}
		values[by&3] += m[a].pieces
		if p.State[by&3] != rules.Frozen {
			values[by&3] += m[a].pawns
		}
	}
	e.addStanding(p, &values)
	return values
}

// attackCounts holds a number for each king: byte i belongs to Position.King[i]. One addition
// adds the numbers of all kings. A number is at most 128: an army attacks each of the 8 squares
// around a king from at most 8 directions and with at most 8 knights.
type attackCounts uint32

// of returns the number for a king.
func (c attackCounts) of(king rules.Seat) int32 { return int32(c >> (8 * king) & 0xFF) }

// boardScan collects the terms of the evaluation in one pass over the board.
type boardScan struct {
	values  [rules.SeatCount]int32
	movers  [rules.SeatCount]rules.Seat   // for each army, the seat that moves its pieces; NoSeat if they cannot move
	attacks [rules.SeatCount]attackCounts // for each army, its attacks on squares next to kings
}

// kingZones holds the squares next to kings. Kings move rarely, so that most evaluations use the
// zones of the one before.
type kingZones struct {
	kings [rules.SeatCount]rules.Square // the kings of these zones: those of the seats in play
	near  [256]attackCounts             // for each square, 1 for each adjacent king
}

// markKingZones marks the squares next to the kings of the seats in play.
func (e *evaluator) markKingZones(p *rules.Position) {
	kings := p.King
	for k := range kings {
		if !p.State[k].MovesOnBoard() {
			kings[k] = rules.NoSquare
		}
	}
	if kings == e.zones.kings {
		return
	}
	e.zones = kingZones{kings: kings}
	for k, king := range kings {
		if king == rules.NoSquare {
			continue
		}
		for d := range rules.Direction(8) {
			if at := e.reach.Step(king, d); p.Board[at] != rules.Wall {
				e.zones.near[at] |= 1 << (8 * k)
			}
		}
	}
}

// addMobility adds to the value of each seat the mobility of the pieces that this seat can
// move. It also records the attacks of these pieces on squares next to kings.
func (e *evaluator) addMobility(p *rules.Position, l *boardScan) {
	for a := range rules.Army(e.armies) {
		l.movers[a&3] = e.owner(p, a)
		if by := l.movers[a&3]; by != rules.NoSeat && (p.State[by&3] == rules.Frozen || p.State[by&3] == rules.Walking) {
			l.movers[a&3] = rules.NoSeat
		}
	}
	pieces := e.reach.NonPawns(&p.Board)
	for sq, ok := pieces.Next(); ok; sq, ok = pieces.Next() {
		piece := p.Board[sq]
		a := piece.Army() & 3
		by := l.movers[a]
		if by == rules.NoSeat {
			continue
		}
		switch kind := piece.Kind(); kind {
		case rules.Knight:
			for _, to := range e.reach.KnightMoves(sq) {
				if p.Board[to] == 0 {
					l.values[by&3] += e.mobility[rules.Knight]
				}
				l.attacks[a] += e.zones.near[to]
			}
		case rules.Bishop, rules.Rook, rules.Queen:
			l.values[by&3] += e.evaluateSlider(p, a, sq, kind, l)
		}
	}
}

// evaluateSlider returns the value of the mobility of a bishop, rook or queen, and records
// the attacks of this piece on squares next to kings.
func (e *evaluator) evaluateSlider(p *rules.Position, a rules.Army, from rules.Square, k rules.Kind, l *boardScan) int32 {
	squares, attacks := int32(0), attackCounts(0)
	d, step := slideDirections(k)
	for ; d < 8; d += step {
		offset := e.reach.Offset(d)
		at := from + offset
		for p.Board[at] == 0 {
			squares++
			attacks += e.zones.near[at]
			at += offset
		}
		attacks += e.zones.near[at]
	}
	l.attacks[a&3] += attacks
	return squares * e.mobility[k]
}

// slideDirections returns the first direction in which a sliding piece moves, and the step
// from one of its directions to the next.
func slideDirections(k rules.Kind) (first, step rules.Direction) {
	switch k {
	case rules.Bishop:
		return rules.NorthEast, 2
	case rules.Rook:
		return rules.North, 2
	}
	return rules.North, 1
}

// subtractKingAttacks subtracts a penalty for the attacks around each king. The penalty
// grows with the number of attacking armies.
func (e *evaluator) subtractKingAttacks(l *boardScan) {
	for k := range rules.Seat(rules.SeatCount) {
		var attacks, armies int32
		for a := range rules.Army(e.armies) {
			if n := l.attacks[a&3].of(k); n > 0 && !e.allies[k].Has(l.movers[a&3]) {
				attacks += n
				armies++
			}
		}
		l.values[k] -= attacks * armies * e.kingAttack
	}
}

// applyMates subtracts a penalty from the values of seats that are in checkmate.
func (e *evaluator) applyMates(p *rules.Position, values *[rules.SeatCount]int32) {
	for s, c := range p.Credit {
		if p.State[s] == rules.Frozen {
			values[s] -= e.frozen
		}
		if c.Kind == rules.MateCredit {
			values[s] -= values[s] * e.mated / 100
		}
	}
}
