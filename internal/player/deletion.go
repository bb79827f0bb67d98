package player

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"regexp"
	"strings"
)

const deletedPrefix = "deleted:"

// deletedName is what nobody else may be called.
var deletedName = regexp.MustCompile(`^deleted\W[0-9a-z]{4}$`)

// NewAnonymous is what stands in games for somebody who deleted his account: nobody
// can tell who he was, and his games still know him from others who left.
func NewAnonymous() ID {
	bits := make([]byte, codeLength*5/8)
	rand.Read(bits) // never fails: the program would end
	return ID(deletedPrefix + codeText.EncodeToString(bits))
}

// Deleted reports whether the identity is that of somebody who deleted his account.
func (id ID) Deleted() bool { return strings.HasPrefix(string(id), deletedPrefix) }

// AnonymousName is what somebody is called who left, like deleted-k7f3; empty for any
// other identity.
func AnonymousName(id ID) string {
	rest, ok := strings.CutPrefix(string(id), deletedPrefix)
	if !ok {
		return ""
	}
	return "deleted-" + rest[:min(4, len(rest))]
}

// Accounts is what may be done with an account as a whole.
type Accounts interface {
	// Mentions are the stored events that name somebody, table by table and then evening by evening, as JSON.
	Mentions(ctx context.Context, id ID) ([]Mention, error)
	// Delete deletes what is stored of somebody: name, keys, settings, open codes. What
	// he said is withdrawn. His games are a leaver's from then on, who is returned. A
	// leaving that was begun is ended after a crash.
	Delete(ctx context.Context, id ID) (Player, error)
}

// Mention is an event of a table or an evening that names somebody.
type Mention struct {
	Table   int64           `json:"table,omitempty"`
	Evening int64           `json:"evening,omitempty"`
	Seq     int             `json:"seq"`
	Event   json.RawMessage `json:"event"`
}
