package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
	"quadrille/rules"
)

// moveCursor moves the cursor to a square with the arrow keys. The line below the board
// names the cursor's square.
func (p *person) moveCursor(e boardView, to rules.Square) {
	p.Helper()
	g := e.facts.Geometry
	for range 2 * len(e.facts.Geometry.Squares) {
		at := p.cursor(e)
		if at == to {
			return
		}
		key, next := "", at
		x, y := e.view.Corner(at)
		wx, wy := e.view.Corner(to)
		for _, way := range []struct {
			key         string
			right, down int
			wanted      bool
		}{{arrowUp, 0, -1, wy < y}, {arrowDown, 0, 1, wy > y}, {arrowLeft, -1, 0, wx < x}, {arrowRight, 1, 0, wx > x}} {
			if way.wanted && e.view.Step(at, way.right, way.down) != at {
				key, next = way.key, e.view.Step(at, way.right, way.down)
				break
			}
		}
		if key == "" {
			p.Fatalf("no way from %s to %s", g.Name(at), g.Name(to))
		}
		p.press(key)
		p.Await(p, "the cursor on "+g.Name(next), func(text string) bool { return e.cursorIn(text) == next })
	}
}

// cursor returns the square of the cursor, which is drawn as a pair of brackets.
func (p *person) cursor(e boardView) rules.Square {
	p.Helper()
	at := rules.NoSquare
	p.Await(p, "a cursor", func(text string) bool {
		at = e.cursorIn(text)
		return at != rules.NoSquare
	})
	return at
}

func (e boardView) cursorIn(text string) rules.Square {
	lines := strings.Split(text, "\n")
	for _, sq := range e.facts.Geometry.Squares {
		x, y := e.cell(sq)
		if row := []rune(lines[y]); x+2 < len(row) && (strings.ContainsRune("]X", row[x+2]) || row[x] == '[') {
			return sq
		}
	}
	return rules.NoSquare
}

// Two players play a short game with the arrow keys, clicks and drags.
func TestCursorAndMouse(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	game := newGame(t, "chess4", map[string]string{"armies": "white,black"})
	facts := game.Variant.Facts()
	white, black := newPerson(t, "Inky", 80, 24), newPerson(t, "Pinky", 120, 40)
	black.term = kinds[1]
	white.connect(s.address, "")
	white.chooseName()
	out, errs, status := sshtest.Run(t, white.client, "new chess4 armies=white,black")
	if out != "1\n" || status != 0 {
		t.Fatalf("new: %q, %q, %d", out, errs, status)
	}
	white.open()
	white.sit("white")
	black.connect(s.address, "")
	black.chooseName()
	black.open()
	black.sit("black")
	eyes := map[*person]boardView{white: seatView(white, game.Variant, 0), black: seatView(black, game.Variant, 2)}
	for p := range eyes {
		p.awaitTable()
		p.useSmallSquares()
	}

	play := func(p *person, plain string, how func(from, to rules.Square)) {
		t.Helper()
		p.See(t, "Your move, ")
		p.seePosition(eyes[p], &game.Position)
		action, err := rules.ParsePlain(facts, game.Variant.Actor(&game.Position), plain)
		s.must(err)
		how(action.From, action.To)
		if _, err := game.Play(action); err != nil {
			t.Fatal(err)
		}
	}
	byKeys := func(p *person) func(from, to rules.Square) {
		return func(from, to rules.Square) {
			p.moveCursor(eyes[p], from)
			p.press("\r")
			p.moveCursor(eyes[p], to)
			p.press("\r")
		}
	}
	byClicks := func(p *person) func(from, to rules.Square) {
		return func(from, to rules.Square) {
			for _, sq := range []rules.Square{from, to} {
				x, y := eyes[p].cell(sq)
				s.must(p.Click(x+1, y))
			}
		}
	}
	byDrag := func(p *person) func(from, to rules.Square) {
		return func(from, to rules.Square) {
			fx, fy := eyes[p].cell(from)
			tx, ty := eyes[p].cell(to)
			p.press(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<32;%d;%dM\x1b[<0;%d;%dm", fx+2, fy+1, tx+2, ty+1, tx+2, ty+1))
		}
	}
	play(white, "m7-k7", byKeys(white))
	play(black, "b8-d8", byClicks(black))
	play(white, "n6-k9", byDrag(white))
	play(black, "a5-c6", byKeys(black))
	white.See(t, "Your move, White")
	white.seePosition(eyes[white], &game.Position)
	white.press("!")
	white.See(t, "Resign?")
	white.press(arrowRight + "\r")
	for p, e := range eyes {
		p.See(t, "Game over")
		p.press("\r") // closes the card with the result
		p.See(t, "Points for eliminations")
		over := *game
		_, err := over.Play(rules.Action{Type: rules.Resign, Seat: 0})
		s.must(err)
		p.seePosition(e, &over.Position)
	}
	out, _, _ = sshtest.Run(t, black.client, "record 1")
	if want := []string{"m7-k7", "b8-d8", "n6-k9", "a5-c6", "resign"}; !slices.Equal(actionsIn(out), want) {
		t.Errorf("recorded %q, want %q", actionsIn(out), want)
	}
}
