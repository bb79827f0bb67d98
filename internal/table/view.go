package table

import (
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Phase is where a table stands.
type Phase uint8

// The phases, in order.
const (
	Waiting Phase = iota // for seats to be taken and ready
	Playing
	Finished
)

// View is a table as of one event: immutable, shared by everybody who looks.
type View struct {
	ID      ID
	Seq     int // the number of events so far
	Terms   Terms
	Variant rules.Variant
	Phase   Phase
	Host    player.Player
	Seats   [rules.SeatCount]SeatView

	Position rules.Position
	Actor    rules.Seat     // NoSeat unless playing
	Legal    []rules.Action // the actor's board actions
	CanClaim bool           // whether the actor may claim a draw
	Lifted   rules.Square   // the man that the actor has touched and must move; NoSquare if none
	Moves    []MoveView     // all recorded actions; grows only at its end

	Clock     *ClockView  // nil without a clock
	Offer     *OfferView  // nil without a draw offer that stands
	Resigning rules.Seats // who proposed that their team resign, and wait for their partner (G5)
	Watchers  int         // connections that look on without a seat
	Began     time.Time   // zero before the game
	Ended     time.Time
	// Aside is a sentence when the table was set aside after a fault or cannot
	// store what happens; empty otherwise.
	Aside string
}

// SeatView is one place at the table.
type SeatView struct {
	Open    bool          // can be taken: part of the game, and nobody sits there
	Closed  bool          // not part of this game (C23)
	Player  player.Player // zero while nobody sits there
	Ready   bool
	Present bool // at least one connection of the player looks at this table
}

// MoveView is one recorded action.
type MoveView struct {
	Number int        // from 1, as ply in T2
	Seat   rules.Seat // whose turn it was
	By     rules.Seat // who acted
	Action rules.Action
	Plain  string       // plain notation
	Text   string       // the game's own notation, with its check marks
	Passed []rules.Seat // turns passed by force after it
	ActID  string       // of the act that it came of, as the client called it
}

// ClockView is the clocks as deadlines: a screen counts down by itself.
type ClockView struct {
	Left     [rules.SeatCount]time.Duration // as of Since; of the running seat, at the beginning of its turn
	Running  rules.Seat                     // NoSeat when no clock runs
	Since    time.Time
	Deadline time.Time // when the running clock will have run out
}

// OfferView is a draw offer that stands.
type OfferView struct {
	By       player.Player
	Accepted rules.Seats // seats whose players agree, the offerer's included
}
