package storetest

import (
	"context"
	"slices"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/store/parts"
)

var _ player.Keyring = (*parts.Keyring)(nil)

// Ring adds operations on keys to a store under test.
type Ring struct {
	testing.TB
	*Store
}

func newRing(t testing.TB, b *Backend) *Ring { return &Ring{t, b.opened(t)} }

// Named creates an account with a name and returns its ID.
func (r *Ring) Named(name string) player.ID {
	r.Helper()
	p, err := r.Accounts.Claim(context.Background(), player.ID("SHA256:"+name), name)
	if err != nil {
		r.Fatal(err)
	}
	return p.ID
}

func (r *Ring) Invite(id player.ID) string {
	r.Helper()
	code, _, err := r.Keyring.Invite(context.Background(), id)
	if err != nil {
		r.Fatal(err)
	}
	return code
}

func (r *Ring) Join(code string, key player.Fingerprint) {
	r.Helper()
	if _, err := r.Keyring.Join(context.Background(), code, key); err != nil {
		r.Fatal(err)
	}
}

func (r *Ring) Remove(id player.ID, key player.Fingerprint) {
	r.Helper()
	if err := r.Keyring.Remove(context.Background(), id, key); err != nil {
		r.Fatal(err)
	}
}

func (r *Ring) Holder(key player.Fingerprint) player.ID {
	r.Helper()
	id, err := r.Keyring.Holder(context.Background(), key)
	if err != nil {
		r.Fatal(err)
	}
	return id
}

func (r *Ring) keys(id player.ID) []string {
	r.Helper()
	keys, err := r.Keyring.Keys(context.Background(), id)
	if err != nil {
		r.Fatal(err)
	}
	var names []string
	for _, key := range keys {
		names = append(names, string(key.Fingerprint))
	}
	return names
}

// Leads requires that exactly these keys log in to an account.
func (r *Ring) Leads(id player.ID, keys ...string) {
	r.Helper()
	for _, key := range keys {
		if got := r.Holder(player.Fingerprint(key)); got != id {
			r.Errorf("%s logs in to %s, want %s", key, got, id)
		}
	}
	if got := r.keys(id); !slices.Equal(got, keys) {
		r.Errorf("the keys of %s are %v, want %v", id, got, keys)
	}
}

func wantKeyReason(t failing, err error, want *player.Reason) {
	t.Helper()
	if refusal.Of(err) != want {
		t.Errorf("error %v, want reason %v", err, want)
	}
}

func testUnknownKeyIsNotStored(t *testing.T, b *Backend) {
	r := newRing(t, b)
	if id := r.Holder("SHA256:a"); id != "SHA256:a" {
		t.Errorf("the key logs in to %s", id)
	}
	r.Leads("SHA256:b")
	var stored int
	if err := r.Read.QueryRowContext(r.Context(), `SELECT count(*) FROM keys`).Scan(&stored); stored != 0 || err != nil {
		t.Errorf("%d keys are stored, %v", stored, err)
	}
}

func testSecondKeyJoins(t *testing.T, b *Backend) {
	r := &Ring{t, b.opened(t)}
	inky := r.Named("Inky")
	code := r.Invite(inky)
	p, err := r.Keyring.Join(context.Background(), code, "SHA256:b")
	if want := (player.Player{ID: inky, Name: "Inky"}); p != want || err != nil {
		t.Fatalf("joined %v, %v", p, err)
	}
	r.Leads(inky, "SHA256:Inky", "SHA256:b")
	_, err = r.Keyring.Join(context.Background(), code, "SHA256:c")
	wantKeyReason(t, err, player.CodeNotOpen)
	r.Store.Close()
	r = &Ring{t, b.opened(t)}
	r.Leads(inky, "SHA256:Inky", "SHA256:b")
}

// The fingerprint of the first key is the ID of the account. Even so, a client with this
// key gets a new account after the key is removed.
func testRemovedFirstKeyGetsNewAccount(t *testing.T, b *Backend) {
	r := &Ring{t, b.opened(t)}
	inky := r.Named("Inky")
	first := player.Fingerprint(inky)
	r.Join(r.Invite(inky), "SHA256:b")
	r.Remove(inky, first)
	stranger := r.Holder(first)
	for range 2 {
		if id := r.Holder(first); id == inky || id != stranger {
			t.Fatalf("the removed key logs in to %s", id)
		}
		if _, ok, err := r.Accounts.Lookup(context.Background(), stranger); ok || err != nil {
			t.Errorf("the new account has a name or cannot be read: %v", err)
		}
		r.Leads(inky, "SHA256:b")
		r.Store.Close()
		r = &Ring{t, b.opened(t)}
	}
	if _, err := r.Accounts.Claim(context.Background(), stranger, "Clyde"); err != nil {
		t.Fatal(err)
	}
	r.Leads(stranger, string(first))
	r.Join(r.Invite(stranger), "SHA256:c")
	r.Remove(stranger, first)
	if id := r.Holder(first); id == inky || id == stranger {
		t.Errorf("after it was removed from two accounts, the key logs in to %s", id)
	}
	r.Leads(inky, "SHA256:b")
	r.Leads(stranger, "SHA256:c")
}

// A removed key gets a new account, even if the key had an unnamed account of its own
// before it was added to a named account.
func testRemovedKeyGetsNewAccount(t *testing.T, b *Backend) {
	r := newRing(t, b)
	inky := r.Named("Inky")
	r.Join(r.Invite(inky), "SHA256:b")
	r.Remove(inky, "SHA256:b")
	if id := r.Holder("SHA256:b"); id == inky || id == "SHA256:b" {
		t.Errorf("the removed key logs in to %s, want a new account", id)
	}
	r.Join(r.Invite(inky), "SHA256:b")
	r.Leads(inky, "SHA256:Inky", "SHA256:b")
}

func testNoNameForAccountWithoutKeys(t *testing.T, b *Backend) {
	r := newRing(t, b)
	inky := r.Named("Inky")
	r.Join(r.Invite(inky), "SHA256:b")
	// simulates a session that was opened with this key before the key joined another account
	_, err := r.Accounts.Claim(context.Background(), "SHA256:b", "Clyde")
	wantKeyReason(t, err, player.KeyMoved)
	if _, err := r.Accounts.Claim(context.Background(), inky, "Pinky"); err != nil {
		t.Error(err)
	}
}

// failing is the part of testing.TB that helpers use to report errors.
type failing interface {
	Helper()
	Errorf(format string, args ...any)
}
