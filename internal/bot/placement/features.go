package placement

import (
	"math"
	"math/bits"

	"quadrille/rules"
)

// The features of a seat. Below, "the seat's pieces" means the pieces that the seat moves.
const (
	pawns = iota // the features `pawns` to `queens` count the seat's pieces of each kind
	knights
	bishops
	rooks
	queens
	advance       // sum over the seat's pawns: 1 for a pawn that is one step from promotion, less for a pawn farther away
	logMaterial   // natural logarithm of 1 plus the seat's material in pawns
	share         // the seat's share of the material of all seats in play
	nextShare     // the share of the next seat in play, in turn order
	lastShare     // the share of the previous seat in play, in turn order
	lossBefore    // the seat's greatest loss from one capture that opponents can make before its next turn, in pawns
	lossAfter     // the seat's greatest loss from one capture by an opponent whose next turn comes after the seat's, in pawns
	allBefore     // sum of the seat's losses from all captures that opponents can make before its next turn, in pawns
	allAfter      // sum of the seat's losses from all captures by opponents whose next turn comes after the seat's, in pawns
	inCheck       // 1 if the seat's king is in check
	isMated       // 1 if the seat is in checkmate
	kingPawns     // number of the seat's pawns next to the seat's king
	kingAttacks   // number of attacks by opponents on squares next to the seat's king
	kingAttackers // the feature kingAttacks, multiplied by the number of opponents that attack squares next to the seat's king
	kingSquares   // number of squares next to the seat's king that opponents attack and that none of the seat's pieces occupies
	standing      // value of the seat's points and prospects in pawns, if the game has points (rules.Standing)
	featureCount
)

var featureNames = [featureCount]string{
	"pawns", "knights", "bishops", "rooks", "queens", "advance", "log-material", "share", "next-share", "last-share",
	"loss-before", "loss-after", "all-before", "all-after", "in-check", "is-mated", "king-pawns", "king-attacks",
	"king-attackers", "king-squares", "standing",
}

// features holds the features of a seat.
type features [featureCount]float32

// board holds the data that is the same for all positions of a game and is used to compute
// their features.
type board struct {
	facts  *rules.Facts
	tables *rules.AttackTables
	armies int
	value  [rules.King + 1]uint8 // value of each kind of piece in pawns; for a king see kingValue
	// what a pawn adds to the feature `advance`, by bits 3 to 5 of the piece (army and direction) and by square
	promoted [8][256]float32
}

// kingValue is the value of a king that attacks a piece. It is so high that a king captures
// only undefended pieces.
const kingValue = 100

func newBoard(f *rules.Facts, e rules.Evaluable) board {
	b := board{facts: f, tables: e.AttackTables(), armies: len(f.Armies)}
	for kind, value := range f.Values {
		b.value[kind] = uint8(value)
	}
	b.value[rules.King] = kingValue
	for army := range rules.Army(b.armies) {
		for _, reversed := range [2]bool{false, true} {
			pawn := rules.NewPiece(rules.Pawn, army).WithReversed(reversed)
			for sq, part := range rules.PawnAdvance(e, pawn) {
				b.promoted[pawn>>3&7][sq] = float32(part) / rules.AdvanceScale
			}
		}
	}
	return b
}

// capturedValue returns what the capture of a piece gains, in pawns. A king counts as maxGain.
func (b *board) capturedValue(piece rules.Piece) int {
	if piece.Kind() == rules.King {
		return maxGain
	}
	return min(maxGain, b.facts.Value(piece))
}

// scan holds the results of a pass over all attacks in a position.
type scan struct {
	// for each square, the value of the cheapest attacker of each seat; 0 if the seat does not attack the square
	least     [256][rules.SeatCount]uint8
	kingZones [256]uint8 // for each square, a set of bits: one for each king next to the square
	// number of attacks on squares next to a king, indexed by the seat of the king and by the attacking seat
	attacks [rules.SeatCount][rules.SeatCount]uint8
}

// addAttack records that a piece of a seat attacks a square. The parameter `value` is the
// value of the piece.
func (s *scan) addAttack(by rules.Seat, on rules.Square, value uint8) {
	if least := &s.least[on][by&3]; *least == 0 || value < *least {
		*least = value
	}
	for kings := s.kingZones[on]; kings != 0; kings &= kings - 1 {
		s.attacks[bits.TrailingZeros8(kings)&3][by&3]++
	}
}

// addAttacks records the attacks of the piece that stands on the square `from`.
func (b *board) addAttacks(s *scan, p *rules.Position, from rules.Square, by rules.Seat) {
	piece := p.Board[from]
	kind := piece.Kind()
	value := b.value[kind]
	directions := rules.AllDirections
	switch kind {
	case rules.Knight:
		for _, to := range b.tables.KnightMoves(from) {
			s.addAttack(by, to, value)
		}
		return
	case rules.Pawn:
		directions = b.tables.PawnDirections(piece).Captures
	case rules.Bishop:
		directions = rules.Diagonal
	case rules.Rook:
		directions = rules.Straight
	}
	slides := kind != rules.Pawn && kind != rules.King
	for ; directions != 0; directions &= directions - 1 {
		d := rules.Direction(bits.TrailingZeros8(uint8(directions)))
		to := b.tables.Step(from, d)
		for slides && p.Board[to] == 0 {
			s.addAttack(by, to, value)
			to = b.tables.Step(to, d)
		}
		s.addAttack(by, to, value)
	}
}

// owners returns, for each army, the seat that moves its pieces, or NoSeat. The king of a seat that
// walks is not among them: it attacks, but it is no material.
func (b *board) owners(p *rules.Position) (owners [rules.SeatCount]rules.Seat) {
	for army := range owners {
		owners[army] = rules.NoSeat
		if army < b.armies {
			if by := p.Controller[army]; by != rules.NoSeat && p.State[by&3] == rules.Playing {
				owners[army] = by
			}
		}
	}
	return owners
}

// logarithms holds the natural logarithms of 1, 2, 3 and so on.
var logarithms = func() (list [512]float32) {
	for i := range list {
		list[i] = float32(math.Log(float64(i + 1)))
	}
	return list
}()

// count computes the features of all seats. The parameter `actor` is the seat that acts next.
func (b *board) count(p *rules.Position, actor rules.Seat, seats *[rules.SeatCount]features) {
	var s scan
	owners := b.owners(p)
	playing := p.HasStake()
	b.scanAttacks(&s, p, owners)
	material := b.countPieces(p, &s, owners, actor, seats)
	b.countShares(playing, material, seats)
	for seat := range playing.All() {
		b.countKing(p, &s, owners, seat, &seats[seat])
		if p.Credit[seat].Kind == rules.MateCredit {
			seats[seat][isMated] = 1
		}
	}
}

// scanAttacks stores in s all attacks by the pieces of seats in play.
func (b *board) scanAttacks(s *scan, p *rules.Position, owners [rules.SeatCount]rules.Seat) {
	playing := p.HasStake()
	for k, king := range p.King {
		if king != rules.NoSquare && playing.Has(rules.Seat(k)) {
			for d := range rules.Direction(8) {
				if at := b.tables.Step(king, d); p.Board[at] != rules.Wall {
					s.kingZones[at] |= 1 << k
				}
			}
		}
	}
	pieces := b.tables.AllPieces(&p.Board)
	for sq, ok := pieces.Next(); ok; sq, ok = pieces.Next() {
		if by := owners[p.Board[sq].Army()&3]; by != rules.NoSeat {
			b.addAttacks(s, p, sq, by)
		}
	}
	for k, king := range p.King {
		if p.State[k] == rules.Walking && king != rules.NoSquare {
			b.addAttacks(s, p, king, rules.Seat(k))
		}
	}
}

// countPieces computes the features of all pieces except kings. It returns the material of
// each seat in pawns.
func (b *board) countPieces(
	p *rules.Position,
	s *scan,
	owners [rules.SeatCount]rules.Seat,
	actor rules.Seat,
	seats *[rules.SeatCount]features,
) (material [rules.SeatCount]int) {
	pieces := b.tables.AllPieces(&p.Board)
	for sq, ok := pieces.Next(); ok; sq, ok = pieces.Next() {
		piece := p.Board[sq]
		by, kind := owners[piece.Army()&3], piece.Kind()
		if by == rules.NoSeat || kind == rules.King {
			continue
		}
		f := &seats[by&3]
		f[pawns+int(kind-rules.Pawn)]++
		value := int(b.value[kind])
		material[by&3] += value
		if kind == rules.Pawn {
			f[advance] += b.promoted[piece>>3&7][sq]
		}
		least := &s.least[sq]
		defended := least[by&3] != 0
		for t, attacker := range least {
			loss := value
			if defended {
				loss -= int(attacker)
			}
			if attacker == 0 || rules.Seat(t) == by || loss <= 0 {
				continue
			}
			one, all := lossBefore, allBefore
			if (rules.Seat(t)-actor)&3 > (by-actor)&3 {
				one, all = lossAfter, allAfter
			}
			f[one] = max(f[one], float32(loss))
			f[all] += float32(loss)
		}
	}
	return material
}

// countShares computes the features that compare the material of the seats.
func (b *board) countShares(playing rules.Seats, material [rules.SeatCount]int, seats *[rules.SeatCount]features) {
	total := 1
	for seat := range playing.All() {
		total += material[seat]
	}
	for seat := range playing.All() {
		f := &seats[seat]
		f[logMaterial] = logarithms[min(material[seat], len(logarithms)-1)]
		next, last := seat.Next(), (seat+3)&3
		for !playing.Has(next) {
			next = next.Next()
		}
		for !playing.Has(last) {
			last = (last + 3) & 3
		}
		f[share] = float32(material[seat]) / float32(total)
		f[nextShare] = float32(material[next]) / float32(total)
		f[lastShare] = float32(material[last]) / float32(total)
	}
}

// countKing computes the features of a seat's king.
func (b *board) countKing(p *rules.Position, s *scan, owners [rules.SeatCount]rules.Seat, seat rules.Seat, f *features) {
	king := p.King[seat&3]
	if king == rules.NoSquare {
		return
	}
	attackers := float32(0)
	for t, n := range s.attacks[seat&3] {
		if rules.Seat(t) == seat {
			continue
		}
		if n > 0 {
			f[kingAttacks] += float32(n)
			attackers++
		}
		if s.least[king][t] != 0 {
			f[inCheck] = 1
		}
	}
	f[kingAttackers] = f[kingAttacks] * attackers
	for d := range rules.Direction(8) {
		at := b.tables.Step(king, d)
		piece := p.Board[at]
		switch {
		case piece.IsPiece() && owners[piece.Army()&3] == seat:
			if piece.Kind() == rules.Pawn {
				f[kingPawns]++
			}
		case attackers > 0 && piece != rules.Wall && s.cheapestOpponent(at, seat) != 0:
			f[kingSquares]++
		}
	}
}

// cheapestOpponent returns the value of the cheapest piece with which an opponent of the
// seat attacks a square, or 0 if no opponent attacks it.
func (s *scan) cheapestOpponent(on rules.Square, seat rules.Seat) (value int) {
	for t, n := range s.least[on] {
		if n != 0 && rules.Seat(t) != seat && (value == 0 || int(n) < value) {
			value = int(n)
		}
	}
	return value
}
