package tui

import (
	"fmt"

	"quadrille/internal/table"
	"quadrille/rules"
)

// mine reports whether this person holds the seat.
func (t *tableScreen) mine(s rules.Seat) bool {
	return s < rules.SeatCount && t.view != nil && t.view.Seats[s].Player.ID == t.env.me.ID && t.env.me.ID != ""
}

// home is the seat from whose side the board is seen: this person's first, or
// the first of all.
func (t *tableScreen) home() rules.Seat {
	for s := range rules.Seat(rules.SeatCount) {
		if t.mine(s) {
			return s
		}
	}
	return 0
}

func (t *tableScreen) seated() bool { return t.mine(t.home()) }

// out reports whether this person plays no more in a game that goes on.
func (t *tableScreen) out() bool {
	return t.seated() && t.view.Phase == table.Playing && t.voices() == 0
}

// inGame reports whether leaving means leaving a seat in a game.
func (t *tableScreen) inGame() bool {
	if t.view == nil || t.study != nil || t.view.Phase != table.Playing {
		return false
	}
	for s := range rules.Seat(rules.SeatCount) {
		if t.mine(s) && t.view.Position.State[s] != rules.Out {
			return true
		}
	}
	return false
}

// title tells what one looks for in another window: whether it is one's own move.
// Whose it is otherwise is on the screen; saying it here too would cost every
// onlooker some bytes a move.
func (t *tableScreen) title() string {
	what := "opening"
	switch v := t.view; {
	case v == nil:
	case v.Phase == table.Finished:
		what = "over"
	case v.Adjourned:
		what = "adjourned"
	case v.Actor == rules.NoSeat:
		what = "waiting"
	case t.mine(v.Actor):
		what = "YOUR MOVE"
	default:
		what = v.Variant.Facts().Title
	}
	if t.study != nil {
		return "Study: " + what
	}
	return fmt.Sprintf("%d: %s", t.id, what)
}
