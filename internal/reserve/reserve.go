// Package reserve limits rates with token buckets: one for each key ([Buckets]), one for the input
// of a session ([Pace]), and buckets that all nodes of a cluster share ([Store]). A node takes tokens
// of a Store before it checks a password or stores an account, so that two nodes that do this at the
// same time cannot exceed a limit.
package reserve

import (
	"context"
	"time"

	"quadrille/internal/config"
)

// Claim is a request for N tokens from a bucket.
type Claim struct {
	Kind string // kind of the limit; together with Who, it identifies the bucket
	Who  string // an account, a table, or an address as text
	Rate config.Rate
	N    int
}

// Store holds the buckets. It uses the clock of the database.
type Store interface {
	// Take takes the tokens of all claims if there are enough for each of them. Otherwise it
	// takes none, and returns the first claim for which there are too few tokens, and the time
	// until there are enough.
	Take(ctx context.Context, claims ...Claim) (short Claim, wait time.Duration, err error)
	// Return puts the tokens of claims back.
	Return(ctx context.Context, claims ...Claim) error
}
