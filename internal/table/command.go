package table

import (
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// CommandKind is the kind of a command.
type CommandKind uint8

// The kinds of commands. The comment on a kind names the fields of [Command] that it uses.
// [Commands] lists who may give each command, and when.
const (
	Sit     CommandKind = iota + 1 // Seat, or NoSeat for the first open seat
	Stand                          // Seat, or NoSeat for all seats of By; only before the start
	Ready                          // marks all seats of By
	Unready                        // marks all seats of By
	Play                           // Action: a board action, a resignation or a draw claim
	OfferDraw
	AcceptDraw
	DeclineDraw // decline the offer, or withdraw one's own
	Lift        // Square: touch the piece on it, at a touch-move table
	Abort       // end the game without a result, before every seat has moved
	PlayOn      // reject a teammate's proposal to resign, or withdraw one's own

	AcceptChat  // before the start, agree that the players may chat, if the game needs consent
	DeclineChat // withdraw the agreement

	// Chat sends the message Text. Before the start and after the end everyone can read it.
	// During the game the message of a spectator is visible to spectators only, and players
	// may send messages only if chat is open.
	Chat
	Mute   // Target: the person to mute
	Unmute // Target: the person who may chat again

	Premove       // Action, for a Seat that is not to move; replaces an earlier premove
	CancelPremove // Seat, or NoSeat for all premoves of By

	OfferTakeback // offer to take back one's last action and all later ones
	AcceptTakeback
	DeclineTakeback // decline the offer, or withdraw one's own

	Vote   // Choice: vote on how to continue without a player who is away; one vote per person
	Unvote // withdraw the vote

	Unseat // Seat, Text (the reason): remove a player who is not ready or not connected

	// AddBot seats a bot of Level on Seat, or on the first open seat if Seat is NoSeat.
	// Before the start only the host may add a bot. During the game any player still in it
	// may, on a seat that was opened by vote.
	AddBot

	OfferRematch   // Rotate; also accepts an open offer with the same Rotate
	DeclineRematch // decline the offer, or withdraw one's own
)

// Choice is an option in a vote. The words are stored: never rename or reuse one.
type Choice string

// The choices. A player who is away cannot vote.
const (
	Wait     Choice = "wait"    // restart the waiting time before an away player's seat can be opened or ended
	Adjourn  Choice = "adjourn" // stop the clocks until the away players are back
	OpenSeat Choice = "replace" // let others take the seats of players who have been away for a long time
	EndSeat  Choice = "end"     // resign for players who have been away for a long time; a partner who is present must agree
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
	// Rotate moves each player on by one seat in the rematch. In games that prefer it, the
	// players keep their seats and the first turn moves on instead.
	Rotate bool
	// ID is a key that the client chooses, at most MaxCommandID bytes. A second command
	// of the same player with the same ID is not carried out again and returns the first
	// result. With an empty ID every command is new.
	ID string
	// Answers is the number of actions that the client had seen when it sent the command
	// (len(View.Moves)). If the game now has another number, a Play or Lift is refused as
	// stale. A negative number turns this check off.
	Answers int
	// Received is the time at which the command reached the server. The player's clock is
	// charged up to that time. The zero time means now.
	Received time.Time
}
