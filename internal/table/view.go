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

// View is a table as of one event: immutable, shared by everybody who looks. What
// is not for all eyes, gallery and premoves, is only in the views of those whom
// it is for; see [Table.Watch] and [Table.Seen].
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
	Lifted   rules.Square   // the piece that the actor has touched and must move; NoSquare if none
	Moves    []MoveView     // all recorded actions; grows only at its end

	Clock      *ClockView    // nil without a clock
	Offer      *OfferView    // nil without a draw offer that stands
	Resigning  rules.Seats   // who proposed that their team resign, and wait for their partner (G5)
	Takeback   *TakebackView // nil unless somebody asks for a takeback
	Spectators int           // connections that look on without a seat

	ChatOpen      bool            // whether the players may chat now
	Chat          []ChatLine      // what was said to all, the newest lines
	SpectatorChat []ChatLine      // what spectators said; nil for who plays, while the game lasts
	Muted         []player.Player // who says nothing here
	Removals      []RemovalView   // who was made to leave a seat, the newest last

	Premoves  []PremoveView // the looker's own
	Votes     []VoteView    // on how to continue without players who left
	Adjourned bool          // clocks stand, nobody moves

	Rematch *RematchView // nil unless somebody wants one
	Next    ID           // the table of the rematch; 0 if there is none
	After   ID           // the table that this one is a rematch of; 0 if it is none

	Admitted     []player.Player   // to a private table, one by one
	Replaced     []player.Player   // who played once, and does not any more
	Adjudication *AdjudicationView // nil unless the game was ended from above
	Summary      *Summary          // unchanging; nil in a view that no table made

	Started time.Time // zero before the game
	Active  time.Time // when somebody acted last, or the game began
	Ended   time.Time
	// Fault is a sentence when the table was set aside after a fault or cannot
	// store what happens; empty otherwise.
	Fault string
}

// SeatView is one place at the table.
type SeatView struct {
	Open    bool          // can be taken: part of the game, and nobody sits there
	Closed  bool          // not part of this game (C23)
	Player  player.Player // zero while nobody sits there
	Ready   bool
	Present bool // at least one connection of the player looks at this table
	// AcceptsChat tells that the player agreed before the start that the players may
	// talk. It counts only where Facts.TalkConsent says so.
	AcceptsChat bool
	// AwaySince is since when its player is away from a running game; zero if they are not,
	// or not yet for long enough to say so.
	AwaySince time.Time
	Vacant    bool // by vote: somebody else may sit down here until its player is back
}

// ChatLine is something that somebody said.
type ChatLine struct {
	Number int // of the event
	At     time.Time
	By     player.Player
	Text   string
}

// RemovalView is a player who was made to leave a seat, and by whom.
type RemovalView struct {
	Player player.Player
	By     player.Player // the host, or a moderator
	Seat   rules.Seat
	At     time.Time
	Reason string // may be empty
}

// RemovedBy returns who made a player leave a seat, in words: the host or a moderator.
func (v *View) RemovedBy(a *RemovalView) string {
	if a.By.ID == v.Host.ID {
		return "the host"
	}
	return "a moderator"
}

// PremoveView is a move that its owner entered before the turn of their seat.
type PremoveView struct {
	Seat    rules.Seat
	Action  rules.Action
	Plain   string
	Dropped bool // its turn came, and it was not legal; shown until the seat acts
}

// TakebackView is what somebody asks to take back.
type TakebackView struct {
	By       player.Player
	To       int         // how many actions would remain
	Accepted rules.Seats // seats whose players agree, the asker's included
}

// VoteView is one person's vote.
type VoteView struct {
	By     player.Player
	Choice Choice
}

// RematchView is who wants to play again.
type RematchView struct {
	Rotate   bool        // the seats, or the first move, move on by one
	Accepted rules.Seats // seats whose players want it; with all of them it is made
}

// MoveView is one recorded action.
type MoveView struct {
	Number    int        // from 1, as ply in T2
	Seat      rules.Seat // whose turn it was
	By        rules.Seat // who acted
	Action    rules.Action
	Plain     string       // plain notation
	Text      string       // the game's own notation, with its check marks
	Passed    []rules.Seat // turns passed by force after it
	CommandID string       // of the command that it came of
	Event     int          // the number of its event
}

// ClockView is the clocks as deadlines: a screen counts down by itself.
type ClockView struct {
	Left     [rules.SeatCount]time.Duration // as of Since; of the running seat, at the beginning of its turn
	Running  rules.Seat                     // NoSeat when no clock runs
	Since    time.Time
	Deadline time.Time     // when the running clock will have run out
	Delay    time.Duration // how long after Since nothing is taken from what is left
}

// Shows is what a clock shows at a time.
func (c *ClockView) Shows(seat rules.Seat, at time.Time) time.Duration {
	if seat != c.Running {
		return c.Left[seat]
	}
	return max(0, min(c.Left[seat], c.Deadline.Sub(at)))
}

// OfferView is a draw offer that stands.
type OfferView struct {
	By       player.Player
	Accepted rules.Seats // seats whose players agree, the offerer's included
}

// Held is the seats of a player.
func (v *View) Held(id player.ID) rules.Seats {
	var set rules.Seats
	for i := range v.Seats {
		if id != "" && v.Seats[i].Player.ID == id {
			set = set.With(rules.Seat(i))
		}
	}
	return set
}

// RematchAccepted reports whether everybody who played at this finished table wants a rematch
// that is not made yet.
func (v *View) RematchAccepted() bool {
	if v.Phase != Finished || v.Rematch == nil || v.Next != 0 {
		return false
	}
	for i := range v.Seats {
		if v.Seats[i].Player.ID != "" && !v.Rematch.Accepted.Has(rules.Seat(i)) {
			return false
		}
	}
	return true
}
