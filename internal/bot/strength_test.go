package bot

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"quadrille/rules"
)

// few is what matches about parts of the search and of the weights are played at.
var few = Limits{Nodes: 600}

// only reports whether QUADRILLE_ONLY names what a match is about, or nothing.
func only(name string) bool {
	chosen := os.Getenv("QUADRILLE_ONLY")
	return chosen == "" || chosen == name
}

// atLeast fails if a match shows, as good as surely, that the share is lower.
func (s score) atLeast(t *testing.T, share float64, what string) {
	t.Helper()
	t.Logf("%s: %v", what, s)
	if s.share+2.6*s.err < share {
		t.Errorf("%s: that is less than %.0f %%", what, 100*share)
	}
}

// BRS+ is no worse than taking all others to be against us, where everybody plays
// for himself.
func TestAnswersGain(t *testing.T) {
	n := matches(t)
	for _, f := range chosen() {
		v := f.variant(t)
		if v.Facts().Teams() {
			continue
		}
		paranoid := searching(Limits{Nodes: 2000}, func(s *Searcher) { s.noAnswers = true })
		contest{searching(Limits{Nodes: 2000}, nil), paranoid}.play(v, n).atLeast(t, 0.5, f.name+", BRS+ over paranoid")
	}
}

// No part of the search does harm.
func TestEachPartOfTheSearchGains(t *testing.T) {
	n := matches(t)
	parts := map[string]craft{"table": {noTable: true}, "quiet": {noQuiet: true}, "reductions": {noReductions: true}}
	for _, f := range chosen() {
		v := f.variant(t)
		for name, c := range parts {
			if only(name) {
				without := searching(few, func(s *Searcher) { s.craft = c })
				contest{searching(few, nil), without}.play(v, n).atLeast(t, 0.5, f.name+", "+name)
			}
		}
	}
}

// No weight does harm.
func TestEachWeightGains(t *testing.T) {
	n := matches(t)
	for _, f := range chosen() {
		v := f.variant(t)
		full := v.(rules.Appraiser).Weights()
		for i := range reflect.TypeFor[rules.Weights]().NumField() {
			without := full
			weight := reflect.ValueOf(&without).Elem().Field(i)
			name := reflect.TypeFor[rules.Weights]().Field(i).Name
			if weight.IsZero() || !only(name) {
				continue
			}
			weight.SetInt(0)
			contest{searching(few, nil), searching(few, weighing(v, without))}.play(v, n).atLeast(t, 0.5, f.name+", "+name)
		}
	}
}

// Other weights against those of the game: QUADRILLE_TRY has them as JSON, what it
// does not name stays.
func TestTheseWeightsInstead(t *testing.T) {
	n, try := matches(t), os.Getenv("QUADRILLE_TRY")
	if try == "" {
		t.Skip("QUADRILLE_TRY says which")
	}
	for _, f := range chosen() {
		v := f.variant(t)
		w := v.(rules.Appraiser).Weights()
		if err := json.Unmarshal([]byte(try), &w); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %+v: %v", f.name, w, contest{searching(few, weighing(v, w)), searching(few, nil)}.play(v, n))
	}
}

// weighing makes a player use those weights.
func weighing(v rules.Variant, w rules.Weights) func(*Searcher) {
	return func(s *Searcher) {
		s.eyes.learn(v)
		s.eyes.take(w)
		s.eyes.lookAhead(v.(rules.Appraiser))
	}
}
