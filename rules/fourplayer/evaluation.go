package fourplayer

import "quadrille/rules"

// AttackTables returns the attack tables of the board; see [rules.Evaluable].
func (g *Game) AttackTables() *rules.AttackTables { return g.reach }

// Promotes reports whether a pawn promotes on a square (M12).
func (g *Game) Promotes(a rules.Army, on rules.Square) bool { return g.homes[a&3].Promotes[on] }

// Weights returns the weights of the evaluation's terms. For points, a capture gains the points and
// weakens one of three opponents.
func (g *Game) Weights() rules.Weights {
	w := rules.Weights{
		Pieces: g.facts.PieceValues(), Mobility: rules.MobilityOf(3),
		KingAttack: 15, PawnAdvance: 150,
	}
	if !g.teams {
		for kind, value := range w.Pieces {
			w.Captured[kind] = value + value/2
		}
		w.Captured[rules.King] = pawnValue * kingPoints
	}
	return w
}

// pawnValue is the value of a pawn, and of a point, in an evaluation.
const pawnValue = 100

// Standing returns the value of the points of each seat; see [rules.Standing]. The seats that play can
// expect equal parts of the points for the kings that walk (M36).
func (g *Game) Standing(p *rules.Position) (values [rules.SeatCount]int) {
	if g.teams {
		return values
	}
	for s, points := range p.Points {
		values[s] = pawnValue * int(points)
	}
	if left, walkers := playing(p), walking(p).Count(); walkers > 0 && left != 0 && !p.Over() {
		for s := range left.All() {
			values[s] += pawnValue * kingPoints * walkers / left.Count()
		}
	}
	return values
}
