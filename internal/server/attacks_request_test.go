package server

import (
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// requestAttacks send unsupported requests, malformed requests, or too many requests.
var requestAttacks = []attack{
	{
		name: "a terminal without a session, closed",
		do: func(t *testing.T, a *attacker) {
			stream := a.channel(t)
			stream.pty(t, "xterm", 80, 24)
			stream.window(t, 81, 24)
			stream.window(t, 82, 24)
			a.checkVictim(t)
			must(t, stream.channel.Close())
		},
	},
	{
		name: "a terminal without a session, kept open", limits: Limits{StartTimeout: 500 * time.Millisecond},
		reason: "no session request in time",
		do: func(t *testing.T, a *attacker) {
			stream := a.channel(t)
			stream.pty(t, "xterm", 80, 24)
			a.checkVictim(t)
			stream.awaitEnd(t)
		},
	},
	{
		name: "channels closed, connection kept open",
		do: func(t *testing.T, a *attacker) {
			client := a.dial(t)
			for range 5 {
				screen := sshtest.Open(t, client, "guest", 80, 24, "")
				screen.See(t, "size 80x24.")
				must(t, screen.Type(strings.Repeat("abcdefghijklmnop", 10))) // more input than the screen reads in one call
				screen.Close()
				a.checkVictim(t)
			}
		},
	},
	{
		name: "a thousand channels",
		do: func(t *testing.T, a *attacker) {
			client := a.dial(t)
			opened := 0
			for range 1000 {
				if _, _, err := client.OpenChannel("session", nil); err == nil {
					opened++
				}
			}
			a.checkVictim(t)
			if opened != a.limits.Load().ConnectionSessions {
				t.Errorf("%d channels were opened", opened)
			}
			_ = client.Close()
		},
	},
	{
		name: "a flood of environment variables", reason: "too many requests in one session",
		do: func(t *testing.T, a *attacker) {
			stream := a.channel(t)
			for range 1000 {
				if _, err := stream.channel.SendRequest("env", false, variable("LC_"+strings.Repeat("X", 1000), "x")); err != nil {
					break
				}
			}
			a.checkVictim(t)
			stream.awaitEnd(t)
		},
	},
	{
		name: "a flood of keepalives", reason: "too many requests",
		do: func(t *testing.T, a *attacker) {
			client := a.dial(t)
			for range 10_000 {
				if _, _, err := client.SendRequest("keepalive@openssh.com", false, nil); err != nil {
					break
				}
			}
			a.checkVictim(t)
			_ = client.Wait()
		},
	},
	{
		name: "a terminal of 65535 x 65535",
		do: func(t *testing.T, a *attacker) {
			stream := a.channel(t)
			stream.pty(t, "xterm", 65535, 65535)
			stream.ask(t, "shell", nil)
			stream.see(t, "size 500x200.")
			stream.window(t, 1<<31, 1<<31)
			a.checkVictim(t)
			must(t, stream.channel.Close())
		},
	},
	{
		name: "sizes without a terminal",
		do: func(t *testing.T, a *attacker) {
			stream := a.channel(t)
			for range 20 {
				stream.window(t, 100, 30)
				stream.try(t, "window-change", []byte("short"))
			}
			a.checkVictim(t)
			stream.pty(t, "xterm", 80, 24)
			stream.ask(t, "shell", nil)
			stream.see(t, "size 80x24.")
			must(t, stream.channel.Close())
		},
	},
	{
		name: "malformed requests",
		do: func(t *testing.T, a *attacker) {
			stream := a.channel(t)
			for _, kind := range []string{"pty-req", "env", "exec", "window-change", "signal", ""} {
				for _, payload := range [][]byte{nil, {0}, {0xff, 0xff, 0xff, 0xff}, []byte(strings.Repeat("\xff", 1000))} {
					if stream.try(t, kind, payload) {
						t.Errorf("%q with %.4x was accepted", kind, payload)
					}
				}
			}
			a.checkVictim(t)
			must(t, stream.channel.Close())
		},
	},
	{
		name: "malformed TERM and user name",
		do: func(t *testing.T, a *attacker) {
			client, err := sshtest.TryDialAs("\xff\xfe\x1b[2J\u202e\u009b'\"\\\n", a.from, a.address, sshtest.GuestAuth())
			must(t, err)
			defer func() { _ = client.Close() }()
			for _, term := range []string{"\xff", "xterm\x1b[2J", "\u009bx", strings.Repeat("x", 65), "x\x00"} {
				stream := newRaw(t, client)
				if stream.try(t, "pty-req", ptyPayload(term, 80, 24)) {
					t.Errorf("TERM %q was accepted", term)
				}
				must(t, stream.channel.Close())
				stream.awaitEnd(t)
			}
			a.checkVictim(t)
		},
	},
	{
		name: "unsupported requests and channels",
		do: func(t *testing.T, a *attacker) {
			client := a.dial(t)
			stream := newRaw(t, client)
			for _, kind := range []string{"auth-agent-req@openssh.com", "x11-req", "subsystem", "signal", "break", "whatever"} {
				if stream.try(t, kind, gossh.Marshal(struct{ S string }{"sftp"})) {
					t.Errorf("%s was accepted", kind)
				}
			}
			for _, kind := range []string{
				"direct-tcpip", "direct-streamlocal@openssh.com", "x11", "auth-agent@openssh.com",
				"tun@openssh.com", "",
			} {
				if _, _, err := client.OpenChannel(kind, nil); err == nil {
					t.Errorf("channel %q was opened", kind)
				}
			}
			for _, kind := range []string{
				"tcpip-forward", "cancel-tcpip-forward", "streamlocal-forward@openssh.com",
				"no-more-sessions@openssh.com",
			} {
				if ok, _, err := client.SendRequest(kind, true, nil); ok || err != nil {
					t.Errorf("%s: %v, %v", kind, ok, err)
				}
			}
			a.checkVictim(t)
			must(t, client.Close())
		},
	},
}
