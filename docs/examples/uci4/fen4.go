package main

import (
	"fmt"
	"strconv"
	"strings"

	"quadrille/rules"
	"quadrille/rules/fourplayer"
)

// colours are the letters of the armies in FEN4: red, blue, yellow and green stand for
// White, Silver, Black and Gold.
const colours = "rbyg"

// FEN4 returns a position as FEN4. Modern four-player chess writes it itself, with points, dead pieces
// and kings that walk.
func FEN4(g *rules.Game) (string, error) {
	for _, format := range fourplayer.Definition().Positions {
		if g.Variant.Facts().Name == fourplayer.Definition().Name && format.Name == "fen4" {
			text, err := format.Write(g.Variant, &g.Position)
			return strings.Join(strings.Fields(text), ""), err
		}
	}
	return chess4FEN4(g), nil
}

// chess4FEN4 returns a position of Chess4 as FEN4: the seat to move, eliminated seats, castling rights,
// points, quiet plies, en passant rights, and the board from the top row. The pieces of an
// eliminated seat are marked with a d.
func chess4FEN4(g *rules.Game) string {
	p := &g.Position
	out := strings.ToUpper(colours[p.Turn : p.Turn+1])
	for _, has := range []func(rules.Seat) bool{
		p.Out().Has,
		func(seat rules.Seat) bool { return p.Castling[seat]&rules.KingSide != 0 },
		func(seat rules.Seat) bool { return p.Castling[seat]&rules.QueenSide != 0 },
	} {
		var flags []string
		for seat := range rules.Seat(rules.SeatCount) {
			flags = append(flags, map[bool]string{true: "1", false: "0"}[has(seat)])
		}
		out += "-" + strings.Join(flags, ",")
	}
	return fmt.Sprintf("%s-0,0,0,0-%d-%s%s", out, p.QuietPlies, enPassant(g), board(g))
}

// coordinates returns the name of a square in FEN4 and UCI: a file from a to n, counted from
// the left, and a rank from 1 to 14, counted from White's side.
func coordinates(squares *rules.Geometry, sq rules.Square) string {
	row, col := squares.RowCol(sq)
	return fmt.Sprintf("%c%d", 'a'+col, squares.Height-row)
}

// enPassant returns the field of FEN4 that lists, by army, the pawns that can be captured en
// passant and the squares behind them. It returns "" if there are none.
func enPassant(g *rules.Game) string {
	squares := g.Variant.Facts().Geometry
	rights := [rules.SeatCount]string{"''", "''", "''", "''"}
	for _, r := range g.Position.EnPassantRights() {
		army := g.Position.Board[r.Pawn].Army()
		rights[army] = fmt.Sprintf("'%s:%s'", coordinates(squares, r.Target), coordinates(squares, r.Pawn))
	}
	if g.Position.EnPassantCount == 0 {
		return ""
	}
	return "{'enPassant':(" + strings.Join(rights[:], ",") + ")}-"
}

// board returns the rows of the board in FEN4, from the top. A number counts consecutive
// squares without a piece, including the squares that are missing in the corners.
func board(g *rules.Game) string {
	squares := g.Variant.Facts().Geometry
	var rows []string
	for row := range squares.Height {
		var cells []string
		empty := 0
		for col := range squares.Width {
			piece := rules.Piece(0)
			if sq := squares.At(row, col); sq != rules.NoSquare {
				piece = g.Position.Board[sq]
			}
			if !piece.IsPiece() {
				empty++
				continue
			}
			if empty > 0 {
				cells = append(cells, strconv.Itoa(empty))
				empty = 0
			}
			cells = append(cells, pieceText(&g.Position, piece))
		}
		if empty > 0 {
			cells = append(cells, strconv.Itoa(empty))
		}
		rows = append(rows, strings.Join(cells, ","))
	}
	return strings.Join(rows, "/")
}

func pieceText(p *rules.Position, piece rules.Piece) string {
	text := colours[piece.Army():piece.Army()+1] + string(piece.Kind().Letter())
	if p.Controller[piece.Army()] == rules.NoSeat {
		return "d" + text
	}
	return text
}
