package table

import (
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// CommandKind is what somebody asks of a table.
type CommandKind uint8

// What can be asked. All but Sit need a seat that is By's.
const (
	Sit         CommandKind = iota + 1 // Seat, or NoSeat for the first that is open
	Stand                              // leave a seat before the start
	Ready                              // for every seat that By holds
	Unready                            // the same
	Play                               // Action: a board action, a resignation of its Seat, a claimed draw
	OfferDraw                          // a draw
	AcceptDraw                         // the offer that stands
	DeclineDraw                        // it, or take one's own back
	Lift                               // the piece on Square, at a table with touch and move
	PlayOn                             // one's team shall not resign: its proposal is rejected, or taken back

	AcceptChat  // before the start: that the players may chat, where the game wants that
	DeclineChat // takes it back

	// Chat a line, Text. Before the start and after the end everybody reads it. During
	// the game players write to everybody, if chat is open; spectators to spectators.
	Chat
	Mute   // Whom, by the host
	Unmute // Whom, by the host

	Premove       // Action, for a Seat whose turn it is not; replaces the one before
	CancelPremove // the premove of Seat, or with NoSeat all of one's own

	OfferTakeback   // take back one's last action and what followed
	AcceptTakeback  // to what is asked
	DeclineTakeback // it, or take one's own back

	Vote   // Choice, on how to continue without a player who has left; one vote a person
	Unvote // take it back

	Unseat // by the host, before the start: who sits on Seat and is not ready, or away; Text: why

	// AddBot lets a bot of Level sit down on Seat, or with NoSeat on the first that
	// it can have: by the host before the start; by who plays, on a seat that was
	// given up by vote.
	AddBot

	OfferRematch   // after the end: yes; Onward as well, if the first to say so wants it
	DeclineRematch // no, or not any more
)

// Choice is what is voted for. The words are stored: never rename or reuse one.
type Choice string

// The choices. A player who has left cannot vote.
const (
	Wait     Choice = "wait"    // some minutes more
	Adjourn  Choice = "adjourn" // clocks stand until the players who left come back
	OpenSeat Choice = "replace" // somebody else may take the seat of a player who left long ago
	EndSeat  Choice = "end"     // that seat resigns; in a team the partner has to vote for it
	Resume   Choice = "resume"  // an adjourned game
)

// Command is what somebody asks of a table. The table answers with nil once it is on
// the disk, or with an error that says why it did not happen.
type Command struct {
	By     player.Player
	Kind   CommandKind
	Seat   rules.Seat
	Action rules.Action
	Square rules.Square
	Choice Choice
	Level  int           // of a bot, from 1 to player.BotLevels
	Text   string        // cleaned by the table
	Target player.Player // an ID is enough
	// Rotate asks for a rematch at which the seats move on by one, or the first
	// move where the game wants it so.
	Rotate bool
	// ID is the client's own name for this command, at most MaxCommandID bytes: one that
	// comes again under the same ID from the same player is answered as the first time
	// and not done twice. Empty: every command is new.
	ID string
	// Answers is the number of the last action that the client had seen
	// (len(View.Moves)); a Play or Lift of the actor that answers another is
	// refused as stale. Negative: whatever stands.
	Answers int
	// Received is when the command reached the server: the clock is charged to then.
	// The zero time means now.
	Received time.Time
}
