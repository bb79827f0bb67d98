package e2e

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
	"quadrille/rules"
)

// plainGame is a game of four players in plain mode. One player has a dumb terminal, one has
// an ordinary terminal, and two have no terminal.
type plainGame struct {
	*testing.T
	server *testServer
	game   *rules.Game
	facts  *rules.Facts
	ends   [rules.SeatCount]string // the line ending that each client sends
	seats  [rules.SeatCount]*sshtest.Stream
	keys   [rules.SeatCount]func(command string) (out, errs string, status int)
}

// gatherInPlainMode opens a table in plain mode and seats four players.
func gatherInPlainMode(t *testing.T, order, variant string, options map[string]string) *plainGame {
	t.Helper()
	c := &plainGame{T: t, server: serveFor(t), game: newGame(t, variant, options)}
	c.facts = c.game.Variant.Facts()
	for seat, name := range four {
		terminal := [...]string{"dumb", "", "xterm-256color", ""}[seat]
		command := [...]string{"", "", "plain", "plain"}[seat]
		c.ends[seat] = "\n"
		if terminal != "" {
			c.ends[seat] = "\r"
		}
		client := sshtest.Dial(t, c.server.address, sshtest.KeyAuth(sshtest.NewKey(t)))
		p := sshtest.OpenStream(t, client, name, terminal, command)
		c.seats[seat] = p
		c.keys[seat] = func(command string) (string, string, int) { return sshtest.Run(t, client, command) }
		p.Expect(t, "Which name do you want?")
		c.typeLine(seat, name)
		p.Expect(t, "You are in the lobby")
		if seat == 0 {
			c.typeLine(seat, "new "+order)
			p.Expect(t, "Table 1 is open.")
			c.typeLine(seat, "sit "+c.facts.Seats[0])
		} else {
			c.typeLine(seat, "sit 1 "+c.facts.Seats[seat])
		}
		p.Expect(t, "You sit down as ")
		c.typeLine(seat, "ready")
		if seat < 3 {
			p.Expect(t, "You are ready as ")
		}
	}
	for _, p := range c.seats {
		p.Expect(t, "The game starts.")
	}
	return c
}

func (c *plainGame) typeLine(seat int, line string) {
	c.Helper()
	c.seats[seat].Type(c.T, line+c.ends[seat])
}

// playRecord plays a recorded game, alternately in plain notation and in piece notation.
func (c *plainGame) playRecord(path string) {
	c.Helper()
	actions := actionsIn(readFile(c.T, path))
	for n, plain := range actions {
		seat := c.game.Variant.Actor(&c.game.Position)
		action, err := rules.ParsePlain(c.facts, seat, plain)
		must(c, err)
		c.seats[seat].Expect(c.T, "Your move")
		c.playAction(n, int(seat), action, plain)
		if _, err := c.game.Play(action); err != nil {
			c.Fatalf("%d. %s: %v", n+1, plain, err)
		}
	}
	if !c.game.Position.Over() {
		c.seats[c.game.Variant.Actor(&c.game.Position)].Expect(c.T, "Your move")
	} else {
		for _, p := range c.seats {
			p.Expect(c.T, "The game is over")
			p.Expect(c.T, "Scores: ")
		}
	}
	out, errs, status := c.keys[0]("record 1")
	if status != 0 || errs != "" || !slices.Equal(actionsIn(out), actions) {
		c.Errorf("recorded %q, played %q", actionsIn(out), actions)
	}
}

func (c *plainGame) playAction(n, seat int, action rules.Action, plain string) {
	c.Helper()
	typed := plain
	switch {
	case action.Type == rules.Resign:
		c.typeLine(seat, "resign")
		c.seats[seat].Expect(c.T, "Type yes or no.")
		typed = "yes"
	case action.Type == rules.Move && n%3 == 1:
		typed = c.game.Variant.(rules.Notation).Write(&c.game.Position, action)
		typed, _, _ = strings.Cut(typed, "#")
	case action.Type == rules.Move && n%3 == 2 && action.Promote == rules.NoKind:
		typed = c.facts.Geometry.Name(action.From) + " to " + c.facts.Geometry.Name(action.To)
	}
	c.typeLine(seat, typed)
}

// endSessions ends the sessions in different ways and checks all output.
func (c *plainGame) endSessions() {
	c.Helper()
	for seat, p := range c.seats {
		switch seat {
		case 0:
			c.typeLine(seat, "quit")
		case 2:
			p.Type(c.T, "\x04")
		default:
			p.CloseInput()
		}
		p.Ended(c.T)
		checkText(c.T, p.Output(), c.ends[seat] == "\r")
	}
}

// checkText checks that the output consists of printable text and line ends.
func checkText(t *testing.T, printed string, terminal bool) {
	t.Helper()
	if terminal {
		if strings.Count(printed, "\n") != strings.Count(printed, "\r\n") {
			t.Error("a line does not end with \\r\\n")
		}
		printed = strings.ReplaceAll(printed, "\r\n", "\n")
	}
	if !utf8.ValidString(printed) {
		t.Error("the output is not text")
	}
	if i := strings.IndexFunc(printed, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 {
		t.Errorf("sent %q", printed[max(0, i-20):min(len(printed), i+20)])
	}
}

func TestWholeGameInPlainMode(t *testing.T) {
	t.Parallel()
	c := gatherInPlainMode(t, "chess4 clock=none", "chess4", nil)
	c.playRecord("../../rules/chess4/testdata/chess4-firstgame.txt")
	c.endSessions()
	for _, p := range c.seats {
		for _, sentence := range []string{"castles, king to", "checkmate to Gold", "Silver wins by resignation", "Scores: White 0, " +
			"Silver 3, Black 2, Gold 1."} {
			if !strings.Contains(p.Output(), sentence) &&
				!strings.Contains(p.Output(), strings.Replace(sentence, "castles", "castle", 1)) {
				t.Errorf("somebody did not receive %q", sentence)
			}
		}
	}
}

// TestPlainSettingsAreKept changes settings in plain mode. They still apply in later
// sessions with the same key.
func TestPlainSettingsAreKept(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	key := sshtest.KeyAuth(sshtest.NewKey(t))
	p := sshtest.OpenStream(t, sshtest.Dial(t, s.address, key), "Inky", "dumb", "")
	p.Expect(t, "Which name do you want?")
	p.Type(t, "Inky\rspell on\rnew forchess clock=none\r")
	p.Expect(t, "Table 1 is open.")
	p.Type(t, "quit\r")
	p.Ended(t)
	s.kill()
	s.start()
	p = sshtest.OpenStream(t, sshtest.Dial(t, s.address, key), "Inky", "", "plain")
	p.Type(t, "table 1\nsquare a1\n")
	p.Expect(t, "Alfa 1: southwest king.")
	p.CloseInput()
	p.Ended(t)
}

// playAlone opens table 1 and starts a game in plain mode, in which one player has all seats.
func playAlone(t *testing.T, client *ssh.Client, name string) *sshtest.Stream {
	t.Helper()
	mustRunOn(t, client, "new chess4 seats-per-person=4 clock=none")
	p := sshtest.OpenStream(t, client, name, "dumb", "plain")
	p.Expect(t, "You are in the lobby")
	for _, line := range []string{"sit 1 white", "sit silver", "sit black", "sit gold", "ready"} {
		p.Type(t, line+"\r")
	}
	p.Expect(t, "Your move, White.")
	return p
}
