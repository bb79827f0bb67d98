package player

import (
	"context"
	"time"
)

// Recovery lets moderators change the keys of an account. It refuses with a [*Refusal].
type Recovery interface {
	// AddKey adds a key to an account that has a name.
	AddKey(ctx context.Context, id ID, key Fingerprint) error
	// RecoveryCode makes a code with which one key may join the account within a day. It
	// replaces an earlier recovery code.
	RecoveryCode(ctx context.Context, id ID) (code string, until time.Time, err error)
	// Recovers returns the account of an open recovery code, or "".
	Recovers(ctx context.Context, code string) (ID, error)
}
