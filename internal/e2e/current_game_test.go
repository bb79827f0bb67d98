package e2e

import (
	"fmt"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// If a player has a running game with a clock, they see that game as soon as they connect, on
// screens and in plain mode. Esc asks for confirmation before it returns to the lobby. A running
// correspondence game does not open, but the lobby lists it first.
func TestConnectingOpensTheRunningGame(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	inky, blinky, sue := named(t, s.address, "Inky"), named(t, s.address, "Blinky"), named(t, s.address, "Sue")
	sue.mustRun(t, s.address, "new chess4")
	inky.mustRun(t, s.address, "new chess4 armies=white,black clock=3d")
	inky.sit(t, s.address, 2, "white")
	blinky.sit(t, s.address, 2, "black")
	connect := func(command string) *sshtest.Screen {
		inky.disconnect()
		client, err := inky.connect(s.address)
		s.must(err)
		return sshtest.Open(t, client, "Inky", 80, 24, command)
	}
	connect("").See(t, "Your move: table 2")
	inky.mustRun(t, s.address, "new chess4 armies=white,black clock=5+10")
	inky.sit(t, s.address, 3, "white")
	blinky.sit(t, s.address, 3, "black")
	screen := connect("")
	screen.See(t, "Your game at table 3 continues. Press esc for the lobby.")
	s.must(screen.Type("\x1b"))
	screen.See(t, "Back to the lobby?")
	s.must(screen.Type("l"))
	screen.See(t, " online")
	connect("plain").See(t, "Table 3: Chess4")
	first, rest, _ := strings.Cut(inky.mustRun(t, s.address, "tables"), "\n")
	if !strings.HasPrefix(first, "2  playing") || !strings.HasSuffix(first, " yours") || !strings.HasPrefix(rest, "3  playing") {
		t.Errorf("the list begins with %q, then %q", first, rest)
	}
	program := newAPIClient(t, s, inky.key, "")
	list := program.must(program.request("tables", nil)).list("tables")
	for i, want := range []string{"2 true", "3 true", "1 <nil>"} {
		one := list[i].(map[string]any)
		if got := fmt.Sprint(one["table"], " ", one["yours"]); got != want {
			t.Errorf("table %d of the API's list: %s, want %s", i, got, want)
		}
	}
}
