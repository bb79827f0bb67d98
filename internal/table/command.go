package table

import (
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// CommandKind is the kind of a command.
type CommandKind uint8

// The kinds of commands. A comment names the fields that a kind uses. [Commands] lists
// who may give each, and when.
const (
	Sit     CommandKind = iota + 1 // Seat, or NoSeat for the first open seat
	Stand                          // Seat, or NoSeat for all of By's: leave before the start
	Ready                          // all of By's seats
	Unready                        // all of By's seats
	Play                           // Action: a board action, a resignation of its seat or a draw claim
	OfferDraw
	AcceptDraw
	DeclineDraw // decline the offer, or withdraw one's own
	Lift        // Square: touch its piece, at a touch-move table
	Abort       // end the game without a result, before every seat has moved
	PlayOn      // reject the team's proposal to resign, or withdraw one's own

	AcceptChat  // before the start, agree that the players may chat, if the game needs consent
	DeclineChat // withdraw the agreement

	// Chat sends the line Text. Before the start and after the end everyone reads it.
	// During the game players chat with everyone, if chat is open, and spectators only
	// with spectators.
	Chat
	Mute   // Target: the person to mute
	Unmute // Target: the person who may chat again

	Premove       // Action, for a Seat that is not to move; replaces an earlier premove
	CancelPremove // the premove of Seat, or with NoSeat all of By's

	OfferTakeback // offer to take back one's last action and all later ones
	AcceptTakeback
	DeclineTakeback // decline the offer, or withdraw one's own

	Vote   // Choice, on how to continue without a player who is away; one vote for each person
	Unvote // withdraw the vote

	Unseat // Seat, Text (the reason): remove a player who is not ready or not present

	// AddBot seats a bot of Level on Seat, or with NoSeat on the first seat open to it.
	// Before the start the host gives the command; during the game any player still in
	// it, for a seat that was opened by vote.
	AddBot

	OfferRematch   // Rotate; also accepts an open offer with the same Rotate
	DeclineRematch // decline the offer, or withdraw one's own
)

// Choice is an option in a vote. The words are stored: never rename or reuse one.
type Choice string

// The choices. A player who is away cannot vote.
const (
	Wait     Choice = "wait"    // restart the time after which a seat can be opened or ended
	Adjourn  Choice = "adjourn" // stop the clocks until the away players are back
	OpenSeat Choice = "replace" // let others take the seats of players who have been away for long
	EndSeat  Choice = "end"     // resign for the seats of players who have been away for long; a partner who is present must vote for it
	Resume   Choice = "resume"  // continue an adjourned game
)

// Command is a request of a person to a table. The table returns nil once the resulting
// events are stored, or a refusal.
type Command struct {
	By     player.Player
	Kind   CommandKind
	Seat   rules.Seat
	Action rules.Action
	Square rules.Square
	Choice Choice
	Level  int           // level of a bot, from 1 to player.MaxBotLevel
	Text   string        // the table removes control characters
	Target player.Player // only the ID is required
	// Rotate moves each player on by one seat in the rematch, or moves the first turn
	// on if the game prefers that.
	Rotate bool
	// ID is a key that the client chooses, at most MaxCommandID bytes. A second command
	// of the same player with the same ID is not carried out again and returns the first
	// result. With an empty ID every command is new.
	ID string
	// Answers is the number of actions that the client had seen (len(View.Moves)). A
	// Play or Lift for another number is refused as stale. A negative number turns this
	// check off.
	Answers int
	// Received is the time at which the command reached the server. The clock is charged
	// until then. The zero time means now.
	Received time.Time
}
