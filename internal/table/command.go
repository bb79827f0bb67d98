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
	Sit     CommandKind = iota + 1 // take the seat `Seat`, or the first open seat if `Seat` is NoSeat
	Stand                          // before the start, give up the seat `Seat` or, if it is NoSeat, all seats of the player `By`
	Ready                          // mark all seats of the player `By` as ready
	Unready                        // mark all seats of the player `By` as not ready
	Play                           // play the action in the field `Action`: a board action, a resignation or a draw claim
	OfferDraw
	AcceptDraw
	DeclineDraw // decline a draw offer, or withdraw one's own
	Lift        // at a touch-move table, touch the piece on the square `Square`
	Abort       // end the game without a result; possible until every seat has moved
	PlayOn      // reject a teammate's proposal to resign, or withdraw one's own

	AcceptChat  // before the start, consent to chat during the game, if the game requires the consent of all players
	DeclineChat // withdraw the consent given by AcceptChat

	// Chat sends the message Text. Before and after the game everyone can read it. During
	// the game the message of a spectator is visible to spectators only, and players may
	// send messages only if chat is open.
	Chat
	// TeamChat sends the message Text to the team of Seat or, if the sender does not have
	// that seat, to the team of the sender's first seat. Only the team's players can ever
	// read it.
	TeamChat
	Mute   // mute the person Target
	Unmute // unmute the person Target

	Premove       // play `Action` when the turn of `Seat` comes; replaces an earlier premove
	CancelPremove // cancel the premove of `Seat` or, if it is NoSeat, all premoves of the player `By`

	OfferTakeback // offer to take back one's last action and all later actions
	AcceptTakeback
	DeclineTakeback // decline a takeback offer, or withdraw one's own

	Vote   // vote for `Choice`, which says how to continue while players are away; each person has one vote
	Unvote // withdraw one's vote

	Unseat // remove the player on `Seat`, unless they are ready and connected; a bot can always be removed; `Text` is the reason

	// AddBot seats a bot of the given Level on Seat, or on the first open seat if Seat is
	// NoSeat. Before the start only the host may add a bot. During the game any player still
	// in the game may add a bot to a seat that was opened by vote.
	AddBot

	OfferRematch   // offer a rematch, with rotated seats if Rotate is set; if an offer with the same Rotate is open, accept that offer
	DeclineRematch // decline a rematch, or withdraw one's own offer
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
