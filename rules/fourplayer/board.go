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

// shared holds the attack tables, which do not depend on options.
var shared = struct{ reach *rules.AttackTables }{rules.NewCross(squareName)}

// squareName returns a square's name: the letter of its file, from the left, and its rank, from
// the near side (M1).
func squareName(row, col int) string { return fmt.Sprintf("%c%d", 'a'+col, 14-row) }

// newHomes returns the homes of all armies, whose pawns promote on the row with the given number
// (M9, M12, M15).
func newHomes(g *rules.Geometry, from setup, promotion int) *[rules.SeatCount]rules.Home {
	var homes [rules.SeatCount]rules.Home
	for s := range rules.Seat(rules.SeatCount) {
		homes[s] = rules.NewHome(func(i, ahead int) rules.Square { return g.CrossHome(s, i, ahead) }, from.king[s])
		for _, sq := range g.Squares {
			homes[s].Promotes[sq] = rowOf(g, rules.Army(s), sq) == promotion
		}
	}
	return &homes
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
		p.Controller[s], p.King[s], p.Rooks[s] = s, g.homes[s].King, g.homes[s].Corners
		p.Castling[s] = rules.KingSide | rules.QueenSide
		for i, k := range backRow(from.king[s]) {
			p.Board[g.reach.CrossHome(s, i, 0)] = rules.NewPiece(k, army)
			p.Board[g.reach.CrossHome(s, i, 1)] = rules.NewPiece(rules.Pawn, army)
		}
	}
	return p
}
