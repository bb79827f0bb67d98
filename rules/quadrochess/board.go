package quadrochess

import (
	"fmt"
	"slices"

	"quadrille/rules"
)

const files, ranks = 16, 9

// tables holds the data that is the same for every game.
type tables struct {
	reach         *rules.AttackTables
	start         rules.Position
	controller    [colours][256]rules.Seat    // for each colour and square, the seat that moves a piece of this colour on this square (Q4)
	pawnRank      [colours][256]bool          // squares of the rank on which the colour's pawns start (Q7)
	promotionRank [colours][256]bool          // squares of the rank on which the colour's pawns promote (Q7)
	homes         [rules.SeatCount]rules.Home // where each seat starts, and how it castles (Q9)
	zones         [2]rules.Zone
	unmoved       [256]unmoved
}

// unmoved identifies the castling rights that are lost when the piece that started on a
// square moves or is captured.
type unmoved struct {
	seat  rules.Seat
	sides uint8
}

var table = newTables()

func newTables() *tables {
	g := rules.NewGeometry(files, ranks, func(int, int) bool { return true }, squareName)
	t := &tables{reach: rules.NewAttackTables(g, [rules.SeatCount]rules.PawnDirections{
		white: {Step: rules.North, Captures: 1<<rules.NorthWest | 1<<rules.NorthEast},
		black: {Step: rules.South, Captures: 1<<rules.SouthWest | 1<<rules.SouthEast},
	})}
	t.zones[0] = rules.Zone{Name: "A", Seats: rules.Seats(0).With(whiteA).With(blackA)}
	t.zones[1] = rules.Zone{Name: "B", Seats: rules.Seats(0).With(whiteB).With(blackB)}
	for _, sq := range g.Squares {
		t.addSquare(sq)
	}
	for seat := range rules.Seat(rules.SeatCount) {
		t.addHome(seat)
	}
	t.start = t.startPosition()
	return t
}

// squareName returns a square's name: the letter of its file and the number of its rank,
// counted from the near side (Q1).
func squareName(row, col int) string { return fmt.Sprintf("%c%d", 'a'+col, ranks-row) }

// addSquare sets the entries of one square in all tables.
func (t *tables) addSquare(sq rules.Square) {
	row, col := t.reach.RowCol(sq)
	t.controller[white][sq], t.controller[black][sq] = whiteA, blackA
	zone := &t.zones[0]
	if col >= files/2 {
		zone = &t.zones[1]
		t.controller[white][sq], t.controller[black][sq] = whiteB, blackB
	}
	zone.Squares = append(zone.Squares, sq)
	t.pawnRank[white][sq], t.promotionRank[white][sq] = row == ranks-2, row == 0
	t.pawnRank[black][sq], t.promotionRank[black][sq] = row == 1, row == ranks-1
}

// homeRow returns the square with index i of a seat's first rank. The index counts from the
// edge of the board toward the border between the zones, because the pieces of all seats
// have the same order in that direction (Q2). If `ahead` is positive, the square is that
// many ranks farther forward.
func (t *tables) homeRow(seat rules.Seat, i, ahead int) rules.Square {
	row, col := ranks-1-ahead, i
	if colourOf[seat] == black {
		row = ahead
	}
	if seat == whiteB || seat == blackB {
		col = files - 1 - i
	}
	return t.reach.At(row, col)
}

// backRow lists the pieces on the first rank of every seat, from the edge of the board
// toward the border between the zones.
var backRow = [8]rules.Kind{
	rules.Rook, rules.Knight, rules.Bishop, rules.King,
	rules.Queen, rules.Bishop, rules.Knight, rules.Rook,
}

// addHome sets a seat's starting squares and castling moves (Q9).
func (t *tables) addHome(seat rules.Seat) {
	h := rules.NewHome(func(i, ahead int) rules.Square { return t.homeRow(seat, i, ahead) }, slices.Index(backRow[:], rules.King))
	t.homes[seat] = h
	t.unmoved[h.King] = unmoved{seat, rules.KingSide | rules.QueenSide}
	t.unmoved[h.Corners[0]] = unmoved{seat, rules.KingSide}
	t.unmoved[h.Corners[1]] = unmoved{seat, rules.QueenSide}
}

// startPosition returns the starting position (Q2).
func (t *tables) startPosition() rules.Position {
	p := rules.Position{Board: t.reach.Empty()}
	for seat := range rules.Seat(rules.SeatCount) {
		p.Controller[seat], p.EliminatedBy[seat] = seat, rules.NoSeat
		p.King[seat], p.Rooks[seat] = t.homes[seat].King, t.homes[seat].Corners
		p.Castling[seat] = rules.KingSide | rules.QueenSide
		for i, k := range backRow {
			p.Board[t.homeRow(seat, i, 0)] = rules.NewPiece(k, colourOf[seat])
			p.Board[t.homeRow(seat, i, 1)] = rules.NewPiece(rules.Pawn, colourOf[seat])
		}
	}
	return p
}
