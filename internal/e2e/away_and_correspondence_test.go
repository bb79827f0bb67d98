package e2e

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"quadrille/internal/sshtest"
)

// TestAwayPlayersAndVotes disconnects a player. The others see how long the player has been
// away, and vote.
func TestAwayPlayersAndVotes(t *testing.T) {
	t.Parallel()
	kind := kinds[1]
	s, white, _ := twoPlayerGame(t, kind, "")
	s.appendEvents(awayFor(2, 12*time.Minute))
	white.connect(s.address, "play 1")
	white.See(t, "away 12m")
	white.See(t, "Away: Pinky. Vote: ctrl+o")
	clerk := newAPIClient(t, s, sshtest.NewKey(t), "Clerk")
	clerk.must(clerk.request("watch", fields{"table": 1}))
	white.press(ctrlO)
	white.pick("Vote to wait for Pinky")
	if voted := clerk.awaitEvent("voted"); voted.text("action") != "wait" {
		t.Errorf("voted: %v", voted)
	}
	clerk.awaitEvent("wait-extended")
	white.awaitAbsent("Vote to wait for Pinky")
	white.press(ctrlO)
	white.pick("Vote to open the seat of Pinky")
	white.See(t, "you can vote to open or resign the seat")
	s.appendEvents(openedSeat(2)) // the other players voted to open the seat
	white.connect(s.address, "play 1")
	sue := connectPerson(t, s, kind, "Sue", 80, 24)
	sue.See(t, "open seat")
	sue.open()
	sue.See(t, "A seat is open: ctrl+o")
	sue.press(ctrlO)
	sue.pick("Take over Black from Pinky")
	white.See(t, "b  Sue")
	white.press("k7\r")
	sue.See(t, "Your move, Black")
	sue.press("d8\r")
	white.See(t, "Your move, White")
}

// TestBotReplacesAPlayer lets a bot play for a player who is away, after the other players have
// agreed.
func TestBotReplacesAPlayer(t *testing.T) {
	t.Parallel()
	kind := kinds[1]
	s, white, black := twoPlayerGame(t, kind, "")
	white.press("k7\r")
	black.See(t, "Your move, Black")
	black.press("d8\r")
	white.Await(t, "the answer", regexp.MustCompile(` 1 k7 +d8`).MatchString)
	s.appendEvents(awayFor(2, 12*time.Minute))
	s.appendEvents(openedSeat(2))
	white.connect(s.address, "play 1")
	white.Await(t, "an open seat", regexp.MustCompile(`b  Pinky[ │]*\n.* Black open`).MatchString)
	white.press(ctrlO)
	white.pick("Add a bot as Black")
	white.Await(t, "a bot in the player's seat", regexp.MustCompile(`b  Bot \d`).MatchString)
	white.See(t, "Your move, White")
	white.press("m4-k4\r")
	answered := regexp.MustCompile(` 2 k4 +\S+`)
	white.Await(t, "the bot's answer", func(text string) bool {
		return strings.Contains(text, "Your move, White") && answered.MatchString(text)
	})
	if got := actionsIn(white.output(s.address, "record 1")); len(got) != 4 || strings.Join(got[:3], " ") != "m7-k7 b8-d8 m4-k4" {
		t.Errorf("recorded %q", got)
	}
}

// A correspondence game works even if its players are never connected at the same time.
func TestClockOfDays(t *testing.T) {
	t.Parallel()
	kind := kinds[1]
	s := serveFor(t)
	var two []*person
	for i, name := range []string{"Inky", "Pinky"} {
		p := connectPerson(t, s, kind, name, 80, 24)
		two = append(two, p)
		if i == 0 {
			p.mustRun(s.address, "new chess4 armies=white,black clock=3d")
		}
		p.open()
		p.takeSeats([]string{"white", "black"}[i])
		p.See(t, []string{"I am not ready", "White to move"}[i])
		p.disconnect()
	}
	moves := []string{"m7-k7", "b8-d8", "n6-k9", "a5-c6"}
	for n, move := range moves {
		p := two[n%2]
		p.checkCommand(s.address, "waiting", 0, "your move")
		two[1-n%2].checkCommand(s.address, "waiting", 1, "")
		p.connect(s.address, "")
		p.See(t, "Your move: table 1, Chess4")
		p.press("w")
		p.See(t, "Your move, ")
		p.press(move + "\r")
		p.See(t, " to move")
		p.disconnect()
	}
	if got := actionsIn(two[0].output(s.address, "record 1")); strings.Join(got, " ") != strings.Join(moves, " ") {
		t.Errorf("recorded %q", got)
	}
}

// disconnect closes the connection.
func (p *person) disconnect() {
	p.Helper()
	p.Close()
	_ = p.client.Close()
}

func (p *person) output(address, line string) string {
	p.Helper()
	out, errs, status := p.runCommand(address, line)
	if status != 0 {
		p.Fatalf("%s: %d, %s", line, status, errs)
	}
	return out
}
