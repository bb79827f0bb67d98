package plain

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/phrase"
	"quadrille/internal/phrase/moves"
	"quadrille/rules"
)

// boardReader reads the board and the moves aloud.
type boardReader struct {
	s *session
}

// company is men who belong together: moved by one seat, and of one army.
type company struct {
	mover rules.Seat // NoSeat: nobody
	army  rules.Army
	men   [rules.King + 1][]rules.Square
}

// companies are all men on the board, by mover and army.
func (br *boardReader) companies() []company {
	v := br.s.at.room.looked()
	var all []company
	for _, sq := range v.Variant.Facts().Geometry.Squares {
		piece := v.Position.Board[sq]
		if !piece.IsPiece() {
			continue
		}
		mover := v.Variant.Controller(&v.Position, sq)
		if mover < rules.SeatCount && v.Position.State[mover] == rules.Eliminated {
			mover = rules.NoSeat
		}
		i := slices.IndexFunc(all, func(c company) bool { return c.mover == mover && c.army == piece.Army() })
		if i < 0 {
			i = len(all)
			all = append(all, company{mover: mover, army: piece.Army()})
		}
		all[i].men[piece.Kind()] = append(all[i].men[piece.Kind()], sq)
	}
	slices.SortFunc(all, func(a, b company) int {
		if a.mover != b.mover {
			return int(a.mover) - int(b.mover)
		}
		return int(a.army) - int(b.army)
	})
	return all
}

// board reads the men of all, or those that a seat moves.
func (br *boardReader) board(rest string) {
	of := rules.NoSeat
	if rest != "" {
		var err error
		if of, err = seatCalled(br.s.at.room.looked().Variant.Facts(), rest); err != nil {
			br.s.refuse(err)
			return
		}
	}
	var lines []string
	for _, c := range br.companies() {
		if of == rules.NoSeat || c.mover == of {
			lines = append(lines, br.companyLine(&c))
		}
	}
	if of == rules.NoSeat {
		lines = append(lines, br.passings()...)
	}
	if len(lines) == 0 {
		lines = []string{phrase.Seat(br.s.at.room.looked().Variant.Facts(), of) + " has no men"}
	}
	br.s.read(lines)
}

// companyLine is "White, you: king n7, rooks n4 and n11, pawns ...".
func (br *boardReader) companyLine(c *company) string {
	var parts []string
	for kind := rules.King; kind >= rules.Pawn; kind-- {
		if squares := c.men[kind]; len(squares) > 0 {
			parts = append(parts, br.menOf(kind, squares))
		}
	}
	return br.companyName(c) + ": " + strings.Join(parts, ", ")
}

func (br *boardReader) companyName(c *company) string {
	v := br.s.at.room.looked()
	f := v.Variant.Facts()
	if c.mover == rules.NoSeat {
		return "The men of " + moves.Army(f, c.army) + ", moved by nobody"
	}
	name := phrase.Seat(f, c.mover)
	if f.SeatArmy(c.mover) != c.army {
		name += ", with the men of " + moves.Army(f, c.army)
	}
	if br.s.playing.held().Has(c.mover) {
		name += ", you"
	}
	if v.Position.State[c.mover] == rules.Frozen {
		name += ", in checkmate and standing still"
	}
	return name
}

func (br *boardReader) menOf(kind rules.Kind, squares []rules.Square) string {
	word := kind.Name()
	if len(squares) > 1 {
		word += "s"
	}
	var names []string
	for _, sq := range squares {
		names = append(names, br.s.report.square(sq)+br.marks(sq))
	}
	return word + " " + phrase.List(names)
}

// marks is what is special about the man on a square.
func (br *boardReader) marks(sq rules.Square) string {
	piece, text := br.s.at.room.looked().Position.Board[sq], ""
	if piece.Reversed() {
		text += " going backward"
	}
	if piece.Barred() {
		text += " that has moved already"
	}
	if br.s.at.room.looked().Lifted == sq {
		text += " that is lifted"
	}
	return text
}

// passings are the pawns that may be taken in passing.
func (br *boardReader) passings() []string {
	v := br.s.at.room.looked()
	f := v.Variant.Facts()
	var lines []string
	for _, right := range v.Position.EnPassantRights() {
		var by []string
		for army := range f.Armies {
			if held, _ := right.Holds(rules.Army(army)); held {
				by = append(by, moves.Army(f, rules.Army(army)))
			}
		}
		if len(by) > 0 {
			lines = append(lines, fmt.Sprintf("The pawn on %s may be taken in passing on %s by %s", br.s.report.square(right.Pawn), br.s.report.square(right.Target), phrase.List(by)))
		}
	}
	return lines
}
