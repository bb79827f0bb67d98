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

// titles matches control strings of the terminal: a title ends with the same character as
// the bell.
var titles = regexp.MustCompile("\x1b\\][^\a\x1b]*(\a|\x1b\\\\)")

func (p *person) rings() int {
	return strings.Count(titles.ReplaceAllString(p.Got(), ""), "\a")
}

// TestTurnIsShownAndRings rings the bell on a player's turn and shows the turn in the
// window's title, in the status line and beside the seat. The bell can be switched off.
func TestTurnIsShownAndRings(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		_, white, black := duel(t, kind, "")
		rang := black.rings()
		white.press("k7\r")
		black.See(t, "Your move, Black")
		black.Await(t, "the bell and the title", func(string) bool {
			return black.rings() == rang+1 && strings.Contains(black.Got(), "1: YOUR MOVE")
		})
		black.See(t, "> b  Pinky")
		rang = white.rings()
		white.press("\x07") // ctrl+g
		white.See(t, "The bell is off")
		black.press("d8\r")
		white.See(t, "Your move, White")
		white.press("zz9\r")
		white.See(t, "! ")
		if now := white.rings(); now != rang {
			t.Errorf("it rang %d times without a bell", now-rang)
		}
	})
}

// A draw that all accept ends the game. Then there is a rematch at the table, or an
// invitation to a new table.
func TestDrawAndRematch(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		_, white, black := duel(t, kind, "")
		white.press("=o")
		white.See(t, "You offer a draw; 1 of 2 accepted")
		black.See(t, "Inky offers a draw. ctrl+y yes, ctrl+n no")
		black.press(ctrlY)
		black.See(t, "The game is drawn if")
		black.until("[ Accept ]", arrowRight)
		black.press("\r")
		for _, p := range []*person{white, black} {
			p.See(t, "Draw by agreement")
		}
		white.press("r")
		black.See(t, "Inky wants a rematch, same seats. ctrl+y yes, ctrl+n no")
		black.press(ctrlY)
		for _, p := range []*person{white, black} {
			p.See(t, "Rematch: table 2. Press g to join.")
		}
		black.press("g")
		black.See(t, "Leave seat black")
		white.press("i")
		white.See(t, "Chess4 - table 3")
		black.See(t, "Inky invites you: table 3, Chess4")
		black.press(ctrlE)
		black.See(t, "Chess4 - table 3")
	})
}

// TestAwayPlayersAndVotes has a player leave: the others see for how long and vote. Later
// votes are tested in virtual time.
func TestAwayPlayersAndVotes(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		s, white, _ := duel(t, kind, "")
		s.meanwhile(awayFor(2, 12*time.Minute))
		white.arrive(s.address, "play 1")
		white.See(t, "away 12m")
		white.See(t, "Away: Pinky. Vote: ctrl+o")
		clerk := newAPIClient(t, s, sshtest.NewKey(t), "Clerk")
		clerk.must(clerk.ask("watch", fields{"table": 1}))
		white.press(ctrlO)
		white.pick("Vote to wait for Pinky")
		if voted := clerk.until("voted"); voted.text("action") != "wait" {
			t.Errorf("voted: %v", voted)
		}
		clerk.until("wait-extended")
		white.lack("Vote to wait for Pinky")
		white.press(ctrlO)
		white.pick("Vote to open the seat of Pinky")
		white.See(t, "! Vote for that in")
		s.meanwhile(vacant(2)) // they voted otherwise later
		white.arrive(s.address, "play 1")
		sue := visitor(t, s, kind, "Sue", 80, 24)
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

// TestBotReplacesAPlayer has a bot play for a player who left, if the others agree.
func TestBotReplacesAPlayer(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		s, white, black := duel(t, kind, "")
		white.press("k7\r")
		black.See(t, "Your move, Black")
		black.press("d8\r")
		white.Await(t, "the answer", regexp.MustCompile(` 1 k7 +d8`).MatchString)
		s.meanwhile(awayFor(2, 12*time.Minute))
		s.meanwhile(vacant(2))
		white.arrive(s.address, "play 1")
		white.Await(t, "an open seat", regexp.MustCompile(`b  Pinky +open`).MatchString)
		white.press(ctrlO)
		white.pick("Add a bot as Black")
		white.Await(t, "a bot in the player's seat", regexp.MustCompile(`b  Bot \d`).MatchString)
		white.See(t, "Your move, White")
		white.press("m4-k4\r")
		answered := regexp.MustCompile(` 2 k4 +\S+`)
		white.Await(t, "the bot's answer", func(text string) bool {
			return strings.Contains(text, "Your move, White") && answered.MatchString(text)
		})
		if got := actionsIn(white.answer(s.address, "record 1")); len(got) != 4 || strings.Join(got[:3], " ") != "m7-k7 b8-d8 m4-k4" {
			t.Errorf("recorded %q", got)
		}
	})
}

// TestLiftedPieceAfterCrashAndTakeover lifts a piece, kills the server and
// reconnects twice: the piece stays lifted. There are no premoves in touch-move games.
func TestLiftedPieceAfterCrashAndTakeover(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		s := serveFor(t)
		inky, blinky := visitor(t, s, kind, "Inky", 80, 24), visitor(t, s, kind, "Blinky", 80, 24)
		inky.does(s.address, "new verney seats-per-person=2")
		inky.open()
		inky.sitOn("yellow", "white")
		blinky.open()
		blinky.sitOn("red", "black")
		for _, p := range []*person{inky, blinky} {
			p.until("> I am ready", "\t")
			p.press("\r")
		}
		inky.See(t, "Your move, Yellow")
		inky.small()
		blinky.See(t, "To move: Yellow")
		blinky.press("c8\r")
		blinky.See(t, "! It is not your turn; yellow is to move")
		blinky.See(t, "with touch and move)")
		view := seatView(inky, newGame(t, "verney", nil).Variant, 0)
		h2, _ := view.facts.Geometry.Square("h2")
		inky.steer(view, h2)
		inky.press("\r")
		blinky.press(esc)
		blinky.See(t, "Yellow touched the pawn on h2")
		s.kill()
		s.start()
		for _, p := range []*person{inky, blinky} {
			p.arrive(s.address, "play 1")
		}
		blinky.See(t, "Yellow touched the pawn on h2")
		again := sshtest.Open(t, inky.client, "Inky again", 80, 24, "play 1")
		again.See(t, "it must move")
		inky.press("g2-g3\r")
		inky.See(t, "You touched the pawn on h2")
		_, why, status := inky.command(s.address, "move 1 g2-g3")
		if status == 0 || !strings.Contains(why, "you touched the pawn on h2") {
			t.Errorf("another piece by command: %d, %q", status, why)
		}
		if err := again.Type("h2-h3\r"); err != nil {
			t.Fatal(err)
		}
		blinky.See(t, "Your move, Red")
	})
}

// Chat depends on the game: there is none, or all must accept it. The host can mute a
// player.
func TestChatByTheRulesOfTheGame(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		s := serveFor(t)
		inky, blinky := visitor(t, s, kind, "Inky", 80, 24), visitor(t, s, kind, "Blinky", 80, 24)
		all := []*person{inky, blinky}
		inky.does(s.address, "new verney seats-per-person=2")
		inky.open()
		inky.sitOn("yellow", "white")
		blinky.open()
		blinky.sitOn("red", "black")
		for _, p := range all {
			p.until("> I am ready", "\t")
			p.press("\r")
		}
		inky.See(t, "Your move, Yellow")
		inky.press("'")
		inky.Await(t, "why there is no chat", func(text string) bool { return strings.Contains(strings.ToLower(text), "chat is off") })
		for _, p := range all {
			p.leaves()
			p.arrive(s.address, "")
			p.See(t, "new table")
		}

		inky.does(s.address, "new quadrochess chat=open seats-per-person=2")
		for i, p := range all {
			p.See(t, " 2  Quadrochess")
			p.press(arrowDown + "\r")
			p.sitOn([][]string{{"white-a", "white-b"}, {"black-a", "black-b"}}[i]...)
			p.until("> Accept chat", "\t")
			p.press("\r")
			p.See(t, "Decline chat")
		}
		for _, p := range all {
			p.until("> I am ready", "\t")
			p.press("\r")
		}
		inky.See(t, "Your move, White A")
		blinky.press("'well met\r")
		inky.See(t, "* 1 new chat: \"") // this board leaves no room for talk
		inky.press("\"")
		inky.See(t, "Blinky: well met")
		inky.press(esc)
		inky.lack("/ find") // else what follows would be one key with it
		inky.press(ctrlO)
		inky.pick("Mute Blinky")
		inky.openMenu("Unmute Blinky")
		blinky.press("'once more\r")
		blinky.See(t, "The host of this table has muted you")
		blinky.press(esc)
		blinky.lack("once more")
		inky.pick("Unmute Blinky")
		inky.openMenu("Mute Blinky")
		inky.press(esc)
		inky.lack("[ Cancel ]")
		blinky.press("'thank you\r")
		inky.See(t, "* 1 new chat: \"")
		inky.press("\"")
		inky.See(t, "Blinky: thank you")
	})
}

// openMenu opens the menu of the table, repeatedly until it has an item: an open menu
// does not change when new events arrive.
func (p *person) openMenu(label string) {
	p.Helper()
	for offered := false; !offered; {
		p.press(ctrlO)
		offered = strings.Contains(p.See(p, "[ Cancel ]"), label)
		if !offered {
			p.press(esc)
			p.lack("[ Cancel ]")
		}
	}
}

// A clock shows tenths in its last ten seconds.
func TestClockShowsTenths(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		s, white, black := duel(t, kind, "clock=1+0")
		white.See(t, "1:00")
		var seat rules.Seat
		s.meanwhile(func(log []table.Event) []table.Event {
			return []table.Event{
				{Kind: table.Acted, At: time.Now().UTC(), Seat: &seat, Action: "m7-k7", Spent: 51 * time.Second},
			}
		})
		for _, p := range []*person{white, black} {
			p.arrive(s.address, "play 1")
		}
		white.Await(t, "tenths", regexp.MustCompile(`Inky +8\.\d|Inky +9\.0`).MatchString)
		black.See(t, "Your move, Black")
	})
}

// TestClockWithDelay shows a delay in the terms, runs the clock of the player to move,
// and charges nothing for a move within the delay.
func TestClockWithDelay(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		s, white, black := duel(t, kind, "clock=5d180")
		words := sshtest.OpenStream(t, sshtest.Dial(t, s.address, sshtest.KeyAuth(white.key)), "Inky in words", "", "plain")
		clocks := func(want string) {
			words.Type(t, "clocks\n")
			words.Expect(t, want)
		}
		words.Type(t, "table 1\n")
		words.Expect(t, "5 minutes, and 3 minutes of delay in each move")
		words.Expect(t, "Your turn, White")
		clocks("White 5 minutes, running; Black 5 minutes.")
		white.See(t, " - 5d180")
		white.See(t, "> w  Inky")
		white.press("k7\r")
		black.See(t, " - 5d180")
		black.See(t, "Your move, Black")
		black.See(t, "> b  Pinky")
		words.Expect(t, "Black to move")
		clocks("White 5 minutes; Black 5 minutes, running.")
		black.press("d8\r")
		words.Expect(t, "Your turn, White")
		clocks("White 5 minutes, running; Black 5 minutes.")
		for _, p := range []*person{white, black} {
			p.Await(t, "two whole clocks", func(text string) bool {
				return strings.Contains(text, "d8") && strings.Count(text, " 5:00") == 2
			})
		}
	})
}

// In a correspondence game the players are never connected at the same time.
func TestClockOfDays(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		s := serveFor(t)
		var two []*person
		for i, name := range []string{"Inky", "Pinky"} {
			p := visitor(t, s, kind, name, 80, 24)
			two = append(two, p)
			if i == 0 {
				p.does(s.address, "new chess4 armies=white,black clock=3d")
			}
			p.open()
			p.sitOn([]string{"white", "black"}[i])
			p.See(t, []string{"I am not ready", "To move: White"}[i])
			p.leaves()
		}
		moves := []string{"m7-k7", "b8-d8", "n6-k9", "a5-c6"}
		for n, move := range moves {
			p := two[n%2]
			p.wants(s.address, "waiting", 0, "your move")
			two[1-n%2].wants(s.address, "waiting", 1, "")
			p.arrive(s.address, "")
			p.See(t, "Your move: table 1, Chess4")
			p.press("w")
			p.See(t, "Your move, ")
			p.press(move + "\r")
			p.See(t, "To move: ")
			p.leaves()
		}
		if got := actionsIn(two[0].answer(s.address, "record 1")); strings.Join(got, " ") != strings.Join(moves, " ") {
			t.Errorf("recorded %q", got)
		}
	})
}

// leaves disconnects.
func (p *person) leaves() {
	p.Helper()
	p.Close()
	_ = p.client.Close()
}

// answer returns the output of a command.
func (p *person) answer(address, line string) string {
	p.Helper()
	out, errs, status := p.command(address, line)
	if status != 0 {
		p.Fatalf("%s: %d, %s", line, status, errs)
	}
	return out
}
