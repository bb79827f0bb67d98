package chess4

import (
	"fmt"

	"quadrille/rules"
)

// camp is where an army starts and which squares mean something to its pawns.
type camp struct {
	king     rules.Square
	corners  [2]rules.Square // of the king's-side rook and the queen's-side rook
	castles  [2]castling
	second   [256]bool // the row on which its pawns start (C5)
	promotes [256]bool // the outermost rows of the other three (C6)
}

// castling is one way for an army to castle (C7).
type castling struct {
	side             uint8 // rules.KingSide or QueenSide
	kingFrom, kingTo rules.Square
	rookFrom, rookTo rules.Square
	between          []rules.Square // must be empty
	unattacked       [3]rules.Square
}

// shared holds what does not depend on any option.
var shared = func() (t struct {
	reach *rules.Reach
	camps [rules.SeatCount]camp
},
) {
	g := rules.NewGeometry(14, 14, onBoard, squareName)
	t.reach = rules.NewReach(g, [rules.SeatCount]rules.PawnWays{
		{Step: rules.North, Takes: ways(rules.NorthWest, rules.NorthEast)},
		{Step: rules.East, Takes: ways(rules.NorthEast, rules.SouthEast)},
		{Step: rules.South, Takes: ways(rules.SouthEast, rules.SouthWest)},
		{Step: rules.West, Takes: ways(rules.SouthWest, rules.NorthWest)},
	})
	for s := range t.camps {
		t.camps[s] = makeCamp(g, rules.Seat(s))
	}
	return t
}()

func ways(a, b rules.Direction) rules.Ways { return 1<<a | 1<<b }

// onBoard leaves out the 3 x 3 squares of each corner (C1).
func onBoard(row, col int) bool {
	return row >= 3 && row < 11 || col >= 3 && col < 11
}

// squareName is the rank's letter, counted from the far side, and the file (C1).
func squareName(row, col int) string { return fmt.Sprintf("%c%d", 'a'+row, col+1) }

// backRow is square i of the army's outermost row, from its left as its own
// seat sees it; ahead counts rows toward the middle.
func backRow(g *rules.Geometry, s rules.Seat, i, ahead int) rules.Square {
	switch s {
	case white:
		return g.At(13-ahead, 3+i)
	case silver:
		return g.At(3+i, ahead)
	case black:
		return g.At(ahead, 10-i)
	}
	return g.At(10-i, 13-ahead)
}

// pieces is every army's back row from its own left: the king stands on the
// left of the queen (C2).
var pieces = [8]rules.Kind{
	rules.Rook, rules.Knight, rules.Bishop, rules.King,
	rules.Queen, rules.Bishop, rules.Knight, rules.Rook,
}

func makeCamp(g *rules.Geometry, s rules.Seat) camp {
	row := func(i int) rules.Square { return backRow(g, s, i, 0) }
	c := camp{king: row(3), corners: [2]rules.Square{row(0), row(7)}}
	c.castles = [2]castling{
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
		c.second[backRow(g, s, i, 1)] = true
		for other := range rules.Seat(rules.SeatCount) {
			if other != s {
				c.promotes[backRow(g, other, i, 0)] = true
			}
		}
	}
	return c
}

// setUp is the starting position of the armies that take part (C2, C23).
func (g *Game) setUp(armies rules.Seats) rules.Position {
	p := rules.Position{Board: g.reach.Empty()}
	for s := range rules.Seat(rules.SeatCount) {
		p.OutBy[s] = rules.NoSeat
		if !armies.Has(s) {
			p.Controller[s], p.State[s], p.Left[s] = rules.NoSeat, rules.Out, 1
			continue
		}
		army := rules.Army(s)
		c := &shared.camps[s]
		p.Controller[s], p.King[s], p.Rooks[s] = s, c.king, c.corners
		p.Castling[s] = rules.KingSide | rules.QueenSide
		for i, k := range pieces {
			p.Board[backRow(g.reach.Geometry, s, i, 0)] = rules.NewMan(k, army)
			p.Board[backRow(g.reach.Geometry, s, i, 1)] = rules.NewMan(rules.Pawn, army)
		}
	}
	for !armies.Has(p.Turn) {
		p.Turn = p.Turn.Next()
	}
	return p
}
