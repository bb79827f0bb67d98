package forchess

import (
	"fmt"

	"quadrille/rules"
)

// shared holds the attack tables and the home squares, which do not depend on options.
var shared = func() (t struct {
	reach *rules.AttackTables
	homes [rules.SeatCount]home
},
) {
	g := rules.NewGeometry(8, 8, func(int, int) bool { return true }, squareName)
	var pawns [rules.SeatCount]rules.PawnDirections
	for army := range t.homes {
		ahead := rules.NorthEast.Turn(2 * army)
		// pawns step diagonally and capture sideways (F4)
		pawns[army] = rules.PawnDirections{Step: ahead, Captures: 1<<ahead.Turn(-1) | 1<<ahead.Turn(1)}
		t.homes[army] = newHome(g, army)
	}
	t.reach = rules.NewAttackTables(g, pawns)
	return t
}()

// squareName returns a square's name: the letter of its file and the number of its rank, as
// in chess (F1).
func squareName(row, col int) string { return fmt.Sprintf("%c%d", 'a'+col, 8-row) }

// home holds the squares where an army starts and where its pawns promote.
type home struct {
	pieces   [15]placement
	promotes [256]bool // squares where the army's pawns promote, on the two far edges (F6)
}

type placement struct {
	kind rules.Kind
	on   rules.Square
}

// southwestCorner is the starting position of the Southwest army, lowest rank first (F2).
// The starting positions of the other armies are rotations of this one by quarter turns.
var southwestCorner = [4]string{"KRBP", "RQNP", "NB-P", "PPPP"}

func newHome(g *rules.Geometry, army int) (c home) {
	n := 0
	for up, rank := range southwestCorner {
		for right := range rank {
			if k := rules.KindOf(rank[right]); k != rules.NoKind {
				c.pieces[n] = placement{k, fromCorner(g, army, right, up)}
				n++
			}
		}
	}
	for i := range 8 {
		c.promotes[fromCorner(g, army, 7, i)] = true
		c.promotes[fromCorner(g, army, i, 7)] = true
	}
	return c
}

// fromCorner returns a square by its distance from an army's corner. The parameters `right` and
// `up` count the squares to the right and upward, as that army's player sees the board.
func fromCorner(g *rules.Geometry, army, right, up int) rules.Square {
	switch rules.Seat(army) {
	case southwest:
		return g.At(7-up, right)
	case northwest:
		return g.At(right, up)
	case northeast:
		return g.At(up, 7-right)
	}
	return g.At(7-right, 7-up)
}

// Start returns the starting position (F1, F2).
func (g *Game) Start() rules.Position {
	p := rules.Position{Board: g.reach.Empty(), Turn: g.first}
	for s := range rules.Seat(rules.SeatCount) {
		p.Controller[s], p.EliminatedBy[s] = s, rules.NoSeat
		for _, m := range shared.homes[s].pieces {
			p.Board[m.on] = rules.NewPiece(m.kind, rules.Army(s))
			if m.kind == rules.King {
				p.King[s] = m.on
			}
		}
	}
	return p
}
