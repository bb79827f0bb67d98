package server

import (
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/player"
	"quadrille/internal/sshtest"
)

// commandAttacks holds attacks by commands, and by sessions whose screens panic.
var commandAttacks = []attack{
	{
		name: "malformed commands",
		do: func(t *testing.T, a *attacker) {
			client := a.dial(t)
			for _, line := range []string{
				"'", `"`, " ", "   ", "''", "\t", "\x1b[31m", "\xff", "help\nhelp", "\u202e", "\u009b31m",
				"__complete ''", "completion bash", strings.Repeat("x", 32<<10), strings.Repeat("x ", 16<<10), "-- --", "--help=\x00",
			} {
				out, errs, status := sshtest.Run(t, client, line)
				if status == 0 || out != "" || strings.Count(errs, "\n") != 1 {
					t.Errorf("%.40q: status %d, out %q, err %q", line, status, out, errs)
				}
			}
			// The server starts no screen for a malformed command, even if the client has a terminal.
			screen := sshtest.Open(t, client, "guest", 80, 24, "'")
			if status := screen.Ended(t); status != 1 || strings.Contains(screen.Text(), "size") {
				t.Errorf("status %d:\n%s", status, screen.Text())
			}
			stream := newRaw(t, client)
			stream.ask(t, "exec", gossh.Marshal(struct{ S string }{""}))
			stream.awaitEnd(t)
			a.checkVictim(t)
			must(t, client.Close())
		},
	},
	{
		name: "a flood of commands", limits: Limits{AccountCommands: Rate{Burst: 20, Every: time.Minute}, Handshakes: plenty},
		do: func(t *testing.T, a *attacker) {
			key := sshtest.NewKey(t)
			client := sshtest.DialFrom(t, a.from, a.address, sshtest.KeyAuth(key))
			for n := range 10 * a.limits.Load().AccountCommands.Burst {
				_, errs, status := sshtest.Run(t, client, "version")
				if status == 0 {
					continue
				}
				a.checkVictim(t)
				if n < a.limits.Load().AccountCommands.Burst || !strings.Contains(errs, "Too many commands. Wait 60 seconds.") {
					t.Errorf("command %d was refused with %q", n+1, errs)
				}
				// Another account at the same address may still run commands.
				whoami(t, sshtest.DialFrom(t, a.from, a.address, sshtest.KeyAuth(sshtest.NewKey(t))))
				must(t, client.Close())
				return
			}
			t.Error("no command was refused")
		},
	},
	{
		name: "a flood of commands by new guests", limits: Limits{AddressCommands: Rate{Burst: 50, Every: time.Minute}, Handshakes: plenty},
		do: func(t *testing.T, a *attacker) {
			for n := range 60 {
				client := a.dial(t)
				_, errs, status := sshtest.Run(t, client, "version")
				must(t, client.Close())
				if status == 0 {
					continue
				}
				a.checkVictim(t)
				if n != 50 || !strings.Contains(errs, "Too many commands from your address. Wait") {
					t.Errorf("command %d was refused with %q", n+1, errs)
				}
				return
			}
			t.Error("no command was refused")
		},
	},
	{
		name: "guesses of return codes",
		do: func(t *testing.T, a *attacker) {
			client := a.dial(t)
			for n := range 100 {
				code := "nonsense!"
				if n%2 == 0 {
					_, code = player.NewGuest()
				}
				screen := sshtest.Open(t, client, "guesser", 80, 24, "return "+code)
				if n%2 == 0 && n < a.limits.Load().AddressWrongCodes.Burst {
					screen.See(t, "size")
					must(t, screen.Type("q"))
				}
				status := screen.Ended(t)
				if n < a.limits.Load().AddressWrongCodes.Burst {
					continue
				}
				if text := screen.Text(); status != 1 || !strings.Contains(text, "too many wrong codes from your address") {
					t.Errorf("guess %d: status %d\n%s", n+1, status, text)
				}
				break
			}
			a.checkVictim(t)
			must(t, client.Close())
		},
	},
	{
		name: "a flood of sessions of one account", limits: Limits{Handshakes: plenty},
		do: func(t *testing.T, a *attacker) {
			key, held := sshtest.NewKey(t), 0
			var refused *sshtest.Screen
			for refused == nil {
				client := sshtest.DialFrom(t, a.from, a.address, sshtest.KeyAuth(key))
				for range a.limits.Load().ConnectionSessions {
					screen := sshtest.Open(t, client, "hoarder", 80, 24, "")
					text := screen.Await(t, "a screen or a refusal", func(text string) bool {
						return strings.Contains(text, "size") || strings.Contains(text, "too many")
					})
					if strings.Contains(text, "too many") {
						refused = screen
						break
					}
					held++
				}
			}
			a.checkVictim(t)
			if status := refused.Ended(t); status != 1 || held != a.limits.Load().AccountSessions {
				t.Errorf("%d sessions were accepted; then status %d", held, status)
			}
		},
	},
	{
		name: "panics",
		do: func(t *testing.T, a *attacker) {
			client := a.dial(t)
			for key, where := range map[string]string{"u": "in update", "c": "in a command", "s": "in a sequence", "v": "in view"} {
				screen := sshtest.Open(t, client, "breaker", 80, 24, "")
				screen.See(t, "size")
				must(t, screen.Type(key))
				if status := screen.Ended(t); status != 1 || !strings.Contains(screen.Text(), "Internal error") {
					t.Errorf("%s: status %d\n%s", where, status, screen.Text())
				}
				a.logged.await(t, "panic", where)
			}
			a.checkVictim(t)
			must(t, client.Close())
		},
	},
}
