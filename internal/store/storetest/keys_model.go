package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quadrille/internal/player"
)

// testKeysWithRandomOperations runs random operations with six keys. It compares the store
// with a simple model of the account to which each key logs in.
func testKeysWithRandomOperations(t *testing.T, b *Backend) {
	t.Parallel()
	r := newRing(t, b)
	runs, names := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		runs++
		m := newKeyModel(r, runs, &names)
		draw := func(label string) int { return rapid.IntRange(0, 5).Draw(t, label) }
		t.Repeat(map[string]func(*rapid.T){
			"name":   func(t *rapid.T) { m.name(t, draw("key")) },
			"join":   func(t *rapid.T) { m.join(t, draw("inviting"), draw("joining")) },
			"remove": func(t *rapid.T) { m.remove(t, draw("removing"), draw("removed")) },
			"":       func(t *rapid.T) { m.check(t) },
		})
	})
}

// A removed key must not return to its first account. With the operations below, which
// testKeysWithRandomOperations found, a key once did.
func testRemovedKeyDoesNotReturnToFirstAccount(t *testing.T, b *Backend) {
	t.Parallel()
	names := 0
	m := newKeyModel(newRing(t, b), 0, &names)
	const operations = "join 4 5, join 4 3, remove 1 5, join 1 0, join 2 5, name 2, join 4 0, join 4 3, name 2, remove 2 3, " +
		"name 3, remove 0 0, join 1 5, name 4, remove 5 0, remove 2 1, name 1, join 2 1, join 3 1, " +
		"remove 1 5, remove 2 0, name 1, remove 3 2, name 5, join 1 1, name 1, name 3, join 4 5, remove 1 1, " +
		"join 4 5, name 2, join 1 0, remove 5 2, remove 3 0, join 5 2, remove 4 5, remove 1 1"
	for operation := range strings.SplitSeq(operations, ", ") {
		var what string
		var key, other int
		n, _ := fmt.Sscan(operation, &what, &key, &other)
		switch {
		case what == "name" && n == 2:
			m.name(t, key)
		case what == "join" && n == 3:
			m.join(t, key, other)
		case what == "remove" && n == 3:
			m.remove(t, key, other)
		default:
			t.Fatalf("no operation %q", operation)
		}
		m.check(t)
	}
}

// stopping is the part of *testing.T and *rapid.T that the model needs.
type stopping interface {
	failing
	Fatal(...any)
	Fatalf(string, ...any)
}

// keyModel is the state that a test expects the keys to have.
type keyModel struct {
	r     *Ring
	run   int
	named *int
	leads map[player.Fingerprint]player.ID // the account to which each key logs in
	names map[player.ID]string
	seen  map[player.ID]bool // accounts to which some key has logged in
}

func newKeyModel(r *Ring, run int, named *int) *keyModel {
	return &keyModel{
		r: r, run: run, named: named,
		leads: map[player.Fingerprint]player.ID{}, names: map[player.ID]string{}, seen: map[player.ID]bool{},
	}
}

func (m *keyModel) key(number int) player.Fingerprint {
	key := player.Fingerprint(fmt.Sprintf("SHA256:%d/%d", m.run, number))
	if _, seen := m.leads[key]; !seen {
		m.leads[key] = player.ID(key)
	}
	return key
}

func (m *keyModel) name(t stopping, number int) {
	id := m.leads[m.key(number)]
	*m.named++
	name := "P" + strings.Map(func(digit rune) rune { return rune("acdefgkmpr"[digit-'0']) }, fmt.Sprint(*m.named))
	p, err := m.r.Accounts.Claim(context.Background(), id, name)
	if err != nil {
		t.Fatal(err)
	}
	m.names[id] = p.Name
}

func (m *keyModel) join(t stopping, inviting, joining int) {
	id, key := m.leads[m.key(inviting)], m.key(joining)
	code, _, err := m.r.Keyring.Invite(context.Background(), id)
	if m.names[id] == "" {
		wantKeyReason(t, err, player.Nameless)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.r.Keyring.Join(context.Background(), code, key)
	switch held := m.leads[key]; {
	case held == id:
		wantKeyReason(t, err, player.KeyKnown)
	case m.names[held] != "":
		wantKeyReason(t, err, player.HasAccount)
	case err != nil || p.ID != id || p.Name != m.names[id]:
		t.Fatalf("joined %v, %v", p, err)
	default:
		m.leads[key] = id
	}
}

func (m *keyModel) remove(t stopping, removing, removed int) {
	id, key := m.leads[m.key(removing)], m.key(removed)
	err := m.r.Keyring.Remove(context.Background(), id, key)
	others := 0
	for _, account := range m.leads {
		if account == id {
			others++
		}
	}
	switch {
	case m.leads[key] != id, m.names[id] == "" && string(id) == string(key):
		wantKeyReason(t, err, player.NoSuchKey)
	case others == 1:
		wantKeyReason(t, err, player.LastKey)
	case err != nil:
		t.Fatal(err)
	default:
		m.leads[key] = m.r.Holder(key) // the key now logs in to a new account
		if m.seen[m.leads[key]] {
			t.Fatalf("the removed key %s logs in to %s", key, m.leads[key])
		}
	}
}

func (m *keyModel) check(t stopping) {
	for key, id := range m.leads {
		m.seen[id] = true
		if got := m.r.Holder(key); got != id {
			t.Fatalf("%s logs in to %s, want %s", key, got, id)
		}
	}
}
