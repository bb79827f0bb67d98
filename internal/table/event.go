package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// ID is a table's number, as people type it; from 1.
type ID int64

// Kind is what happened. The words are stored: never rename or reuse one.
type Kind string

// The kinds of events. Fields that a kind uses besides Kind and At are named; the
// first event that came of a command carries its CommandID.
const (
	Opened              Kind = "opened"               // Player (the host), Terms; Table: the one that it is a rematch of; Lock
	Seated              Kind = "seated"               // Seat, Player
	Unseated            Kind = "unseated"             // Seat; Player and Text: the host, who sent its player away, and why
	Readied             Kind = "readied"              // Seat
	Unreadied           Kind = "unreadied"            // Seat
	Started             Kind = "started"              // -
	Acted               Kind = "acted"                // Seat (who acted), Action (plain notation), Spent; resignations and claims too
	DrawOffered         Kind = "draw-offered"         // Player: offers a draw
	DrawAccepted        Kind = "draw-accepted"        // Player: accepts the offer
	DrawDeclined        Kind = "draw-declined"        // Player: declines it, or takes it back
	Lifted              Kind = "lifted"               // Seat, Action: the square of the piece that it must move now
	ResignationProposed Kind = "resignation-proposed" // Seat: that its team resign
	ResignationRejected Kind = "resignation-rejected" // Seat: its team shall not resign
	DrawAgreed          Kind = "draw-agreed"          // -: everybody accepted, the game is drawn
	Flagged             Kind = "flagged"              // Seat: its clock ran out
	Paused              Kind = "paused"               // Spent: the server went down, could not store, or with Text "stall" stood still; clocks stand
	Resumed             Kind = "resumed"              // -: the server is up again; clocks go on
	Heartbeat           Kind = "heartbeat"            // -: a clock was running at that time
	Closed              Kind = "closed"               // Action: the outcome's word, or "abandoned" where there is none; Text: the seats that won

	ChatAccepted     Kind = "chat-accepted"     // Player: that the players may chat
	ChatDeclined     Kind = "chat-declined"     // Player: takes that back
	Chatted          Kind = "chatted"           // Player, Text: to everybody at the table
	SpectatorChatted Kind = "spectator-chatted" // Player, Text: to those who do not play; who plays never gets it
	Muted            Kind = "muted"             // Player (the host), Whom: cannot chat any more
	Unmuted          Kind = "unmuted"           // Player (the host), Whom: may chat again

	Premoved         Kind = "premoved"          // Seat, Action: to be played when its turn comes; for its owner's eyes
	PremoveCancelled Kind = "premove-cancelled" // Seat: its owner took the premove back
	PremoveDropped   Kind = "premove-dropped"   // Seat: its turn came, and the premove was not legal

	TakebackOffered  Kind = "takeback-offered"  // Player, To: how many actions shall remain
	TakebackAccepted Kind = "takeback-accepted" // Player
	TakebackDeclined Kind = "takeback-declined" // Player: refuses it, or takes it back
	TakenBack        Kind = "taken-back"        // To: how many actions remain

	Left         Kind = "left"          // Player; Spent: how long they had been away by then
	Returned     Kind = "returned"      // Player: who had left is back
	Voted        Kind = "voted"         // Player, Action: a Choice
	Unvoted      Kind = "unvoted"       // Player: takes the vote back
	WaitExtended Kind = "wait-extended" // -: the vote was to wait
	Adjourned    Kind = "adjourned"     // Spent: by agreement; clocks stand
	Continued    Kind = "continued"     // -: what was adjourned goes on
	Vacated      Kind = "vacated"       // Seat: by vote; who wants may take it, and its player until then
	Replaced     Kind = "replaced"      // Seat, Player: who plays there from now on
	Forfeited    Kind = "forfeited"     // Seat: by vote; it resigns (G5)

	RematchOffered  Kind = "rematch-offered"  // Player: wants a rematch; Action: "same" or "rotated" seats
	RematchDeclined Kind = "rematch-declined" // Player: does not, or not any more
	RematchOpened   Kind = "rematch-opened"   // Table: the rematch

	Admitted Kind = "admitted" // Player: the host, or who knew the password; Whom: to whom a private table is open

	Adjudicated Kind = "adjudicated" // Player: who stands above; Action: the seats that have the game, or "nobody"; Text: why

	Reserved Kind = "reserved" // Seat, Player: who alone may sit there; of an evening's table
)

// Event is one thing that happened at a table, decided once and never changed.
// The state of a table is the fold of its events. Stored as JSON.
type Event struct {
	Kind         Kind           `json:"kind"`
	At           time.Time      `json:"at"`
	Seat         *rules.Seat    `json:"seat,omitempty"`
	Player       *player.Player `json:"player,omitempty"`
	Terms        *Terms         `json:"terms,omitempty"`
	Action       string         `json:"action,omitempty"`
	CommandID    string         `json:"command_id,omitempty"`
	Spent        time.Duration  `json:"spent,omitempty"` // on the clock, before any increment
	Text         string         `json:"text,omitempty"`  // what somebody said, cleaned
	Target       *player.Player `json:"target,omitempty"`
	To           int            `json:"to,omitempty"`
	Table        ID             `json:"table,omitempty"`
	PasswordHash string         `json:"password_hash,omitempty"` // the hash of a password
}

// Numbered is an event and its number in the log.
type Numbered struct {
	Event
	Seq int
}

// Closes reports whether a log holds the end of its table. Little follows that:
// chat, and whether there is a rematch.
func Closes(log []Event) bool {
	return slices.ContainsFunc(log, func(e Event) bool { return e.Kind == Closed })
}

// Log keeps the events of tables, each under its seq: its number within the
// table, from 1. The table that calls is the only writer of its own events;
// tables append at the same time as each other.
type Log interface {
	// Append returns nil once all of the events are on the disk for good, and with
	// them, unless it is nil, the table's summary as it is after them. An
	// error means that none of them was kept, now or later, unless it wraps
	// [ErrUnsure]. seq is the number of the first: if it is not the one that
	// follows in the log, the error wraps [ErrGap], so a table that lost its
	// ground finds out. A table that nobody created gives [ErrNoTable]. The
	// events are the caller's again when Append returns.
	Append(ctx context.Context, id ID, seq int, events []Event, summary *Summary) error
}

// What a log answers besides faults of its own. Errors wrap them.
var (
	ErrGap     = errors.New("these events do not follow those in the log")
	ErrUnsure  = errors.New("it is not known whether the events were kept")
	ErrNoTable = NoSuchTable.Refuse()
)
