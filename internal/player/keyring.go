package player

import (
	"context"
	"crypto/rand"
	"time"
)

// Fingerprint is that of a public key: "SHA256:" and its hash.
type Fingerprint string

// Key is a key that leads to an account.
type Key struct {
	Fingerprint Fingerprint
	Added       time.Time
	Used        time.Time // last, exact to a day
}

// Keyring knows which keys lead to which account. What it refuses is a
// [*Refusal].
type Keyring interface {
	// Holder is the account that a verified key leads to. A key that nobody knows
	// leads to one of its own, which is not stored. It notes the day.
	Holder(ctx context.Context, key Fingerprint) (ID, error)
	// Keys are those of an account, the oldest first; none if nothing is stored of
	// it yet.
	Keys(ctx context.Context, id ID) ([]Key, error)
	// Invite makes a code by which one more key may join the account, once. The
	// account has a name.
	Invite(ctx context.Context, id ID) (code string, until time.Time, err error)
	// Join makes a key lead to the account of the code from now on. It is refused
	// if the key has an account with a name.
	Join(ctx context.Context, code string, key Fingerprint) (Player, error)
	// Remove makes a key lead there no more, and never again of itself: it is a
	// stranger's from then on. Open codes of the account are void. An account keeps
	// its last key.
	Remove(ctx context.Context, id ID, key Fingerprint) error
}

// NewAccount is an identity that nobody has yet, for a key whose fingerprint is
// that of another account.
func NewAccount() ID {
	bits := make([]byte, 20)
	rand.Read(bits) // never fails: the program would end
	return ID("account:" + codeText.EncodeToString(bits))
}
