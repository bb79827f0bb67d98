package verney

import "quadrille/rules"

// AttackTables returns the attack tables of the board; see [rules.Evaluable].
func (g *Game) AttackTables() *rules.AttackTables { return g.reach }

// Promotes reports whether a pawn promotes on a square (V8).
func (g *Game) Promotes(a rules.Army, on rules.Square) bool {
	return shared.pawnEffects[a][on] == becomesQueen
}

// Weights returns the weights of the evaluation's terms. They were tuned by playing matches;
// docs/bots.md lists them.
func (g *Game) Weights() rules.Weights {
	return rules.Weights{
		Pieces: g.Facts().PieceValues(), Mobility: rules.MobilityOf(3),
		KingAttack: 10, PawnAdvance: 150, Frozen: 800, Threat: 350,
	}
}
