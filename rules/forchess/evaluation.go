package forchess

import "quadrille/rules"

// AttackTables returns the attack tables of the board; see [rules.Evaluable].
func (g *Game) AttackTables() *rules.AttackTables { return g.reach }

// Promotes reports whether a pawn promotes on a square (F6).
func (g *Game) Promotes(a rules.Army, on rules.Square) bool { return shared.homes[a].promotes[on] }

// Weights returns the weights of the evaluation's terms. They were tuned by playing matches;
// docs/bots.md lists them.
func (g *Game) Weights() rules.Weights {
	w := rules.Weights{Pieces: g.Facts().PieceValues(), KingAttack: 6, PawnAdvance: 150}
	if !g.cutthroat { // with mobility, bots at Cutthroat would move pieces to where others capture them
		w.Mobility = rules.MobilityOf(3)
	}
	return w
}
