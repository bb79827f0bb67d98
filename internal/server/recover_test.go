package server

import (
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/sshtest"
)

func TestPanicBeforeTheScreenEndsTheSession(t *testing.T) {
	d := startServer(t, Limits{})
	d.screens = func(cfg kit.Config) kit.Model {
		if player.ID.Guest(cfg.Player.ID) {
			panic("no guests")
		}
		return probe{cfg: cfg}
	}
	screen := sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()), "guest", 80, 24, "")
	if status := screen.Ended(t); status != 1 {
		t.Errorf("status %d, want 1", status)
	}
	d.logged.await(t, "panic", "no guests")
}

// panickingListener is a listener whose connections panic once, in RemoteAddr or in Close.
type panickingListener struct {
	net.Listener
	address, closing atomic.Bool
}

func (l *panickingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return panickingConn{c, l}, err
}

type panickingConn struct {
	net.Conn
	listener *panickingListener
}

func (c panickingConn) RemoteAddr() net.Addr {
	if c.listener.address.CompareAndSwap(true, false) {
		panic("in RemoteAddr")
	}
	return c.Conn.RemoteAddr()
}

func (c panickingConn) Close() error {
	if c.listener.closing.CompareAndSwap(true, false) {
		panic("in Close")
	}
	return c.Conn.Close()
}

// wrap returns a function that changes a Config, so that the server uses the panickingListener.
func (l *panickingListener) wrap() func(*Config) {
	return func(cfg *Config) { l.Listener, cfg.Listener = cfg.Listener, l }
}

func TestPanicInAcceptClosesOneConnection(t *testing.T) {
	var listener panickingListener
	listener.address.Store(true)
	d := startServer(t, Limits{}, listener.wrap())
	first, err := sshtest.Connect("", d.address)
	must(t, err)
	defer func() { _ = first.Close() }()
	if printed := readUntilClosed(t, first); printed != "" {
		t.Errorf("received %q", printed)
	}
	d.logged.await(t, "panic", "in RemoteAddr")
	whoami(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()))
}

func TestPanicInATimerClosesOneConnection(t *testing.T) {
	key := sshtest.NewKey(t)
	fingerprint := player.Fingerprint(gossh.FingerprintSHA256(key.PublicKey()))
	for name, c := range map[string]struct {
		limits Limits
		before func(t *testing.T, d *testServer, client *gossh.Client)
	}{
		"idle": {limits: Limits{IdleTimeout: time.Second / 10}},
		"start": {Limits{StartTimeout: time.Second / 10}, func(t *testing.T, _ *testServer, client *gossh.Client) {
			newRaw(t, client)
		}},
		"stall": {Limits{WriteTimeout: time.Second}, func(t *testing.T, _ *testServer, client *gossh.Client) {
			stream := newRaw(t, client)
			stream.pty(t, "xterm", 80, 24)
			stream.ask(t, "shell", nil)
			stream.keys(t, "r") // this key makes the screen write more than fits into the window of the channel
		}},
		"key removed": {Limits{DisconnectTimeout: time.Second / 10}, func(_ *testing.T, d *testServer, _ *gossh.Client) {
			d.EndKey(fingerprint)
		}},
		"account deleted": {Limits{DisconnectTimeout: time.Second / 10}, func(t *testing.T, d *testServer, client *gossh.Client) {
			sshtest.Open(t, client, "somebody", 80, 24, "").See(t, "size")
			d.EndAccount(player.ID(fingerprint))
		}},
		"admission revoked": {Limits{DisconnectTimeout: time.Second / 10}, func(t *testing.T, d *testServer, client *gossh.Client) {
			sshtest.Open(t, client, "somebody", 80, 24, "").See(t, "size")
			_, err := d.services.Club.Bans.Add(t.Context(), "", club.Ban{Key: fingerprint, Reason: "test"})
			must(t, err)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var listener panickingListener
			d := startServer(t, c.limits, listener.wrap())
			listener.closing.Store(true)
			client := sshtest.Dial(t, d.address, sshtest.KeyAuth(key))
			if c.before != nil {
				c.before(t, d, client)
			}
			_ = client.Wait()
			d.logged.await(t, "in", name)
			if text := d.logged.text(); !strings.Contains(text, "in Close") {
				t.Errorf("the panic is not logged:\n%s", text)
			}
			again, err := sshtest.Connect("", d.address)
			must(t, err)
			defer func() { _ = again.Close() }()
			readVersion(t, again)
		})
	}
}

// TestPanicInRecheckDoesNotReachTheCaller checks that a panic during the check of the open
// sessions does not end the goroutine that makes this check. After a ban, that is the
// goroutine that added the ban.
func TestPanicInRecheckDoesNotReachTheCaller(t *testing.T) {
	var listener panickingListener
	d := startServer(t, Limits{}, listener.wrap())
	screen := sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()), "guest", 80, 24, "")
	screen.See(t, "size 80x24.")
	listener.address.Store(true)
	_, err := d.services.Club.Bans.Add(t.Context(), "", club.Ban{Key: "SHA256:somebody", Reason: "test"})
	must(t, err)
	d.logged.await(t, "in", "recheck")
	must(t, screen.Type("k"))
	screen.See(t, `key "k".`)
}

// TestPanicsCountAgainstTheAddress checks that each panic that a client causes, on a screen, is
// counted as a violation, so that an address that causes several is refused.
func TestPanicsCountAgainstTheAddress(t *testing.T) {
	d := startServer(t, Limits{})
	refused := ""
	for n := range 10 {
		client, err := sshtest.TryDialFrom("127.7.7.7", d.address, sshtest.GuestAuth())
		if err != nil {
			refused = err.Error()
			if n < 3 {
				t.Errorf("refused after %d panics: %s", n, refused)
			}
			break
		}
		screen := sshtest.Open(t, client, "guest", 80, 24, "")
		screen.See(t, "size 80x24.")
		must(t, screen.Type("u"))
		screen.Ended(t)
		if got := d.Counts().Violations["panic"]; got != uint64(n+1) {
			t.Errorf("%d panics count as %d violations", n+1, got)
		}
	}
	if refused == "" {
		t.Error("never refused")
	}
	sshtest.DialFrom(t, "127.7.7.8", d.address, sshtest.GuestAuth())
}
