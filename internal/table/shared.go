package table

import "context"

// Chain identifies all events of a log up to a given event, like a checksum. The store
// computes it from the previous chain and the new event, and stores it with the event. A
// chain is never zero.
type Chain int64

// SharedLog is a log to which several processes append.
type SharedLog interface {
	// AppendAfter stores events like [Log.Append], but only if past is the chain of the
	// event before seq. Otherwise the error wraps [ErrGap]. AppendAfter returns the chain of
	// the last event that it stored.
	AppendAfter(ctx context.Context, id ID, seq int, past Chain, events []Event, summary *Summary) (Chain, error)
	// Since returns up to limit events of a table with their chains, starting with the event
	// after number after.
	Since(ctx context.Context, id ID, after, limit int) ([]Numbered, error)
}
