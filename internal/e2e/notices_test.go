package e2e

import (
	"strings"
	"testing"

	"quadrille/internal/sshtest"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestFrontEndsTellPlayers lets Gold be checkmated and eliminated. Gold has the table open on a screen,
// in plain mode and through the JSON API, and each of the three tells them.
func TestFrontEndsTellPlayers(t *testing.T) {
	t.Parallel()
	quickMate := actionsIn(readFile(t, "../../rules/chess4/testdata/method2-game.txt"))
	s := serveFor(t)
	c := &concerned{T: t, server: s, commandGame: gatherCommandGame(t, s.address, "chess4")}
	c.openFrontEnds()
	c.play(quickMate[:7]...)
	c.tells(table.SeatMated, "Checkmate", "You are in checkmate")
	c.play(quickMate[7:9]...)
	c.tells(table.SeatOut, "You are out", "Checkmated by")
}

// concerned is a game with a player on the last seat, Gold, who has the table open in three front ends.
type concerned struct {
	*testing.T
	*commandGame
	server *testServer
	screen *sshtest.Screen
	plain  *sshtest.Stream
	api    *apiClient
}

// openFrontEnds opens the table in the three front ends.
func (c *concerned) openFrontEnds() {
	c.Helper()
	gold := c.seats[3]
	client, err := gold.connect(c.server.address)
	must(c, err)
	c.screen = sshtest.Open(c, client, "screen", 120, 40, "watch 1")
	c.screen.See(c, "Table 1   Chess4")
	c.plain = sshtest.OpenStream(c, client, "plain", "dumb", "watch 1")
	c.plain.Expect(c, "The game is running")
	c.api = newAPIClient(c, c.server, gold.key, gold.name)
	c.api.must(c.api.request("watch", fields{"table": 1}))
}

// tells waits until each front end tells the player a notice of the given kind and text. The screen
// shows it below a heading.
func (c *concerned) tells(kind table.NotableKind, heading, text string) {
	c.Helper()
	c.screen.See(c, heading)
	c.screen.See(c, text)
	c.plain.Expect(c, text)
	list := c.api.must(c.api.request("state", fields{"table": 1})).list("notices")
	for {
		for _, one := range list {
			n := fields(one.(map[string]any))
			if n.text("kind") == kind.String() && strings.Contains(n.text("text"), text) {
				return
			}
		}
		list = c.api.event().list("notices")
	}
}

// play plays actions, each by the player whose turn it is.
func (c *concerned) play(actions ...string) {
	c.Helper()
	for _, plain := range actions {
		seat := c.game.Variant.Actor(&c.game.Position)
		c.seats[seat].mustRun(c, c.server.address, "move 1 "+plain)
		a, err := rules.ParsePlain(c.game.Variant.Facts(), seat, plain)
		if err == nil {
			_, err = c.game.Play(a)
		}
		if err != nil {
			c.Fatalf("%s: %v", plain, err)
		}
	}
}
