package table

import (
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Choice is an option in a vote. The words are stored: never rename or reuse a word.
type Choice string

// The choices in a vote. A player who is away cannot vote.
const (
	// give more time to the players who are away: the other players must wait again before they can vote for OpenSeat
	// or EndSeat
	Wait     Choice = "wait"
	Adjourn  Choice = "adjourn" // stop the clocks until the away players return, or until a vote resumes the game
	OpenSeat Choice = "replace" // let other people take the seats of players who have been away for a long time
	EndSeat  Choice = "end"     // resign for players who have been away for a long time; a partner who is present must agree
	Resume   Choice = "resume"  // continue an adjourned game
)

// Command is a person's request to a table. The table returns a refusal, or returns nil after
// it has stored the resulting events.
type Command struct {
	By     player.Player
	Kind   CommandKind
	Seat   rules.Seat
	Action rules.Action
	Square rules.Square
	Choice Choice
	Level  int           // level of a bot, from 1 to player.MaxBotLevel
	Text   string        // cleaned by the table, which removes control characters
	Target player.Player // only the ID is required
	// Rotate asks for a rematch in which each player moves to the next seat. In games with a
	// RematchOption, the players keep their seats, and the first turn moves to the next seat
	// instead.
	Rotate bool
	// ID is a key of at most MaxCommandID bytes, chosen by the client. If the same player
	// sends a second command with the same ID, the table does not carry out the second
	// command, but returns the result of the first. Two commands with an empty ID are
	// always different commands.
	ID string
	// Answers is the number of actions that the client had seen when it sent the command
	// (len(View.Moves)). If that number has changed in the meantime, a Play or Lift command
	// is refused as stale. A negative number turns this check off.
	Answers int
	// Received is the time at which the server received the command. The player's clock
	// runs until that time. The zero time means now.
	Received time.Time
}
