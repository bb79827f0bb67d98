package table

import (
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Do is what somebody asks of a table.
type Do uint8

// What can be asked. All but Sit need a seat that is By's.
const (
	Sit     Do = iota + 1 // Seat, or NoSeat for the first that is open
	Stand                 // leave a seat before the start
	Ready                 // for every seat that By holds
	Unready               // the same
	Play                  // Action: a board action, a resignation of its Seat, a claimed draw
	Offer                 // a draw
	Accept                // the offer that stands
	Decline               // it, or take one's own back
	Lift                  // the man on Square, at a table with touch and move
	PlayOn                // one's team shall not resign: its proposal is rejected, or taken back
)

// Act is a request. The table answers it with an error that says why not, or
// with nil once it is on the disk.
type Act struct {
	By     player.Player
	Do     Do
	Seat   rules.Seat
	Action rules.Action
	Square rules.Square
	// ID is the client's own name for this act, at most 64 bytes: an act that
	// comes again under the same ID of the same player is answered as the first
	// was, and not done twice. Empty: every act is new.
	ID string
	// Answers is the number of the last action that the client had seen
	// (len(View.Moves)); a Play or Lift of the actor that answers another is
	// refused as stale. Negative: whatever stands.
	Answers int
	// Received is when the act reached the server: the clock is charged to then.
	// The zero time means now.
	Received time.Time
}
