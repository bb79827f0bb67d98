package verney

import "quadrille/rules"

// Reach is how the men attack; see [rules.Appraiser].
func (g *Game) Reach() *rules.Reach { return g.reach }
