package rules

import (
	"crypto/sha256"
	"unsafe"
)

// CreditKind is the kind of a [Credit].
type CreditKind uint8

// The values of [Credit.Kind].
const (
	NoCredit CreditKind = iota
	MateCredit
	StalemateCredit
)

// Credit records which seat checkmated or stalemated another seat. It exists as long as the
// checkmate or stalemate does.
type Credit struct {
	Kind   CreditKind
	By     Seat
	Passed bool // whether the seat has passed a turn since it was checkmated or stalemated
}

// EnPassant records a pawn's double step after which the pawn can still be captured on the
// square that it crossed.
type EnPassant struct {
	Target, Pawn Square // Target is the square that a pawn crossed; Pawn is the current square of that pawn
	// bits 0-3: the armies that may capture the pawn (or the seats, if seats share armies); bits 4-7: which of these
	// have since captured a different pawn en passant and kept this right
	holders uint8
}

// Holds reports whether the army may capture the pawn en passant, and whether it has kept
// this right after capturing a different pawn en passant.
func (r EnPassant) Holds(a Army) (held, kept bool) {
	return r.holders>>a&1 == 1, r.holders>>(a+4)&1 == 1
}

// Kept reports whether any army has kept its right to capture the pawn after capturing a
// different pawn en passant.
func (r EnPassant) Kept() bool { return r.holders>>4 != 0 }

// Held reports whether any army may capture the pawn en passant.
func (r EnPassant) Held() bool { return r.holders&0x0F != 0 }

// Give gives an army the right to capture the pawn en passant.
func (r *EnPassant) Give(a Army) { r.holders |= 1 << a }

// Keep records that the army has captured a different pawn en passant, and that it keeps the
// right to capture this one.
func (r *EnPassant) Keep(a Army) { r.holders |= 0x11 << a }

// Drop removes the army's right to capture the pawn.
func (r *EnPassant) Drop(a Army) { r.holders &^= 0x11 << a }

// MaxEnPassant is the maximum number of double steps that can be open to en passant
// capture at the same time. The 24 pawns of three armies need at least 8 rounds for their
// double steps. On each of its 7 turns between these rounds, the fourth army must use one
// of its en passant rights, because otherwise it loses all of them. So at most 17 are left.
const MaxEnPassant = 17

// The castling sides, as bits of a position's castling rights.
const (
	KingSide  uint8 = 1
	QueenSide uint8 = 2
)

// Position holds everything on which the rules of any of the games depend, as one plain
// value: it can be copied, compared with == and passed to any goroutine. Search copies
// positions and never undoes a move. A game ignores the fields that it does not need.
type Position struct {
	Board    Board
	King     [SeatCount]Square    // square of each army's king or, in games where seats share armies, of each seat's king
	Rooks    [SeatCount][2]Square // squares of the king's side rook and the queen's side rook, indexed like King
	Castling [SeatCount]uint8     // castling rights as bits KingSide and QueenSide, indexed like the field King
	// for each army, the seat that controls it; in games where a piece's square decides who moves it, the army's own
	// number
	Controller [SeatCount]Seat
	State      [SeatCount]SeatState
	// for each seat in checkmate or stalemate, the seat that is credited with the mate or stalemate
	Credit       [SeatCount]Credit
	EliminatedBy [SeatCount]Seat // for each seat, the seat that is credited with its elimination
	// order in which the seats were eliminated, counting from 1; equal for seats eliminated together; 0 for seats in
	// play
	EliminationOrder [SeatCount]uint8
	Points           [SeatCount]uint16       // points that each seat has scored during play, in units of Facts.PointUnit
	LeftBy           [SeatCount]Termination  // for each seat, how it left the game; set by games that need it later
	EnPassant        [MaxEnPassant]EnPassant // sorted by Target and Pawn
	EnPassantCount   uint8                   // number of used entries in EnPassant
	Turn             Seat                    // the seat whose turn it is
	// the armies among which the actor must now choose; each is represented by the seat that started with it
	Choosing   Seats
	QuietPlies uint16 // plies since the last capture, removal or pawn move
	Outcome    Outcome
	_          uint8 // padding; KeyOf requires that every byte belongs to a field
}

// This line fails to compile if a position becomes too large to be copied at every node of a
// search.
const _ = uint(384 - unsafe.Sizeof(Position{}))

// Over reports whether the game has ended.
func (p *Position) Over() bool { return p.Outcome.Termination != Unfinished }

// EnPassantRights returns the double steps of the pawns that can still be captured en passant.
func (p *Position) EnPassantRights() []EnPassant { return p.EnPassant[:p.EnPassantCount] }

// AddEnPassant adds a double step and keeps the list sorted, so that equal positions are
// equal values. If the list is full, it drops the first entry; that cannot happen in a game
// from the starting position (see [MaxEnPassant]).
func (p *Position) AddEnPassant(r EnPassant) {
	if p.EnPassantCount == MaxEnPassant {
		p.dropEnPassant(0)
	}
	i := p.EnPassantCount
	for i > 0 && r.before(p.EnPassant[i-1]) {
		p.EnPassant[i] = p.EnPassant[i-1]
		i--
	}
	p.EnPassant[i] = r
	p.EnPassantCount++
}

func (r EnPassant) before(other EnPassant) bool {
	return r.Target < other.Target || r.Target == other.Target && r.Pawn < other.Pawn
}

func (p *Position) dropEnPassant(i uint8) {
	p.EnPassantCount--
	copy(p.EnPassant[i:p.EnPassantCount], p.EnPassant[i+1:p.EnPassantCount+1])
	p.EnPassant[p.EnPassantCount] = EnPassant{}
}

// FilterEnPassant calls the function `keep` for each double step in the list, and removes the
// double steps for which the function returns false. The function may change the double step.
func (p *Position) FilterEnPassant(keep func(*EnPassant) bool) {
	for i := uint8(0); i < p.EnPassantCount; {
		if keep(&p.EnPassant[i]) {
			i++
		} else {
			p.dropEnPassant(i)
		}
	}
}

// Key identifies a position for the repetition rule (G4.2).
type Key [16]byte

// KeyOf returns the key of a position. The key covers the pieces (also which pawns travel
// backward, and which pieces may not move again in this double move), which seat moves each
// army, the states of seats, the turn, castling rights and en passant rights. It does not
// cover counters, points, credits, how seats left or the outcome.
func KeyOf(p *Position) Key {
	q := *p
	for a := range q.Rooks {
		if q.Castling[a]&KingSide == 0 {
			q.Rooks[a][0] = NoSquare
		}
		if q.Castling[a]&QueenSide == 0 {
			q.Rooks[a][1] = NoSquare
		}
	}
	q.Credit = [SeatCount]Credit{}
	q.EliminatedBy, q.EliminationOrder, q.Points = [SeatCount]Seat{}, [SeatCount]uint8{}, [SeatCount]uint16{}
	q.LeftBy = [SeatCount]Termination{}
	q.QuietPlies, q.Outcome = 0, Outcome{}
	bytes := (*[unsafe.Sizeof(q)]byte)(unsafe.Pointer(&q))
	sum := sha256.Sum256(bytes[:])
	return Key(sum[:16])
}

// MoveEnPassantPawn updates the right to capture a pawn en passant when the pawn itself
// moves.
func (p *Position) MoveEnPassantPawn(from, to Square) {
	for _, r := range p.EnPassantRights() {
		if r.Pawn == from {
			p.FilterEnPassant(func(r *EnPassant) bool { return r.Pawn != from })
			r.Pawn = to
			p.AddEnPassant(r)
			return
		}
	}
}
