package e2e

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"quadrille/internal/sshtest"
	"quadrille/internal/table"
	"quadrille/rules"
)

// titles matches the sequences that set the window title. They may end with the bell
// character.
var titles = regexp.MustCompile("\x1b\\][^\a\x1b]*(\a|\x1b\\\\)")

func (p *person) bells() int {
	return strings.Count(titles.ReplaceAllString(p.Got(), ""), "\a")
}

// TestTurnIsShownAndRings checks that the bell rings on a player's turn, and that the window
// title, the status line and the list of seats show the turn. The bell can be switched off.
func TestTurnIsShownAndRings(t *testing.T) {
	onOneTerminal(t, func(t *testing.T, kind string) {
		_, white, black := twoPlayerGame(t, kind, "")
		for _, p := range []*person{white, black} {
			p.Await(t, "the bell of the start", func(string) bool { return p.bells() == 1 })
		}
		white.press("k7\r")
		black.See(t, "Your move, Black")
		black.Await(t, "the bell and the title", func(string) bool {
			return black.bells() == 2 && strings.Contains(black.Got(), "1: YOUR MOVE")
		})
		black.See(t, " b  Pinky")
		white.press("\x07") // ctrl+g
		white.See(t, "The bell is off")
		black.press("d8\r")
		white.See(t, "Your move, White")
		white.press("zz9\r")
		white.See(t, "! ")
		if now := white.bells(); now != 1 {
			t.Errorf("it rang %d times without a bell", now-1)
		}
	})
}

// A draw that both players accept ends the game. After a game, the two players can agree on a
// rematch, or one player can invite the other to a new table.
func TestDrawAndRematch(t *testing.T) {
	onOneTerminal(t, func(t *testing.T, kind string) {
		_, white, black := twoPlayerGame(t, kind, "")
		white.press("=o")
		white.See(t, "You offered a draw; waiting for ")
		black.See(t, "Inky offers a draw. ctrl+y yes, ctrl+n no")
		black.press(ctrlY)
		black.See(t, "The game is drawn if")
		black.pressUntil("[ Accept ]", arrowRight)
		black.press("\r")
		for _, p := range []*person{white, black} {
			p.See(t, "Draw by agreement")
		}
		white.press("r")
		black.See(t, "Inky wants a rematch. ctrl+y yes, ctrl+n no")
		black.press(ctrlY)
		for _, p := range []*person{white, black} {
			p.See(t, "Table 2   Chess4") // the player is moved to the new table, seated and ready, so the game begins
			p.See(t, "White")
		}
		white.See(t, "Your move, White")
		white.press("!")
		white.See(t, "Abort the game?")
		white.press(arrowRight + "\r")
		white.See(t, "Game over")
		white.press("i")
		white.See(t, "Table 3   Chess4")
		black.See(t, "Inky invites you: table 3, Chess4")
		black.press(ctrlE)
		black.See(t, "Table 3   Chess4")
	})
}

// TestAwayPlayersAndVotes disconnects a player. The others see how long the player has been
// away, and vote.
func TestAwayPlayersAndVotes(t *testing.T) {
	onOneTerminal(t, func(t *testing.T, kind string) {
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
	})
}

// TestBotReplacesAPlayer lets a bot play for a player who is away, after the other players have
// agreed.
func TestBotReplacesAPlayer(t *testing.T) {
	onOneTerminal(t, func(t *testing.T, kind string) {
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
	})
}

// TestLiftedPieceAfterCrashAndTakeover checks that a lifted piece stays lifted when the
// server is killed and when the player reconnects.
func TestLiftedPieceAfterCrashAndTakeover(t *testing.T) {
	onOneTerminal(t, func(t *testing.T, kind string) {
		s := serveFor(t)
		inky, blinky := connectPerson(t, s, kind, "Inky", 80, 24), connectPerson(t, s, kind, "Blinky", 80, 24)
		inky.mustRun(s.address, "new verney seats-per-person=2")
		inky.open()
		inky.takeSeats("yellow", "white")
		blinky.open()
		blinky.takeSeats("red", "black")
		for _, p := range []*person{inky, blinky} {
			p.pressUntil("▸ I am ready", "\t")
			p.press("\r")
		}
		inky.See(t, "Your move, Yellow")
		inky.useSmallSquares()
		blinky.See(t, "Yellow to move")
		blinky.press("c8\r")
		blinky.See(t, "! It is not your turn; Yellow is to move")
		blinky.See(t, "touch-move tables)")
		view := seatView(inky, newGame(t, "verney", nil).Variant, 0)
		h2, _ := view.facts.Geometry.Square("h2")
		inky.moveCursor(view, h2)
		inky.press("\r")
		blinky.press(esc)
		blinky.See(t, "Yellow touched the pawn on h2")
		s.kill()
		s.start()
		for _, p := range []*person{inky, blinky} {
			p.connect(s.address, "play 1")
		}
		blinky.See(t, "Yellow touched the pawn on h2")
		again := sshtest.Open(t, inky.client, "Inky again", 80, 24, "play 1")
		again.See(t, "it must move")
		inky.press("g2-g3\r")
		inky.See(t, "You touched the pawn on h2")
		_, why, status := inky.runCommand(s.address, "move 1 g2-g3")
		if status == 0 || !strings.Contains(why, "you touched the pawn on h2") {
			t.Errorf("another piece by command: %d, %q", status, why)
		}
		must(t, again.Type("h2-h3\r"))
		blinky.See(t, "Your move, Red")
	})
}

// Some games have no chat. In others, chat starts only after all players have accepted it.
// The host can mute a player.
func TestChatByTheRulesOfTheGame(t *testing.T) {
	onOneTerminal(t, func(t *testing.T, kind string) {
		s := serveFor(t)
		inky, blinky := connectPerson(t, s, kind, "Inky", 80, 24), connectPerson(t, s, kind, "Blinky", 80, 24)
		all := []*person{inky, blinky}
		inky.mustRun(s.address, "new verney seats-per-person=2")
		inky.open()
		inky.takeSeats("yellow", "white")
		blinky.open()
		blinky.takeSeats("red", "black")
		for _, p := range all {
			p.pressUntil("▸ I am ready", "\t")
			p.press("\r")
		}
		inky.See(t, "Your move, Yellow")
		inky.press("'")
		inky.Await(t, "why there is no chat", func(text string) bool { return strings.Contains(strings.ToLower(text), "chat is off") })
		for _, p := range all {
			p.disconnect()
			p.connect(s.address, "")
			p.See(t, "New table")
		}

		inky.mustRun(s.address, "new quadrochess chat=open seats-per-person=2")
		for i, p := range all {
			p.See(t, "Quadrochess")
			p.toTables()
			p.press("\x1b[H")
			p.pressUntilMatch(regexp.MustCompile(`▸★? +2 Quadrochess`), arrowDown)
			p.press("\r")
			p.takeSeats([][]string{{"white-a", "white-b"}, {"black-a", "black-b"}}[i]...)
			p.pressUntil("▸ Accept chat", "\t")
			p.press("\r")
			p.See(t, "Decline chat")
		}
		for _, p := range all {
			p.pressUntil("▸ I am ready", "\t")
			p.press("\r")
		}
		inky.See(t, "Your move, White A")
		blinky.press("'well met\r")
		inky.See(t, "* 1 new chat: \"") // the screen shows only the number of new chat lines, because the board leaves no room for the chat
		inky.press("\"")
		inky.See(t, "Blinky: well met")
		inky.press(esc)
		inky.awaitAbsent("/ find") // wait, because Esc followed directly by another key would be read as one key
		inky.press(ctrlO)
		inky.pick("Mute Blinky")
		inky.openMenu("Unmute Blinky")
		blinky.press("'")
		blinky.See(t, "The host has muted you")
		inky.pick("Unmute Blinky")
		inky.openMenu("Mute Blinky")
		inky.press(esc)
		inky.awaitAbsent("[ Cancel ]")
		blinky.press("'thank you\r")
		inky.See(t, "* 1 new chat: \"")
		inky.press("\"")
		inky.See(t, "Blinky: thank you")
	})
}

// openMenu opens the menu of the table repeatedly until it contains the item with the given
// label. An open menu does not change when something happens at the table.
func (p *person) openMenu(label string) {
	p.Helper()
	for offered := false; !offered; {
		p.press(ctrlO)
		offered = strings.Contains(p.See(p, "[ Cancel ]"), label)
		if !offered {
			p.press(esc)
			p.awaitAbsent("[ Cancel ]")
		}
	}
}

// In its last ten seconds a clock shows tenths of a second.
func TestClockShowsTenths(t *testing.T) {
	onOneTerminal(t, func(t *testing.T, kind string) {
		s, white, black := twoPlayerGame(t, kind, "clock=1+0")
		white.See(t, "1:00")
		var seat rules.Seat
		s.appendEvents(func(log []table.Event) []table.Event {
			return []table.Event{
				{Kind: table.Acted, At: time.Now().UTC(), Seat: &seat, Action: "m7-k7", Spent: 51 * time.Second},
			}
		})
		for _, p := range []*person{white, black} {
			p.connect(s.address, "play 1")
		}
		white.Await(t, "tenths", regexp.MustCompile(`Inky +8\.\d|Inky +9\.0`).MatchString)
		black.See(t, "Your move, Black")
	})
}

// TestClockWithDelay checks that screens and plain mode show a clock with a delay, and
// that a move within the delay uses no time.
func TestClockWithDelay(t *testing.T) {
	onOneTerminal(t, func(t *testing.T, kind string) {
		s, white, black := twoPlayerGame(t, kind, "clock=5d180")
		words := sshtest.OpenStream(t, sshtest.Dial(t, s.address, sshtest.KeyAuth(white.key)), "Inky in words", "", "plain")
		clocks := func(want string) {
			words.Type(t, "clocks\n")
			words.Expect(t, want)
		}
		words.Type(t, "table 1\n")
		words.Expect(t, "5 minutes, and 3 minutes of delay in each move")
		words.Expect(t, "Your move, White")
		clocks("White 5 minutes, running; Black 5 minutes.")
		white.See(t, "Chess4 5d180")
		white.See(t, " w  Inky")
		white.press("k7\r")
		black.See(t, "Chess4 5d180")
		black.See(t, "Your move, Black")
		black.See(t, " b  Pinky")
		words.Expect(t, "Black to move")
		clocks("White 5 minutes; Black 5 minutes, running.")
		black.press("d8\r")
		words.Expect(t, "Your move, White")
		clocks("White 5 minutes, running; Black 5 minutes.")
		for _, p := range []*person{white, black} {
			p.Await(t, "two whole clocks", func(text string) bool {
				return strings.Contains(text, "d8") && strings.Count(text, " 5:00") == 2
			})
		}
	})
}

// A correspondence game works even if its players are never connected at the same time.
func TestClockOfDays(t *testing.T) {
	onOneTerminal(t, func(t *testing.T, kind string) {
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
	})
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
