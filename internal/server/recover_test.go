package server

import (
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/sshtest"
	"quadrille/internal/ui"
)

func TestPanicBeforeTheScreen(t *testing.T) {
	d := startServer(t, Limits{})
	d.screens = func(cfg ui.Config) tea.Model {
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

// cursed is a listener whose first connection falls over when it is asked for
// something, once: for its address, or to close.
type cursed struct {
	net.Listener
	address, closing atomic.Bool
}

func (l *cursed) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return cursedConn{c, l}, err
}

type cursedConn struct {
	net.Conn
	by *cursed
}

func (c cursedConn) RemoteAddr() net.Addr {
	if c.by.address.CompareAndSwap(true, false) {
		panic("from nowhere")
	}
	return c.Conn.RemoteAddr()
}

func (c cursedConn) Close() error {
	if c.by.closing.CompareAndSwap(true, false) {
		panic("cannot close")
	}
	return c.Conn.Close()
}

// curse has the server listen at a cursed listener.
func curse(l *cursed) func(*Config) {
	return func(cfg *Config) { l.Listener, cfg.Listener = cfg.Listener, l }
}

func TestAPanicAtTheDoorCostsOneConnection(t *testing.T) {
	var listener cursed
	listener.address.Store(true)
	d := startServer(t, Limits{}, curse(&listener))
	unlucky, err := sshtest.Connect("", d.address)
	must(t, err)
	defer func() { _ = unlucky.Close() }()
	if said := readUntilClosed(t, unlucky); said != "" {
		t.Errorf("it heard %q", said)
	}
	d.logged.await(t, "panic", "from nowhere")
	whoami(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()))
}

// What a timer of a connection does may fall over too: that ends the connection,
// which it was to do anyway.
func TestAPanicOnATimerCostsOneConnection(t *testing.T) {
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
			stream.keys(t, "r") // more than the window of a channel that nobody reads
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
			var listener cursed
			d := startServer(t, c.limits, curse(&listener))
			listener.closing.Store(true)
			client := sshtest.Dial(t, d.address, sshtest.KeyAuth(key))
			if c.before != nil {
				c.before(t, d, client)
			}
			_ = client.Wait()
			d.logged.await(t, "in", name)
			if text := d.logged.text(); !strings.Contains(text, "cannot close") {
				t.Errorf("logged is\n%s", text)
			}
			again, err := sshtest.Connect("", d.address)
			must(t, err)
			defer func() { _ = again.Close() }()
			readVersion(t, again)
		})
	}
}

// Everybody is looked at again when the house changes, on the goroutine of whoever
// changed it: he has nothing to do with what falls over there.
func TestAPanicInALookAtAllIsNotTheChangersOwn(t *testing.T) {
	var listener cursed
	d := startServer(t, Limits{}, curse(&listener))
	screen := sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()), "guest", 80, 24, "")
	screen.See(t, "size 80x24.")
	listener.address.Store(true)
	_, err := d.services.Club.Bans.Add(t.Context(), "", club.Ban{Key: "SHA256:somebody", Reason: "test"})
	must(t, err)
	d.logged.await(t, "in", "recheck")
	must(t, screen.Type("k"))
	screen.See(t, `key "k".`)
}
