package server

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/player"
	"quadrille/internal/sshtest"
)

// readUntilClosed waits until the server has closed a connection, and returns what it
// said.
func readUntilClosed(t *testing.T, c net.Conn) string {
	t.Helper()
	said, err := io.ReadAll(c)
	if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
		t.Fatalf("the server holds the connection; it said %q", said)
	}
	return string(said)
}

// readVersion reads the server's version.
func readVersion(t *testing.T, c net.Conn) {
	t.Helper()
	line, err := bufio.NewReaderSize(c, 16).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "SSH-2.0-") {
		t.Fatalf("greeted with %q: %v", line, err)
	}
}

// plenty is for what another limit is to stop, or for attacks one after another
// that stand for attacks on many days.
var plenty = Rate{Burst: 1 << 20, Every: 1}

// refillHandshakes makes the address of somebody with a name familiar, and the
// handshakes of familiar and of unknown addresses as many as at first.
func (a *attacker) refillHandshakes(t *testing.T, home string, key gossh.Signer) {
	t.Helper()
	slow := *a.limits.Load()
	fast := slow
	fast.Handshakes = plenty
	a.Configure(fast, false) // a bucket whose pace changes is full
	for range 2 {            // the first from an unknown address
		sshtest.Run(t, sshtest.DialFrom(t, home, a.address, sshtest.KeyAuth(key)), "version")
	}
	_ = sshtest.DialFrom(t, "127.98.0.1", a.address, sshtest.GuestAuth()).Close()
	a.Configure(slow, false)
}

// connectionAttacks happen before anybody has logged in.
var connectionAttacks = []attack{
	{
		name: "silent connections", limits: Limits{LoginTimeout: time.Second, Handshakes: plenty},
		do: func(t *testing.T, a *attacker) {
			var held []net.Conn
			for range a.limits.Load().AddressUnauthenticated {
				c := a.connect(t)
				readVersion(t, c)
				held = append(held, c)
			}
			// One more is told so before it has said a word.
			if said := readUntilClosed(t, a.connect(t)); !strings.Contains(said, "Too many logins from your address") {
				t.Errorf("one more heard %q", said)
			}
			a.height(t)
			for _, c := range held {
				readUntilClosed(t, c)
			}
		},
	},
	{
		name: "a version that comes byte by byte", limits: Limits{LoginTimeout: time.Second},
		do: func(t *testing.T, a *attacker) {
			c := a.connect(t)
			for range 1_000_000 {
				if _, err := c.Write([]byte("x")); err != nil {
					break
				}
				if a.meanwhile == 0 {
					a.height(t)
				}
				time.Sleep(time.Millisecond) // the pace is the attack
			}
			readUntilClosed(t, c)
		},
	},
	{
		name: "lines before the version", limits: Limits{LoginTimeout: time.Minute},
		do: func(t *testing.T, a *attacker) {
			c := a.connect(t)
			for range 10_000 {
				if _, err := c.Write([]byte(strings.Repeat("x\r\n", 100))); err != nil {
					break
				}
			}
			a.height(t)
			readUntilClosed(t, c)
		},
	},
	{
		name: "packets announced and never sent", limits: Limits{LoginTimeout: time.Second, Handshakes: plenty},
		do: func(t *testing.T, a *attacker) {
			heap := heapInUse()
			var held []net.Conn
			for range 20 {
				c := a.connect(t)
				_, err := c.Write(binary.BigEndian.AppendUint32([]byte("SSH-2.0-x\r\n"), 256<<10-1))
				must(t, err)
				held = append(held, c)
			}
			a.height(t)
			if grown := int64(heapInUse()) - int64(heap); grown > 20<<20 {
				t.Errorf("20 connections hold %d KiB", grown>>10)
			}
			for _, c := range held {
				readUntilClosed(t, c)
			}
		},
	},
	{
		name: "a packet larger than any", limits: Limits{LoginTimeout: time.Minute},
		do: func(t *testing.T, a *attacker) {
			c := a.connect(t)
			_, err := c.Write([]byte("SSH-2.0-x\r\n\xff\xff\xff\xff\x04"))
			must(t, err)
			readUntilClosed(t, c)
			a.height(t)
		},
	},
	{
		name: "noise", limits: Limits{LoginTimeout: time.Minute},
		do: func(t *testing.T, a *attacker) {
			c := a.connect(t)
			_, _ = c.Write([]byte(strings.Repeat("\x00\xff\n", 100_000)))
			readUntilClosed(t, c)
			a.height(t)
		},
	},
	{
		name: "connections without end", limits: Limits{Handshakes: plenty},
		do: func(t *testing.T, a *attacker) {
			for range 10 * a.limits.Load().AddressNewConnections.Burst {
				c, err := sshtest.Connect(a.from, a.address)
				must(t, err)
				line, _ := bufio.NewReader(c).ReadString('\n')
				_ = c.Close()
				if !strings.HasPrefix(line, "SSH-") {
					a.height(t)
					if !strings.Contains(line, "Try again in ") {
						t.Errorf("refused with %q", line)
					}
					return
				}
			}
			t.Error("nobody was refused")
		},
	},
}

// loginAttacks are about the identity of a client.
var loginAttacks = []attack{
	{
		name: "logins from one address", limits: Limits{Handshakes: plenty, AddressNewConnections: Rate{Burst: 80, Every: time.Minute}},
		do: func(t *testing.T, a *attacker) {
			n := 0
			for ; n <= 2*a.limits.Load().AddressNewConnections.Burst; n++ {
				client, err := sshtest.TryDialFrom(a.from, a.address, sshtest.GuestAuth())
				if err != nil {
					break
				}
				_ = client.Close()
			}
			a.height(t)
			if n > 2*a.limits.Load().AddressNewConnections.Burst {
				t.Errorf("%d logins in a row", n)
			}
			if said := readUntilClosed(t, a.connect(t)); !strings.Contains(said, "Too many new connections from your address") {
				t.Errorf("refused with %q", said)
			}
		},
	},
	{
		name: "logins from everywhere", limits: Limits{Handshakes: Rate{Burst: 30, Every: time.Minute}},
		do: func(t *testing.T, a *attacker) {
			// Somebody known was here before.
			key, home := sshtest.NewKey(t), "127.77."+strings.TrimPrefix(a.from, "127.66.")
			_, err := a.directory.Claim(t.Context(), player.ID(gossh.FingerprintSHA256(key.PublicKey())), "Inky")
			must(t, err)
			a.refillHandshakes(t, home, key)
			n := 0
			for ; n < 200; n++ {
				from := net.IPv4(127, 99, 0, byte(n)).String()
				client, err := sshtest.TryDialFrom(from, a.address, sshtest.GuestAuth())
				if err != nil {
					break
				}
				_ = client.Close()
			}
			a.height(t)
			if n > 30 {
				t.Errorf("%d came in", n)
			}
			sshtest.DialFrom(t, home, a.address, sshtest.KeyAuth(key))
		},
	},
	{
		name: "logins in vain", limits: Limits{Handshakes: plenty, AddressNewConnections: plenty},
		do: func(t *testing.T, a *attacker) {
			thief := stranger{sshtest.NewKey(t).PublicKey(), sshtest.NewKey(t).Sign}
			for range 30 { // as often as a club errs in an evening, but at once
				if _, err := sshtest.TryDialFrom(a.from, a.address, sshtest.KeyAuth(thief)); err == nil {
					t.Fatal("came in with another's key")
				}
			}
			a.height(t)
			if said := readUntilClosed(t, a.connect(t)); !strings.Contains(said, "exceeded the limits of this server. Try again in ") {
				t.Errorf("refused with %q", said)
			}
		},
	},
	{
		// With its own limit out of the way: on a busy machine more requests than
		// exchanges come through, and either may be the first to cut.
		name: "keys exchanged all the time", cut: "too many key exchanges", limits: Limits{RequestsPerSecond: 1 << 30},
		do: func(t *testing.T, a *attacker) {
			c := a.connect(t)
			conn, channels, requests, err := gossh.NewClientConn(c, a.address, &gossh.ClientConfig{
				Config: gossh.Config{RekeyThreshold: 256}, User: "anybody", Auth: []gossh.AuthMethod{sshtest.GuestAuth()},
				HostKeyCallback: gossh.InsecureIgnoreHostKey(), //nolint:gosec // it is ours
			})
			must(t, err)
			client := gossh.NewClient(conn, channels, requests)
			for range 10_000 {
				if _, _, err := client.SendRequest("keepalive@openssh.com", true, make([]byte, 300)); err != nil {
					break
				}
			}
			a.height(t)
			_ = client.Wait()
		},
	},
	{
		name: "a connection that asks for nothing", limits: Limits{IdleTimeout: 500 * time.Millisecond},
		do: func(t *testing.T, a *attacker) {
			client := a.dial(t)
			a.height(t)
			_ = client.Wait()
		},
	},
}
