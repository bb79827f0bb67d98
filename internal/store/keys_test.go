package store

import (
	"context"
	"slices"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/store/parts"
)

var _ player.Keyring = (*parts.Keyring)(nil)

// ring adds operations on keys to a store under test.
type ring struct {
	testing.TB
	*Store
}

func newRing(t testing.TB) *ring { return &ring{t, opened(t)} }

// named creates an account with a name and returns its ID.
func (r *ring) named(name string) player.ID {
	r.Helper()
	p, err := r.Accounts.Claim(context.Background(), player.ID("SHA256:"+name), name)
	if err != nil {
		r.Fatal(err)
	}
	return p.ID
}

func (r *ring) invite(id player.ID) string {
	r.Helper()
	code, _, err := r.Keyring.Invite(context.Background(), id)
	if err != nil {
		r.Fatal(err)
	}
	return code
}

func (r *ring) join(code string, key player.Fingerprint) {
	r.Helper()
	if _, err := r.Keyring.Join(context.Background(), code, key); err != nil {
		r.Fatal(err)
	}
}

func (r *ring) remove(id player.ID, key player.Fingerprint) {
	r.Helper()
	if err := r.Keyring.Remove(context.Background(), id, key); err != nil {
		r.Fatal(err)
	}
}

func (r *ring) holder(key player.Fingerprint) player.ID {
	r.Helper()
	id, err := r.Keyring.Holder(context.Background(), key)
	if err != nil {
		r.Fatal(err)
	}
	return id
}

func (r *ring) keys(id player.ID) []string {
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

// leads requires that an account has exactly these keys.
func (r *ring) leads(id player.ID, keys ...string) {
	r.Helper()
	for _, key := range keys {
		if got := r.holder(player.Fingerprint(key)); got != id {
			r.Errorf("%s leads to %s, want %s", key, got, id)
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

func TestUnknownKeyIsNotStored(t *testing.T) {
	r := newRing(t)
	if id := r.holder("SHA256:a"); id != "SHA256:a" {
		t.Errorf("it leads to %s", id)
	}
	r.leads("SHA256:b")
	var stored int
	if err := r.read.QueryRow(`SELECT count(*) FROM keys`).Scan(&stored); stored != 0 || err != nil {
		t.Errorf("%d keys are stored, %v", stored, err)
	}
}

func TestSecondKeyJoins(t *testing.T) {
	dir := t.TempDir()
	r := &ring{t, reopened(t, dir)}
	inky := r.named("Inky")
	code := r.invite(inky)
	p, err := r.Keyring.Join(context.Background(), code, "SHA256:b")
	if want := (player.Player{ID: inky, Name: "Inky"}); p != want || err != nil {
		t.Fatalf("joined %v, %v", p, err)
	}
	r.leads(inky, "SHA256:Inky", "SHA256:b")
	_, err = r.Keyring.Join(context.Background(), code, "SHA256:c")
	wantKeyReason(t, err, player.CodeNotOpen)
	r.Store.Close()
	r = &ring{t, reopened(t, dir)}
	r.leads(inky, "SHA256:Inky", "SHA256:b")
}

// The fingerprint of the first key is the ID of the account. Even so, the key gets a new
// account after it is removed.
func TestRemovedFirstKeyGetsNewAccount(t *testing.T) {
	dir := t.TempDir()
	r := &ring{t, reopened(t, dir)}
	inky := r.named("Inky")
	first := player.Fingerprint(inky)
	r.join(r.invite(inky), "SHA256:b")
	r.remove(inky, first)
	stranger := r.holder(first)
	for range 2 {
		if id := r.holder(first); id == inky || id != stranger {
			t.Fatalf("the removed key leads to %s", id)
		}
		if _, ok, err := r.Accounts.Lookup(context.Background(), stranger); ok || err != nil {
			t.Errorf("the stranger has a name, %v", err)
		}
		r.leads(inky, "SHA256:b")
		r.Store.Close()
		r = &ring{t, reopened(t, dir)}
	}
	if _, err := r.Accounts.Claim(context.Background(), stranger, "Clyde"); err != nil {
		t.Fatal(err)
	}
	r.leads(stranger, string(first))
	r.join(r.invite(stranger), "SHA256:c")
	r.remove(stranger, first)
	if id := r.holder(first); id == inky || id == stranger {
		t.Errorf("removed twice, it leads to %s", id)
	}
	r.leads(inky, "SHA256:b")
	r.leads(stranger, "SHA256:c")
}

// A removed key gets a new account, even if it had an unnamed account before it was added to
// another.
func TestRemovedKeyGetsNewAccount(t *testing.T) {
	r := newRing(t)
	inky := r.named("Inky")
	r.join(r.invite(inky), "SHA256:b")
	r.remove(inky, "SHA256:b")
	if id := r.holder("SHA256:b"); id == inky || id == "SHA256:b" {
		t.Errorf("it leads to %s", id)
	}
	r.join(r.invite(inky), "SHA256:b")
	r.leads(inky, "SHA256:Inky", "SHA256:b")
}

func TestKeyUseIsStoredOncePerDay(t *testing.T) {
	r := newRing(t)
	now := noon
	r.Now = func() time.Time { return now }
	inky := r.named("Inky")
	changes := r.changes()
	for range 50 {
		r.holder("SHA256:Inky")
	}
	if got := r.changes(); got != changes {
		t.Errorf("%d writes on the day it was made", got-changes)
	}
	now = now.Add(36 * time.Hour)
	for range 50 {
		r.holder("SHA256:Inky")
	}
	if got := r.changes(); got != changes+1 {
		t.Errorf("%d writes for 50 logins of a day", got-changes)
	}
	keys, err := r.Keyring.Keys(context.Background(), inky)
	if want := noon.Add(36 * time.Hour).Truncate(24 * time.Hour); err != nil || len(keys) != 1 || !keys[0].Used.Equal(want) || !keys[0].Added.Equal(noon.Truncate(time.Microsecond)) {
		t.Errorf("keys %v, %v; want the use %v", keys, err, want)
	}
}

// changes returns the number of rows written so far, except for the counter of commits.
func (r *ring) changes() (n int) {
	r.Helper()
	count := func(p *writeConn) (refused, failed error) {
		err := p.conn.QueryRowContext(context.Background(), `SELECT total_changes()`).Scan(&n)
		n -= int(p.commits.N)
		return nil, err
	}
	if err := r.writer.submit(context.Background(), count); err != nil {
		r.Fatal(err)
	}
	return n
}

// A login succeeds even while the writer is blocked and its queue is full.
func TestLoginDoesNotWaitForDisk(t *testing.T) {
	r := newRing(t)
	now := noon
	r.Now = func() time.Time { return now }
	inky := r.named("Inky")
	now = now.Add(48 * time.Hour)
	busy, free := make(chan bool), make(chan bool)
	hold := func(*writeConn) (refused, failed error) {
		busy <- true
		<-free
		return nil, nil
	}
	r.writer.offer(hold)
	<-busy
	for range maxGroup + 1 {
		r.writer.offer(func(*writeConn) (refused, failed error) { return nil, nil })
	}
	if id := r.holder("SHA256:Inky"); id != inky {
		t.Errorf("it leads to %s", id)
	}
	close(free)
}

func TestLoginOnReadOnlyDatabase(t *testing.T) {
	r := newRing(t)
	now := noon
	r.Now = func() time.Time { return now }
	inky := r.named("Inky")
	now = now.Add(48 * time.Hour)
	pragma(t, r.Store, "query_only = 1")
	if id := r.holder("SHA256:Inky"); id != inky {
		t.Errorf("it leads to %s", id)
	}
	pragma(t, r.Store, "query_only = 0")
	r.leads(inky, "SHA256:Inky")
}

func TestNoNameForAccountWithoutKeys(t *testing.T) {
	r := newRing(t)
	inky := r.named("Inky")
	r.join(r.invite(inky), "SHA256:b")
	_, err := r.Accounts.Claim(context.Background(), "SHA256:b", "Clyde") // as in a session that was opened with this key before the key joined another account
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
