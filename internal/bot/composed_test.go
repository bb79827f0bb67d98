package bot

import (
	"path/filepath"
	"slices"
	"testing"

	"quadrille/rules"
)

// TestComposedPositionsAreProved tries all actions to check what each file under
// testdata/composed says about its position:
//
//   - goal: the actions in the line "find", and no others, force this goal, and none
//     forces it sooner.
//   - loses: after an action in the line "refuse", the opponents can force the goal in the
//     line "loses"; after an action in the line "find", they cannot. If there is no line
//     "goal", "find" lists all actions that do not lose.
func TestComposedPositionsAreProved(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	eachComposed(t, func(t *testing.T, one *tactic) {
		if one.motif == "" || one.about == "" {
			t.Error("no motif or idea is given")
		}
		one.checkFrozenSeats(t)
		if one.goal == "" && one.loses == "" {
			t.Error("neither goal nor loss is given")
		}
		if one.goal != "" {
			one.proveGoal(t)
		}
		if one.loses != "" {
			one.proveLoss(t)
		}
	})
}

// TestComposedPositionsAreSolvedWithinASecond checks that the searcher solves each composed
// position within its node limit. The limit is lower than the number of nodes that one core
// searches in a second.
func TestComposedPositionsAreSolvedWithinASecond(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	s := NewSearcher(16)
	eachComposed(t, func(t *testing.T, one *tactic) {
		if got, right := one.solve(s); !right {
			t.Errorf("chose %s with %d nodes, find %v, refuse %v", got, one.nodes, one.find, one.refuse)
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
		if sooner := goal.solutions(v, p, side, n); len(sooner) > 0 {
			t.Errorf("%s: %v reaches it within %d", one.goal, sooner, n)
		}
	}
	slices.Sort(one.find)
	if found := goal.solutions(v, p, side, goal.within); !slices.Equal(found, one.find) {
		t.Errorf("%s: %v reach it, but find lists %v", one.goal, found, one.find)
	}
}

func (one *tactic) proveLoss(t *testing.T) {
	loss, v, p, side := one.prepare(t, one.loses)
	others := rules.Seats(0x0F) &^ side
	losing := loss.solutions(v, p, others, loss.within)
	for _, word := range one.refuse {
		if !slices.Contains(losing, word) {
			t.Errorf("%s is in refuse but does not lose: %s", word, one.loses)
		}
	}
	safe := slices.DeleteFunc(rules.LegalPlain(v, p), func(word string) bool { return slices.Contains(losing, word) })
	slices.Sort(one.find)
	switch {
	case len(safe) == 0:
		t.Errorf("every action loses: %s", one.loses)
	case one.goal == "" && len(one.find) > 0 && !slices.Equal(safe, one.find):
		t.Errorf("%v do not lose, but find lists %v", safe, one.find)
	}
	for _, word := range one.find {
		if slices.Contains(losing, word) {
			t.Errorf("%s is in find but loses: %s", word, one.loses)
		}
	}
}

func (one *tactic) prepare(t *testing.T, text string) (goal, rules.Variant, *rules.Position, rules.Seats) {
	t.Helper()
	v, p := one.game.Variant, &one.game.Position
	a, err := readGoal(v.Facts(), text)
	if err != nil {
		t.Fatal(err)
	}
	return a, v, p, v.Facts().Side(v.Actor(p))
}

// checkFrozenSeats requires that in Verney's game the position text marks exactly the
// seats in checkmate as frozen. Other positions never occur in play.
func (one *tactic) checkFrozenSeats(t *testing.T) {
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
