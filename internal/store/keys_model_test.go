package store

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quadrille/internal/player"
)

// TestKeysByChance does whatever it likes with few keys, beside a plain model of
// who leads where.
func TestKeysByChance(t *testing.T) {
	t.Parallel()
	r := newRing(t)
	runs, names := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		runs++
		m := &keyModel{r: r, run: runs, named: &names, leads: map[player.Fingerprint]player.ID{}, names: map[player.ID]string{}, seen: map[player.ID]bool{}}
		t.Repeat(map[string]func(*rapid.T){"name": m.name, "join": m.join, "remove": m.remove, "": m.check})
	})
}

// keyModel is what must be, of keys that no other run has.
type keyModel struct {
	r     *ring
	run   int
	named *int
	leads map[player.Fingerprint]player.ID // keys that were seen
	names map[player.ID]string
	seen  map[player.ID]bool // to which any key ever led
}

func (m *keyModel) key(t *rapid.T, label string) player.Fingerprint {
	key := player.Fingerprint(fmt.Sprintf("SHA256:%d/%d", m.run, rapid.IntRange(0, 5).Draw(t, label)))
	if _, seen := m.leads[key]; !seen {
		m.leads[key] = player.ID(key)
	}
	return key
}

func (m *keyModel) name(t *rapid.T) {
	id := m.leads[m.key(t, "key")]
	*m.named++
	name := "P" + strings.Map(func(digit rune) rune { return rune("acdefgkmpr"[digit-'0']) }, fmt.Sprint(*m.named))
	p, err := m.r.Accounts.Claim(context.Background(), id, name)
	if err != nil {
		t.Fatal(err)
	}
	m.names[id] = p.Name
}

func (m *keyModel) join(t *rapid.T) {
	id, key := m.leads[m.key(t, "inviting")], m.key(t, "joining")
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
		wantKeyReason(t, err, player.LeadsThere)
	case m.names[held] != "":
		wantKeyReason(t, err, player.HasAccount)
	case err != nil || p.ID != id || p.Name != m.names[id]:
		t.Fatalf("joined %v, %v", p, err)
	default:
		m.leads[key] = id
	}
}

func (m *keyModel) remove(t *rapid.T) {
	id, key := m.leads[m.key(t, "removing")], m.key(t, "removed")
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
		m.leads[key] = m.r.holder(key) // a new one: no account that there was
		if m.seen[m.leads[key]] {
			t.Fatalf("the removed key %s leads to %s", key, m.leads[key])
		}
	}
}

func (m *keyModel) check(t *rapid.T) {
	for key, id := range m.leads {
		m.seen[id] = true
		if got := m.r.holder(key); got != id {
			t.Fatalf("%s leads to %s, want %s", key, got, id)
		}
	}
}
