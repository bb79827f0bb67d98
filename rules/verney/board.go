package verney

import (
	"fmt"

	"quadrille/rules"
)

// pawnEffect is the effect of a square on a pawn that arrives there.
type pawnEffect uint8

const (
	noEffect     pawnEffect = iota
	becomesQueen            // an adversary's back row: the pawn becomes a queen (V8)
	turnsBack               // the partner's back row: the pawn turns and moves backward (V9)
	turnsForward            // the first two rows of the pawn's own army: the pawn turns and moves forward again (V9)
)

// shared holds precomputed data that does not depend on the game's options: the attack
// tables, and the squares on which a pawn becomes a queen or changes its direction.
var shared = func() (t struct {
	reach       *rules.AttackTables
	pawnEffects [rules.SeatCount][256]pawnEffect // indexed by the pawn's army and the square
},
) {
	t.reach = rules.NewCross(squareName)
	for s := range rules.Seat(rules.SeatCount) {
		t.pawnEffects[s] = pawnEffectsOf(t.reach.Geometry, s)
	}
	return t
}()

// squareName returns a square's name: the letter of its file, counted from the left, and the
// number of its rank, counted from Yellow's edge (V1).
func squareName(row, col int) string { return fmt.Sprintf("%c%d", 'a'+col, 14-row) }

func pawnEffectsOf(g *rules.Geometry, s rules.Seat) (effects [256]pawnEffect) {
	for i := range 8 {
		effects[g.CrossHome(s, i, 0)] = turnsForward
		effects[g.CrossHome(s, i, 1)] = turnsForward
		effects[g.CrossHome(partnerOf(s), i, 0)] = turnsBack
		for _, adversary := range adversariesOf(s) {
			effects[g.CrossHome(adversary, i, 0)] = becomesQueen
		}
	}
	return effects
}

// backRows lists the pieces of the back rows, from left to right as their players see them:
// first for Yellow and White, then for Red and Black. Yellow and White have the queen on the
// left of the king, Red and Black on the right, so that all four queens are on white squares
// (V1, V2).
var backRows = [2][8]rules.Kind{
	{rules.Rook, rules.Knight, rules.Bishop, rules.Queen, rules.King, rules.Bishop, rules.Knight, rules.Rook},
	{rules.Rook, rules.Knight, rules.Bishop, rules.King, rules.Queen, rules.Bishop, rules.Knight, rules.Rook},
}

// Start returns the starting position (V2).
func (g *Game) Start() rules.Position {
	p := rules.Position{Board: g.reach.Empty(), Turn: g.first}
	for s := range rules.Seat(rules.SeatCount) {
		p.Controller[s], p.EliminatedBy[s] = s, rules.NoSeat
		for i, k := range backRows[s&1] {
			sq := g.reach.CrossHome(s, i, 0)
			if k == rules.King {
				p.King[s] = sq
			}
			p.Board[sq] = rules.NewPiece(k, rules.Army(s))
			p.Board[g.reach.CrossHome(s, i, 1)] = rules.NewPiece(rules.Pawn, rules.Army(s))
		}
	}
	return p
}
