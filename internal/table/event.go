package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// ID is the number of a table, as people type it. The first table is 1.
type ID int64

// Kind names the kind of an event. The words are stored: never rename or reuse one.
type Kind string

// The kinds of events. The comment after a kind lists the fields that its events use in
// addition to Kind and At, and explains what happened. The first event that
// a command causes also has the CommandID.
const (
	// fields: Player (the host), Terms, Table (the previous table, if this is a rematch), PasswordHash
	Opened Kind = "opened"
	Seated Kind = "seated" // fields: Seat, Player (who took the seat)
	// fields: Seat; if the host or a moderator removed the player, also Player (who did it) and Text (the reason)
	Unseated  Kind = "unseated"
	Readied   Kind = "readied"   // field: Seat
	Unreadied Kind = "unreadied" // field: Seat
	Started   Kind = "started"   // no fields
	// fields: Seat (of the player who acts), Action (plain notation of a move, resignation or draw claim), Spent (time
	// taken from the clock), Text ([LotText] if the table drew the action by lot)
	Acted               Kind = "acted"
	DrawOffered         Kind = "draw-offered"         // field: Player
	DrawAccepted        Kind = "draw-accepted"        // field: Player
	DrawDeclined        Kind = "draw-declined"        // field Player: the player who declines the offer, or withdraws it
	Lifted              Kind = "lifted"               // fields: Seat, Action (the square of the piece that must now move)
	ResignationProposed Kind = "resignation-proposed" // field Seat: the seat that proposes that its team resign
	ResignationRejected Kind = "resignation-rejected" // field Seat: the seat that rejects the proposal, or withdraws its own
	DrawAgreed          Kind = "draw-agreed"          // no fields; all players have accepted, and the game is drawn
	Flagged             Kind = "flagged"              // field Seat: the seat whose clock ran out
	// fields: Spent, Text ("stall" if the server process was suspended); the clock stops because of an outage or a
	// failed write
	Paused    Kind = "paused"
	Resumed   Kind = "resumed"   // no fields; the clocks continue
	Heartbeat Kind = "heartbeat" // no fields except At, a time at which a clock was still running
	// fields: Player (who aborted the game), or Seat (which did not make its first move in time)
	Aborted Kind = "aborted"
	// fields: Action (how the game ended, or "abandoned" or "aborted" if it has no result), Text (the seats that won)
	Closed Kind = "closed"

	ChatAccepted     Kind = "chat-accepted"     // field Player: the player who consents to chat during the game
	ChatDeclined     Kind = "chat-declined"     // field Player: the player who withdraws the consent to chat
	Chatted          Kind = "chatted"           // fields: Player, Text; a message that everyone at the table can read
	SpectatorChatted Kind = "spectator-chatted" // fields: Player, Text; a message that only spectators can read until the game ends
	// fields: Seat (of the author), Player, Text; a message that only the players of the seat's team can read, even
	// after the game
	TeamChatted Kind = "team-chatted"
	Muted       Kind = "muted"   // fields: Player (the host), Target (who can no longer chat)
	Unmuted     Kind = "unmuted" // fields: Player (the host), Target (who can chat again)

	// fields: Seat, Action (the action to play on the seat's next turn); only the seat's player sees the event
	Premoved         Kind = "premoved"
	PremoveCancelled Kind = "premove-cancelled" // field: Seat
	PremoveDropped   Kind = "premove-dropped"   // field Seat: the seat whose premove was not legal when its turn came

	TakebackOffered  Kind = "takeback-offered"  // fields: Player, To (the number of actions that would remain after the takeback)
	TakebackAccepted Kind = "takeback-accepted" // field: Player
	TakebackDeclined Kind = "takeback-declined" // field Player: the player who declines the offer, or withdraws it
	TakenBack        Kind = "taken-back"        // field: To (the number of actions that remain after the takeback)

	Left         Kind = "left"          // fields: Player, Spent (how long they had been disconnected)
	Returned     Kind = "returned"      // field Player: the player who has returned
	Voted        Kind = "voted"         // fields: Player (who votes), Action (the Choice that they vote for)
	Unvoted      Kind = "unvoted"       // field Player: the player who withdraws the vote
	WaitExtended Kind = "wait-extended" // no fields; the players have voted to wait
	Adjourned    Kind = "adjourned"     // field: Spent; the players have voted to adjourn, and the clocks stop
	Continued    Kind = "continued"     // no fields; the adjourned game resumes
	// field Seat: the seat that was opened by vote; its player can return to it until somebody else takes it
	Vacated   Kind = "vacated"
	Replaced  Kind = "replaced"  // fields: Seat, Player (the player who takes over the seat)
	Forfeited Kind = "forfeited" // field Seat: the seat that resigns because the other players have voted for its resignation (G5)

	// fields: Player (the player who offers or accepts a rematch), Action ("same" or "rotated" seats)
	RematchOffered  Kind = "rematch-offered"
	RematchDeclined Kind = "rematch-declined" // field Player: the player who declines the rematch, or withdraws an offer
	RematchOpened   Kind = "rematch-opened"   // field: Table (of the rematch)

	// fields: Target (the person who may now see the private table), Player (who admitted them: the host, a moderator,
	// or Target with the password)
	Admitted Kind = "admitted"

	Adjudicated Kind = "adjudicated" // fields: Player (the moderator), Action (the seats that win, or "nobody"), Text (the reason)

	// In a correspondence game, a vacation stops the player's clock.
	VacationStarted Kind = "vacation-started" // fields: Player, Until (the planned end of the vacation)
	VacationEnded   Kind = "vacation-ended"   // field Player: the player who ends the vacation early

	Reserved Kind = "reserved" // fields: Seat, Player (the only person who may take the seat); only at a table of a club evening
)

// IsChat reports whether events of this kind are lines of chat.
func (k Kind) IsChat() bool { return k == Chatted || k == SpectatorChatted || k == TeamChatted }

// LotText is the text of an [Acted] event whose action the table drew by lot.
const LotText = "lot"

// ByLot reports whether the table drew the action of the event by lot.
func (e *Event) ByLot() bool { return e.Kind == Acted && e.Text == LotText }

// Event records one change to a table. It is never modified, unless an account is deleted or
// a player is renamed. Package fold computes the state of a table from its events. Events are
// stored as JSON.
type Event struct {
	Kind         Kind           `json:"kind"`
	At           time.Time      `json:"at"`
	Seat         *rules.Seat    `json:"seat,omitempty"`
	Player       *player.Player `json:"player,omitempty"`
	Terms        *Terms         `json:"terms,omitempty"`
	Action       string         `json:"action,omitempty"`
	CommandID    string         `json:"command_id,omitempty"`
	Spent        time.Duration  `json:"spent,omitempty"` // time taken from the clock, before any increment
	Text         string         `json:"text,omitempty"`  // a chat line or a reason, without control characters
	Target       *player.Player `json:"target,omitempty"`
	To           int            `json:"to,omitempty"`
	Table        ID             `json:"table,omitempty"`
	PasswordHash string         `json:"password_hash,omitempty"`
	Until        time.Time      `json:"until,omitzero"`
}

// Numbered is an event with its number in the log.
type Numbered struct {
	Event
	Seq   int
	Chain Chain // zero, except in a [SharedLog]
}

// Closes reports whether a log contains the event that closes the table. Only events about
// chat and the rematch can follow it.
func Closes(log []Event) bool {
	return slices.ContainsFunc(log, func(e Event) bool { return e.Kind == Closed })
}

// Log stores the events of tables. The events of a table have sequence numbers (seq),
// counting from 1. Only the table itself appends events to its log, unless the log is a
// [SharedLog]. Several tables may append at the same time.
type Log interface {
	// Append stores events in one transaction, together with the table's new summary unless
	// summary is nil. The number of events[0] is seq. Append returns nil after the events
	// are durable. If it returns an error, no event has been stored or will be, unless the
	// error wraps [ErrUnsure]. If seq is not the next number in the log, the error wraps
	// [ErrGap]. If the table is unknown, the error wraps [ErrNoTable]. Append does not
	// retain the slice.
	Append(ctx context.Context, id ID, seq int, events []Event, summary *Summary) error
	// Settle ends the uncertainty after an error of Append: it waits until a later commit is
	// durable, and then returns all events of the table. Events that it does not return will
	// never be in the log.
	Settle(ctx context.Context, id ID) ([]Event, error)
}

// Errors that the methods of a [Log] may return, possibly wrapped.
var (
	ErrGap     = errors.New("the new events do not follow the last event in the log")
	ErrUnsure  = errors.New("it is not known whether the events were stored")
	ErrNoTable = NoSuchTable.Refuse()
)
