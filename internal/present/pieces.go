package plain

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/present"
	"quadrille/rules"
)

// pieceGroup holds the pieces of one army that are moved by the same seat.
type pieceGroup struct {
	mover   rules.Seat // the seat that moves the pieces; NoSeat if nobody moves them
	army    rules.Army
	squares [rules.King + 1][]rules.Square
}

// groups returns all pieces on the board, grouped by army and by the seat that moves them.
func (t *teller) groups() []pieceGroup {
	v := t.view
	var all []pieceGroup
	for _, sq := range v.Variant.Facts().Geometry.Squares {
		piece := v.Position.Board[sq]
		if !piece.IsPiece() {
			continue
		}
		mover := v.Variant.Controller(&v.Position, sq)
		if mover < rules.SeatCount && !v.Position.State[mover].MovesOnBoard() {
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

// board lists all pieces on the board. If the text `rest` names a seat, it lists only the
// pieces that this seat moves.
func (t *teller) board(rest string) {
	of := rules.NoSeat
	if rest != "" {
		var err error
		if of, err = t.view.Variant.Facts().ParseSeat(rest); err != nil {
			t.say("%v", err)
			return
		}
	}
	var lines []string
	for _, c := range t.groups() {
		if of == rules.NoSeat || c.mover == of {
			lines = append(lines, t.groupLine(&c))
		}
	}
	if of == rules.NoSeat {
		lines = append(lines, t.enPassantLines()...)
	}
	if len(lines) == 0 {
		lines = []string{present.Seat(t.view.Variant.Facts(), of) + " has no pieces"}
	}
	t.lines = append(t.lines, lines...)
}

// groupLine lists the pieces of a group, as in "White, you: king n7, rooks n4 and n11, pawns
// ...".
func (t *teller) groupLine(c *pieceGroup) string {
	var parts []string
	for kind := rules.King; kind >= rules.Pawn; kind-- {
		if squares := c.squares[kind]; len(squares) > 0 {
			parts = append(parts, t.kindLine(kind, squares))
		}
	}
	return t.groupName(c) + ": " + strings.Join(parts, ", ")
}

func (t *teller) groupName(c *pieceGroup) string {
	v := t.view
	f := v.Variant.Facts()
	if c.mover == rules.NoSeat {
		return "The pieces of " + present.Army(f, c.army) + ", which no player can move"
	}
	name := present.Seat(f, c.mover)
	if f.SeatArmy(c.mover) != c.army {
		name += ", with the pieces of " + present.Army(f, c.army)
	}
	if t.held.Has(c.mover) {
		name += ", you"
	}
	if v.Position.State[c.mover] == rules.Frozen {
		name += ", in checkmate, with pieces that cannot move"
	}
	return name
}

func (t *teller) kindLine(kind rules.Kind, squares []rules.Square) string {
	word := kind.Name()
	if len(squares) > 1 {
		word += "s"
	}
	var names []string
	for _, sq := range squares {
		names = append(names, t.square(sq)+t.marks(sq))
	}
	return word + " " + present.List(names)
}

// marks describes special states of the piece on a square, for example that the piece is a
// pawn that moves backward.
func (t *teller) marks(sq rules.Square) string {
	piece, text := t.view.Position.Board[sq], ""
	for _, m := range t.view.Variant.Facts().MarksOf(piece) {
		text += " " + m.Which
	}
	if t.view.Lifted == sq {
		text += " that is lifted"
	}
	return text
}

// enPassantLines returns a sentence for each pawn that can be captured en passant.
func (t *teller) enPassantLines() []string {
	v := t.view
	f := v.Variant.Facts()
	var lines []string
	for _, right := range v.Position.EnPassantRights() {
		var by []string
		for army := range f.Armies {
			if held, _ := right.Holds(rules.Army(army)); held {
				by = append(by, present.Army(f, rules.Army(army)))
			}
		}
		if len(by) > 0 {
			lines = append(
				lines,
				fmt.Sprintf(
					"The pawn on %s can be captured en passant on %s by %s",
					t.square(right.Pawn),
					t.square(right.Target),
					present.List(by),
				),
			)
		}
	}
	return lines
}
