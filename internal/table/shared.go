package table

import (
	"context"
	"fmt"
)

// Chain is the chained hash of a log up to a given event. It identifies all events up to that
// event. The store computes it from the new event and the chain of the previous event, and
// stores it with the new event. A chain is never zero.
type Chain int64

// SharedLog is a log to which several processes append.
type SharedLog interface {
	// AppendAfter stores events like [Log.Append], but only if the parameter `past` equals
	// the [Chain] of the event with the number seq-1. Otherwise the error wraps [ErrGap].
	// AppendAfter returns the [Chain] up to the last event that it stored.
	AppendAfter(ctx context.Context, id ID, seq int, past Chain, events []Event, summary *Summary) (Chain, error)
	// Since returns the events of a table whose numbers are greater than `after`, in order, but
	// at most `limit` events. Each event comes with its [Chain].
	Since(ctx context.Context, id ID, after, limit int) ([]Numbered, error)
	// Confirm returns nil if all events of a table that Since could return before the call are as
	// durable as those that AppendAfter has stored. They may not be if the outcome of an
	// append was unknown: then call Confirm before anybody learns that the events are stored.
	Confirm(ctx context.Context, id ID) error
}

// MadeError is the error of a shared store that refuses to create a table because another
// node has already created it. This can happen only at a table of a rematch or of a club
// evening.
type MadeError struct{ Table ID }

func (e *MadeError) Error() string {
	return fmt.Sprintf("another node has already created this table as table %d", e.Table)
}
