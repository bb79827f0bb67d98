package e2e

import (
	"slices"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
	"quadrille/rules"
)

// startScreenGame opens a table by command and seats the players whose names are in `holders`.
// One player may have several seats.
func startScreenGame(t *testing.T, order string, holders [rules.SeatCount]string) *screenGame {
	t.Helper()
	words := strings.Fields(order)
	options := map[string]string{}
	for _, word := range words[1:] {
		if name, value, _ := strings.Cut(word, "="); name != "clock" {
			options[name] = value
		}
	}
	e := &screenGame{T: t, server: serveFor(t), game: newGame(t, words[0], options)}
	e.facts = e.game.Variant.Facts()
	here := map[string]*person{}
	for seat, name := range holders {
		p := here[name]
		if p == nil {
			size := [][2]int{{80, 24}, {100, 30}, {120, 40}, {200, 60}}[len(here)]
			p = newPerson(t, name, size[0], size[1])
			p.term = kinds[len(here)%len(kinds)]
			here[name] = p
			p.connect(e.server.address, "")
			p.chooseName()
			if len(here) == 1 {
				if out, errs, status := sshtest.Run(t, p.client, "new "+order); out != "1\n" || status != 0 {
					t.Fatalf("new: %q, %q, %d", out, errs, status)
				}
			}
			p.open()
		}
		e.seats[seat] = p
		// Wait until the menu no longer offers the seats that are taken. After that, the
		// menu does not change.
		p.Await(t, "the seats that are taken", func(text string) bool {
			return !slices.ContainsFunc(e.facts.Seats[:seat], func(word string) bool {
				return strings.Contains(text, "Sit down as "+rules.Title(word))
			})
		})
		p.sit(e.facts.Seats[seat])
	}
	for _, p := range e.all() {
		p.See(t, "Move:")
		p.useSmallSquares()
	}
	return e
}

var four = [rules.SeatCount]string{"Inky", "Blinky", "Pinky", "Clyde"}

// playRecord plays a recorded game to its end. It checks all screens and the record that the
// server stored.
func (e *screenGame) playRecord(path string, played int, watch func(n int)) {
	e.Helper()
	actions := actionsIn(readFile(e.T, path))
	for n, action := range actions {
		if n >= played {
			watch(n)
			e.play(n, action)
		}
	}
	if e.game.Position.Over() {
		e.checkResult()
	} else {
		e.everybodySees()
	}
	if got := e.record(); !slices.Equal(got, actions) {
		e.Errorf("recorded %q, played %q", got, actions)
	}
}

func (e *screenGame) everybodySeesText(text string) {
	e.Helper()
	for _, p := range e.all() {
		p.See(e.T, text)
	}
}

// The test plays an opening by Verney, the game's author. The first player lifts a piece
// with keys. All players see that it is lifted, and no other piece may move.
func TestVerneysGame(t *testing.T) {
	t.Parallel()
	e := startScreenGame(t, "verney", four)
	yellow := e.seats[0]
	e.everybodySeesText("touch-move")
	h2, _ := e.facts.Geometry.Square("h2")
	yellow.moveCursor(e.view(yellow), h2)
	yellow.press("\r")
	for _, p := range e.seats[1:] {
		p.See(t, "Yellow touched the pawn on h2")
	}
	yellow.press("g2-g3\r")
	yellow.See(t, "You touched the pawn on h2")
	yellow.press("\x1b")
	yellow.Await(t, "an empty line", func(text string) bool { return !strings.Contains(text, "g2-g3") })
	yellow.press(arrowUp + "\r")
	if _, err := e.game.Play(rules.NewMove(h2, e.facts.Geometry.Step(h2, rules.North))); err != nil {
		t.Fatal(err)
	}
	e.playRecord("../../rules/verney/testdata/verney-opening.txt", 1, func(n int) {
		switch n {
		case 6, 9, 10, 11: // moves that give check
			e.everybodySeesText("! check")
		}
	})
}

// The test plays a whole game of Forchess, in which both kings of one team are captured.
func TestForchess(t *testing.T) {
	t.Parallel()
	e := startScreenGame(t, "forchess clock=5+10", four)
	e.playRecord("testdata/forchess.txt", 0, func(int) {})
	if e.game.Position.Outcome.Termination != rules.ByKingTaken {
		t.Errorf("it ended by %s", e.game.Position.Outcome.Termination)
	}
	e.everybodySeesText("win by capturing a king")
}

func TestCutthroat(t *testing.T) {
	t.Parallel()
	e := startScreenGame(t, "forchess cutthroat=on", four)
	e.playRecord("testdata/cutthroat.txt", 0, func(int) {})
	if e.game.Position.Outcome.Termination != rules.ByLastSeat {
		t.Errorf("it ended by %s", e.game.Position.Outcome.Termination)
	}
	e.everybodySeesText("wins as the last one standing")
}

// Each of two players has two seats, whose armies have the same colour.
func TestQuadrochessWithTwoPlayers(t *testing.T) {
	t.Parallel()
	e := startScreenGame(t, "quadrochess", [rules.SeatCount]string{"Inky", "Pinky", "Pinky", "Inky"})
	e.playRecord("testdata/quadrochess.txt", 0, func(int) {
		for _, p := range e.all() { // from each side, the board shows the border between the zones
			h, _ := e.facts.Geometry.Square("h5")
			i, _ := e.facts.Geometry.Square("i5")
			p.Await(t, "the border", func(text string) bool { // a piece that moves over it covers it
				view := e.view(p)
				hx, y := view.cell(h)
				ix, _ := view.cell(i)
				line := []rune(strings.Split(text, "\n")[y])
				x := max(hx, ix) - 1
				return x < len(line) && line[x] == '│'
			})
		}
	})
	if e.game.Position.Outcome.Termination != rules.ByKingTaken {
		t.Errorf("it ended by %s", e.game.Position.Outcome.Termination)
	}
	e.everybodySeesText("White A and White B win")
}

// TestChess4Method2 plays a game with the option "method=2", in which a player takes over the
// army that they checkmated. That army still moves on its own turns.
func TestChess4Method2(t *testing.T) {
	t.Parallel()
	e := startScreenGame(t, "chess4 method=2", four)
	moved := 0
	e.playRecord("testdata/method2.txt", 0, func(int) {
		p := &e.game.Position
		by := e.game.Variant.Actor(p)
		if by == p.Turn {
			return
		}
		moved++
		e.seats[by].See(t, "Your move with Gold's army")
		e.seats[p.Turn].See(t, "Black to move with Gold's army")
	})
	if moved != 1 {
		t.Errorf("the gained army moved %d times", moved)
	}
	out, errs, status := sshtest.Run(t, e.seats[0].client, "record 1 --format c4pgn-condensed")
	if status != 0 || !strings.Contains(out, `[ Method "2" ]`) || !strings.Contains(out, `[ Black "Pinky" ]`) {
		t.Errorf("%d, %q\n%s", status, errs, out)
	}
}
