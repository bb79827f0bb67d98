package e2e

import (
	"fmt"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// TestRatingsOnScreenAndInPlainMode plays two rated games. The screen and plain mode show
// the ladder.
func TestRatingsOnScreenAndInPlainMode(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	p := gatherCommandGame(t, s.address, "chess4 rated=on")
	client := sshtest.Dial(t, s.address, sshtest.GuestAuth())
	talk := sshtest.OpenStream(t, client, "guest", "dumb", "plain")
	talk.Expect(t, "You are in the lobby")
	talk.Type(t, "watch 1\r")
	p.playTwoRounds(t, s.address)
	p.resign(t, s.address, 3, 2, 1)
	talk.Expect(t, "Ratings white 1416 (+416), silver 1205 (+205), black 994 (-6), gold 784 (-216).")
	talk.Type(t, "leave\r")
	p.again(t, s.address, "chess4 rated=on")
	p.playTwoRounds(t, s.address)
	p.resign(t, s.address, 0, 1, 2)
	first := p.seats[0].name
	sue := connectPerson(t, s, kinds[1], "Sue", 80, 24)
	sue.press("l")
	sue.See(t, "Ladder   Chess4, free-for-all")
	text := sue.See(t, "free-for-all, 4 in 90 days")
	for _, who := range p.seats {
		if !strings.Contains(text, who.name) {
			t.Errorf("no %s on\n%s", who.name, text)
		}
	}
	sue.press("/" + strings.ToUpper(first) + "\r\r")
	sue.See(t, "won 1, drawn 0, lost 1")
	sue.See(t, "2 rated games: 1st once, 4th once")
	sue.See(t, first+" wins by resignation") // the games arrive after the ratings
	sue.press("\x1b[F")                      // the End key selects the oldest game
	sue.See(t, "White "+first+", ")
	sue.press("\r")
	sue.See(t, "Table 1   Chess4")
	sue.See(t, "Game over")
	sue.See(t, "1416 (+416)")
	sue.press("\x1b[H") // the Home key shows the first position
	sue.See(t, " opening ")
	sue.press(esc)
	sue.See(t, "8 moves, 3 rounds")
	sue.press(esc)
	sue.See(t, "Latest games")

	talk.Type(t, "ladder\r")
	talk.Expect(t, "Chess4, free-for-all, 4 players.")
	talk.Type(t, fmt.Sprintf("player %s\r", first))
	talk.Expect(t, "won 1, drawn 0, lost 1. 2 rated games: 1st once, 4th once")
}
