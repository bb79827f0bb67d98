package game

import (
	"fmt"

	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// seats tells which seats the viewer has.
type seats struct {
	t *Screen
}

// mine reports whether the seat s is the viewer's.
func (se *seats) mine(s rules.Seat) bool {
	return s < rules.SeatCount && se.t.View != nil && se.t.View.Seats[s].Player.ID == se.t.env.Me.ID && se.t.env.Me.ID != ""
}

// home returns the seat whose side is at the bottom of the board: the viewer's first seat,
// or for spectators the first seat of the game.
func (se *seats) home() rules.Seat {
	if se.t.View != nil {
		if s := se.t.View.Held(se.t.env.Me.ID).First(); s != rules.NoSeat {
			return s
		}
	}
	return 0
}

func (se *seats) seated() bool { return se.mine(se.home()) }

// eliminated reports whether all of the viewer's seats are eliminated in a running game.
func (se *seats) eliminated() bool {
	return se.seated() && se.t.View.Phase == table.Playing && se.seatsInPlay() == 0
}

// InGame reports whether the viewer still plays in a running game.
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

// Title returns the title of the terminal window. It says when it is the viewer's turn. It
// does not name the seat to move, so that spectators do not get a new title with each move.
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
		what = present.Capital(v.Variant.Facts().Name)
	}
	if t.Study != nil {
		return "Analysis board: " + what
	}
	return fmt.Sprintf("%d: %s", t.Id, what)
}
