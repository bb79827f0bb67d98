package bot

import (
	"context"
	"sync"

	"quadrille/rules"
)

// ChooseWith searches like [Searcher.Choose]. Until the search of s ends, the helpers search
// the same game. In an alpha-beta search, they share the transposition table of s (lazy
// SMP). In a tree search, each helper grows its own tree, and in the end the visits and
// scores of the root actions are added up. The choice also depends on the timing of the
// goroutines.
func (s *Searcher) ChooseWith(ctx context.Context, g *rules.Game, l Limits, helpers []*Searcher) Choice {
	s.start(ctx, g, l)
	s.transpositions.nextSearch(s.keepsTable())
	stopHelpers := startHelpers(ctx, s, helpers)
	defer stopHelpers() // for a panic; otherwise the helpers have already stopped
	if !s.usesTree() {
		best := s.deepen(1)
		stopHelpers()
		return best
	}
	s.growTree()
	stopHelpers()
	nodes := s.nodes
	for _, h := range helpers {
		s.tree.addSearches(h.tree)
		nodes += h.nodes
	}
	score := s.tree.choose(s)
	return Choice{Action: s.root[0].action, Value: int(100 * score), Nodes: nodes}
}

// startHelpers starts helpers for a search that s has begun. The returned function stops the
// helpers and waits until they have ended. It may be called again. If a helper panicked, the
// function panics with the same value.
func startHelpers(ctx context.Context, s *Searcher, helpers []*Searcher) (stop func()) {
	if len(helpers) == 0 {
		return func() {}
	}
	helping, cancel := context.WithCancel(ctx) // a new name: if ctx were assigned, it would be allocated in every search
	l, game, table := s.limits, s.game, s.transpositions
	var all sync.WaitGroup
	causes := make([]any, len(helpers))
	for i, h := range helpers {
		all.Go(func() {
			defer func() { causes[i] = recover() }()
			help(helping, h, game, l, table, i+1)
		})
	}
	return sync.OnceFunc(func() {
		cancel()
		all.Wait()
		for _, cause := range causes {
			if cause != nil {
				panic(cause)
			}
		}
	})
}

// help makes the helper `s` search until the context is done. The helper's number, counting
// from 1, determines the order of equally ranked actions and the depth of the first search, so
// that the helpers do not all search the same positions at the same time.
func help(ctx context.Context, s *Searcher, g *rules.Game, l Limits, table *transpositionTable, number int) {
	l.Seed += uint64(number)
	if l.Nodes = 0; !l.Until.IsZero() {
		l.Nodes = 1 // a search obeys l.Until only after l.Nodes nodes, so set the smallest number
	}
	s.start(ctx, g, l)
	s.transpositions = table
	if s.usesTree() {
		s.growTree()
	} else {
		s.deepen(1 + number%2)
	}
}
