package messages

import (
	"context"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Message is a direct message, or a line of lobby chat.
type Message struct {
	Number int64
	At     time.Time
	From   player.ID
	To     player.ID // recipient; [Lobby] for lobby chat
	Text   string
	Held   bool // not delivered yet, because the author or the recipient plays a live game
	Read   bool // whether the recipient has read a direct message
}

// Lobby is the recipient of lobby chat.
const Lobby player.ID = ""

// RelationKind says how one account is related to another. Its values are stored, so never
// rename one.
type RelationKind string

// The kinds of relations between two accounts.
const (
	Follows RelationKind = "follow"
	Blocks  RelationKind = "block"
)

// Relation says that one account follows or blocks another.
type Relation struct {
	Kind     RelationKind
	From, To player.ID
}

// Store stores messages, and which accounts follow or block each other. When a method returns
// nil, its changes are on disk.
type Store interface {
	// AddMessage stores a message and returns its new number.
	AddMessage(ctx context.Context, m Message) (number int64, err error)
	// UpdateMessages records that messages were delivered. If read is set, it also records
	// that they were read.
	UpdateMessages(ctx context.Context, numbers []int64, read bool) error
	// DropMessages deletes the messages sent before the given time.
	DropMessages(ctx context.Context, before time.Time) error
	// Messages returns the messages from and to an account, oldest first, including the
	// lobby chat that the account wrote. For the account [Lobby] it returns all lobby chat.
	Messages(ctx context.Context, of player.ID) ([]Message, error)
	// Message returns the message with the given number. ok is false if there is none.
	Message(ctx context.Context, number int64) (m Message, ok bool, err error)
	// Pending returns the messages that are not delivered yet or not read yet, oldest first.
	Pending(ctx context.Context) ([]Message, error)
	// SetRelation records that one account follows or blocks another, or that it no longer does.
	SetRelation(ctx context.Context, l Relation, on bool) error
	// HasRelation reports whether one account follows or blocks another.
	HasRelation(ctx context.Context, l Relation) (bool, error)
	// Relations returns all relations: who follows whom, and who blocks whom.
	Relations(ctx context.Context) ([]Relation, error)
}

// Games answers questions about running games. The lobby implements it.
type Games interface {
	// InLiveGame reports whether an account has a seat in a live game: a running game with a
	// clock, except correspondence games.
	InLiveGame(id player.ID) bool
	// SharedGame returns the table of a running game, either untimed or a correspondence
	// game, in which the account `seated` has a seat and which the account `other` plays or
	// watches. It returns 0 if there is none.
	SharedGame(seated, other player.ID) table.ID
}

// Limits of messages.
const (
	maxRelations = 200                 // maximum number of accounts that an account may follow; also the maximum number that it may block
	burst        = 5                   // number of messages that an account may send without waiting
	perMessage   = 4 * time.Second     // interval at which an account that has sent `burst` messages may send one more
	kept         = 30 * 24 * time.Hour // time after which a message is deleted
	reported     = 7 * 24 * time.Hour  // maximum age of a message in a report
	lobbyLines   = 100                 // number of lines of lobby chat kept in memory
	cameInGap    = 10 * time.Minute    // minimum time between two lines that tell followers that the same account has connected
)
