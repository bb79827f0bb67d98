package e2e

import (
	"maps"
	"os"
	"slices"
	"testing"

	"quadrille/internal/sshtest"
	"quadrille/rules"
)

// selectedGames holds seeds of random games. All long games and the short game of
// Forchess contain a promotion; the long game of Forchess also has eliminations and
// removed pieces.
var selectedGames = map[string]struct{ long, short uint64 }{
	"chess4": {31, 1}, "verney": {32, 1}, "forchess": {528, 31}, "quadrochess": {3, 1},
}

const longGame, shortGame = 60, 16

// inputs returns the games that are played with an input method: all of them if QUADRILLE_SOAK is set, and
// otherwise those in the argument.
func inputs(short ...string) []string {
	if os.Getenv("QUADRILLE_SOAK") != "" {
		return slices.Collect(maps.Keys(selectedGames))
	}
	return short
}

// selectedGame returns a random game of the variant with the given name: a long game if
// QUADRILLE_SOAK is set, and otherwise a short one.
func selectedGame(t *testing.T, name string) []rules.Action {
	t.Helper()
	if os.Getenv("QUADRILLE_SOAK") != "" {
		return randomGame(t, name, nil, selectedGames[name].long, longGame)
	}
	return randomGame(t, name, nil, selectedGames[name].short, shortGame)
}

// TestWholeGamesByMouse plays with the mouse on four terminals of the smallest size, without
// colours.
func TestWholeGamesByMouse(t *testing.T) {
	t.Parallel()
	grey := sshtest.Terminal{Env: map[string]string{"NO_COLOR": "1"}, Width: 80, Height: 24}
	ghost := grey
	ghost.Kind = kinds[1]
	for _, name := range inputs("chess4", "forchess") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := seatFour(t, name, [rules.SeatCount]sshtest.Terminal{grey, ghost, grey, ghost})
			e.useSmallSquares()
			e.enterAll(byMouse{new(int)}, selectedGame(t, name))
			for _, p := range e.all() {
				if p.Coloured() {
					t.Errorf("%s sees colours", p.name)
				}
			}
		})
	}
}

// TestWholeGamesByKeys plays with the arrow keys and Enter, in colour, on terminals with two
// different values of TERM.
func TestWholeGamesByKeys(t *testing.T) {
	t.Parallel()
	usual := sshtest.Terminal{Width: 120, Height: 40}
	ghost := sshtest.Terminal{Kind: "xterm-ghostty", Width: 120, Height: 40}
	for _, name := range inputs("verney", "quadrochess") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := seatFour(t, name, [rules.SeatCount]sshtest.Terminal{usual, ghost, usual, ghost})
			e.useSmallSquares()
			e.enterAll(byKeys{new(int)}, selectedGame(t, name))
			for _, p := range e.all() {
				if !p.Coloured() {
					t.Errorf("%s sees no colours", p.name)
				}
			}
		})
	}
}

// TestResizingRedrawsEverything resizes a terminal. It must then show the same as a new
// terminal of that size.
func TestResizingRedrawsEverything(t *testing.T) {
	t.Parallel()
	at := sshtest.Terminal{Width: 80, Height: 24}
	for _, name := range inputs("quadrochess") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := seatFour(t, name, [rules.SeatCount]sshtest.Terminal{at, at, at, at})
			for _, a := range randomGame(t, name, nil, selectedGames[name].short, 7) {
				p := e.seats[e.game.Variant.Actor(&e.game.Position)]
				if out, errs, status := sshtest.Run(t, p.client, "move 1 "+e.plain(a)); status != 0 {
					t.Fatalf("move: %q, %q, %d", out, errs, status)
				}
				e.advance(a)
			}
			sue := newPerson(t, "Sue", 80, 24)
			sue.connect(e.server.address, "")
			sue.chooseName()
			sue.open()
			sue.awaitTable()
			blinky := e.seats[1]
			blinky.Close() // connect again, because a new session starts with the default cursor
			blinky.connect(e.server.address, "play 1")
			blinky.awaitTable()
			for _, p := range []*person{blinky, sue} {
				p.resizeAndCompare(e.server.address)
			}
		})
	}
}

func (p *person) resizeAndCompare(address string) {
	p.Helper()
	for _, size := range [][2]int{{200, 60}, {100, 30}, {60, 20}, {80, 24}} {
		must(p, p.Resize(size[0], size[1]))
		fresh := &person{T: p.T, name: p.name + " anew", width: size[0], height: size[1], key: p.key}
		fresh.connect(address, map[bool]string{true: "watch 1", false: "play 1"}[p.name == "Sue"])
		fresh.Await(p, "a whole screen", func(text string) bool { return text != "" })
		p.Match(p, fresh.Screen)
		fresh.Close()
		_ = fresh.client.Close()
	}
}
