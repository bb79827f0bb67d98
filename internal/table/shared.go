package table

import "context"

// Chain identifies the events of a log up to one of them. The store computes it from the
// chain before and the new event, and stores it with the event. Zero is never a chain.
type Chain int64

// SharedLog is a log to which several processes append.
type SharedLog interface {
	// AppendAfter stores events like [Log.Append], but only if the event before seq has the
	// chain past. Otherwise the error wraps [ErrGap]. AppendAfter returns the chain of the
	// last event that it stored.
	AppendAfter(ctx context.Context, id ID, seq int, past Chain, events []Event, summary *Summary) (Chain, error)
	// Since returns the events of a table that follow the event with number after, at most
	// limit of them, with their chains.
	Since(ctx context.Context, id ID, after, limit int) ([]Numbered, error)
}
