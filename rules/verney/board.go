package verney

import (
	"fmt"

	"quadrille/rules"
)

// ground is what arriving on a square does to a pawn.
type ground uint8

const (
	plain  ground = iota
	queens        // an adversary's back row: it becomes a queen (V8)
	turns         // the partner's back row: it travels backward (V9)
	resume        // its own first two rows: it travels forward (V9)
)

// shared holds what does not depend on any option.
var shared = func() (t struct {
	reach   *rules.Reach
	grounds [rules.SeatCount][256]ground // by army
},
) {
	g := rules.NewGeometry(14, 14, onBoard, squareName)
	t.reach = rules.NewReach(g, [rules.SeatCount]rules.PawnWays{
		{Step: rules.North, Takes: ways(rules.NorthWest, rules.NorthEast)},
		{Step: rules.East, Takes: ways(rules.NorthEast, rules.SouthEast)},
		{Step: rules.South, Takes: ways(rules.SouthEast, rules.SouthWest)},
		{Step: rules.West, Takes: ways(rules.SouthWest, rules.NorthWest)},
	})
	for s := range rules.Seat(rules.SeatCount) {
		t.grounds[s] = groundsOf(g, s)
	}
	return t
}()

func ways(a, b rules.Direction) rules.Ways { return 1<<a | 1<<b }

// onBoard leaves out the 3 x 3 squares of each corner (V1).
func onBoard(row, col int) bool {
	return row >= 3 && row < 11 || col >= 3 && col < 11
}

// squareName is the file from the left and the rank upward from Yellow's edge
// (V1).
func squareName(row, col int) string { return fmt.Sprintf("%c%d", 'a'+col, 14-row) }

// homeRow is square i of a seat's outermost row, along the files or ranks from
// d or 4; ahead counts rows toward the middle.
func homeRow(g *rules.Geometry, s rules.Seat, i, ahead int) rules.Square {
	switch s {
	case yellow:
		return g.At(13-ahead, 3+i)
	case red:
		return g.At(10-i, ahead)
	case white:
		return g.At(ahead, 3+i)
	}
	return g.At(10-i, 13-ahead)
}

func groundsOf(g *rules.Geometry, s rules.Seat) (grounds [256]ground) {
	for i := range 8 {
		grounds[homeRow(g, s, i, 0)] = resume
		grounds[homeRow(g, s, i, 1)] = resume
		grounds[homeRow(g, partnerOf(s), i, 0)] = turns
		for _, foe := range foesOf(s) {
			grounds[homeRow(g, foe, i, 0)] = queens
		}
	}
	return grounds
}

// backRows are the pieces from d to k, or from 4 to 11: the queens of White and
// Black stand on the other side of their kings, so that all four are on white
// squares (V1, V2).
var backRows = [2][8]rules.Kind{
	{rules.Rook, rules.Knight, rules.Bishop, rules.Queen, rules.King, rules.Bishop, rules.Knight, rules.Rook},
	{rules.Rook, rules.Knight, rules.Bishop, rules.King, rules.Queen, rules.Bishop, rules.Knight, rules.Rook},
}

// Start is the position in which the game begins (V2).
func (g *Game) Start() rules.Position {
	p := rules.Position{Board: g.reach.Empty(), Turn: g.first}
	for s := range rules.Seat(rules.SeatCount) {
		p.Controller[s], p.OutBy[s] = s, rules.NoSeat
		for i, k := range backRows[s/2] {
			sq := homeRow(g.reach.Geometry, s, i, 0)
			if k == rules.King {
				p.King[s] = sq
			}
			p.Board[sq] = rules.NewMan(k, rules.Army(s))
			p.Board[homeRow(g.reach.Geometry, s, i, 1)] = rules.NewMan(rules.Pawn, rules.Army(s))
		}
	}
	return p
}
