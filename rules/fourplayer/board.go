package fourplayer

import (
	"fmt"

	"quadrille/rules"
)

// The rows on which pawns promote, counted from their own edge (M9, M12).
const (
	pointsRow = 8  // in a free-for-all
	teamsRow  = 11 // with teams
)

// setup is a way to place kings and queens (M5). The king of each seat stands on the square
// with this index of its back row, counted from the seat's left, and the queen on the other of
// the two squares in the middle.
type setup struct {
	name string
	king [rules.SeatCount]int
}

var setups = []setup{
	{"modern", [rules.SeatCount]int{4, 4, 4, 4}},
	{"classic", [rules.SeatCount]int{4, 3, 4, 3}},
	{"by", [rules.SeatCount]int{4, 4, 3, 3}},
	{"byg", [rules.SeatCount]int{4, 4, 3, 4}},
	{"rg", [rules.SeatCount]int{3, 3, 4, 4}},
}

func setupNamed(name string) setup {
	for _, s := range setups {
		if s.name == name {
			return s
		}
	}
	return setups[0]
}

// home holds the squares where an army starts and where its pawns promote.
type home struct {
	king      rules.Square
	corners   [2]rules.Square // the rook three squares away from the king, and the one four squares away
	castlings [2]castling
	pawnRow   [256]bool // squares of the army's second row, from which pawns may step two squares (M9)
	promotes  [256]bool // squares on which the army's pawns promote (M12)
}

// castling is one way for an army to castle (M15).
type castling struct {
	side             uint8 // KingSide: with the rook three squares away; QueenSide: with the one four squares away
	kingFrom, kingTo rules.Square
	rookFrom, rookTo rules.Square
	between          []rules.Square // squares that must be empty
	unattacked       [3]rules.Square
}

// shared holds the attack tables, which do not depend on options.
var shared = struct{ reach *rules.AttackTables }{rules.NewCross(squareName)}

// squareName returns a square's name: the letter of its file, from the left, and its rank, from
// the near side (M1).
func squareName(row, col int) string { return fmt.Sprintf("%c%d", 'a'+col, 14-row) }

func newHomes(g *rules.Geometry, from setup, promotion int) *[rules.SeatCount]home {
	var homes [rules.SeatCount]home
	for s := range rules.Seat(rules.SeatCount) {
		h := &homes[s]
		king := from.king[s]
		row := func(i int) rules.Square { return g.CrossHome(s, i, 0) }
		near, far, step := 7, 0, 1 // indices of the rooks on the king's side and the queen's side
		if king == 3 {
			near, far, step = 0, 7, -1
		}
		h.king, h.corners = row(king), [2]rules.Square{row(near), row(far)}
		h.castlings = [2]castling{
			newCastling(row, rules.KingSide, king, near, step),
			newCastling(row, rules.QueenSide, king, far, -step),
		}
		for _, sq := range g.Squares {
			switch rowOf(g, rules.Army(s), sq) {
			case 2:
				h.pawnRow[sq] = true
			case promotion:
				h.promotes[sq] = true
			}
		}
	}
	return &homes
}

// newCastling returns the castling of a king that moves in the direction `step` to the rook with
// the index `rook` of the back row.
func newCastling(row func(int) rules.Square, side uint8, king, rook, step int) castling {
	c := castling{
		side: side, kingFrom: row(king), kingTo: row(king + 2*step), rookFrom: row(rook), rookTo: row(king + step),
		unattacked: [3]rules.Square{row(king), row(king + step), row(king + 2*step)},
	}
	for i := king + step; i != rook; i += step {
		c.between = append(c.between, row(i))
	}
	return c
}

// rowOf returns the number of a square's row, counted from the army's own edge (M9).
func rowOf(g *rules.Geometry, a rules.Army, sq rules.Square) int {
	row, col := g.RowCol(sq)
	return [rules.SeatCount]int{14 - row, col + 1, row + 1, 14 - col}[a]
}

// backRow returns the pieces of a back row from left to right, as its player sees them (M4).
func backRow(king int) [8]rules.Kind {
	pieces := [8]rules.Kind{
		rules.Rook, rules.Knight, rules.Bishop, rules.Queen, rules.Queen, rules.Bishop, rules.Knight, rules.Rook,
	}
	pieces[king] = rules.King
	return pieces
}

func (g *Game) startPosition(from setup) rules.Position {
	p := rules.Position{Board: g.reach.Empty()}
	for s := range rules.Seat(rules.SeatCount) {
		army := rules.Army(s)
		p.EliminatedBy[s] = rules.NoSeat
		p.Controller[s], p.King[s], p.Rooks[s] = s, g.homes[s].king, g.homes[s].corners
		p.Castling[s] = rules.KingSide | rules.QueenSide
		for i, k := range backRow(from.king[s]) {
			p.Board[g.reach.CrossHome(s, i, 0)] = rules.NewPiece(k, army)
			p.Board[g.reach.CrossHome(s, i, 1)] = rules.NewPiece(rules.Pawn, army)
		}
	}
	return p
}
