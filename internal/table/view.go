package table

import (
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Phase says whether the game at a table has not started, is running or is over.
type Phase uint8

// The phases, in order.
const (
	Waiting Phase = iota // before the game: a seat is open, or a player is not ready
	Playing
	Finished
)

// String returns the name of a phase: "waiting", "playing" or "finished".
func (p Phase) String() string {
	return [...]string{Waiting: "waiting", Playing: "playing", Finished: "finished"}[p]
}

// View is an immutable snapshot of a table after an event. All viewers get the same view,
// except that only people who may see spectator chat, team chat or premoves get these parts.
type View struct {
	ID      ID
	Seq     int // number of events so far
	Terms   Terms
	Variant rules.Variant
	Phase   Phase
	Host    player.Player
	Seats   [rules.SeatCount]SeatView

	Position rules.Position
	Actor    rules.Seat           // the seat to move; NoSeat if no game is running
	Legal    []rules.Action       // the legal board actions of the seat to move
	CanClaim bool                 // whether the seat to move may claim a draw
	Lifted   rules.Square         // the square of the touched piece, which must move; NoSquare if there is none
	Moves    []MoveView           // all actions so far
	Out      [rules.SeatCount]int // for each seat, the number of the action that eliminated it; 0 while it is in the game
	Allowed  Allowed              // what people may do now; empty unless the view comes from a live table

	Clock      *ClockView    // nil for a game without a clock
	Offer      *OfferView    // nil if no draw is offered
	Resigning  rules.Seats   // seats that have proposed their team's resignation and wait for a partner to agree (G5)
	Takeback   *TakebackView // nil if no takeback is offered
	Spectators int           // number of connections of people without a seat

	ChatOpen      bool            // whether the players may chat now
	Chat          []ChatLine      // the newest lines of chat
	SpectatorChat []ChatLine      // the newest lines of spectator chat; nil for players until the game ends
	TeamChat      []ChatLine      // the newest lines of the chat of the viewer's team
	Muted         []player.Player // people who may not chat at this table
	Removals      []RemovalView   // players who were removed from a seat, the latest removal last
	Recent        []Notable       // the newest notable events, the newest last

	Premoves  []PremoveView // the viewer's own premoves
	Votes     []VoteView    // votes on how to continue without the away players
	Adjourned bool          // whether the game is adjourned: the clocks are stopped, and no moves are possible

	Rematch *RematchView // nil if there is no open rematch offer
	Next    ID           // the table of the rematch; 0 if there is none
	After   ID           // the previous table, if this one is a rematch; 0 otherwise

	Admitted     []player.Player   // people admitted to a private table
	Replaced     []player.Player   // former players whose seat somebody else took
	Adjudication *AdjudicationView // nil unless a moderator ended the game
	Summary      *Summary          // immutable; nil unless the view comes from a live table

	// FirstMoves holds the seats that have not moved yet. It is empty if the game can no
	// longer be aborted.
	FirstMoves rules.Seats
	Aborted    *AbortView // nil unless the game was aborted; immutable
	Left       []Leave    // the players whose leaving counts, see [Leave]; the slice is immutable
	// Short reports whether a resignation or a loss on time ended the game while at least
	// one seat had had fewer than two turns. Such a game is not rated.
	Short bool
	// Ratings holds the rating changes that the game caused. It is empty until these changes
	// are stored.
	Ratings []player.RatingChange

	Started time.Time // when the game started; zero before the start
	Active  time.Time // the time of the last action; before the first action, the time of the start
	Ended   time.Time
	// Fault describes why the table stopped or cannot store events. It is empty if the table
	// works normally.
	Fault string
}

// SeatView is one seat of the table.
type SeatView struct {
	Open    bool          // whether the seat can be taken now
	Closed  bool          // whether the game is played without this seat (C23)
	Player  player.Player // zero for an empty seat
	Ready   bool
	Present bool // whether the player is connected to this table
	// AcceptsChat reports whether the player agreed, before the game, to chat during the
	// game. It matters only if Facts.ChatConsent is set.
	AcceptsChat bool
	// AwaySince is the time at which the player left the running game. It is zero while the
	// player is connected or has been disconnected for less than AwayAfter.
	AwaySince time.Time
	Vacant    bool // whether the seat was opened by vote: other people may take it until its player returns
	// Vacation is the time when the player's vacation ends or ended. It is zero if the player
	// has had no vacation in this game.
	Vacation time.Time
}

// ChatLine is one chat message.
type ChatLine struct {
	Number int // number of the event that stored the message
	At     time.Time
	By     player.Player
	Text   string
}

// DeletedText replaces the text of chat messages that a deleted account wrote.
const DeletedText = "(withdrawn)"

// Anonymized returns a copy of a view in which an anonymous player replaces a deleted
// account. The texts of that account's chat messages are removed too.
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
	for _, lines := range []*[]ChatLine{&v.Chat, &v.SpectatorChat, &v.TeamChat} {
		*lines = slices.Clone(*lines)
		for i := range *lines {
			if line := &(*lines)[i]; line.By.ID == deleted {
				line.By, line.Text = anonymous, DeletedText
			}
		}
	}
	v.Recent = slices.Clone(v.Recent)
	for i := range v.Recent {
		for _, p := range []*player.Player{&v.Recent[i].Player, &v.Recent[i].By} {
			if p.ID == deleted {
				*p = anonymous
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

// RemovalView shows who was removed from a seat, by whom and why.
type RemovalView struct {
	Player player.Player
	By     player.Player // who removed the player: the host or a moderator
	Seat   rules.Seat
	At     time.Time
	Reason string // empty if no reason was given
}

// RemovedBy returns "the host" or "a moderator".
func (v *View) RemovedBy(a *RemovalView) string {
	if a.By.ID == v.Host.ID {
		return "the host"
	}
	return "a moderator"
}

// AbortView shows why a game was aborted: a player aborted it, or a seat did not make its
// first move in time.
type AbortView struct {
	By   player.Player // zero if the table aborted the game
	Seat rules.Seat    // seat that did not make its first move in time; NoSeat if a player aborted the game
}

// PremoveView shows a premove.
type PremoveView struct {
	Seat    rules.Seat
	Action  rules.Action
	Plain   string
	Dropped bool // whether the premove was dropped because it was illegal when the turn came; shown until the seat acts
}

// TakebackView shows an open takeback offer.
type TakebackView struct {
	By       player.Player
	To       int         // number of actions that would remain after the takeback
	Accepted rules.Seats // seats of the players who accept, including the player who made the offer
}

// VoteView is one person's vote.
type VoteView struct {
	By     player.Player
	Choice Choice
}

// RematchView shows an open rematch offer.
type RematchView struct {
	Rotate   bool        // whether the seats or the first turn rotate in the rematch
	Accepted rules.Seats // seats whose players accept; the rematch opens when all players have accepted
}

// MoveView is one action of the game.
type MoveView struct {
	Number    int        // number of the action, counted from 1
	Seat      rules.Seat // the seat whose turn it was
	By        rules.Seat // the seat that acted
	Action    rules.Action
	Plain     string       // the action in plain notation
	Text      string       // the action in the game's own notation, with check signs
	Passed    []rules.Seat // seats that had to pass after this action
	Captured  rules.Piece  // the captured piece; zero if there is none
	Also      rules.Piece  // a second captured piece; zero if there is none
	Won       uint16       // points that the acting seat won, in units of Facts.PointUnit
	Checked   rules.Seats  // seats that the action put in check, but not in checkmate
	Mated     rules.Seats  // seats that the action put in checkmate, including those that it eliminated in this way
	CommandID string       // ID of the command that caused the action
	Event     int          // number of the event that stored the action
	Lot       bool         // whether the table drew the action by lot
	At        time.Time    // when a player or the table acted; zero for the loss on time and for an agreed draw
	// Left is the time left on the clock of the seat after the action. It is 0 without a clock, and for an
	// action drawn by lot.
	Left time.Duration
}

// ClockView shows the clocks. It contains the deadline, so that clients can count down
// without further messages.
type ClockView struct {
	Left     [rules.SeatCount]time.Duration // time left on each clock; for the running clock, the time left at Since, the start of the turn
	Running  rules.Seat                     // the seat whose clock runs; NoSeat if no clock runs
	Since    time.Time
	Deadline time.Time // when the running clock runs out
	// FirstMoveBy is the time at which the table aborts the game if the seat to move has not
	// made its first move. It is zero after that move.
	FirstMoveBy time.Time
	Delay       time.Duration // time from Since until the clock starts to run
}

// Shows returns the time left on a seat's clock at a given moment.
func (c *ClockView) Shows(seat rules.Seat, at time.Time) time.Duration {
	if seat != c.Running {
		return c.Left[seat]
	}
	return max(0, min(c.Left[seat], c.Deadline.Sub(at)))
}

// OfferView shows an open draw offer.
type OfferView struct {
	By       player.Player
	Accepted rules.Seats // seats of the players who accept, including the player who made the offer
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

// Sits reports whether a person has the given seat or, for NoSeat, any seat.
func (v *View) Sits(id player.ID, seat rules.Seat) bool {
	held := v.Held(id)
	return held.Has(seat) || seat == rules.NoSeat && held != 0
}

// RematchAccepted reports whether all players have accepted a rematch whose table is not
// open yet.
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
