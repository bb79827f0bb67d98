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
	Sit     CommandKind = iota + 1 // Seat, or NoSeat for the first that is open
	Stand                          // leave a seat before the start
	Ready                          // for every seat that By holds
	Unready                        // the same
	Play                           // Action: a board action, a resignation of its Seat, a claimed draw
	Offer                          // a draw
	Accept                         // the offer that stands
	Decline                        // it, or take one's own back
	Lift                           // the man on Square, at a table with touch and move
	PlayOn                         // one's team shall not resign: its proposal is rejected, or taken back

	Consent // before the start: that the players may talk, where the game wants that
	Dissent // takes it back

	// Say a line, Text. Before the start and after the end all hear all. While
	// the game is on, players speak to everybody, if talk is open; who looks on
	// speaks to those who look on.
	Say
	Mute   // Whom, by the host
	Unmute // Whom, by the host

	Premove // Action, for a Seat whose turn it is not; replaces the one before
	Recall  // the premove of Seat, or with NoSeat all of one's own

	AskTakeback     // take back one's last action and what followed
	AcceptTakeback  // to what is asked
	DeclineTakeback // it, or take one's own back

	Vote   // Choice, on how to go on without who is gone; one voice a person
	Unvote // take it back

	Unseat // by the host, before the start: who sits on Seat and is not ready, or away; Text: why

	// BringBot lets a bot of Level sit down on Seat, or with NoSeat on the first that
	// it can have: by the host before the start; by who plays, on a seat that was
	// given up by vote.
	BringBot

	Rematch   // after the end: yes; Onward as well, if the first to say so wants it
	NoRematch // no, or not any more
)

// Choice is what is voted for. The words are stored: never rename or reuse one.
type Choice string

// The choices. Who is gone has no voice.
const (
	Wait     Choice = "wait"    // some minutes more
	Adjourn  Choice = "adjourn" // clocks stand until who is gone comes back
	OpenSeat Choice = "replace" // somebody else may take the seat of who is gone long
	EndSeat  Choice = "end"     // the seat of who is gone long resigns; in a team with its partner's voice
	GoOn     Choice = "go-on"   // with what was adjourned
)

// Act is a request. The table answers it with an error that says why not, or
// with nil once it is on the disk.
type Command struct {
	By     player.Player
	Kind   CommandKind
	Seat   rules.Seat
	Action rules.Action
	Square rules.Square
	Choice Choice
	Level  int           // of a bot, from 1 to player.BotLevels
	Text   string        // cleaned by the table
	Whom   player.Player // an ID is enough
	// Onward asks for a rematch at which the seats move on by one, or the first
	// move where the game wants it so.
	Onward bool
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
