package quadrochess

import "quadrille/rules"

// AttackTables returns the attack tables of the board; see [rules.Evaluable].
func (g *Game) AttackTables() *rules.AttackTables { return table.reach }

// Promotes reports whether a pawn promotes on a square (Q7).
func (g *Game) Promotes(a rules.Army, on rules.Square) bool { return table.promotionRank[a&1][on] }

// Weights returns the weights of the evaluation's terms. docs/bots.md says how they
// were fitted and tuned.
func (g *Game) Weights() rules.Weights {
	return rules.Weights{
		Pieces:     [rules.King + 1]int{0, 100, 220, 330, 520, 920, 0},
		KingAttack: 30, PawnAdvance: 150,
	}
}
