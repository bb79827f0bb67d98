package plain

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/present"
	"quadrille/rules"
)

// content describes the contents of a square, such as "silver rook" or "empty".
func (br *boardReader) content(sq rules.Square) string {
	piece := br.s.at.table.looked().Position.Board[sq]
	if !piece.IsPiece() {
		return "empty"
	}
	return present.Piece(br.s.at.table.looked().Variant.Facts(), piece) + br.marks(sq)
}

func (br *boardReader) oneSquare(rest string) {
	v := br.s.at.table.looked()
	f := v.Variant.Facts()
	sq, ok := br.squareCalled(rest)
	if !ok {
		return
	}
	text := br.s.report.square(sq) + ": " + br.content(sq)
	if piece := v.Position.Board[sq]; piece.IsPiece() {
		switch mover := v.Variant.Controller(&v.Position, sq); {
		case mover >= rules.SeatCount || v.Position.State[mover] == rules.Eliminated:
			text += ", which no player can move"
		case v.Position.State[mover] == rules.Frozen:
			text += ", frozen because " + present.Seat(f, mover) + " is in checkmate"
		case f.SeatArmy(mover) != piece.Army() || f.SeatArmies != nil:
			text += ", moved by " + present.Seat(f, mover)
		}
	}
	for i := range f.Zones {
		if slices.Contains(f.Zones[i].Squares, sq) {
			text += ", in zone " + f.Zones[i].Name
		}
	}
	br.s.say("%s", text)
}

// squareCalled parses the name of a square. If the name is not valid, it prints an error and
// returns false.
func (br *boardReader) squareCalled(text string) (rules.Square, bool) {
	f := br.s.at.table.looked().Variant.Facts()
	sq, ok := f.ParseSquare(text)
	switch {
	case ok:
	case text == "":
		br.s.say("Which square? The squares go from %s", f.Geometry.SquareRange())
	default:
		br.s.say("No square %q: the squares go from %s", text, f.Geometry.SquareRange())
	}
	return sq, ok
}

// row prints the contents of the squares of a rank or file.
func (br *boardReader) row(rest string) {
	if rest == "" {
		br.s.say("Which row? Type a letter or a number")
		return
	}
	f := br.s.at.table.looked().Variant.Facts()
	name := strings.ToLower(rest)
	for i, spelt := range rules.FileWords {
		if name == spelt {
			name = string(rune('a' + i))
		}
	}
	var on []rules.Square
	for _, sq := range f.Geometry.Squares {
		if square := f.Geometry.Name(sq); name != "" && (square[:1] == name || square[1:] == name) {
			on = append(on, sq)
		}
	}
	if len(on) == 0 {
		br.s.say("No row or file %q: type a letter or a number", rest)
		return
	}
	br.s.say("%s: %s", br.rowWord(on, name), br.along(on))
}

// rowWord returns "Row d" for squares that form a horizontal line on the screen, and "File
// 4" for squares that form a vertical one.
func (br *boardReader) rowWord(on []rules.Square, name string) string {
	g := br.s.at.table.looked().Variant.Facts().Geometry
	first, _ := g.RowCol(on[0])
	if last, _ := g.RowCol(on[len(on)-1]); first == last {
		return "Row " + name
	}
	return "File " + name
}

// along describes a line of squares in order. Instead of naming consecutive empty squares,
// it says how many there are.
func (br *boardReader) along(on []rules.Square) string {
	var parts []string
	empty := 0
	gap := func() {
		if empty > 0 {
			parts = append(parts, fmt.Sprintf("%d empty", empty))
		}
		empty = 0
	}
	for _, sq := range on {
		if !br.s.at.table.looked().Position.Board[sq].IsPiece() {
			empty++
			continue
		}
		gap()
		parts = append(parts, br.s.report.square(sq)+" "+br.content(sq))
	}
	gap()
	return strings.Join(parts, ", ")
}

// ways names the eight directions as seen from a seat, clockwise from straight ahead.
var ways = [...]string{"ahead", "ahead right", "right", "back right", "back", "back left", "left", "ahead left"}

// around prints the contents of the squares next to a square. It names directions as seen
// from the player's seat.
func (br *boardReader) around(rest string) {
	sq, ok := br.squareCalled(rest)
	if !ok {
		return
	}
	f := br.s.at.table.looked().Variant.Facts()
	ahead := f.Home[br.s.playing.home()].Opposite()
	var parts []string
	for i, way := range ways {
		next := f.Geometry.Step(sq, ahead.Turn(i))
		if !f.Geometry.On(next) {
			parts = append(parts, way+" the edge")
			continue
		}
		parts = append(parts, way+" "+br.s.report.square(next)+" "+br.content(next))
	}
	br.s.say("Around %s: %s", br.s.report.square(sq), strings.Join(parts, ", "))
}
