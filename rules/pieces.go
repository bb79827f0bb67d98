package rules

import "iter"

// Seat is one of the four seats at the table, 0 to 3 in turn order.
type Seat uint8

// NoSeat means that there is no seat, for example when no seat is to move.
const NoSeat Seat = 0xFF

// SeatCount is the number of seats in every game.
const SeatCount = 4

// Next returns the next seat in turn order.
func (s Seat) Next() Seat { return (s + 1) & 3 }

// Seats is a set of seats, one bit for each.
type Seats uint8

// Has reports whether s is in the set. NoSeat is never in a set.
func (set Seats) Has(s Seat) bool { return s < SeatCount && set>>s&1 == 1 }

// With returns the set with s added.
func (set Seats) With(s Seat) Seats { return set | 1<<s }

// Without returns the set with s removed.
func (set Seats) Without(s Seat) Seats { return set &^ (1 << s) }

// Count returns the number of seats in the set.
func (set Seats) Count() int {
	n := 0
	for s := range Seat(SeatCount) {
		n += int(set >> s & 1)
	}
	return n
}

// All yields the seats of the set in turn order.
func (set Seats) All() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for seat := range Seat(SeatCount) {
			if set.Has(seat) && !yield(seat) {
				return
			}
		}
	}
}

// First returns the first seat of the set in turn order, or NoSeat if the set is empty.
func (set Seats) First() Seat {
	for seat := range set.All() {
		return seat
	}
	return NoSeat
}

// Army identifies the pieces with which a seat starts. Its values are 0 to 3. A piece stays
// in its army even if another seat controls it (G1).
type Army uint8

// Kind is the kind of a piece. Its values are stored: do not reorder them.
type Kind uint8

// The kinds of pieces. A [Piece] of kind NoKind is an empty square.
const (
	NoKind Kind = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
	wall // content of squares off the board, where every line of attack ends
)

const kindLetters = " PNBRQK"

// Letter returns the kind's letter in position text and in the notations of the games.
func (k Kind) Letter() byte { return kindLetters[k] }

// KindOf returns the kind with the given letter (P1), or NoKind if there is none.
func KindOf(letter byte) Kind {
	for k := Pawn; k <= King; k++ {
		if kindLetters[k] == letter {
			return k
		}
	}
	return NoKind
}

// Piece is the content of a square in one byte: the kind (bits 0-2), the army (bits 3-4)
// and three marks, such as reversedMark (bits 5-7). Zero is an empty square.
type Piece uint8

// Marks of a [Piece]. What a mark means is a fact of the game; see [Mark].
const (
	reversedMark Piece = 1 << 5 // first mark; on a pawn: it travels backward
	barredMark   Piece = 1 << 6 // second mark
	pieceMark    Piece = 1 << 7 // set for every piece; clear for empty squares and walls

	// Wall is the content of a square off the board.
	Wall = Piece(wall)
)

// NewPiece returns a piece without the marks reversedMark and barredMark.
func NewPiece(k Kind, a Army) Piece { return Piece(k) | Piece(a)<<3 | pieceMark }

// Kind returns the kind of the piece.
func (piece Piece) Kind() Kind { return Kind(piece & 7) }

// Army returns the army of the piece.
func (piece Piece) Army() Army { return Army(piece >> 3 & 3) }

// IsPiece reports whether the square holds a piece: it is neither empty nor a wall.
func (piece Piece) IsPiece() bool { return piece&pieceMark != 0 }

// Is reports whether the piece is of the given kind and army. It ignores whether the piece
// is reversed or barred.
func (piece Piece) Is(k Kind, a Army) bool { return piece&^(reversedMark|barredMark) == NewPiece(k, a) }

// Reversed reports whether the piece is a pawn that travels backward.
func (piece Piece) Reversed() bool { return piece&reversedMark != 0 }

// Barred reports whether the piece may not move again in the current double move.
func (piece Piece) Barred() bool { return piece&barredMark != 0 }

// WithReversed returns the piece, marked as reversed or not. A reversed pawn travels backward.
func (piece Piece) WithReversed(on bool) Piece { return setMark(piece, reversedMark, on) }

// WithBarred returns the piece, marked as barred or not. A barred piece may not move again in
// the current double move.
func (piece Piece) WithBarred(on bool) Piece { return setMark(piece, barredMark, on) }

// MarkCount is the number of marks that a piece can have.
const MarkCount = 2

// Marked reports whether the piece has a mark, numbered as in [Facts.Marks].
func (piece Piece) Marked(mark int) bool { return piece&(reversedMark<<mark) != 0 }

// WithMark returns the piece, with the mark or without it.
func (piece Piece) WithMark(mark int, on bool) Piece { return setMark(piece, reversedMark<<mark, on) }

func setMark(piece, bit Piece, on bool) Piece {
	if on {
		return piece | bit
	}
	return piece &^ bit
}

// bit returns the bit of the piece in a [PieceSet].
func (piece Piece) bit() uint32 { return 1 << (piece & 31) }

// PieceSet is a set of pieces, with one bit for each kind of each army. It ignores whether a
// piece is reversed or barred. Empty squares and walls are in no set.
type PieceSet uint32

const (
	armyKinds   PieceSet = 0x7E // one army's pieces of all six kinds
	kingKind    PieceSet = 1 << King
	allKnights  PieceSet = 0x04040404 // the knights of all armies
	bitsPerArmy          = 8
)

// AllOf returns the set of all pieces of an army.
func AllOf(a Army) PieceSet { return armyKinds << (a * bitsPerArmy) }

// KingOf returns the king of an army.
func KingOf(a Army) PieceSet { return kingKind << (a * bitsPerArmy) }

// Has reports whether the set contains the piece's kind and army.
func (set PieceSet) Has(piece Piece) bool { return uint32(set)&piece.bit() != 0 }
