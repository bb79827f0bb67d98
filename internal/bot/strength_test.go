package bot

import (
	"testing"

	"quadrille/rules"
)

func TestStrongestBeatsChance(t *testing.T) {
	n := matches(t)
	for _, f := range forms {
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
	for _, f := range forms {
		v := f.variant(t)
		if v.Facts().Teams() {
			continue
		}
		paranoid := searching(Limits{Nodes: 2000}, func(s *Searcher) { s.noAnswers = true })
		t.Logf("%-18s %v", f.name, contest{searching(Limits{Nodes: 2000}, nil), paranoid}.play(v, n))
	}
}
