package player

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"regexp"
	"strings"
)

const deletedPrefix = "deleted:"

// deletedName matches the folded names (see [Fold]) that are reserved for deleted accounts.
var deletedName = regexp.MustCompile(`^deleted\W[0-9a-z]{4}$`)

// NewAnonymous returns a new identity that replaces a deleted account in its games. The
// identity does not reveal the account.
func NewAnonymous() ID {
	bits := make([]byte, codeLength*5/8)
	rand.Read(bits) // Read never returns an error
	return ID(deletedPrefix + codeText.EncodeToString(bits))
}

// Deleted reports whether the ID is the anonymous ID of a deleted account.
func (id ID) Deleted() bool { return strings.HasPrefix(string(id), deletedPrefix) }

// AnonymousName returns the name shown for a deleted account, such as "deleted-k7f3", or ""
// for other identities.
func AnonymousName(id ID) string {
	rest, ok := strings.CutPrefix(string(id), deletedPrefix)
	if !ok {
		return ""
	}
	return "deleted-" + rest[:min(4, len(rest))]
}

// Accounts exports and deletes the stored data of accounts.
type Accounts interface {
	// Mentions returns the stored events that name an account: first the events of tables,
	// then the events of evenings.
	Mentions(ctx context.Context, id ID) ([]Mention, error)
	// Delete deletes the name, keys, settings, open codes and chat texts of an account. It
	// returns the anonymous player that replaces the account in its games. If a crash
	// interrupts a deletion, the next start of the server completes it.
	Delete(ctx context.Context, id ID) (Player, error)
}

// Mention is a stored event that names an account. The event belongs to a table or to an
// evening.
type Mention struct {
	Table   int64           `json:"table,omitempty"`
	Evening int64           `json:"evening,omitempty"`
	Seq     int             `json:"seq"`
	Event   json.RawMessage `json:"event"`
}
