package game

import (
	"fmt"

	"quadrille/internal/table"
	"quadrille/rules"
)

// seats tells which seats are this player's.
type seats struct {
	t *Screen
}

// mine reports whether this person holds the seat.
func (se *seats) mine(s rules.Seat) bool {
	return s < rules.SeatCount && se.t.View != nil && se.t.View.Seats[s].Player.ID == se.t.env.Me.ID && se.t.env.Me.ID != ""
}

// home is the seat from whose side the board is seen: this person's first, or
// the first of all.
func (se *seats) home() rules.Seat {
	for s := range rules.Seat(rules.SeatCount) {
		if se.mine(s) {
			return s
		}
	}
	return 0
}

func (se *seats) seated() bool { return se.mine(se.home()) }

// out reports whether this person plays no more in a game that goes on.
func (se *seats) eliminated() bool {
	return se.seated() && se.t.View.Phase == table.Playing && se.seatsInPlay() == 0
}

// InGame reports whether leaving means leaving a seat in a game.
func (t *Screen) InGame() bool {
	if t.View == nil || t.Study != nil || t.View.Phase != table.Playing {
		return false
	}
	for s := range rules.Seat(rules.SeatCount) {
		if t.seats.mine(s) && t.View.Position.State[s] != rules.Eliminated {
			return true
		}
	}
	return false
}

// Title tells what one looks for in another window: whether it is one's own move.
// Whose it is otherwise is on the screen; saying it here too would cost every
// onlooker some bytes a move.
func (t *Screen) Title() string {
	what := "opening"
	switch v := t.View; {
	case v == nil:
	case v.Phase == table.Finished:
		what = "over"
	case v.Adjourned:
		what = "adjourned"
	case v.Actor == rules.NoSeat:
		what = "waiting"
	case t.seats.mine(v.Actor):
		what = "YOUR MOVE"
	default:
		what = v.Variant.Facts().Title
	}
	if t.Study != nil {
		return "Study: " + what
	}
	return fmt.Sprintf("%d: %s", t.Id, what)
}
