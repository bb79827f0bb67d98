package verney

import "quadrille/rules"

// Reach is how the men attack; see [rules.Appraiser].
func (g *Game) Reach() *rules.Reach { return g.reach }

// Promotes reports whether a pawn becomes a piece on a square (V8).
func (g *Game) Promotes(a rules.Army, on rules.Square) bool { return shared.grounds[a][on] == queens }

// Weights returns values that were chosen by matches; docs/bots.md lists them.
func (g *Game) Weights() rules.Weights {
	return rules.Weights{Mobility: 3, Siege: 10, Advance: 150, Frozen: 800}
}
