package server

import (
	"runtime"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/player"
	"quadrille/internal/sshtest"
	"quadrille/internal/store/parts"
)

// awaitDisconnect waits until the server has ended a session with the given sentence and
// closed the connection.
func awaitDisconnect(t *testing.T, screen *sshtest.Screen, client *gossh.Client, sentence string) {
	t.Helper()
	if status := screen.Ended(t); status != 1 || !strings.Contains(screen.Text(), sentence) {
		t.Errorf("status %d, screen:\n%s", status, screen.Text())
	}
	if client != nil {
		_ = client.Wait()
	}
}

func TestEndKeyDisconnectsTheKey(t *testing.T) {
	d := startServer(t, Limits{})
	key, other := sshtest.NewKey(t), sshtest.NewKey(t)
	seated, watching := sshtest.Dial(t, d.address, sshtest.KeyAuth(key)), sshtest.Dial(t, d.address, sshtest.KeyAuth(key))
	one, two := sshtest.Open(t, seated, "one", 80, 24, ""), sshtest.Open(t, watching, "two", 80, 24, "")
	waiting := sshtest.Dial(t, d.address, sshtest.KeyAuth(key)) // a connection without a session
	bystander := sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.KeyAuth(other)), "bystander", 80, 24, "")
	for _, screen := range []*sshtest.Screen{one, two, bystander} {
		screen.See(t, "size")
	}
	d.EndKey(player.Fingerprint(gossh.FingerprintSHA256(key.PublicKey())))
	if _, errs, status := sshtest.Run(t, waiting, "whoami"); status != 1 || !strings.Contains(errs, "this key was removed") {
		t.Errorf("a command after EndKey: status %d, %q", status, errs)
	}
	awaitDisconnect(t, one, seated, "this key was removed")
	awaitDisconnect(t, two, watching, "this key was removed")
	_ = waiting.Wait()
	must(t, bystander.Type("k"))
	bystander.See(t, `key "k".`)
	whoami(t, sshtest.Dial(t, d.address, sshtest.KeyAuth(key))) // must succeed: EndKey closes only the connections that are open
}

func TestEndAccountDisconnectsTheAccount(t *testing.T) {
	d := startServer(t, Limits{})
	id, code := player.NewGuest()
	client := sshtest.Dial(t, d.address, sshtest.GuestAuth())
	guest := sshtest.Open(t, client, "guest", 80, 24, "return "+code)
	keyed := sshtest.Dial(t, d.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	same := sshtest.Open(t, keyed, "the same guest, with a key", 80, 24, "return "+code)
	bystander := sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()), "bystander", 80, 24, "")
	for _, screen := range []*sshtest.Screen{guest, same, bystander} {
		screen.See(t, "size")
	}
	d.EndAccount(id)
	awaitDisconnect(t, guest, client, "this account was deleted")
	awaitDisconnect(t, same, keyed, "this account was deleted")
	must(t, bystander.Type("k"))
	bystander.See(t, `key "k".`)
}

func TestRegistryIsEmptyAfterDisconnects(t *testing.T) {
	d := startServer(t, Limits{})
	for range 3 {
		client, err := sshtest.TryDial(d.address, sshtest.KeyAuth(sshtest.NewKey(t)))
		must(t, err)
		sshtest.Open(t, client, "somebody", 80, 24, "").See(t, "size")
		must(t, client.Close())
	}
	must(t, d.stopped())
	registered := func() (keys, accounts int) {
		d.registry.mu.Lock()
		defer d.registry.mu.Unlock()
		return len(d.registry.conns), len(d.registry.sessions)
	}
	// The session may end a little later than its connection, so wait until it has ended.
	deadline := time.Now().Add(20 * time.Second)
	for keys, accounts := registered(); keys+accounts > 0; keys, accounts = registered() {
		if time.Now().After(deadline) {
			t.Fatalf("%d keys and %d accounts are still registered", keys, accounts)
		}
		runtime.Gosched()
	}
	if c := d.Counts(); c.Connections+c.Unauthenticated > 0 {
		t.Errorf("%d connections are counted, %d of them unauthenticated", c.Connections, c.Unauthenticated)
	}
	if list := d.addresses.InUse(); len(list) > 0 {
		t.Errorf("connections or guests of %v are counted", list)
	}
}

func TestGuestsAreCountedByAddress(t *testing.T) {
	d := startServer(t, Limits{AddressGuests: 2})
	guest := func(from string) *sshtest.Screen {
		return sshtest.Open(t, sshtest.DialFrom(t, from, d.address, sshtest.GuestAuth()), "guest", 80, 24, "")
	}
	one, two := guest("127.1.0.1"), guest("127.1.0.1")
	one.See(t, "size")
	two.See(t, "size")
	third := guest("127.1.0.1")
	if status := third.Ended(t); status != 1 || !strings.Contains(third.Text(), "too many guests from your address") {
		t.Errorf("third guest: status %d\n%s", status, third.Text())
	}
	guest("127.1.0.2").See(t, "size")
	whoami(t, sshtest.DialFrom(t, "127.1.0.1", d.address, sshtest.KeyAuth(sshtest.NewKey(t))))
	must(t, one.Type("q"))
	one.Ended(t)
	guest("127.1.0.1").See(t, "size")
}

// TestRemovedKeyNoLongerOpensTheAccount checks that a client with a removed key becomes a
// new player.
func TestRemovedKeyNoLongerOpensTheAccount(t *testing.T) {
	var keys *parts.Keyring
	var accounts *parts.Accounts
	d := startServer(t, Limits{}, func(cfg *Config) {
		keys, accounts = cfg.Keyring.(*parts.Keyring), cfg.Accounts.(*parts.Accounts)
		cfg.Directory = accounts
	})
	first, second := sshtest.NewKey(t), sshtest.NewKey(t)
	id, lost := player.ID(gossh.FingerprintSHA256(first.PublicKey())), player.Fingerprint(gossh.FingerprintSHA256(second.PublicKey()))
	_, err := accounts.Claim(t.Context(), id, "Inky")
	must(t, err)
	code, _, err := keys.Invite(t.Context(), id)
	must(t, err)
	_, err = keys.Join(t.Context(), code, lost)
	must(t, err)
	client := sshtest.Dial(t, d.address, sshtest.KeyAuth(second))
	if got := whoami(t, client); got != "Inky "+string(lost) {
		t.Fatalf("with the second key whoami prints %q", got)
	}
	screen := sshtest.Open(t, client, "second", 80, 24, "")
	screen.See(t, "I am "+string(id)+" Inky.")
	must(t, keys.Remove(t.Context(), id, lost))
	d.EndKey(lost)
	awaitDisconnect(t, screen, client, "this key was removed")
	again := sshtest.Dial(t, d.address, sshtest.KeyAuth(second))
	if got := whoami(t, again); strings.Contains(got, "Inky") {
		t.Errorf("with the removed key whoami prints %q", got)
	}
	stranger := sshtest.Open(t, again, "stranger", 80, 24, "")
	if text := stranger.See(t, "I am "); strings.Contains(text, string(id)) {
		t.Errorf("the removed key still leads to the account:\n%s", text)
	}
	if got := whoami(t, sshtest.Dial(t, d.address, sshtest.KeyAuth(first))); !strings.HasPrefix(got, "Inky ") {
		t.Errorf("with the first key whoami prints %q", got)
	}
}

func TestKeyCodesAreRateLimited(t *testing.T) {
	d := startServer(
		t,
		Limits{AddressWrongCodes: Rate{Burst: 3, Every: time.Minute}},
		func(cfg *Config) { cfg.Directory = cfg.Accounts.(*parts.Accounts) },
	)
	c, _ := pipe(t, d.Server)
	keys := limitedKeyring{d.services.Keyring, &session{server: d.Server, conn: c}}
	for n := range 4 {
		_, err := keys.Join(t.Context(), "k7f3-9mpw-x2qd-h8ta-k7f3", "SHA256:somebody")
		if err == nil || strings.Contains(err.Error(), "too many wrong codes") != (n == 3) {
			t.Errorf("guess %d: %v", n+1, err)
		}
	}
}
