package rules

import "math/bits"

// Ways is a set of directions, a bit each.
type Ways uint8

// The directions of rooks and bishops.
const (
	Straight Ways = 0x55
	Diagonal Ways = 0xAA
	AllWays  Ways = 0xFF
)

// Has reports whether the direction is in the set.
func (w Ways) Has(d Direction) bool { return w>>d&1 == 1 }

// PawnWays is how an army's pawns go.
type PawnWays struct {
	Step  Direction // onto empty squares
	Takes Ways
}

// Reversed is the same pawn going the other way.
func (w PawnWays) Reversed() PawnWays {
	return PawnWays{Step: w.Step.Opposite(), Takes: w.Takes<<4 | w.Takes>>4}
}

// Reach answers, for a board and the ways of four armies' pawns, who attacks
// what. The tables are made once for a game.
type Reach struct {
	*Geometry
	Pawns [SeatCount]PawnWays
	// For a walk from the attacked square outward in direction d: whether the
	// man met first attacks back along it, from next door or from afar.
	near, far [256]Ways
}

// NewReach makes the tables.
func NewReach(g *Geometry, pawns [SeatCount]PawnWays) *Reach {
	r := &Reach{Geometry: g, Pawns: pawns}
	for i := range r.near {
		m := Man(i)
		if !m.IsMan() {
			continue
		}
		r.far[m] = slides(m.Kind())
		r.near[m] = r.far[m]
		switch m.Kind() {
		case King:
			r.near[m] = AllWays
		case Pawn:
			r.near[m] = r.PawnWays(m).Reversed().Takes
		}
	}
	return r
}

func slides(k Kind) Ways {
	switch k {
	case Rook:
		return Straight
	case Bishop:
		return Diagonal
	case Queen:
		return AllWays
	}
	return 0
}

// PawnWays is how the pawn m goes, its mark included.
func (r *Reach) PawnWays(m Man) PawnWays {
	if m.Reversed() {
		return r.Pawns[m.Army()].Reversed()
	}
	return r.Pawns[m.Army()]
}

// Attacked reports whether a man of the breed attacks the square. Search asks
// this more often than anything else: the loop is AttackedAlong, written out.
func (r *Reach) Attacked(b *Board, sq Square, by Breed) bool {
	for d, step := range r.steps {
		at := sq + step
		m, ways := b[at], &r.near
		if m == 0 {
			ways = &r.far
			for m == 0 {
				at += step
				m = b[at]
			}
		}
		if ways[m]>>(d&7)&1 != 0 && by.Has(m) {
			return true
		}
	}
	knights := by & allKnights
	l := &r.leaps[sq]
	for _, at := range l.to[:l.count&15] {
		if knights.Has(b[at]) {
			return true
		}
	}
	return false
}

// AttackedAlong is Attacked by the men on one line alone, seen from the square
// outward; knights are on no line.
func (r *Reach) AttackedAlong(b *Board, sq Square, d Direction, by Breed) bool {
	step := r.steps[d&7]
	at := sq + step
	m, ways := b[at], &r.near
	if m == 0 {
		ways = &r.far
		for m == 0 {
			at += step
			m = b[at]
		}
	}
	return ways[m].Has(d) && by.Has(m)
}

// Attackers appends the squares of all men of the breed that attack sq.
func (r *Reach) Attackers(b *Board, sq Square, by Breed, into []Square) []Square {
	for d := range Direction(directionCount) {
		if r.AttackedAlong(b, sq, d, by) {
			at := r.Step(sq, d)
			for b[at] == 0 {
				at = r.Step(at, d)
			}
			into = append(into, at)
		}
	}
	for _, at := range r.Leaps(sq) {
		if b[at].Kind() == Knight && by.Has(b[at]) {
			into = append(into, at)
		}
	}
	return into
}

// Moves appends the moves of the piece (no pawn) on from: to empty squares, and
// to those whose man is of the breed prey.
func (r *Reach) Moves(b *Board, from Square, k Kind, prey Breed, into []Action) []Action {
	switch k {
	case Knight:
		l := &r.leaps[from]
		for i := range l.count {
			to := l.to[i&7]
			if m := b[to]; m == 0 || prey.Has(m) {
				into = append(into, MoveOf(from, to))
			}
		}
		return into
	case King:
		for _, step := range r.steps {
			to := from + step
			if m := b[to]; m == 0 || prey.Has(m) {
				into = append(into, MoveOf(from, to))
			}
		}
		return into
	}
	for ways := uint8(slides(k)); ways != 0; ways &= ways - 1 {
		step := r.steps[bits.TrailingZeros8(ways)&7]
		to := from + step
		for b[to] == 0 {
			into = append(into, MoveOf(from, to))
			to += step
		}
		if prey.Has(b[to]) {
			into = append(into, MoveOf(from, to))
		}
	}
	return into
}

// Blocker is the first man strictly between two squares of one line, and
// whether there is one.
func (r *Reach) Blocker(b *Board, from, to Square) (Square, bool) {
	d, ok := r.Line(from, to)
	if !ok {
		return NoSquare, false
	}
	for at := r.Step(from, d); at != to; at = r.Step(at, d) {
		if b[at] != 0 {
			return at, true
		}
	}
	return NoSquare, false
}

// Muster goes through the squares of an army's men. Eight squares are looked at
// in one step: a board has far more squares than an army has men.
type Muster struct {
	board *Board
	want  uint64 // in each byte, what marks a man of the army
	found uint64 // in each byte's high bit, men of the last eight squares not yet given
	next  int    // the eight squares to look at next
}

const (
	eachByte = 0x0101010101010101
	lowBits  = 0x7F * eachByte
	armyBits = 0x98 * eachByte // manMark and the army
)

// NewMuster is a muster of the army's men on b.
func NewMuster(b *Board, a Army) Muster {
	return Muster{board: b, want: (uint64(manMark) | uint64(a)<<3) * eachByte}
}

// Next is the next man's square; false when there is none left.
func (m *Muster) Next() (Square, bool) {
	for m.found == 0 {
		if m.next == len(m.board) {
			return NoSquare, false
		}
		w := m.board.word(m.next)&armyBits ^ m.want
		m.found = ^((w&lowBits + lowBits) | w | lowBits) // bytes that are zero
		m.next += 8
	}
	sq := Square(m.next - 8 + bits.TrailingZeros64(m.found)/8)
	m.found &= m.found - 1
	return sq, true
}

func (b *Board) word(i int) uint64 {
	w := b[i : i+8 : i+8]
	return uint64(w[0]) | uint64(w[1])<<8 | uint64(w[2])<<16 | uint64(w[3])<<24 |
		uint64(w[4])<<32 | uint64(w[5])<<40 | uint64(w[6])<<48 | uint64(w[7])<<56
}
