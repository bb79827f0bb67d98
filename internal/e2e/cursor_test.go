package e2e

import (
	"strings"

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
