package player

import (
	"context"
	"time"
)

// Recovery lets somebody else than its owner change which keys lead to an account.
// What it refuses is a [*KeyRefusal].
type Recovery interface {
	// AddKey makes a key lead to an account that has a name.
	AddKey(ctx context.Context, id ID, key Fingerprint) error
	// RecoveryCode makes a code by which one key may join the account, once, within a
	// day. An earlier recovery code of the account is void.
	RecoveryCode(ctx context.Context, id ID) (code string, until time.Time, err error)
	// Recovers returns the account of an open recovery code, "" if the code is none.
	Recovers(ctx context.Context, code string) (ID, error)
}
