package chess4

import "quadrille/rules"

// AttackTables returns the attack tables of the board; see [rules.Evaluable].
func (g *Game) AttackTables() *rules.AttackTables { return g.reach }

// Promotes reports whether a pawn promotes on a square (C6).
func (g *Game) Promotes(a rules.Army, on rules.Square) bool { return shared.homes[a].Promotes[on] }

// Weights returns the weights of the evaluation's terms. docs/bots.md says how they
// were fitted and tuned.
func (g *Game) Weights() rules.Weights {
	if g.teams {
		return rules.Weights{
			Pieces:     [rules.King + 1]int{0, 100, 150, 390, 500, 1025, 0},
			Mobility:   [rules.King + 1]int{rules.Knight: 18, rules.Rook: 17, rules.Queen: 6},
			KingAttack: 41, PawnAdvance: 150, Mated: 60,
		}
	}
	return rules.Weights{
		Pieces: g.Facts().PieceValues(), Mobility: rules.MobilityOf(3),
		KingAttack: 15, PawnAdvance: 150, Mated: 60,
	}
}
