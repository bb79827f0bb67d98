package player

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"regexp"
	"strings"
)

const leaverPrefix = "left:"

// leaverName is what nobody else may be called.
var leaverName = regexp.MustCompile(`^left\W[0-9a-z]{4}$`)

// NewLeaver is what stands in games for somebody who deleted his account: nobody
// can tell who he was, and his games still know him from others who left.
func NewLeaver() ID {
	bits := make([]byte, codeLength*5/8)
	rand.Read(bits) // never fails: the program would end
	return ID(leaverPrefix + codeText.EncodeToString(bits))
}

// Left reports whether the identity is that of somebody who deleted his account.
func (id ID) Left() bool { return strings.HasPrefix(string(id), leaverPrefix) }

// LeaverName is what somebody is called who left, like left-k7f3; empty for any
// other identity.
func LeaverName(id ID) string {
	rest, ok := strings.CutPrefix(string(id), leaverPrefix)
	if !ok {
		return ""
	}
	return "left-" + rest[:min(4, len(rest))]
}

// Accounts is what may be done with an account as a whole.
type Accounts interface {
	// Mentions are the stored events that name somebody, table by table and then evening by evening, as JSON.
	Mentions(ctx context.Context, id ID) ([]Mention, error)
	// Leave deletes what is stored of somebody: name, keys, settings, open codes. What
	// he said is withdrawn. His games are a leaver's from then on, who is returned. A
	// leaving that was begun is ended after a crash.
	Leave(ctx context.Context, id ID) (Player, error)
}

// Mention is an event of a table or an evening that names somebody.
type Mention struct {
	Table   int64           `json:"table,omitempty"`
	Evening int64           `json:"evening,omitempty"`
	Seq     int             `json:"seq"`
	Event   json.RawMessage `json:"event"`
}
