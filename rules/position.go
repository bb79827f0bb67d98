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
	Out
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
type Passing struct {
	Over, Pawn Square // the square passed; where the pawn stands now
	holders    uint8  // armies (seats, where an army has several) that may take it, and in the high half, whose right is a kept one
}

// Holds reports whether the army may take the pawn, and whether by a kept right.
func (r Passing) Holds(a Army) (held, kept bool) { return r.holders>>a&1 == 1, r.holders>>(a+4)&1 == 1 }

// Kept reports whether anybody's right is a kept one.
func (r Passing) Kept() bool { return r.holders>>4 != 0 }

// Held reports whether anybody may take the pawn.
func (r Passing) Held() bool { return r.holders&0x0F != 0 }

// Give gives the army the right.
func (r *Passing) Give(a Army) { r.holders |= 1 << a }

// Keep turns the army's right into a kept one.
func (r *Passing) Keep(a Army) { r.holders |= 0x11 << a }

// Drop takes the right from the army.
func (r *Passing) Drop(a Army) { r.holders &^= 0x11 << a }

// PassingMax is how many double steps can await an answer at once. An army that
// keeps its rights alive uses one a turn while the others make three more, until
// their 24 pawns have moved: 24 made, 7 used by then.
const PassingMax = 17

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
	Board      Board
	King       [SeatCount]Square    // by army, or by seat where an army has a king for each of its seats: where it stands
	Rooks      [SeatCount][2]Square // by the same: the rooks of the king's and the queen's corner, wherever they went
	Castling   [SeatCount]uint8     // by the same: KingSide, QueenSide
	Controller [SeatCount]Seat      // by army: who moves it; its own number where the square of a man decides
	State      [SeatCount]SeatState // by seat
	Credit     [SeatCount]Credit    // by seat: who mated or stalemated it
	OutBy      [SeatCount]Seat      // by seat that is out: who got the credit
	Left       [SeatCount]uint8     // by seat that is out: at which moment it left, from 1; the same for those that left together
	Points     [SeatCount]uint8     // points as they fall, in sixths
	Passing    [PassingMax]Passing  // in the order of Over and Pawn
	Passings   uint8                // how many of them are in use
	Turn       Seat                 // whose place in the order it is
	Choosing   Seats                // armies among which the actor must choose now, by starting seat
	Quiet      uint16               // plies since a man was taken or removed or a pawn moved
	Outcome    Outcome
	_          uint8 // makes the size even, so that there is no hole (KeyOf)
}

// A position stays small enough to be copied at every node of a search.
const _ = uint(384 - unsafe.Sizeof(Position{}))

// Over reports whether the game has ended.
func (p *Position) Over() bool { return p.Outcome.Why != Unfinished }

// InPlay is the seats that are not out.
func (p *Position) InPlay() Seats {
	var set Seats
	for s, state := range p.State {
		if state != Out {
			set = set.With(Seat(s))
		}
	}
	return set
}

// Outs is the seats that are out.
func (p *Position) Outs() Seats { return 0x0F &^ p.InPlay() }

// Rights are the double steps that may still be answered.
func (p *Position) Rights() []Passing { return p.Passing[:p.Passings] }

// AddRight notes a double step, keeping the rights in order so that equal
// positions are equal values. Should there be no room the oldest square gives
// way; no game from a start can get there (PassingMax).
func (p *Position) AddRight(r Passing) {
	if p.Passings == PassingMax {
		p.dropRight(0)
	}
	i := p.Passings
	for i > 0 && r.before(p.Passing[i-1]) {
		p.Passing[i] = p.Passing[i-1]
		i--
	}
	p.Passing[i] = r
	p.Passings++
}

func (r Passing) before(other Passing) bool {
	return r.Over < other.Over || r.Over == other.Over && r.Pawn < other.Pawn
}

func (p *Position) dropRight(i uint8) {
	p.Passings--
	copy(p.Passing[i:p.Passings], p.Passing[i+1:p.Passings+1])
	p.Passing[p.Passings] = Passing{}
}

// KeepRights goes through the rights and drops those for which keep is false;
// keep may change the right.
func (p *Position) KeepRights(keep func(*Passing) bool) {
	for i := uint8(0); i < p.Passings; {
		if keep(&p.Passing[i]) {
			i++
		} else {
			p.dropRight(i)
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
	q.OutBy, q.Left, q.Points = [SeatCount]Seat{}, [SeatCount]uint8{}, [SeatCount]uint8{}
	q.Quiet, q.Outcome = 0, Outcome{}
	bytes := (*[unsafe.Sizeof(q)]byte)(unsafe.Pointer(&q))
	sum := sha256.Sum256(bytes[:])
	return Key(sum[:16])
}

// FollowPawn keeps the rights against a pawn when it moves on.
func (p *Position) FollowPawn(from, to Square) {
	for _, r := range p.Rights() {
		if r.Pawn == from {
			p.KeepRights(func(r *Passing) bool { return r.Pawn != from })
			r.Pawn = to
			p.AddRight(r)
			return
		}
	}
}
