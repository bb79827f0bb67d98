package rules

import (
	"crypto/sha256"
	"unsafe"
)

// SeatState is where a seat stands in the game. Stored in snapshots of screens
// only, never on disk.
type SeatState uint8

// The states of a seat.
const (
	Playing SeatState = iota
	Frozen            // in checkmate, its men inert, until released
	Eliminated
)

// CreditKind says what a seat has been brought to.
type CreditKind uint8

// The kinds of credit.
const (
	NoCredit CreditKind = iota
	MateCredit
	StalemateCredit
)

// Credit is who brought a seat to a mate or stalemate that still stands.
type Credit struct {
	Kind   CreditKind
	By     Seat
	Passed bool // the seat has passed a turn under this credit
}

// Passing is a double step that may still be answered by taking the pawn on the
// square that it passed.
type EnPassant struct {
	Target, Pawn Square // the square passed; where the pawn stands now
	holders      uint8  // armies (seats, where an army has several) that may take it, and in the high half, whose right is a kept one
}

// Holds reports whether the army may take the pawn, and whether by a kept right.
func (r EnPassant) Holds(a Army) (held, kept bool) {
	return r.holders>>a&1 == 1, r.holders>>(a+4)&1 == 1
}

// Kept reports whether anybody's right is a kept one.
func (r EnPassant) Kept() bool { return r.holders>>4 != 0 }

// Held reports whether anybody may take the pawn.
func (r EnPassant) Held() bool { return r.holders&0x0F != 0 }

// Give gives the army the right.
func (r *EnPassant) Give(a Army) { r.holders |= 1 << a }

// Keep turns the army's right into a kept one.
func (r *EnPassant) Keep(a Army) { r.holders |= 0x11 << a }

// Drop takes the right from the army.
func (r *EnPassant) Drop(a Army) { r.holders &^= 0x11 << a }

// PassingMax is how many double steps can await an answer at once. An army that
// keeps its rights alive uses one a turn while the others make three more, until
// their 24 pawns have moved: 24 made, 7 used by then.
const MaxEnPassant = 17

// Castling sides, as bits of a position's castling rights.
const (
	KingSide  uint8 = 1
	QueenSide uint8 = 2
)

// Position is everything that the law looks at, for every game of the family,
// as one plain value: copy it freely, hand it to any goroutine, compare it
// with ==. It is copied, never unmade. Its fields name ideas of the family; a
// game that has no use for one leaves it alone.
type Position struct {
	Board            Board
	King             [SeatCount]Square       // by army, or by seat where an army has a king for each of its seats: where it stands
	Rooks            [SeatCount][2]Square    // by the same: the rooks of the king's and the queen's corner, wherever they went
	Castling         [SeatCount]uint8        // by the same: KingSide, QueenSide
	Controller       [SeatCount]Seat         // by army: who moves it; its own number where the square of a man decides
	State            [SeatCount]SeatState    // by seat
	Credit           [SeatCount]Credit       // by seat: who mated or stalemated it
	EliminatedBy     [SeatCount]Seat         // by seat that is out: who got the credit
	EliminationOrder [SeatCount]uint8        // by seat that is out: at which moment it left, from 1; the same for those that left together
	Points           [SeatCount]uint8        // points as they fall, in sixths
	EnPassant        [MaxEnPassant]EnPassant // in the order of Over and Pawn
	EnPassantCount   uint8                   // how many of them are in use
	Turn             Seat                    // whose place in the order it is
	Choosing         Seats                   // armies among which the actor must choose now, by starting seat
	QuietPlies       uint16                  // plies since a man was taken or removed or a pawn moved
	Outcome          Outcome
	_                uint8 // makes the size even, so that there is no hole (KeyOf)
}

// A position stays small enough to be copied at every node of a search.
const _ = uint(384 - unsafe.Sizeof(Position{}))

// Over reports whether the game has ended.
func (p *Position) Over() bool { return p.Outcome.Termination != Unfinished }

// InPlay is the seats that are not out.
func (p *Position) InPlay() Seats {
	var set Seats
	for s, state := range p.State {
		if state != Eliminated {
			set = set.With(Seat(s))
		}
	}
	return set
}

// Outs is the seats that are out.
func (p *Position) Eliminated() Seats { return 0x0F &^ p.InPlay() }

// Rights are the double steps that may still be answered.
func (p *Position) EnPassantRights() []EnPassant { return p.EnPassant[:p.EnPassantCount] }

// AddRight notes a double step, keeping the rights in order so that equal
// positions are equal values. Should there be no room the oldest square gives
// way; no game from a start can get there (PassingMax).
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

// KeepRights goes through the rights and drops those for which keep is false;
// keep may change the right.
func (p *Position) FilterEnPassant(keep func(*EnPassant) bool) {
	for i := uint8(0); i < p.EnPassantCount; {
		if keep(&p.EnPassant[i]) {
			i++
		} else {
			p.dropEnPassant(i)
		}
	}
}

// Key stands for what must be equal for a position to be the same again (G4.2).
type Key [16]byte

// KeyOf is the key of a position: men, pawns' marks, controllers, seats' states,
// turn, rights and bars; not counters, credits or outcome.
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
	q.EliminatedBy, q.EliminationOrder, q.Points = [SeatCount]Seat{}, [SeatCount]uint8{}, [SeatCount]uint8{}
	q.QuietPlies, q.Outcome = 0, Outcome{}
	bytes := (*[unsafe.Sizeof(q)]byte)(unsafe.Pointer(&q))
	sum := sha256.Sum256(bytes[:])
	return Key(sum[:16])
}

// FollowPawn keeps the rights against a pawn when it moves on.
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
