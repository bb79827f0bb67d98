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

// readUntilClosed reads until the server closes the connection, and returns what it read.
func readUntilClosed(t *testing.T, c net.Conn) string {
	t.Helper()
	printed, err := io.ReadAll(c)
	if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
		t.Fatalf("the server keeps the connection open; it sent %q", printed)
	}
	return string(printed)
}

// readVersion reads the server's version string.
func readVersion(t *testing.T, c net.Conn) {
	t.Helper()
	line, err := bufio.NewReaderSize(c, 16).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "SSH-2.0-") {
		t.Fatalf("received %q: %v", line, err)
	}
}

// plenty is a rate that no test reaches. Tests use it for limits that an attack would
// otherwise reach before the limit under test.
var plenty = Rate{Burst: 1 << 20, Every: 1}

// refillHandshakes fills both handshake buckets: the one for known addresses and the one
// for unknown addresses. It also logs in from the address `home`, so that the server
// knows it.
func (a *attacker) refillHandshakes(t *testing.T, home string, key gossh.Signer) {
	t.Helper()
	slow := *a.limits.Load()
	fast := slow
	fast.Handshakes = plenty
	a.Configure(fast, false) // this refills the token bucket for handshakes, because their rate changes
	for range 2 {            // log in twice: the server knows the address only after the first login
		sshtest.Run(t, sshtest.DialFrom(t, home, a.address, sshtest.KeyAuth(key)), "version")
	}
	_ = sshtest.DialFrom(t, "127.98.0.1", a.address, sshtest.GuestAuth()).Close()
	a.Configure(slow, false)
}

// pingAttack is the limit of a test in which an address quickly uses up its bytes.
var pingAttack = Limits{AddressOverhead: Rate{Burst: 32 << 10, Every: time.Second / (4 << 10)}, Handshakes: plenty}

// connectionAttacks are attacks over connections that never authenticate.
var connectionAttacks = []attack{
	{
		name: "paced pings over many connections", limits: pingAttack,
		do: func(t *testing.T, a *attacker) {
			sent, answered := int64(0), int64(0)
			var clients []*sshtest.Modern
			for range 8 {
				client, err := sshtest.OpenModern(a.connect(t), sshtest.ModernOptions{
					Auth: sshtest.GuestAuth(), Kind: "xterm", Width: 80, Height: 24, Output: io.Discard,
				})
				must(t, err)
				clients = append(clients, client)
			}
			for range 200 { // each connection stays far below its own limit
				for _, client := range clients {
					must(t, client.Ping())
				}
			}
			a.checkVictim(t)
			for _, client := range clients {
				sent, answered = sent+client.Pings.Load(), answered+client.Pongs.Load()
			}
			if answered > sent*3/4 {
				t.Errorf("%d of %d pings were answered", answered, sent)
			}
			for _, client := range clients {
				must(t, client.Close())
			}
		},
	},
	{
		name: "silent connections", limits: Limits{LoginTimeout: time.Second, Handshakes: plenty},
		do: func(t *testing.T, a *attacker) {
			var held []net.Conn
			for range a.limits.Load().AddressUnauthenticated {
				c := a.connect(t)
				readVersion(t, c)
				held = append(held, c)
			}
			// The next connection is refused before the server sends its version.
			if printed := readUntilClosed(t, a.connect(t)); !strings.Contains(printed, "Too many logins from your address") {
				t.Errorf("one more connection received %q", printed)
			}
			a.checkVictim(t)
			for _, c := range held {
				readUntilClosed(t, c)
			}
		},
	},
	{
		name: "a version sent byte by byte", limits: Limits{LoginTimeout: time.Second},
		do: func(t *testing.T, a *attacker) {
			c := a.connect(t)
			for range 1_000_000 {
				if _, err := c.Write([]byte("x")); err != nil {
					break
				}
				if a.slowest == 0 {
					a.checkVictim(t)
				}
				time.Sleep(time.Millisecond) // sending slowly is part of the attack
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
			a.checkVictim(t)
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
			a.checkVictim(t)
			if grown := int64(heapInUse()) - int64(heap); grown > 20<<20 {
				t.Errorf("20 connections use %d KiB", grown>>10)
			}
			for _, c := range held {
				readUntilClosed(t, c)
			}
		},
	},
	{
		name: "a packet longer than allowed", limits: Limits{LoginTimeout: time.Minute},
		do: func(t *testing.T, a *attacker) {
			c := a.connect(t)
			_, err := c.Write([]byte("SSH-2.0-x\r\n\xff\xff\xff\xff\x04"))
			must(t, err)
			readUntilClosed(t, c)
			a.checkVictim(t)
		},
	},
	{
		name: "noise", limits: Limits{LoginTimeout: time.Minute},
		do: func(t *testing.T, a *attacker) {
			c := a.connect(t)
			_, _ = c.Write([]byte(strings.Repeat("\x00\xff\n", 100_000)))
			readUntilClosed(t, c)
			a.checkVictim(t)
		},
	},
	{
		name: "a flood of connections", limits: Limits{Handshakes: plenty},
		do: func(t *testing.T, a *attacker) {
			for range 10 * a.limits.Load().AddressNewConnections.Burst {
				c, err := sshtest.Connect(a.from, a.address)
				must(t, err)
				line, _ := bufio.NewReader(c).ReadString('\n')
				_ = c.Close()
				if !strings.HasPrefix(line, "SSH-") {
					a.checkVictim(t)
					if !strings.Contains(line, "Try again in ") {
						t.Errorf("refused with %q", line)
					}
					return
				}
			}
			t.Error("no connection was refused")
		},
	},
}

// loginAttacks holds attacks by clients that log in too often or fail to log in, that
// exchange keys too often, or that start no session.
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
			a.checkVictim(t)
			if n > 2*a.limits.Load().AddressNewConnections.Burst {
				t.Errorf("%d logins were admitted", n)
			}
			if printed := readUntilClosed(t, a.connect(t)); !strings.Contains(printed, "Too many new connections from your address") {
				t.Errorf("refused with %q", printed)
			}
		},
	},
	{
		name: "logins from many addresses", limits: Limits{Handshakes: Rate{Burst: 30, Every: time.Minute}},
		do: func(t *testing.T, a *attacker) {
			// After a login with this key, the server knows the address `home`.
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
			a.checkVictim(t)
			if n > 30 {
				t.Errorf("%d logins were admitted", n)
			}
			sshtest.DialFrom(t, home, a.address, sshtest.KeyAuth(key))
		},
	},
	{
		name: "failed logins", limits: Limits{Handshakes: plenty, AddressNewConnections: plenty},
		do: func(t *testing.T, a *attacker) {
			impostor := foreignKey{sshtest.NewKey(t).PublicKey(), sshtest.NewKey(t).Sign}
			for range 30 {
				if _, err := sshtest.TryDialFrom(a.from, a.address, sshtest.KeyAuth(impostor)); err == nil {
					t.Fatal("logged in with a key of another client")
				}
			}
			a.checkVictim(t)
			if printed := readUntilClosed(t, a.connect(t)); !strings.Contains(
				printed,
				"exceeded the limits of this server. Try again in ",
			) {
				t.Errorf("refused with %q", printed)
			}
		},
	},
	{
		// RequestsPerSecond is raised, so that the client reaches the limit on key exchanges
		// before the limit on requests.
		name: "too many key exchanges", reason: "too many key exchanges", limits: Limits{RequestsPerSecond: 1 << 30},
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
			a.checkVictim(t)
			_ = client.Wait()
		},
	},
	{
		name: "a connection without a session", limits: Limits{IdleTimeout: 500 * time.Millisecond},
		do: func(t *testing.T, a *attacker) {
			client := a.dial(t)
			a.checkVictim(t)
			_ = client.Wait()
		},
	},
}
