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

// shown is what a match shows of a against b, so that it would be wrong about one
// match in a hundred of equals.
func (s score) shown() string {
	switch {
	case s.share-2.6*s.err > 0.5:
		return better
	case s.share+2.6*s.err < 0.5:
		return worse
	}
	return neither
}

const (
	better  = "better"
	worse   = "worse"
	neither = "neither better nor worse"
)

// notWorse says what a match shows and fails if that is that a is worse. It passes
// where neither is shown: few weights gain so much that some hundred games show it,
// so who wants to know of a gain has to read what it says.
func (s score) notWorse(t *testing.T, what string) {
	t.Helper()
	if t.Logf("%s: %v: %s", what, s, s.shown()); s.shown() == worse {
		t.Errorf("%s does harm", what)
	}
}

func TestScoreText(t *testing.T) {
	for want, all := range map[string][][]float64{
		better:  {{0.6, 0.62, 0.58, 0.6}, {1, 1, 0.5, 1, 1, 0.5, 1, 1}},
		worse:   {{0.4, 0.38, 0.42, 0.4}, {0, 0, 0.5, 0, 0, 0.5, 0, 0}},
		neither: {{0.5, 0.5, 0.5, 0.5}, {1, 0, 1, 1}, {0, 1, 0, 0}, {0.6, 0.4, 0.6, 0.6}},
	} {
		for _, shares := range all {
			if got := summary(shares).shown(); got != want {
				t.Errorf("%v: %s, want %s", shares, got, want)
			}
		}
	}
}

// BRS+ is not shown to be worse than taking all others to be against us, where everybody plays
// for himself.
func TestBestReplyDoesNoHarm(t *testing.T) {
	n := matches(t)
	for _, f := range chosen() {
		v := f.variant(t)
		if v.Facts().Teams() {
			continue
		}
		paranoid := searching(Limits{Nodes: 2000}, func(s *Searcher) { s.noBestReply = true })
		contest{searching(Limits{Nodes: 2000}, nil), paranoid}.play(v, n).notWorse(t, f.name+", BRS+ over paranoid")
	}
}

// No part of the search is shown to do harm.
func TestNoPartOfTheSearchDoesHarm(t *testing.T) {
	n := matches(t)
	parts := map[string]searchFeatures{"table": {noTable: true}, "quiet": {noQuiescence: true}, "reductions": {noReductions: true}}
	for _, f := range chosen() {
		v := f.variant(t)
		for name, c := range parts {
			if only(name) {
				without := searching(few, func(s *Searcher) { s.searchFeatures = c })
				contest{searching(few, nil), without}.play(v, n).notWorse(t, f.name+", "+name)
			}
		}
	}
}

// No weight is shown to do harm.
func TestNoWeightDoesHarm(t *testing.T) {
	n := matches(t)
	for _, f := range chosen() {
		v := f.variant(t)
		full := v.(rules.Evaluable).Weights()
		for i := range reflect.TypeFor[rules.Weights]().NumField() {
			without := full
			weight := reflect.ValueOf(&without).Elem().Field(i)
			name := reflect.TypeFor[rules.Weights]().Field(i).Name
			if weight.IsZero() || !only(name) {
				continue
			}
			weight.SetInt(0)
			contest{searching(few, nil), searching(few, weighing(v, without))}.play(v, n).notWorse(t, f.name+", "+name)
		}
	}
}

// Other weights against those of the game: QUADRILLE_TRY has them as JSON, what it
// does not name stays.
func TestGivenWeights(t *testing.T) {
	n, try := matches(t), os.Getenv("QUADRILLE_TRY")
	if try == "" {
		t.Skip("QUADRILLE_TRY says which")
	}
	for _, f := range chosen() {
		v := f.variant(t)
		w := v.(rules.Evaluable).Weights()
		if err := json.Unmarshal([]byte(try), &w); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %+v: %v", f.name, w, contest{searching(few, weighing(v, w)), searching(few, nil)}.play(v, n))
	}
}

// weighing makes a player use those weights.
func weighing(v rules.Variant, w rules.Weights) func(*Searcher) {
	return func(s *Searcher) {
		s.eval.loadVariant(v)
		s.eval.setWeights(w)
		s.eval.computePawnBonus(v.(rules.Evaluable))
	}
}
