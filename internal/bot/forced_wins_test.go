package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"quadrille/rules"
)

// forcedWin proves wins by a plain depth-first search that uses only the rules. Each action of
// the winning side gives check or wins the game; the opponents may answer with any action.
type forcedWin struct {
	v     rules.Variant
	side  rules.Seats // the seats that win
	nodes int         // number of actions that may still be tried
}

// after reports whether the side can force a win after the action `a`, with at most n
// further actions of its own.
func (w *forcedWin) after(p *rules.Position, a rules.Action, n int) bool {
	var next rules.Position
	own := w.side.Has(w.v.Actor(p))
	w.v.Apply(&next, p, a)
	rules.EndWithoutProgress(w.v, &next)
	w.nodes--
	switch {
	case next.Over():
		return next.Outcome.Winners != 0 && next.Outcome.Winners&^w.side == 0
	case w.nodes < 0:
		return false
	case own && (w.v.InCheck(&next)|w.v.Mated(&next))&^w.side == 0:
		return false
	}
	return w.forces(&next, n)
}

// forces reports whether the side can force a win with at most n actions of its own.
func (w *forcedWin) forces(p *rules.Position, n int) bool {
	own := w.side.Has(w.v.Actor(p))
	if own {
		if n == 0 {
			return false
		}
		n--
	}
	var buffer [256]rules.Action
	for _, a := range w.v.Legal(p, buffer[:0]) {
		if w.after(p, a, n) == own {
			return own
		}
	}
	return !own
}

// forcedWinNodes is the maximum number of actions that the function `solutions` tries for each
// length of a forced win. If a proof needs more, `solutions` finds no win.
const forcedWinNodes = 30_000

// solutions finds the shortest wins that the side to act can force by checks, in two to four
// actions of its own. n is the number of these actions, and found holds the first action of
// each win. If one action is enough to win, or if solutions finds no win, found is nil.
func solutions(g *rules.Game) (n int, found []rules.Action) {
	p := &g.Position
	for n = 1; n <= 4 && found == nil; n++ {
		w := forcedWin{g.Variant, g.Variant.Facts().Side(g.Variant.Actor(p)), forcedWinNodes}
		for _, a := range g.Variant.Legal(p, nil) {
			if w.after(p, a, n-1) {
				found = append(found, a)
			}
		}
		if w.nodes < 0 {
			return 0, nil
		}
	}
	if n--; n < 2 {
		return 0, nil
	}
	return n, found
}

// solvesForcedWin reports whether the choice c is one of the actions in `found`, or has the
// value of a proven win.
func solvesForcedWin(c Choice, found []rules.Action) bool {
	for _, a := range found {
		if c.Action == a {
			return true
		}
	}
	return c.Value > Decided
}

// findForcedWins continues random games with a weak search. In each game, it looks for the
// first position in which the side to act has a forced win in two to four actions of its
// own, and calls the function `do` with this position. It stops after `count` positions.
func findForcedWins(v rules.Variant, seed uint64, count int, do func(g *rules.Game, n int, found []rules.Action)) {
	dice := rand.New(rand.NewPCG(seed, 1881))
	weak := NewSearcher(8)
	for count > 0 {
		g := playRandom(v, dice, 20+dice.IntN(60))
		for ply := 0; ply < 120 && !g.Position.Over(); ply++ {
			if n, found := solutions(g); found != nil {
				do(g, n, found)
				count--
				break
			}
			a := weak.Choose(context.Background(), g, Limits{Nodes: 60, Noise: 400, Seed: dice.Uint64()}).Action
			if _, err := g.Play(a); err != nil {
				panic(err)
			}
		}
	}
}

// TestForcedWinsOfSample checks that a search solves almost all positions under
// testdata/forced. TestForcedWins found these positions. The limit of the search is about the
// number of nodes that one core searches in 100 ms.
func TestForcedWinsOfSample(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	files, _ := filepath.Glob("testdata/forced/*.txt")
	if len(files) < 4 {
		t.Fatalf("only %v", files)
	}
	const nodes = 30_000
	s, solved, all := NewSearcher(16), 0, 0
	for _, file := range files {
		for i, one := range readTactics(t, file) {
			c := s.Choose(context.Background(), one.game, Limits{Nodes: nodes})
			if _, found := solutions(one.game); found == nil {
				t.Errorf("%s %d: no forced win", file, i+1)
			} else if all++; solvesForcedWin(c, found) {
				solved++
			} else {
				t.Logf("%s %d: not solved", file, i+1)
			}
		}
	}
	if 100*solved < 95*all {
		t.Errorf("%d of %d forced wins solved, want 95 percent", solved, all)
	}
}

// TestForcedWins looks for positions with forced wins in each variant with teams. The
// environment variable QUADRILLE_FORCED is the number of positions to find in each variant.
// The test reports how many of these positions a search of 30,000 nodes solves. If
// QUADRILLE_FORCED_SAMPLE names a directory, the test writes the positions to that directory.
func TestForcedWins(t *testing.T) {
	count, err := strconv.Atoi(os.Getenv("QUADRILLE_FORCED"))
	if err != nil || count < 1 {
		t.Skip("set QUADRILLE_FORCED to the number of positions of each form")
	}
	for _, c := range chosenCases() {
		v := c.form
		if !v.Facts().Teams() {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := NewSearcher(16)
			solved, all := map[int]int{}, map[int]int{}
			var sample strings.Builder
			findForcedWins(v, 20, count, func(g *rules.Game, n int, found []rules.Action) {
				all[n]++
				if solvesForcedWin(s.Choose(context.Background(), g, Limits{Nodes: 30_000}), found) {
					solved[n]++
				}
				fmt.Fprintf(&sample, "motif: win in %d own actions\nfind: %s\n%s\n", n,
					rules.Plain(v.Facts(), v.Actor(&g.Position), found[0]), rules.PositionText(v, &g.Position))
			})
			for n := 2; n <= 4; n++ {
				t.Logf("%s, win in %d: %d of %d solved", c.name, n, solved[n], all[n])
			}
			if dir := os.Getenv("QUADRILLE_FORCED_SAMPLE"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(c.name, " ", "-")+".txt"), []byte(sample.String()),
					0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
