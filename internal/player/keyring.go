package player

import (
	"context"
	"crypto/rand"
	"strings"
	"time"
)

// Fingerprint identifies a public key. It consists of "SHA256:" and the key's hash.
type Fingerprint string

// FingerprintOf returns the fingerprint that a person wrote with or without "SHA256:".
func FingerprintOf(text string) Fingerprint {
	return Fingerprint("SHA256:" + strings.TrimPrefix(text, "SHA256:"))
}

// Key is an SSH key of an account.
type Key struct {
	Fingerprint Fingerprint
	Added       time.Time
	Used        time.Time // day on which the key was last used
}

// Keyring stores which account each SSH key belongs to. The error for a refused request is a
// [*Refusal].
type Keyring interface {
	// Holder returns the account of a verified key, and records that the key was used today.
	// A key that is not stored belongs to the account whose ID is the key's fingerprint.
	Holder(ctx context.Context, key Fingerprint) (ID, error)
	// Keys returns the keys of an account, oldest first.
	Keys(ctx context.Context, id ID) ([]Key, error)
	// Invite creates a code with which one more key can join the account. The account must
	// have a name.
	Invite(ctx context.Context, id ID) (code string, until time.Time, err error)
	// Join adds the key to the account for which the code was created. It refuses a key that
	// already belongs to an account with a name.
	Join(ctx context.Context, code string, key Fingerprint) (Player, error)
	// Remove removes a key from an account, and deletes the account's unused codes (see
	// Invite). The key cannot log in to that account again. The last key of an account
	// cannot be removed.
	Remove(ctx context.Context, id ID, key Fingerprint) error
}

// NewAccount returns a new identity for an account whose key cannot identify it, because the
// key's fingerprint is the ID of a different account.
func NewAccount() ID {
	bits := make([]byte, 20)
	rand.Read(bits) // Read never returns an error
	return ID("account:" + codeText.EncodeToString(bits))
}
