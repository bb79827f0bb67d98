package bot

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"quadrille/rules"
)

// few holds the limits of the searches in matches that compare search features or evaluation
// weights.
var few = Limits{Nodes: 600}

// selected reports whether the environment variable QUADRILLE_ONLY is unset or equal to the
// given name.
func selected(name string) bool {
	chosen := os.Getenv("QUADRILLE_ONLY")
	return chosen == "" || chosen == name
}

// comparison says whether player a is better than player b, worse, or neither. If the players
// are equal, it wrongly says better or worse in one match in a hundred.
func (s score) comparison() string {
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

// wantNotWorse logs the score, and fails the test if the first player of the match is
// worse. The test passes if the match shows no difference, because most improvements are
// too small to be visible in a few hundred games.
func (s score) wantNotWorse(t *testing.T, what string) {
	t.Helper()
	if t.Logf("%s: %v: %s", what, s, s.comparison()); s.comparison() == worse {
		t.Errorf("%s is worse", what)
	}
}

func TestScoreText(t *testing.T) {
	for want, all := range map[string][][]float64{
		better:  {{0.6, 0.62, 0.58, 0.6}, {1, 1, 0.5, 1, 1, 0.5, 1, 1}},
		worse:   {{0.4, 0.38, 0.42, 0.4}, {0, 0, 0.5, 0, 0, 0.5, 0, 0}},
		neither: {{0.5, 0.5, 0.5, 0.5}, {1, 0, 1, 1}, {0, 1, 0, 0}, {0.6, 0.4, 0.6, 0.6}},
	} {
		for _, shares := range all {
			if got := summary(shares).comparison(); got != want {
				t.Errorf("%v: %s, want %s", shares, got, want)
			}
		}
	}
}

// TestBestReplyDoesNoHarm checks that in a free-for-all, best-reply search (BRS+) is not
// worse than a search in which all opponents play as one side against the root seat.
func TestBestReplyDoesNoHarm(t *testing.T) {
	n := matchOpenings(t)
	for _, f := range chosenCases() {
		v := f.form
		if v.Facts().Teams() {
			continue
		}
		paranoid := searching(Limits{Nodes: 2000, Method: Paranoid}, nil)
		contest{searching(Limits{Nodes: 2000}, nil), paranoid}.play(v, n).wantNotWorse(t, f.name+", BRS+ over paranoid")
	}
}

func TestNoPartOfTheSearchDoesHarm(t *testing.T) {
	n := matchOpenings(t)
	parts := map[string]searchFeatures{"table": {noTable: true}, "quiet": {noQuiescence: true}, "reductions": {noReductions: true}}
	for _, f := range chosenCases() {
		v := f.form
		for name, c := range parts {
			if selected(name) {
				without := searching(few, func(s *Searcher) { s.searchFeatures = c })
				contest{searching(few, nil), without}.play(v, n).wantNotWorse(t, f.name+", "+name)
			}
		}
	}
}

func TestNoWeightDoesHarm(t *testing.T) {
	n := matchOpenings(t)
	for _, f := range chosenCases() {
		v := f.form
		full := v.(rules.Evaluable).Weights()
		for i := range reflect.TypeFor[rules.Weights]().NumField() {
			without := full
			weight := reflect.ValueOf(&without).Elem().Field(i)
			name := reflect.TypeFor[rules.Weights]().Field(i).Name
			if weight.IsZero() || !selected(name) {
				continue
			}
			weight.SetZero()
			contest{searching(few, nil), searching(few, withWeights(v, without))}.play(v, n).wantNotWorse(t, f.name+", "+name)
		}
	}
}

// TestGivenWeights plays with the weights that the JSON in QUADRILLE_TRY gives, against the
// game's own weights. A weight that the JSON omits stays the same.
func TestGivenWeights(t *testing.T) {
	n, try := matchOpenings(t), os.Getenv("QUADRILLE_TRY")
	if try == "" {
		t.Skip("set QUADRILLE_TRY to weights as JSON")
	}
	for _, f := range chosenCases() {
		v := f.form
		w := v.(rules.Evaluable).Weights()
		if err := json.Unmarshal([]byte(try), &w); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %+v: %v", f.name, w, contest{searching(few, withWeights(v, w)), searching(few, nil)}.play(v, n))
	}
}

func withWeights(v rules.Variant, w rules.Weights) func(*Searcher) {
	return func(s *Searcher) {
		s.eval.loadVariant(v)
		s.eval.setWeights(w)
		s.eval.computePawnBonus(v.(rules.Evaluable))
	}
}
