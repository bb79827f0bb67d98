package rules

import "iter"

// Seat is one of the four places at the table, 0 to 3 in turn order.
type Seat uint8

// NoSeat stands where there is no seat: nobody's turn, nobody's credit.
const NoSeat Seat = 0xFF

// SeatCount is the number of seats of every game of the family.
const SeatCount = 4

// Next is the seat whose place in the order follows s.
func (s Seat) Next() Seat { return (s + 1) & 3 }

// Seats is a set of seats, a bit each.
type Seats uint8

// Has reports whether s is in the set; NoSeat never is.
func (set Seats) Has(s Seat) bool { return s < SeatCount && set>>s&1 == 1 }

// With is the set and s.
func (set Seats) With(s Seat) Seats { return set | 1<<s }

// Without is the set less s.
func (set Seats) Without(s Seat) Seats { return set &^ (1 << s) }

// Count is the number of seats in the set.
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

// First returns the first seat of the set in turn order, NoSeat if it is empty.
func (set Seats) First() Seat {
	for seat := range set.All() {
		return seat
	}
	return NoSeat
}

// Army is the set of men that starts with a seat, 0 to 3. Its men carry its
// number for good, whoever moves them (G1).
type Army uint8

// Kind is what a chessman is. The order is stored: do not reorder.
type Kind uint8

// The kinds of men. A Man of kind none is an empty square.
const (
	NoKind Kind = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
	wall // beyond the edge of the board: stops every ray
)

const kindLetters = " PNBRQK"

// Letter is the kind's letter in position text and in the games' notations.
func (k Kind) Letter() byte { return kindLetters[k] }

// KindOf is the kind that a letter of P1 names, NoKind for another letter.
func KindOf(letter byte) Kind {
	for k := Pawn; k <= King; k++ {
		if kindLetters[k] == letter {
			return k
		}
	}
	return NoKind
}

// Man is what stands on a square, in one byte: kind (bits 0-2), army (3-4) and
// the marks below. Zero is the empty square.
type Piece uint8

// What a man carries besides his kind and his army.
const (
	reversedMark Piece = 1 << 5 // a pawn that travels backward
	barredMark   Piece = 1 << 6 // may not move again in this double move
	pieceMark    Piece = 1 << 7 // set for every man, not for the wall

	// Wall is the content of a square off the board.
	Wall = Piece(wall)
)

// NewMan is an unmarked man.
func NewPiece(k Kind, a Army) Piece { return Piece(k) | Piece(a)<<3 | pieceMark }

// Kind is what the man is.
func (piece Piece) Kind() Kind { return Kind(piece & 7) }

// Army is the army that the man started with.
func (piece Piece) Army() Army { return Army(piece >> 3 & 3) }

// IsMan tells a chessman from an empty square and from the wall.
func (piece Piece) IsPiece() bool { return piece&pieceMark != 0 }

// Is reports whether the man is of that kind and army, whatever its marks.
func (piece Piece) Is(k Kind, a Army) bool { return piece&^(reversedMark|barredMark) == NewPiece(k, a) }

// Reversed reports whether the man is a pawn that travels backward.
func (piece Piece) Reversed() bool { return piece&reversedMark != 0 }

// Barred reports whether the man may not move again in this double move.
func (piece Piece) Barred() bool { return piece&barredMark != 0 }

// WithReversed is the man with that mark set or cleared.
func (piece Piece) WithReversed(on bool) Piece { return setMark(piece, reversedMark, on) }

// WithBarred is the man with that mark set or cleared.
func (piece Piece) WithBarred(on bool) Piece { return setMark(piece, barredMark, on) }

func setMark(piece, bit Piece, on bool) Piece {
	if on {
		return piece | bit
	}
	return piece &^ bit
}

// bit is the man's place in a [Breed].
func (piece Piece) bit() uint32 { return 1 << (piece & 31) }

// Breed is a set of kinds of armies: one bit for each kind and army. Marks make
// no difference to it; empty squares and walls are in no breed.
type PieceSet uint32

const (
	armyKinds   PieceSet = 0x7E // the six kinds of one army
	kingKind    PieceSet = 1 << King
	allKnights  PieceSet = 0x04040404 // of every army
	bitsPerArmy          = 8
)

// AllOf is every man of the army.
func AllOf(a Army) PieceSet { return armyKinds << (a * bitsPerArmy) }

// KingOf is the army's king.
func KingOf(a Army) PieceSet { return kingKind << (a * bitsPerArmy) }

// Has reports whether the man is of the breed.
func (set PieceSet) Has(piece Piece) bool { return uint32(set)&piece.bit() != 0 }
