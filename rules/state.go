package rules

// SeatState is the state of a seat in the game. Its values are not stored.
type SeatState uint8

// The states of a seat.
const (
	Playing    SeatState = iota
	Frozen               // in checkmate: its pieces cannot move, attack or be captured until the checkmate is lifted
	Eliminated           // takes no more turns
	Walking              // its player has left; the seat keeps its turns, and its moves are drawn by lot (see [Lots])
)

// MayAct reports whether the player of the seat still decides about the game: the player may be
// asked, votes, and may resign.
func (s SeatState) MayAct() bool { return s == Playing || s == Frozen }

// hasStake reports whether the seat still plays for the result: it must consent to a draw, and
// may be the last one left.
func (s SeatState) hasStake() bool { return s == Playing || s == Frozen }

// Expected reports whether the player of the seat is expected at the table: an absence is noted,
// the clock runs, and premoves are kept.
func (s SeatState) Expected() bool { return s == Playing || s == Frozen }

// MovesOnBoard reports whether the seat still has turns on the board, although it may have to
// pass: its king can be in check, and its pieces are not dead.
func (s SeatState) MovesOnBoard() bool { return s != Eliminated }

// Attacks reports whether the pieces of the seat attack others and can be attacked.
func (s SeatState) Attacks() bool { return s == Playing || s == Walking }

// Living returns the pieces of an army that attack and that can be captured for something, if
// the seat that moves the army is in this state: only the king of a seat that walks.
func (s SeatState) Living(a Army) PieceSet {
	switch s {
	case Playing:
		return AllOf(a)
	case Walking:
		return KingOf(a)
	}
	return 0
}

// MayAct returns the seats for which [SeatState.MayAct] is true.
func (p *Position) MayAct() Seats { return p.where(SeatState.MayAct) }

// HasStake returns the seats for which [SeatState.hasStake] is true.
func (p *Position) HasStake() Seats { return p.where(SeatState.hasStake) }

// Expected returns the seats for which [SeatState.Expected] is true.
func (p *Position) Expected() Seats { return p.where(SeatState.Expected) }

// MovesOnBoard returns the seats for which [SeatState.MovesOnBoard] is true.
func (p *Position) MovesOnBoard() Seats { return p.where(SeatState.MovesOnBoard) }

// Out returns the seats whose players have left the game: they are eliminated or walk.
func (p *Position) Out() Seats { return allSeats &^ p.MayAct() }

const allSeats Seats = 1<<SeatCount - 1

func (p *Position) where(is func(SeatState) bool) (set Seats) {
	for s, state := range p.State {
		if is(state) {
			set = set.With(Seat(s))
		}
	}
	return set
}
