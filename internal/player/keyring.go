package player

import (
	"context"
	"crypto/rand"
	"fmt"
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
// [*KeyRefusal].
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

// KeyReason says why something about keys was refused. The list is closed.
type KeyReason uint8

// The reasons. What Subject holds is said behind each.
const (
	NoKeyReason  KeyReason = iota
	KeylessGuest           // -: a guest has no keys
	Nameless               // -: only an account with a name takes more keys
	NotOpen                // -: no such code, or not any more
	HasAccount             // the name of the account that the key leads to
	LeadsThere             // -: the key leads to that account already
	LastKey                // -: it stays
	NoSuchKey              // -: not in this account
	ManyKeys               // the number: the account has so many
	ManyCodes              // -: too many are open on the whole server
	LeftAccount            // -: the key that one came with leads elsewhere by now
)

// KeyRefusal is why something about keys was not done.
type KeyRefusal struct {
	Reason  KeyReason
	Subject string
}

// Error is the refusal in words for a person: one sentence without a full stop.
func (r *KeyRefusal) Error() string {
	switch r.Reason {
	case KeylessGuest:
		return "a guest has no keys; connect with a key to have an account"
	case Nameless:
		return "an account without a name keeps to the key that it came with; say name NAME first"
	case NotOpen:
		return "that code is not open: it was used, is too old, or is mistyped; say keys add with the key that is known here, and use the new code"
	case HasAccount:
		return fmt.Sprintf("this key leads to the account of %s already; remove it there first, with another of its keys", r.Subject)
	case LeadsThere:
		return "this key leads to that account already; there is nothing to do"
	case LastKey:
		return "that is the last key of this account, and without it nobody could come back; add another one first"
	case NoSuchKey:
		return "this account has no such key; say keys to see those that it has"
	case ManyKeys:
		return fmt.Sprintf("this account has %s keys already; remove one first", r.Subject)
	case LeftAccount:
		return "your key leads to another account by now; connect again"
	case ManyCodes:
		return "too many codes are open on this server; try again in ten minutes"
	}
	return "refused"
}
