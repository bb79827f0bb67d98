package e2e

import (
	"os"
	"testing"

	"quadrille/internal/sshtest"
	"quadrille/rules"
)

// The games that are played with the mouse and with keys. The seeds were selected: the
// long games have a promotion each, the long game of Forchess also has two eliminations
// and three removed pieces, and its short one has a promotion.
var wildGames = map[string]struct{ long, short uint64 }{
	"chess4": {31, 1}, "verney": {32, 1}, "forchess": {528, 31}, "quadrochess": {3, 1},
}

const longGame, shortGame = 60, 16

// wild returns a random game. It is played to its end only with QUADRILLE_SOAK.
func wild(t *testing.T, name string) []rules.Action {
	t.Helper()
	if os.Getenv("QUADRILLE_SOAK") != "" {
		return wildGame(t, name, nil, wildGames[name].long, longGame)
	}
	return wildGame(t, name, nil, wildGames[name].short, shortGame)
}

// TestWholeGamesByMouse plays with the mouse on four terminals of the smallest size,
// without colours.
func TestWholeGamesByMouse(t *testing.T) {
	t.Parallel()
	grey := sshtest.Terminal{Env: map[string]string{"NO_COLOR": "1"}, Width: 80, Height: 24}
	ghost := grey
	ghost.Kind = kinds[1]
	for name := range wildGames {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := sitDown(t, name, [rules.SeatCount]sshtest.Terminal{grey, ghost, grey, ghost})
			for _, p := range e.all() {
				p.small()
			}
			e.by(byMouse{new(int)}, wild(t, name))
			for _, p := range e.all() {
				if p.Coloured() {
					t.Errorf("%s sees colours", p.name)
				}
			}
		})
	}
}

// The same with the arrow keys and Enter, in colours, on terminals with two values of
// TERM.
func TestWholeGamesByKeys(t *testing.T) {
	t.Parallel()
	usual := sshtest.Terminal{Width: 120, Height: 40}
	ghost := sshtest.Terminal{Kind: "xterm-ghostty", Width: 120, Height: 40}
	for name := range wildGames {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := sitDown(t, name, [rules.SeatCount]sshtest.Terminal{usual, ghost, usual, ghost})
			for _, p := range e.all() {
				p.small()
			}
			e.by(byKeys{new(int)}, wild(t, name))
			for _, p := range e.all() {
				if !p.Coloured() {
					t.Errorf("%s sees no colours", p.name)
				}
			}
		})
	}
}

// TestResizingRedrawsEverything resizes a terminal. It then shows the same as a new
// terminal of that size.
func TestResizingRedrawsEverything(t *testing.T) {
	t.Parallel()
	at := sshtest.Terminal{Width: 80, Height: 24}
	for name, seeds := range wildGames {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := sitDown(t, name, [rules.SeatCount]sshtest.Terminal{at, at, at, at})
			for _, a := range wildGame(t, name, nil, seeds.short, 7) {
				p := e.seats[e.game.Variant.Actor(&e.game.Position)]
				if out, errs, status := sshtest.Run(t, p.client, "move 1 "+e.plain(a)); status != 0 {
					t.Fatalf("move: %q, %q, %d", out, errs, status)
				}
				e.advance(a)
			}
			sue := newPerson(t, "Sue", 80, 24)
			sue.arrive(e.server.address, "")
			sue.introduce()
			sue.open()
			sue.atTable()
			blinky := e.seats[1]
			blinky.Close() // so that the cursor is not moved
			blinky.arrive(e.server.address, "play 1")
			blinky.atTable()
			for _, p := range []*person{blinky, sue} {
				p.stretch(e.server.address)
			}
		})
	}
}

func (p *person) stretch(address string) {
	p.Helper()
	for _, size := range [][2]int{{200, 60}, {100, 30}, {60, 20}, {80, 24}} {
		if err := p.Resize(size[0], size[1]); err != nil {
			p.Fatal(err)
		}
		fresh := &person{T: p.T, name: p.name + " anew", width: size[0], height: size[1], key: p.key}
		fresh.arrive(address, map[bool]string{true: "watch 1", false: "play 1"}[p.name == "Sue"])
		fresh.Await(p, "a whole screen", func(text string) bool { return text != "" })
		p.Match(p, fresh.Screen)
		fresh.Close()
		_ = fresh.client.Close()
	}
}
