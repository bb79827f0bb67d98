package chess4

import (
	"fmt"
	"slices"

	"quadrille/rules"
)

// shared holds the attack tables, and the squares where each army starts and where its pawns
// promote. They do not depend on options.
var shared = func() (t struct {
	reach *rules.AttackTables
	homes [rules.SeatCount]rules.Home
},
) {
	t.reach = rules.NewCross(squareName)
	for s := range t.homes {
		t.homes[s] = newHome(t.reach.Geometry, rules.Seat(s))
	}
	return t
}()

// squareName returns a square's name: the letter of its rank, counted from the far side, and
// the number of its file (C1).
func squareName(row, col int) string { return fmt.Sprintf("%c%d", 'a'+row, col+1) }

// backRow lists the pieces on the back row of every army, from left to right as its player
// sees them. The king is on the left of the queen (C2).
var backRow = [8]rules.Kind{
	rules.Rook, rules.Knight, rules.Bishop, rules.King,
	rules.Queen, rules.Bishop, rules.Knight, rules.Rook,
}

// newHome returns the home of an army. Its pawns promote on the back rows of the other three armies
// (C5-C7).
func newHome(g *rules.Geometry, s rules.Seat) rules.Home {
	h := rules.NewHome(func(i, ahead int) rules.Square { return g.CrossHome(s, i, ahead) }, slices.Index(backRow[:], rules.King))
	for i := range 8 {
		for other := range rules.Seat(rules.SeatCount) {
			if other != s {
				h.Promotes[g.CrossHome(other, i, 0)] = true
			}
		}
	}
	return h
}

// startPosition returns the starting position of the armies that take part (C2, C23).
func (g *Game) startPosition(armies rules.Seats) rules.Position {
	p := rules.Position{Board: g.reach.Empty()}
	for s := range rules.Seat(rules.SeatCount) {
		p.EliminatedBy[s] = rules.NoSeat
		if !armies.Has(s) {
			p.Controller[s], p.State[s], p.EliminationOrder[s] = rules.NoSeat, rules.Eliminated, 1
			continue
		}
		army := rules.Army(s)
		c := &shared.homes[s]
		p.Controller[s], p.King[s], p.Rooks[s] = s, c.King, c.Corners
		p.Castling[s] = rules.KingSide | rules.QueenSide
		for i, k := range backRow {
			p.Board[g.reach.CrossHome(s, i, 0)] = rules.NewPiece(k, army)
			p.Board[g.reach.CrossHome(s, i, 1)] = rules.NewPiece(rules.Pawn, army)
		}
	}
	for !armies.Has(p.Turn) {
		p.Turn = p.Turn.Next()
	}
	return p
}
