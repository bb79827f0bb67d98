package bot

import (
	"context"
	"math/rand/v2"
	"syscall"
	"testing"

	"quadrille/rules"
)

// BenchmarkSearch searches positions from self-play games, with 20,000 nodes each. It
// reports nodes per second of processor time, and the average depth.
func BenchmarkSearch(b *testing.B) {
	for _, c := range variantCases {
		b.Run(c.name, func(b *testing.B) {
			positions := benchPositions(c.form)
			s := NewSearcher(TableBits)
			nodes, depth, searches := 0, 0, 0
			began := processorSeconds(b)
			for b.Loop() {
				for _, g := range positions {
					found := s.Choose(context.Background(), g, Limits{Nodes: 20_000})
					nodes, depth, searches = nodes+found.Nodes, depth+found.Depth, searches+1
				}
			}
			b.ReportMetric(float64(nodes)/(processorSeconds(b)-began), "nodes/s")
			b.ReportMetric(float64(depth)/float64(searches), "plies")
		})
	}
}

// processorSeconds returns the processor time that the test has used.
func processorSeconds(b *testing.B) float64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}

// benchPositions returns games that a weak searcher has continued from random openings. This
// searcher searches to depth 1 without a transposition table, so that the games stay the same
// when the search changes.
func benchPositions(v rules.Variant) (positions []*rules.Game) {
	dice := rand.New(rand.NewPCG(20, 3))
	weak := NewSearcher(4)
	weak.searchFeatures = searchFeatures{noTable: true, noPruning: true, noQuiescence: true, noReductions: true}
	for plies := 8; plies <= 120; plies += 16 {
		g := playRandom(v, dice, 8)
		for range plies {
			a := weak.Choose(context.Background(), g, Limits{Depth: 1, Seed: dice.Uint64(), Noise: 100, Method: Paranoid}).Action
			next := g.Clone()
			if _, err := next.Play(a); err != nil || next.Position.Over() {
				break
			}
			g = next
		}
		positions = append(positions, g)
	}
	return positions
}
