package player

import (
	"context"
	"time"
)

// Recovery lets moderators change the keys of an account. The error for a refused request is
// a [*Refusal].
type Recovery interface {
	// AddKey adds a key to an account that has a name.
	AddKey(ctx context.Context, id ID, key Fingerprint) error
	// RecoveryCode creates a code with which one key can join the account within a day. It
	// replaces an earlier recovery code of the account.
	RecoveryCode(ctx context.Context, id ID) (code string, until time.Time, err error)
	// Recovers returns the account for which the recovery code `code` was created, or "" if
	// no such code is open.
	Recovers(ctx context.Context, code string) (ID, error)
}
