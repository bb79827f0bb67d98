package table

import (
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Phase is the phase of a table's life.
type Phase uint8

// The phases, in order.
const (
	Waiting Phase = iota // before the game: seats are still open or players not ready
	Playing
	Finished
)

// View is an immutable snapshot of a table after one event. Viewers share it. Spectator
// chat and premoves are only in the views of the people who may see them.
type View struct {
	ID      ID
	Seq     int // the number of events so far
	Terms   Terms
	Variant rules.Variant
	Phase   Phase
	Host    player.Player
	Seats   [rules.SeatCount]SeatView

	Position rules.Position
	Actor    rules.Seat     // the seat to move; NoSeat unless a game is running
	Legal    []rules.Action // the legal board actions of the seat to move
	CanClaim bool           // the seat to move may claim a draw
	Lifted   rules.Square   // the square of the piece that was touched and must move, or NoSquare
	Moves    []MoveView     // all recorded actions

	Clock      *ClockView    // nil without a clock
	Offer      *OfferView    // nil without an open draw offer
	Resigning  rules.Seats   // seats that propose their team's resignation and wait for the partner (G5)
	Takeback   *TakebackView // nil without an open takeback offer
	Spectators int           // number of connections of people without a seat

	ChatOpen      bool            // the players may chat now
	Chat          []ChatLine      // the newest lines of chat
	SpectatorChat []ChatLine      // the newest lines of spectator chat; nil for players until the end
	Muted         []player.Player // people who may not chat at this table
	Removals      []RemovalView   // players removed from a seat, the newest last

	Premoves  []PremoveView // the viewer's own premoves
	Votes     []VoteView    // votes on how to continue without away players
	Adjourned bool          // clocks are stopped, no moves are possible

	Rematch *RematchView // nil without an open rematch offer
	Next    ID           // the table of the rematch; 0 if there is none
	After   ID           // the table of which this one is the rematch; 0 if there is none

	Admitted     []player.Player   // people admitted to a private table
	Replaced     []player.Player   // former players whose seat another took
	Adjudication *AdjudicationView // nil unless a moderator ended the game
	Summary      *Summary          // immutable; nil unless a live table made the view

	// FirstMoves are the seats that have not moved yet, if the game can be aborted until
	// they have.
	FirstMoves rules.Seats
	Aborted    *AbortView // nil unless the game was aborted; immutable
	// Short reports that the game ended by resignation or on time before every seat had
	// two turns, so that it is not rated.
	Short bool
	// Ratings are the changes of ratings by the game, once they are stored.
	Ratings []player.RatingChange

	Started time.Time // when the game started; zero before that
	Active  time.Time // the time of the last action, or of the start
	Ended   time.Time
	// Fault describes why the table stopped or cannot store events; empty otherwise.
	Fault string
}

// SeatView is one seat of the table.
type SeatView struct {
	Open    bool          // the seat can be taken now
	Closed  bool          // the seat is not part of this game (C23)
	Player  player.Player // zero for an empty seat
	Ready   bool
	Present bool // the player has a connection to this table
	// AcceptsChat reports whether the player agreed before the start that the players may
	// chat. It is used only if Facts.ChatConsent is set.
	AcceptsChat bool
	// AwaySince is the time at which the player left the running game. It is zero if the player is
	// present, or has not been disconnected for long enough to count as away.
	AwaySince time.Time
	Vacant    bool // opened by vote: others may take the seat until its player returns
	// Vacation is the end of the player's vacation, which may have passed. It is zero if
	// the player has had none in this game.
	Vacation time.Time
}

// ChatLine is one line of chat.
type ChatLine struct {
	Number int // number of the event that stored it
	At     time.Time
	By     player.Player
	Text   string
}

// DeletedText replaces the chat of a deleted account.
const DeletedText = "(withdrawn)"

// Anonymized returns a copy of a view in which an anonymous player replaces a deleted
// account. It also removes the text of the account's chat.
func Anonymized(view *View, deleted player.ID, anonymous player.Player) *View {
	v := *view
	if v.Host.ID == deleted {
		v.Host = anonymous
	}
	for i := range v.Seats {
		if v.Seats[i].Player.ID == deleted {
			v.Seats[i].Player = anonymous
		}
	}
	for _, lines := range []*[]ChatLine{&v.Chat, &v.SpectatorChat} {
		*lines = slices.Clone(*lines)
		for i := range *lines {
			if line := &(*lines)[i]; line.By.ID == deleted {
				line.By, line.Text = anonymous, DeletedText
			}
		}
	}
	if v.Summary != nil {
		s := *v.Summary
		s.Admitted, s.Replaced = slices.Clone(s.Admitted), slices.Clone(s.Replaced)
		s.ReplacePlayer(deleted, anonymous)
		v.Summary = &s
	}
	return &v
}

// RemovalView shows that a player was removed from a seat.
type RemovalView struct {
	Player player.Player
	By     player.Player // the host, or a moderator
	Seat   rules.Seat
	At     time.Time
	Reason string // may be empty
}

// RemovedBy returns "the host" or "a moderator".
func (v *View) RemovedBy(a *RemovalView) string {
	if a.By.ID == v.Host.ID {
		return "the host"
	}
	return "a moderator"
}

// AbortView shows why a game was aborted: by a player, or because a seat did not make its
// first move in time.
type AbortView struct {
	By   player.Player // zero if the table aborted the game
	Seat rules.Seat    // NoSeat if a player aborted the game
}

// PremoveView shows a premove.
type PremoveView struct {
	Seat    rules.Seat
	Action  rules.Action
	Plain   string
	Dropped bool // the premove was not legal when the turn came; shown until the seat acts
}

// TakebackView shows an open takeback offer.
type TakebackView struct {
	By       player.Player
	To       int         // how many actions would remain
	Accepted rules.Seats // seats whose players accept, including the player who made the offer
}

// VoteView is one person's vote.
type VoteView struct {
	By     player.Player
	Choice Choice
}

// RematchView shows an open rematch offer.
type RematchView struct {
	Rotate   bool        // the seats, or the first turn, move on by one in the rematch
	Accepted rules.Seats // seats whose players accept; the rematch opens when all do
}

// MoveView is one recorded action.
type MoveView struct {
	Number    int        // counted from 1
	Seat      rules.Seat // the seat whose turn it was
	By        rules.Seat // the seat that acted
	Action    rules.Action
	Plain     string       // plain notation
	Text      string       // the game's own notation, with signs for check
	Passed    []rules.Seat // seats that had to pass after this action
	Captured  rules.Piece  // zero if nothing was captured
	CommandID string       // ID of the command that caused the action
	Event     int          // the number of the event that stored it
}

// ClockView shows the clocks. It contains the deadline, so that a client can count down by
// itself.
type ClockView struct {
	Left     [rules.SeatCount]time.Duration // time left at Since; for the running seat, at the start of its turn
	Running  rules.Seat                     // NoSeat when no clock runs
	Since    time.Time
	Deadline time.Time // when the running clock runs out
	// FirstMoveBy is the time at which the table aborts the game unless the seat to move makes its first
	// move before. It is zero after that move.
	FirstMoveBy time.Time
	Delay       time.Duration // the clock does not run for this long after Since
}

// Shows returns the time left on a seat's clock at a moment.
func (c *ClockView) Shows(seat rules.Seat, at time.Time) time.Duration {
	if seat != c.Running {
		return c.Left[seat]
	}
	return max(0, min(c.Left[seat], c.Deadline.Sub(at)))
}

// OfferView shows an open draw offer.
type OfferView struct {
	By       player.Player
	Accepted rules.Seats // seats whose players accept, including the player who made the offer
}

// Held returns the seats of a player.
func (v *View) Held(id player.ID) rules.Seats {
	var set rules.Seats
	for i := range v.Seats {
		if id != "" && v.Seats[i].Player.ID == id {
			set = set.With(rules.Seat(i))
		}
	}
	return set
}

// RematchAccepted reports whether all players have accepted a rematch that is not open yet.
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
