package rules

import "math/bits"

// DirectionSet is a set of directions, one bit for each.
type DirectionSet uint8

// The directions in which rooks, bishops and queens move.
const (
	Straight      DirectionSet = 0x55
	Diagonal      DirectionSet = 0xAA
	AllDirections DirectionSet = 0xFF
)

// Has reports whether the direction is in the set.
func (w DirectionSet) Has(d Direction) bool { return w>>d&1 == 1 }

// PawnDirections holds the directions in which an army's pawns step and capture.
type PawnDirections struct {
	Step     Direction // direction of moves without a capture
	Captures DirectionSet
}

// reversed returns the directions of a pawn that travels backward.
func (w PawnDirections) reversed() PawnDirections {
	return PawnDirections{Step: w.Step.Opposite(), Captures: w.Captures<<4 | w.Captures>>4}
}

// AttackTables are precomputed tables that tell which pieces attack a square and where a
// piece can move. A game builds them once, from its board and the directions of the four
// armies' pawns.
type AttackTables struct {
	*Geometry
	Pawns [SeatCount]PawnDirections
	// The first piece that is reached from a square in direction d attacks that square if
	// near[piece] contains d (for a piece on the adjacent square) or far[piece] contains d
	// (for a piece farther away).
	near, far [256]DirectionSet
}

// NewAttackTables returns the tables for a board and the pawns of four armies.
func NewAttackTables(g *Geometry, pawns [SeatCount]PawnDirections) *AttackTables {
	r := &AttackTables{Geometry: g, Pawns: pawns}
	for i := range r.near {
		piece := Piece(i)
		if !piece.IsPiece() {
			continue
		}
		r.far[piece] = slideDirections(piece.Kind())
		r.near[piece] = r.far[piece]
		switch piece.Kind() {
		case King:
			r.near[piece] = AllDirections
		case Pawn:
			r.near[piece] = r.PawnDirections(piece).reversed().Captures
		}
	}
	return r
}

func slideDirections(k Kind) DirectionSet {
	switch k {
	case Rook:
		return Straight
	case Bishop:
		return Diagonal
	case Queen:
		return AllDirections
	}
	return 0
}

// PawnDirections returns the directions of a pawn, which are reversed if the pawn travels
// backward.
func (r *AttackTables) PawnDirections(piece Piece) PawnDirections {
	if piece.Reversed() {
		return r.Pawns[piece.Army()].reversed()
	}
	return r.Pawns[piece.Army()]
}

// Attacked reports whether a piece of the set attacks the square. Search calls Attacked
// more often than any other function. For speed, the loop repeats the code of
// AttackedAlong instead of calling that method.
func (r *AttackTables) Attacked(b *Board, sq Square, by PieceSet) bool {
	for d, step := range r.steps {
		at := sq + step
		piece, ways := b[at], &r.near
		if piece == 0 {
			ways = &r.far
			for piece == 0 {
				at += step
				piece = b[at]
			}
		}
		if ways[piece]>>(d&7)&1 != 0 && by.Has(piece) {
			return true
		}
	}
	knights := by & allKnights
	l := &r.knightMoves[sq]
	for _, at := range l.to[:l.count&15] {
		if knights.Has(b[at]) {
			return true
		}
	}
	return false
}

// AttackedAlong reports whether a piece of the set attacks the square from direction d. It
// does not consider knights.
func (r *AttackTables) AttackedAlong(b *Board, sq Square, d Direction, by PieceSet) bool {
	step := r.steps[d&7]
	at := sq + step
	piece, ways := b[at], &r.near
	if piece == 0 {
		ways = &r.far
		for piece == 0 {
			at += step
			piece = b[at]
		}
	}
	return ways[piece].Has(d) && by.Has(piece)
}

// Attackers appends the squares of the pieces that attack sq. It considers only pieces in the
// given set.
func (r *AttackTables) Attackers(b *Board, sq Square, by PieceSet, into []Square) []Square {
	for d := range Direction(directionCount) {
		if r.AttackedAlong(b, sq, d, by) {
			at := r.Step(sq, d)
			for b[at] == 0 {
				at = r.Step(at, d)
			}
			into = append(into, at)
		}
	}
	for _, at := range r.KnightMoves(sq) {
		if b[at].Kind() == Knight && by.Has(b[at]) {
			into = append(into, at)
		}
	}
	return into
}

// SquareSet is a set of squares.
type SquareSet [4]uint64

// Has reports whether the square is in the set.
func (set *SquareSet) Has(sq Square) bool { return set[sq>>6]>>(sq&63)&1 != 0 }

func (set *SquareSet) add(sq Square) { set[sq>>6] |= 1 << (sq & 63) }

// Evasions returns the squares to which a piece other than the king can move to end a check: that of the
// piece of the set `by` that gives it, and those between this piece and the king. If several pieces
// give check, there are none.
func (r *AttackTables) Evasions(b *Board, king Square, by PieceSet) (set SquareSet) {
	var buffer [32]Square
	checkers := r.Attackers(b, king, by, buffer[:0])
	if len(checkers) != 1 {
		return set
	}
	set.add(checkers[0])
	if d, ok := r.Line(king, checkers[0]); ok {
		for at := r.Step(king, d); at != checkers[0]; at = r.Step(at, d) {
			set.add(at)
		}
	}
	return set
}

// Moves appends the moves of a piece of kind k, other than a pawn, from a square: its captures
// of pieces in the set `targets` and, unless capturesOnly is true, its moves to empty squares.
func (r *AttackTables) Moves(b *Board, from Square, k Kind, targets PieceSet, capturesOnly bool, into []Action) []Action {
	switch k {
	case Knight:
		l := &r.knightMoves[from]
		for i := range l.count {
			to := l.to[i&7]
			if piece := b[to]; piece == 0 && !capturesOnly || targets.Has(piece) {
				into = append(into, NewMove(from, to))
			}
		}
		return into
	case King:
		for _, step := range r.steps {
			to := from + step
			if piece := b[to]; piece == 0 && !capturesOnly || targets.Has(piece) {
				into = append(into, NewMove(from, to))
			}
		}
		return into
	}
	for ways := uint8(slideDirections(k)); ways != 0; ways &= ways - 1 {
		step := r.steps[bits.TrailingZeros8(ways)&7]
		to := from + step
		for b[to] == 0 {
			if !capturesOnly {
				into = append(into, NewMove(from, to))
			}
			to += step
		}
		if targets.Has(b[to]) {
			into = append(into, NewMove(from, to))
		}
	}
	return into
}

// Blocker returns the square of the first piece between two squares on one line, and whether
// there is such a piece.
func (r *AttackTables) Blocker(b *Board, from, to Square) (Square, bool) {
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

// Pieces iterates over the squares of some of the pieces on a board. It examines eight squares
// at a time, because a board has far more squares than an army has pieces.
type Pieces struct {
	board *Board
	mask  uint64 // the bits of a piece that Next compares with `want`, repeated for each of eight squares
	want  uint64 // these bits of the pieces that Next looks for, repeated for each of eight squares
	found uint64 // one byte for each of the eight squares examined last; its high bit is set if Next must still return the square
	next  int    // index of the next eight squares to examine
	end   int    // index after the last eight squares to examine
	pawns bool   // whether Next returns the squares of pawns
}

const (
	eachByte = 0x0101010101010101
	lowBits  = 0x7F * eachByte
	markBits = uint64(pieceMark) * eachByte
	kindBits = 0x07 * eachByte          // in each byte: the bits of the kind
	armyBits = markBits | 0x18*eachByte // in each byte: the bit pieceMark and the two bits of the army
)

// PiecesOf returns an iterator over the army's pieces on b.
func (g *Geometry) PiecesOf(b *Board, a Army) Pieces {
	return Pieces{board: b, mask: armyBits, want: (uint64(pieceMark) | uint64(a)<<3) * eachByte, end: g.end, pawns: true}
}

// AllPieces returns an iterator over the pieces of all armies on b.
func (g *Geometry) AllPieces(b *Board) Pieces {
	return Pieces{board: b, mask: markBits, want: markBits, end: g.end, pawns: true}
}

// NonPawns returns an iterator over the pieces of all armies on b except pawns.
func (g *Geometry) NonPawns(b *Board) Pieces {
	return Pieces{board: b, mask: markBits, want: markBits, end: g.end}
}

// Next returns the square of the next piece, or false if there is none.
func (it *Pieces) Next() (Square, bool) {
	for it.found == 0 {
		if it.next == it.end {
			return NoSquare, false
		}
		eight := it.board.word(it.next)
		it.found = zeroBytes(eight&it.mask ^ it.want)
		if !it.pawns {
			it.found &^= zeroBytes(eight&kindBits ^ uint64(Pawn)*eachByte)
		}
		it.next += 8
	}
	sq := Square(it.next - 8 + bits.TrailingZeros64(it.found)/8)
	it.found &= it.found - 1
	return sq, true
}

// zeroBytes returns a word in which the high bit of each byte is set if that byte of w is
// zero. All other bits are clear.
func zeroBytes(w uint64) uint64 { return ^((w&lowBits + lowBits) | w | lowBits) }

func (b *Board) word(i int) uint64 {
	w := b[i : i+8 : i+8]
	return uint64(w[0]) | uint64(w[1])<<8 | uint64(w[2])<<16 | uint64(w[3])<<24 |
		uint64(w[4])<<32 | uint64(w[5])<<40 | uint64(w[6])<<48 | uint64(w[7])<<56
}
