package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"quadrille/internal/sshtest"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestFrontEndsTellPlayers lets each event that concerns a player happen to Gold, who has the table
// open on a screen, in plain mode and through the JSON API. Each of the three tells them.
func TestFrontEndsTellPlayers(t *testing.T) {
	t.Parallel()
	quickMate := actionsIn(readFile(t, "testdata/method2.txt")) // Gold is checkmated by the seventh move, and out after the ninth
	for _, event := range []struct {
		name   string
		terms  string
		happen func(*concerned)
		kind   table.NotableKind // the kind of the notice
		screen []string          // texts on the screen
		text   string            // what plain mode prints
		notice string            // the notice of the JSON API
	}{
		{
			name: "mated", happen: func(c *concerned) { c.openFrontEnds(); c.play(quickMate[:7]...) },
			kind: table.SeatMated, screen: []string{"Checkmate", "You are in checkmate by"},
			text: "You are in checkmate", notice: "You are in checkmate by",
		},
		{
			name: "out", happen: func(c *concerned) { c.openFrontEnds(); c.play(quickMate[:9]...) },
			kind: table.SeatOut, screen: []string{"You are out", "Checkmated by"},
			text: "You are out", notice: "Checkmated by",
		},
		{
			name: "flagged", terms: "clock=1+0", happen: (*concerned).loseOnTime,
			kind: table.SeatOut, screen: []string{"You are out", "Your time ran out in round"},
			text: "Your time ran out", notice: "Your time ran out in round",
		},
		{
			name: "aborted", happen: func(c *concerned) { c.openFrontEnds(); c.run(0, "at 1 abort") },
			kind: table.GameAborted, screen: []string{"Aborted", " aborted the game"},
			text: "The game is over: Aborted by", notice: " aborted the game",
		},
		{
			name: "replaced", happen: (*concerned).beReplaced,
			kind: table.SeatReplaced, screen: []string{"You were replaced", "You were replaced by Sue"},
			text: "You were replaced by Sue", notice: "You were replaced by Sue",
		},
		{
			name: "adjudicated", happen: func(c *concerned) {
				olga := newOwner(c.T, c.server)
				c.play("m7-k7", "j1-k3", "b8-d8", "h13-h11") // an earlier game could be aborted
				c.openFrontEnds()
				olga.mustRun(c, c.server.address, "admin adjudicate 1 white --reason 'the club closes'")
			},
			kind: table.GameAdjudicated, screen: []string{"You lost", "the club closes"},
			text: "the club closes", notice: "A moderator ended the game: the club closes",
		},
		{
			name: "won", happen: func(c *concerned) { c.openFrontEnds(); c.play("resign", "resign", "resign") },
			kind: table.GameWon, screen: []string{"You won", "1st of 4"},
			text: "Gold wins", notice: "You won",
		},
		{
			name: "second", happen: func(c *concerned) { c.openFrontEnds(); c.play("m7-k7", "resign", "resign", "resign") },
			kind: table.GameWon, screen: []string{"You came 2nd"},
			text: "White wins", notice: "You came 2nd",
		},
		{
			name: "drawn", happen: func(c *concerned) {
				c.openFrontEnds()
				for seat := range c.seats {
					c.run(seat, "at 1 draw")
				}
			},
			kind: table.GameDrawn, screen: []string{"Draw by agreement"},
			text: "Draw by agreement", notice: "Draw by agreement",
		},
	} {
		t.Run(event.name, func(t *testing.T) {
			t.Parallel()
			s := serveFor(t)
			c := &concerned{T: t, server: s, commandGame: gatherCommandGame(t, s.address, "chess4 "+event.terms)}
			event.happen(c)
			for _, text := range event.screen {
				c.screen.See(t, text)
			}
			c.plain.Expect(t, event.text)
			c.hears(event.kind, event.notice)
		})
	}
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

// hears waits until the JSON API tells the player a notice.
func (c *concerned) hears(kind table.NotableKind, text string) {
	c.Helper()
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

// run runs a command of a seat's player.
func (c *concerned) run(seat int, command string) {
	c.Helper()
	c.seats[seat].mustRun(c, c.server.address, command)
}

// play plays actions, each by the player whose turn it is.
func (c *concerned) play(actions ...string) {
	c.Helper()
	for _, plain := range actions {
		seat := c.game.Variant.Actor(&c.game.Position)
		c.run(int(seat), fmt.Sprintf("move 1 %s", plain))
		a, err := rules.ParsePlain(c.game.Variant.Facts(), seat, plain)
		if err == nil {
			_, err = c.game.Play(a)
		}
		if err != nil {
			c.Fatalf("%s: %v", plain, err)
		}
	}
}

// loseOnTime has Gold think about the first move for almost all of their time, and then lose on time.
func (c *concerned) loseOnTime() {
	c.Helper()
	c.play("m7-k7", "j1-k3", "b8-d8")
	for _, p := range c.seats {
		p.disconnect()
	}
	gold := rules.Seat(3)
	c.server.appendEvents(func([]table.Event) []table.Event {
		return []table.Event{{Kind: table.Acted, At: time.Now().UTC(), Seat: &gold, Action: "h13-h11", Spent: 59 * time.Second}}
	})
	a, err := rules.ParsePlain(c.game.Variant.Facts(), gold, "h13-h11")
	if err == nil {
		_, err = c.game.Play(a)
	}
	must(c, err)
	c.openFrontEnds()
	c.play("n6-k9", "e1-d3", "a5-c6")
}

// beReplaced has another player take Gold's seat while Gold is away. Then Gold returns.
func (c *concerned) beReplaced() {
	c.Helper()
	for _, p := range c.seats {
		p.disconnect()
	}
	c.server.appendEvents(awayFor(3, 12*time.Minute))
	c.server.appendEvents(openedSeat(3))
	sue := newAPIClient(c, c.server, sshtest.NewKey(c), "Sue")
	sue.must(sue.request("sit", fields{"table": 1, "seat": "gold"}))
	c.openFrontEnds()
}
