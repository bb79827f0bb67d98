package chess4

import (
	"fmt"

	"quadrille/rules"
)

// home holds the squares where an army starts and where its pawns promote.
type home struct {
	king      rules.Square
	corners   [2]rules.Square // starting squares of the king's side rook and the queen's side rook
	castlings [2]castling
	pawnRow   [256]bool // squares where the army's pawns start (C5)
	promotes  [256]bool // squares where the army's pawns promote: the back rows of the other three armies (C6)
}

// castling is one way for an army to castle, such as on the king's side (C7).
type castling struct {
	side             uint8 // KingSide or QueenSide
	kingFrom, kingTo rules.Square
	rookFrom, rookTo rules.Square
	between          []rules.Square // squares that must be empty for castling
	unattacked       [3]rules.Square
}

// shared holds the attack tables, and the squares where each army starts and where its pawns
// promote. They do not depend on options.
var shared = func() (t struct {
	reach *rules.AttackTables
	homes [rules.SeatCount]home
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

func newHome(g *rules.Geometry, s rules.Seat) home {
	row := func(i int) rules.Square { return g.CrossHome(s, i, 0) }
	c := home{king: row(3), corners: [2]rules.Square{row(0), row(7)}}
	c.castlings = [2]castling{
		{
			side: rules.KingSide, kingFrom: row(3), kingTo: row(1), rookFrom: row(0), rookTo: row(2),
			between:    []rules.Square{row(1), row(2)},
			unattacked: [3]rules.Square{row(3), row(2), row(1)},
		},
		{
			side: rules.QueenSide, kingFrom: row(3), kingTo: row(5), rookFrom: row(7), rookTo: row(4),
			between:    []rules.Square{row(4), row(5), row(6)},
			unattacked: [3]rules.Square{row(3), row(4), row(5)},
		},
	}
	for i := range 8 {
		c.pawnRow[g.CrossHome(s, i, 1)] = true
		for other := range rules.Seat(rules.SeatCount) {
			if other != s {
				c.promotes[g.CrossHome(other, i, 0)] = true
			}
		}
	}
	return c
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
		p.Controller[s], p.King[s], p.Rooks[s] = s, c.king, c.corners
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
