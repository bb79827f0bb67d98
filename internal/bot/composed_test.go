package bot

import (
	"path/filepath"
	"slices"
	"testing"

	"quadrille/rules"
)

// The positions under testdata/composed were made by hand, each for one idea. What
// a position claims is proved by trying everything:
//
//	goal   what is to be found forces it, nothing else does, and nothing does sooner
//	loses  the adversaries force it after what is to be refused, and not after what
//	       is to be found; without a goal, everything that does not lose so is to be found
func TestComposedPositionsAreProved(t *testing.T) {
	eachComposed(t, func(t *testing.T, one *tactic) {
		if one.motif == "" || one.about == "" {
			t.Error("it says nothing about itself")
		}
		one.standsAsTheLawLeavesIt(t)
		if one.goal == "" && one.loses == "" {
			t.Error("nothing is claimed")
		}
		if one.goal != "" {
			one.proveGoal(t)
		}
		if one.loses != "" {
			one.proveLoss(t)
		}
	})
}

// A second of one core is some hundred thousand nodes; these take fewer.
func TestComposedPositionsAreSolvedWithinASecond(t *testing.T) {
	s := NewSearcher(16)
	eachComposed(t, func(t *testing.T, one *tactic) {
		if got, right := one.ask(s); !right {
			t.Errorf("%s after %d nodes; to find %v, to refuse %v", got, one.nodes, one.find, one.refuse)
		}
	})
}

func eachComposed(t *testing.T, do func(*testing.T, *tactic)) {
	t.Helper()
	files, _ := filepath.Glob("testdata/composed/*.txt")
	if len(files) == 0 {
		t.Fatal("no files")
	}
	for _, file := range files {
		all := readTactics(t, file)
		if len(all) < 10 {
			t.Errorf("%s: only %d positions", file, len(all))
		}
		for _, one := range all {
			t.Run(filepath.Base(file)+"/"+one.motif, func(t *testing.T) { do(t, &one) })
		}
	}
}

func (one *tactic) proveGoal(t *testing.T) {
	goal, v, p, side := one.prepare(t, one.goal)
	for n := 1; n < goal.within; n++ {
		if sooner := goal.leadTo(v, p, side, n); len(sooner) > 0 {
			t.Errorf("%s: with %v within %d already", one.goal, sooner, n)
		}
	}
	slices.Sort(one.find)
	if found := goal.leadTo(v, p, side, goal.within); !slices.Equal(found, one.find) {
		t.Errorf("%s: by %v, and %v is to be found", one.goal, found, one.find)
	}
}

func (one *tactic) proveLoss(t *testing.T) {
	loss, v, p, side := one.prepare(t, one.loses)
	others := rules.Seats(0x0F) &^ side
	losing := loss.leadTo(v, p, others, loss.within)
	for _, word := range one.refuse {
		if !slices.Contains(losing, word) {
			t.Errorf("%s is to be refused, and does not lose so: %s", word, one.loses)
		}
	}
	safe := slices.DeleteFunc(rules.LegalPlain(v, p), func(word string) bool { return slices.Contains(losing, word) })
	slices.Sort(one.find)
	switch {
	case len(safe) == 0:
		t.Errorf("everything loses: %s", one.loses)
	case one.goal == "" && len(one.find) > 0 && !slices.Equal(safe, one.find):
		t.Errorf("%v do not lose, and %v is to be found", safe, one.find)
	}
	for _, word := range one.find {
		if slices.Contains(losing, word) {
			t.Errorf("%s is to be found, and loses: %s", word, one.loses)
		}
	}
}

func (one *tactic) prepare(t *testing.T, text string) (aim, rules.Variant, *rules.Position, rules.Seats) {
	t.Helper()
	v, p := one.game.Variant, &one.game.Position
	a, err := readAim(v.Facts(), text)
	if err != nil {
		t.Fatal(err)
	}
	return a, v, p, sideOf(v.Facts(), v.Actor(p))
}

// A position text is taken as it stands, also if no ply could leave it so: a seat
// is frozen if and only if its king stands attacked and it has no legal move.
func (one *tactic) standsAsTheLawLeavesIt(t *testing.T) {
	t.Helper()
	v, f := one.game.Variant, one.game.Variant.Facts()
	for seat := range rules.Seat(rules.SeatCount) {
		p := one.game.Position
		frozen := p.State[seat] == rules.Frozen
		if f.Name != "verney" || p.Over() {
			continue
		}
		p.State[seat], p.Turn = rules.Playing, seat
		if mated := v.InCheck(&p).Has(seat) && len(v.Legal(&p, nil)) == 0; mated != frozen {
			t.Errorf("%s: frozen %v, in checkmate %v", f.SeatName(seat), frozen, mated)
		}
	}
}
