package e2e

import (
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/present"
	"quadrille/internal/sshtest"
	"quadrille/rules"
)

// Keys for chat, offers and votes.
const (
	ctrlY, ctrlN, ctrlZ, ctrlO = "\x19", "\x0e", "\x1a", "\x0f"
	ctrlE, ctrlX, ctrlK        = "\x05", "\x18", "\x0b"
	esc                        = "\x1b"
)

// awaitAbsent waits until a text is no longer on the screen.
func (p *person) awaitAbsent(text string) {
	p.Helper()
	p.Await(p, "no "+text, func(screen string) bool { return !strings.Contains(screen, text) })
}

// pick selects a choice in a vertical dialog.
func (p *person) pick(label string) {
	p.Helper()
	p.See(p, label)
	p.pressUntil("[ "+label+" ]", arrowDown)
	p.press("\r")
}

// Four players and two spectators use the keys for chat, premoves, takebacks, draws, votes,
// adjournment and rematches.
func TestPremovesTakebacksDrawsAndAdjournment(t *testing.T) {
	t.Parallel()
	e := seatFour(t, "chess4", fourSizes)
	inky, blinky, pinky, clyde := e.seats[0], e.seats[1], e.seats[2], e.seats[3]
	sue := connectPerson(t, e.server, kinds[1], "Sue", 120, 40)
	sue.open()
	sue.See(t, "Table 1   Chess4")

	inky.press("'good evening\r")
	for _, p := range []*person{inky, blinky, pinky, clyde, sue} {
		p.See(t, "Inky: good evening")
	}

	blinky.press("e2-e3\r") // this is a premove, because it is white's turn
	blinky.See(t, "Premove e2-e3. Esc cancels.")
	blinky.press(esc)
	blinky.awaitAbsent("Premove")
	second := actionsIn(readFile(t, "../../rules/chess4/testdata/chess4-firstgame.txt"))[:2]
	blinky.press(second[1] + "\r")
	blinky.See(t, "Premove "+second[1])
	inky.press(second[0] + "\r")
	pinky.See(t, "Your move") // because Blinky's premove was played

	blinky.press(ctrlZ)
	for _, p := range []*person{inky, pinky, clyde} {
		p.See(t, "Blinky proposes to take back")
	}
	inky.press(ctrlN)
	pinky.awaitAbsent("Blinky proposes to take back")
	pinky.press("zz\r") // Pinky can type a move, because it is still Pinky's turn
	pinky.See(t, "Move: zz_")
	pinky.press(esc)
	pinky.awaitAbsent("zz")
	pinky.press("'\r") // an empty chat line is not sent
	inky.press(ctrlZ)
	for _, p := range []*person{blinky, pinky, clyde} {
		p.See(t, "Inky proposes to take back k7. ctrl+y yes, ctrl+n no")
		p.press(ctrlY)
	}
	inky.See(t, "Your move, White")

	inky.press("=o")
	inky.See(t, "You offered a draw; 1 of 4 accepted")
	clyde.See(t, "Inky offers a draw. ctrl+y yes, ctrl+n no")
	clyde.press(ctrlN)
	inky.awaitAbsent("You offer")

	e.adjournAndResume()
	e.abort()
	e.playRematch()
}

// adjournAndResume votes to adjourn, which needs all votes, and to resume, which needs a
// majority.
func (e *screenGame) adjournAndResume() {
	e.Helper()
	inky := e.seats[0]
	inky.press(ctrlO)
	inky.pick("Vote to adjourn the game")
	inky.See(e.T, "You voted to adjourn the game (1 so far)")
	for _, p := range e.seats[1:] {
		p.See(e.T, "votes to adjourn the game. ctrl+y yes, ctrl+n no")
		p.press(ctrlY)
	}
	for _, p := range e.seats {
		p.See(e.T, "Adjourned")
	}
	inky.press("k7\r")
	inky.See(e.T, "The game is adjourned")
	inky.press(esc)
	inky.awaitAbsent("k7_")
	inky.press(ctrlO)
	inky.pick("Vote to resume the game")
	for _, p := range e.seats[1:3] {
		// the question appears after Inky's vote, and again after Blinky's vote
		p.See(e.T, "votes to resume the game. ctrl+y yes, ctrl+n no")
		p.press(ctrlY)
	}
	inky.See(e.T, "Your move, White")
}

// abort aborts the game as Blinky, before every seat has moved.
func (e *screenGame) abort() {
	e.Helper()
	e.seats[1].press("!")
	e.seats[1].See(e.T, "Abort the game?")
	e.seats[1].press(arrowRight + "\r")
	for _, p := range e.seats {
		p.See(e.T, "aborted the game")
	}
}

// playRematch starts a rematch in which every player sits one seat further in turn order.
func (e *screenGame) playRematch() {
	e.Helper()
	e.seats[2].press("s")
	for i, p := range e.seats {
		if i != 2 {
			p.See(e.T, "a rematch, seats rotated. ctrl+y yes, ctrl+n no")
			p.press(ctrlY)
		}
	}
	for i, p := range e.seats { // all players are moved to the new table, seated and ready
		p.See(e.T, "able 2")
		p.See(e.T, present.Seat(e.facts, rules.Seat((i+1)%rules.SeatCount))+" you")
	}
}

// outputOf holds the name of a session, and a function that returns all output of the session.
type outputOf struct {
	session string
	all     func() string
}

// openSessions opens more sessions with a player's key: a second screen, plain mode at the
// table, a stream of events, and an API session.
func (p *person) openSessions(address string) (all []outputOf, talks []*sshtest.Stream) {
	p.Helper()
	connect := func() *ssh.Client { return sshtest.DialFrom(p, newAddress(), address, sshtest.KeyAuth(p.key)) }
	second := sshtest.Open(p, connect(), p.name+" again", 120, 40, "watch 1")
	second.See(p, "Move:")
	all = []outputOf{{"screen", p.Got}, {"second screen", second.Got}}
	for _, c := range []struct{ command, says, receives string }{
		{"plain", "table 1\n", "White"},
		{"watch 1", "", ""},
		{"api", `{"v":2,"command":"hello"}` + "\n" + `{"v":2,"id":"w","command":"watch","table":1}` + "\n", `"id":"w"`},
	} {
		talk := sshtest.OpenStream(p, connect(), p.name+": "+c.command, "", c.command)
		talk.Type(p, c.says)
		talk.Expect(p, c.receives)
		all, talks = append(all, outputOf{c.command, talk.Output}), append(talks, talk)
	}
	return all, talks
}

// TestPlayersDoNotGetSpectatorChat lets spectators chat, and try moves on an analysis board. It
// checks that no session of a player gets the chat or the tried moves.
func TestPlayersDoNotGetSpectatorChat(t *testing.T) {
	t.Parallel()
	const letters, tried, plainly = "ξψζ", "Nl6", "n5-l6"
	tells := func(text string) bool {
		return strings.ContainsAny(text, letters) || strings.Contains(text, tried) || strings.Contains(text, plainly)
	}
	e := seatFour(t, "chess4", fourSizes)
	sue := connectPerson(t, e.server, kinds[1], "Sue", 120, 40)
	tim := connectPerson(t, e.server, kinds[1], "Tim", 80, 24)
	got := map[*person][]outputOf{}
	var talks []*sshtest.Stream
	for _, p := range e.seats {
		all, more := p.openSessions(e.server.address)
		got[p], talks = all, append(talks, more...)
	}
	for _, p := range []*person{sue, tim} {
		p.open()
		p.See(t, "Table 1   Chess4")
	}
	sue.press("'" + letters + " " + letters + "\r")
	tim.See(t, "(Sue) "+letters)
	tim.press("'" + letters + "\r")
	sue.See(t, "(Tim) "+letters)
	sue.press("\x01") // ctrl+a
	sue.See(t, "Analysis board")
	sue.press(plainly + "\r")
	sue.See(t, tried)
	e.seats[1].press("\"")
	e.seats[1].See(t, "No messages yet.")
	e.seats[1].press(esc)

	e.seats[0].press("k7\r") // send one more move and message; when they arrive, everything sent earlier has arrived
	e.seats[1].See(t, "Your move")
	e.seats[1].press("'done\r")
	for _, p := range e.seats {
		p.See(t, "Blinky: done")
	}
	for _, talk := range talks {
		talk.Expect(t, "k7")
	}
	for _, p := range e.seats {
		for _, command := range []string{"record 1", "record 1 --format c4pgn", "tables", "analysis 1"} {
			out, errs, _ := p.runCommand(e.server.address, command)
			got[p] = append(got[p], outputOf{command, func() string { return out + errs }})
		}
		for _, s := range got[p] {
			if text := s.all(); text == "" || tells(text) {
				t.Errorf("%s got %d bytes by %s, with spectator chat: %v", p.name, len(text), s.session, tells(text))
			}
		}
	}
	if !strings.ContainsAny(tim.Got(), letters) || !strings.Contains(sue.Text(), tried) {
		t.Error("no spectator got the chat either, so the test proves nothing")
	}
}
