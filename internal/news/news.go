// Package news defines how the nodes of a cluster tell each other of changes. A node stores
// each change as an item under a topic; the other nodes read the items in order.
package news

import (
	"context"
	"errors"
)

// Item is a change that a node has stored.
type Item struct {
	Number int64 // number of the item; later items have greater numbers
	Topic  string
	Data   []byte // JSON; its form depends on the topic
	Own    bool   // whether this process has stored the item
}

// The topics of the changes that nodes store.
const (
	Messages    = "messages"    // Data is a messages.Change
	Accounts    = "accounts"    // an account was deleted; Data is null
	Seeks       = "seeks"       // a seek has changed; package seek defines Data
	Invitations = "invitations" // a player's invitations have changed; package lobby defines Data
	Names       = "names"       // a player has a new name; Data is the player.Player
	Evenings    = "evenings"    // the current evening has changed; Data is null
	Reports     = "reports"     // a report was filed or closed; Data is null
	Vacations   = "vacations"   // a vacation has begun, or was ended early; Data is the ID of the account
	Webhooks    = "webhooks"    // a webhook was set or deleted; Data is null
	Quotas      = "quotas"      // Data is a list of quota.Spent
)

// ErrBehind is returned by [Log.PublishNext] if other nodes have stored items that this
// node has not read.
var ErrBehind = errors.New("another node stored new items")

// Log stores the items by which nodes learn of changes that other nodes have made. Items are
// deleted after an hour.
type Log interface {
	// Publish stores an item and returns its number.
	Publish(ctx context.Context, topic string, data any) (number int64, err error)
	// PublishNext stores an item like Publish, but only if the caller has read all items of
	// the topic that other nodes stored. The parameter `known` is the number of the last item
	// that the caller has read. If other nodes stored later items, PublishNext returns
	// [ErrBehind].
	PublishNext(ctx context.Context, topic string, data any, known int64) (number int64, err error)
	// Topic returns the items of a topic that follow the item with the given number, in order.
	Topic(ctx context.Context, topic string, after int64) ([]Item, error)
}
