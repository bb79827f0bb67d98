package player

import (
	"context"
	"crypto/rand"
	"time"
)

// Fingerprint identifies a public key: "SHA256:" and its hash.
type Fingerprint string

// Key is an SSH key of an account.
type Key struct {
	Fingerprint Fingerprint
	Added       time.Time
	Used        time.Time // day of the last use
}

// Keyring stores the account of each SSH key. It refuses with a [*Refusal].
type Keyring interface {
	// Holder returns the account of a verified key and records the day of its use. A key
	// that is not stored belongs to an account with the key's fingerprint as ID.
	Holder(ctx context.Context, key Fingerprint) (ID, error)
	// Keys returns the keys of an account, the oldest first.
	Keys(ctx context.Context, id ID) ([]Key, error)
	// Invite makes a code with which one key may join the account. The account must have a
	// name.
	Invite(ctx context.Context, id ID) (code string, until time.Time, err error)
	// Join adds the key to the account of the code. It is refused if the key already has an
	// account with a name.
	Join(ctx context.Context, code string, key Fingerprint) (Player, error)
	// Remove removes a key from an account. The key never logs in to that account again,
	// and open codes of the account are deleted. The last key cannot be removed.
	Remove(ctx context.Context, id ID, key Fingerprint) error
}

// NewAccount makes an identity for a key whose fingerprint is the ID of another account.
func NewAccount() ID {
	bits := make([]byte, 20)
	rand.Read(bits) // Read never returns an error
	return ID("account:" + codeText.EncodeToString(bits))
}
