package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// ID is a table's number, as people type it. The first table is 1.
type ID int64

// Kind names the kind of an event. The words are stored: never rename or reuse one.
type Kind string

// The kinds of events. A comment lists the fields that an event of the kind uses in
// addition to Kind and At, in the order of the fields, and then its meaning. The first
// event of a command also has its CommandID.
const (
	Opened              Kind = "opened"               // Player (the host), Terms, Table (for a rematch: the table before it), PasswordHash
	Seated              Kind = "seated"               // Seat, Player
	Unseated            Kind = "unseated"             // Seat; if its player was removed, Player (the host or moderator) and Text (the reason)
	Readied             Kind = "readied"              // Seat
	Unreadied           Kind = "unreadied"            // Seat
	Started             Kind = "started"              // no fields
	Acted               Kind = "acted"                // Seat (the player's), Action (plain notation of a move, resignation or draw claim), Spent
	DrawOffered         Kind = "draw-offered"         // Player
	DrawAccepted        Kind = "draw-accepted"        // Player
	DrawDeclined        Kind = "draw-declined"        // Player: declines the offer, or withdraws their own
	Lifted              Kind = "lifted"               // Seat, Action (the square of the piece that must now move)
	ResignationProposed Kind = "resignation-proposed" // Seat: its player proposes that the team resigns
	ResignationRejected Kind = "resignation-rejected" // Seat: its player rejects the proposal, or withdraws it
	DrawAgreed          Kind = "draw-agreed"          // no fields; every player has accepted, and the game is drawn
	Flagged             Kind = "flagged"              // Seat: its clock ran out
	Paused              Kind = "paused"               // Spent, Text: clocks stop after an outage or a failed write; Text is "stall" if the process was suspended
	Resumed             Kind = "resumed"              // no fields; the clocks continue
	Heartbeat           Kind = "heartbeat"            // no fields; a clock was still running at time At
	Aborted             Kind = "aborted"              // Player: aborts the game; or Seat: it did not make its first move in time
	Closed              Kind = "closed"               // Action (a termination, or "abandoned" or "aborted" without a result), Text (the seats that won)

	ChatAccepted     Kind = "chat-accepted"     // Player: agrees that the players may chat during the game
	ChatDeclined     Kind = "chat-declined"     // Player: withdraws the agreement
	Chatted          Kind = "chatted"           // Player, Text: visible to everyone at the table
	SpectatorChatted Kind = "spectator-chatted" // Player, Text: visible to spectators; hidden from players until the end
	Muted            Kind = "muted"             // Player (the host), Target: can no longer chat
	Unmuted          Kind = "unmuted"           // Player (the host), Target: may chat again

	Premoved         Kind = "premoved"          // Seat, Action (to play on the seat's next turn): visible to the seat's player only
	PremoveCancelled Kind = "premove-cancelled" // Seat
	PremoveDropped   Kind = "premove-dropped"   // Seat: the premove was not legal when the turn came

	TakebackOffered  Kind = "takeback-offered"  // Player, To (how many actions would remain)
	TakebackAccepted Kind = "takeback-accepted" // Player
	TakebackDeclined Kind = "takeback-declined" // Player: declines the offer, or withdraws their own
	TakenBack        Kind = "taken-back"        // To (how many actions remain)

	Left         Kind = "left"          // Player, Spent (how long they have been disconnected)
	Returned     Kind = "returned"      // Player: is back
	Voted        Kind = "voted"         // Player, Action (a Choice)
	Unvoted      Kind = "unvoted"       // Player: withdraws the vote
	WaitExtended Kind = "wait-extended" // no fields; the players voted to wait
	Adjourned    Kind = "adjourned"     // Spent: the players voted to adjourn; clocks stop
	Continued    Kind = "continued"     // no fields; the adjourned game resumes
	Vacated      Kind = "vacated"       // Seat: opened by vote; its player can return until another person takes it
	Replaced     Kind = "replaced"      // Seat, Player (the new player of the seat)
	Forfeited    Kind = "forfeited"     // Seat: resigns by vote (G5)

	RematchOffered  Kind = "rematch-offered"  // Player, Action ("same" or "rotated" seats): offers or accepts a rematch
	RematchDeclined Kind = "rematch-declined" // Player: declines the rematch, or withdraws the offer
	RematchOpened   Kind = "rematch-opened"   // Table (of the rematch)

	Admitted Kind = "admitted" // Player (the host, or a person who knew the password), Target (the person admitted to a private table)

	Adjudicated Kind = "adjudicated" // Player (the moderator), Action (the seats that win, or "nobody"), Text (the reason)

	// A vacation stops the clock of the player's seats in a correspondence game.
	VacationStarted Kind = "vacation-started" // Player, Until (when the vacation ends by itself)
	VacationEnded   Kind = "vacation-ended"   // Player: ends the vacation early

	Reserved Kind = "reserved" // Seat, Player (the only person who may take the seat): at a table of an evening
)

// Event records one change of a table. It is decided once and never changed. Package
// fold computes the state of a table from its events. Events are stored as JSON.
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

// Closes reports whether a log contains the event that closes the table. Only chat and
// rematch events can follow it.
func Closes(log []Event) bool {
	return slices.ContainsFunc(log, func(e Event) bool { return e.Kind == Closed })
}

// Log stores the events of tables. An event's seq is its number within its table, counted
// from 1. Only the table itself appends events to its log, except to a [SharedLog]. Several
// tables may append at the same time.
type Log interface {
	// Append stores events in one transaction, together with the table's new summary if it
	// is not nil. It returns nil once they are durable. An error means that none of the
	// events was stored or will be, unless it wraps [ErrUnsure]. seq is the number of the
	// first event. If it is not the next number in the log, the error wraps [ErrGap]: the
	// table's state no longer matches its log. For an unknown table the error wraps
	// [ErrNoTable]. Append does not keep the slice.
	Append(ctx context.Context, id ID, seq int, events []Event, summary *Summary) error
}

// Errors that the methods of a [Log] may wrap.
var (
	ErrGap     = errors.New("these events do not follow those in the log")
	ErrUnsure  = errors.New("it is not known whether the events were stored")
	ErrNoTable = NoSuchTable.Refuse()
)
