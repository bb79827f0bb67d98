package present

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/rules"
)

// Pieces describes the pieces in a position for people who do not see the board.
type Pieces struct {
	Variant  rules.Variant
	Position *rules.Position
	Held     rules.Seats  // the reader's seats
	Lifted   rules.Square // the square of a piece that was lifted and must move; NoSquare for none
	Style
}

// pieceGroup holds the pieces of one army that are moved by the same seat.
type pieceGroup struct {
	mover   rules.Seat // the seat that moves the pieces; NoSeat if nobody moves them
	army    rules.Army
	squares [rules.King + 1][]rules.Square
}

// Lines lists all pieces, a line for each seat and army: "White, you: king n7, rooks n4 and n11, pawns ...". Lines about
// captures en passant follow. If `of` is a seat, it lists only the pieces that this seat moves.
func (b *Pieces) Lines(of rules.Seat) (lines []string) {
	for _, g := range b.groups() {
		if of == rules.NoSeat || g.mover == of {
			lines = append(lines, b.groupLine(&g))
		}
	}
	if of == rules.NoSeat {
		return append(lines, b.enPassantLines()...)
	}
	if len(lines) == 0 {
		return []string{Seat(b.Variant.Facts(), of) + " has no pieces"}
	}
	return lines
}

// groups returns all pieces on the board, grouped by army and by the seat that moves them.
func (b *Pieces) groups() (all []pieceGroup) {
	for _, sq := range b.Variant.Facts().Geometry.Squares {
		piece := b.Position.Board[sq]
		if !piece.IsPiece() {
			continue
		}
		mover := b.Variant.Controller(b.Position, sq)
		if mover < rules.SeatCount && !b.Position.State[mover].MovesOnBoard() {
			mover = rules.NoSeat
		}
		i := slices.IndexFunc(all, func(c pieceGroup) bool { return c.mover == mover && c.army == piece.Army() })
		if i < 0 {
			i = len(all)
			all = append(all, pieceGroup{mover: mover, army: piece.Army()})
		}
		all[i].squares[piece.Kind()] = append(all[i].squares[piece.Kind()], sq)
	}
	slices.SortFunc(all, func(a, b pieceGroup) int {
		if a.mover != b.mover {
			return int(a.mover) - int(b.mover)
		}
		return int(a.army) - int(b.army)
	})
	return all
}

func (b *Pieces) groupLine(c *pieceGroup) string {
	var parts []string
	for kind := rules.King; kind >= rules.Pawn; kind-- {
		if squares := c.squares[kind]; len(squares) > 0 {
			parts = append(parts, b.kindLine(kind, squares))
		}
	}
	return b.groupName(c) + ": " + strings.Join(parts, ", ")
}

func (b *Pieces) groupName(c *pieceGroup) string {
	f := b.Variant.Facts()
	if c.mover == rules.NoSeat {
		return "The pieces of " + Army(f, c.army) + ", which no player can move"
	}
	name := Seat(f, c.mover)
	if f.SeatArmy(c.mover) != c.army {
		name += ", with the pieces of " + Army(f, c.army)
	}
	if b.Held.Has(c.mover) {
		name += ", you"
	}
	if b.Position.State[c.mover] == rules.Frozen {
		name += ", in checkmate, with pieces that cannot move"
	}
	return name
}

func (b *Pieces) kindLine(kind rules.Kind, squares []rules.Square) string {
	word := kind.Name()
	if len(squares) > 1 {
		word += "s"
	}
	var names []string
	for _, sq := range squares {
		names = append(names, b.Square(b.Variant.Facts(), sq)+b.marks(sq))
	}
	return word + " " + List(names)
}

// Piece names the piece on a square, with its special states: "silver pawn moving backward".
func (b *Pieces) Piece(sq rules.Square) string {
	return Piece(b.Variant.Facts(), b.Position.Board[sq]) + b.marks(sq)
}

// marks describes special states of the piece on a square, for example that the piece is a
// pawn that moves backward.
func (b *Pieces) marks(sq rules.Square) (text string) {
	for _, m := range b.Variant.Facts().MarksOf(b.Position.Board[sq]) {
		text += " " + m.Which
	}
	if b.Lifted == sq {
		text += " that is lifted"
	}
	return text
}

// enPassantLines returns a sentence for each pawn that can be captured en passant.
func (b *Pieces) enPassantLines() (lines []string) {
	f := b.Variant.Facts()
	for _, right := range b.Position.EnPassantRights() {
		var by []string
		for army := range f.Armies {
			if held, _ := right.Holds(rules.Army(army)); held {
				by = append(by, Army(f, rules.Army(army)))
			}
		}
		if len(by) > 0 {
			lines = append(lines, fmt.Sprintf(
				"The pawn on %s can be captured en passant on %s by %s", b.Square(f, right.Pawn), b.Square(f, right.Target), List(by),
			))
		}
	}
	return lines
}
