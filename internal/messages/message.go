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
	To     player.ID // Lobby for lobby chat
	Text   string
	Held   bool // not delivered yet, because one of both plays a live game
	Read   bool // by the recipient of a direct message
}

// Lobby is the recipient of lobby chat.
const Lobby player.ID = ""

// Relation is a kind of relation between two accounts. The words are stored: never rename
// one.
type Relation string

// The relations.
const (
	Follows Relation = "follow"
	Blocks  Relation = "block"
)

// Link is a stored relation.
type Link struct {
	Kind     Relation
	From, To player.ID
}

// Store stores messages and relations. Changes are on the disk when a method returns nil.
type Store interface {
	// AddMessage stores a message and numbers it.
	AddMessage(ctx context.Context, m Message) (number int64, err error)
	// UpdateMessages stores that messages were delivered and, if read is set, read.
	UpdateMessages(ctx context.Context, numbers []int64, read bool) error
	// DropMessages deletes the messages sent before a time.
	DropMessages(ctx context.Context, before time.Time) error
	// Messages returns the messages from and to an account, lobby chat included, the
	// oldest first. For the account [Lobby] it returns all lobby chat.
	Messages(ctx context.Context, of player.ID) ([]Message, error)
	// Pending returns the messages that are held or not read, the oldest first.
	Pending(ctx context.Context) ([]Message, error)
	// SetLink adds or removes a relation.
	SetLink(ctx context.Context, l Link, on bool) error
	// Links returns all relations.
	Links(ctx context.Context) ([]Link, error)
}

// Games answers questions about running games. The lobby implements it.
type Games interface {
	// InLiveGame reports whether an account has a seat in a running game with a clock
	// that is not a correspondence game.
	InLiveGame(id player.ID) bool
	// SharedGame returns a running game without such a clock in which an account has a
	// seat and that another account plays or watches; 0 if there is none.
	SharedGame(seated, other player.ID) table.ID
}

// Limits of messages.
const (
	maxLinks   = 200                 // followed, and blocked, accounts of one account
	burst      = 5                   // messages of one account at once
	perMessage = 4 * time.Second     // until one more is allowed
	kept       = 30 * 24 * time.Hour // until a message is deleted
	reported   = 7 * 24 * time.Hour  // how old messages in a report may be
	lobbyLines = 100                 // lines of lobby chat in memory
	cameInGap  = 10 * time.Minute    // between two lines that an account came in
)
