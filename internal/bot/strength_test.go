package bot

import (
	"encoding/json"
	"os"
	"reflect"
	"strconv"
	"testing"

	"quadrille/rules"
)

func TestStrongestBeatsChance(t *testing.T) {
	n := matches(t)
	for _, f := range chosen() {
		v := f.variant(t)
		best := searching(Limits{Nodes: 1000}, nil)
		t.Logf("%-24s random %v", f.name, contest{best, randomMover}.play(v, n))
		t.Logf("%-24s greedy %v", f.name, contest{best, greedyTaker}.play(v, n))
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, f := range forms {
		b.Run(f.name, func(b *testing.B) {
			v := f.variant(b)
			s := NewSearcher(16)
			nodes := 0
			depth := 0
			for b.Loop() {
				c := s.Choose(b.Context(), rules.NewGame(v), Limits{Nodes: 200000})
				nodes += c.Nodes
				depth = c.Depth
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(float64(depth), "plies")
		})
	}
}

// BRS+ against paranoid search, where everybody plays for himself.
func TestAnswers(t *testing.T) {
	n := matches(t)
	for _, f := range chosen() {
		v := f.variant(t)
		if v.Facts().Teams() {
			continue
		}
		paranoid := searching(Limits{Nodes: 2000}, func(s *Searcher) { s.noAnswers = true })
		t.Logf("%-18s %v", f.name, contest{searching(Limits{Nodes: 2000}, nil), paranoid}.play(v, n))
	}
}

// Each of a game's weights against none of it. QUADRILLE_WEIGHT names one.
func TestEachWeightEarnsItsPlace(t *testing.T) {
	n := matches(t)
	for _, f := range chosen() {
		v := f.variant(t)
		if os.Getenv("QUADRILLE_WEIGHT") == "all" {
			t.Logf("%-22s all %v", f.name, contest{searching(nodes, nil), searching(nodes, weighing(v, rules.Weights{}))}.play(v, n))
			continue
		}
		full := reflect.ValueOf(v.(rules.Appraiser).Weights())
		for i := range full.NumField() {
			name := full.Type().Field(i).Name
			if full.Field(i).IsZero() || os.Getenv("QUADRILLE_WEIGHT") != "" && os.Getenv("QUADRILLE_WEIGHT") != name {
				continue
			}
			without := v.(rules.Appraiser).Weights()
			reflect.ValueOf(&without).Elem().Field(i).SetInt(0)
			t.Logf("%-22s %-9s %v", f.name, name, contest{searching(nodes, nil), searching(nodes, weighing(v, without))}.play(v, n))
		}
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

var nodes = Limits{Nodes: 600}

// Each part of the craft against none of it. QUADRILLE_WEIGHT names one.
func TestEachCraftEarnsItsPlace(t *testing.T) {
	n := matches(t)
	for _, f := range chosen() {
		v := f.variant(t)
		for name, c := range map[string]craft{
			"table":      {noTable: true},
			"quiet":      {noQuiet: true},
			"reductions": {noReductions: true},
		} {
			if os.Getenv("QUADRILLE_WEIGHT") != "" && os.Getenv("QUADRILLE_WEIGHT") != name {
				continue
			}
			without := searching(nodes, func(s *Searcher) { s.craft = c })
			t.Logf("%-22s %-10s %v", f.name, name, contest{searching(nodes, nil), without}.play(v, n))
		}
	}
}

// Each level against the one below. QUADRILLE_LEVEL names the higher of the two.
func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	n := matches(t)
	for _, f := range chosen() {
		v := f.variant(t)
		for level := Level(2); level <= Strongest; level++ {
			if only := os.Getenv("QUADRILLE_LEVEL"); only == "" || only == strconv.Itoa(int(level)) {
				of := contest{searching(level.Limits(0), nil), searching((level - 1).Limits(0), nil)}
				t.Logf("%-22s %d over %d %v", f.name, level, level-1, of.play(v, n))
			}
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
		t.Logf("%-22s %+v %v", f.name, w, contest{searching(nodes, weighing(v, w)), searching(nodes, nil)}.play(v, n))
	}
}
