package server

import (
	"fmt"
	"strings"
	"testing"

	"quadrille/internal/server/limit"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/player"
	"quadrille/internal/sshtest"
)

// TestSlowFloodDoesNotLockOutKnownAddresses checks that the server still accepts a
// connection from a known address while unknown addresses open as many connections as they
// can.
func TestSlowFloodDoesNotLockOutKnownAddresses(t *testing.T) {
	for _, c := range []struct {
		name   string
		limits Limits
		open   func(t *testing.T, d *testServer, from string)
		reason limit.Reason
	}{
		{"unauthenticated", Limits{Unauthenticated: 4}, func(t *testing.T, d *testServer, from string) {
			silent, err := sshtest.Connect(from, d.address)
			must(t, err)
			t.Cleanup(func() { _ = silent.Close() })
			readVersion(t, silent)
		}, limit.ServerBusy},
		{"authenticated", Limits{Connections: 5}, func(t *testing.T, d *testServer, from string) {
			sshtest.DialFrom(t, from, d.address, sshtest.GuestAuth())
		}, limit.ServerFull},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := startServer(t, c.limits)
			key := sshtest.NewKey(t)
			_, err := d.directory.Claim(t.Context(), player.ID(gossh.FingerprintSHA256(key.PublicKey())), "Inky")
			must(t, err)
			sshtest.Run(t, sshtest.DialFrom(t, "127.1.1.1", d.address, sshtest.KeyAuth(key)), "version")
			for n := range 3 {
				c.open(t, d, fmt.Sprintf("127.99.0.%d", n+1))
			}
			unknown, err := sshtest.Connect("127.99.1.1", d.address)
			must(t, err)
			defer func() { _ = unknown.Close() }()
			if printed := readUntilClosed(t, unknown); !strings.Contains(printed, limit.Refusal{Reason: c.reason}.String()) {
				t.Errorf("an unknown address received %q", printed)
			}
			if who, _, _ := sshtest.Run(t, sshtest.DialFrom(t, "127.1.1.1", d.address, sshtest.KeyAuth(key)), "whoami"); !strings.Contains(
				who,
				"Inky",
			) {
				t.Errorf("whoami from the known address: %q", who)
			}
		})
	}
}
