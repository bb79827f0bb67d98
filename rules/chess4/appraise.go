package chess4

import "quadrille/rules"

// Reach is how the men attack; see [rules.Appraiser].
func (g *Game) Reach() *rules.Reach { return g.reach }

// Promotes reports whether a pawn becomes a piece on a square (C6).
func (g *Game) Promotes(a rules.Army, on rules.Square) bool { return shared.camps[a].promotes[on] }

// Weights returns values that were chosen by matches; docs/bots.md lists them.
func (g *Game) Weights() rules.Weights {
	return rules.Weights{Mobility: 3, Siege: 15, Advance: 150, Mated: 60}
}
