package plain

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/present"
	"quadrille/rules"
)

// pieces describes the position that the person looks at.
func (t *teller) pieces() *present.Pieces {
	v := t.view
	return &present.Pieces{Variant: v.Variant, Position: &v.Position, Held: t.at.Held, Lifted: v.Lifted, Style: t.narrator.Style}
}

// board lists all pieces on the board. If the text `rest` names a seat, it lists only the
// pieces that this seat moves.
func (t *teller) board(rest string) {
	of := rules.NoSeat
	if rest != "" {
		var err error
		if of, err = t.facts().ParseSeat(rest); err != nil {
			t.say("%v", err)
			return
		}
	}
	t.lines = append(t.lines, t.pieces().Lines(of)...)
}

// content describes the contents of a square, such as "silver rook" or "empty".
func (t *teller) content(sq rules.Square) string {
	if !t.view.Position.Board[sq].IsPiece() {
		return "empty"
	}
	return t.pieces().Piece(sq)
}

func (t *teller) oneSquare(rest string) {
	sq, ok := t.squareCalled(rest)
	if !ok {
		return
	}
	text := present.Square(t.view, sq, t.narrator.Style)
	for _, zone := range t.facts().Zones {
		if slices.Contains(zone.Squares, sq) {
			text += ", in zone " + zone.Name
		}
	}
	t.say("%s", text)
}

// squareCalled parses the name of a square. If the name is not valid, it prints an error and
// returns false.
func (t *teller) squareCalled(text string) (rules.Square, bool) {
	f := t.view.Variant.Facts()
	sq, ok := f.ParseSquare(text)
	switch {
	case ok:
	case text == "":
		t.say("Which square? The squares go from %s", f.Geometry.SquareRange())
	default:
		t.say("No square %q: the squares go from %s", text, f.Geometry.SquareRange())
	}
	return sq, ok
}

// row prints the contents of the squares of a rank or file.
func (t *teller) row(rest string) {
	if rest == "" {
		t.say("Which row? Type a letter or a number")
		return
	}
	f := t.view.Variant.Facts()
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
		t.say("No row or file %q: type a letter or a number", rest)
		return
	}
	t.say("%s: %s", t.rowWord(on, name), t.along(on))
}

// rowWord returns "Row d" for squares that form a horizontal line on the screen, and "File
// 4" for squares that form a vertical one.
func (t *teller) rowWord(on []rules.Square, name string) string {
	g := t.view.Variant.Facts().Geometry
	first, _ := g.RowCol(on[0])
	if last, _ := g.RowCol(on[len(on)-1]); first == last {
		return "Row " + name
	}
	return "File " + name
}

// along describes a line of squares in order. Instead of naming consecutive empty squares,
// it says how many there are.
func (t *teller) along(on []rules.Square) string {
	var parts []string
	empty := 0
	gap := func() {
		if empty > 0 {
			parts = append(parts, fmt.Sprintf("%d empty", empty))
		}
		empty = 0
	}
	for _, sq := range on {
		if !t.view.Position.Board[sq].IsPiece() {
			empty++
			continue
		}
		gap()
		parts = append(parts, t.square(sq)+" "+t.content(sq))
	}
	gap()
	return strings.Join(parts, ", ")
}

// ways names the eight directions as seen from a seat, clockwise from straight ahead.
var ways = [...]string{"ahead", "ahead right", "right", "back right", "back", "back left", "left", "ahead left"}

// around prints the contents of the squares next to a square. It names directions as seen
// from the player's seat.
func (t *teller) around(rest string) {
	sq, ok := t.squareCalled(rest)
	if !ok {
		return
	}
	f := t.view.Variant.Facts()
	ahead := f.Home[t.home()].Opposite()
	var parts []string
	for i, way := range ways {
		next := f.Geometry.Step(sq, ahead.Turn(i))
		if !f.Geometry.On(next) {
			parts = append(parts, way+" the edge")
			continue
		}
		parts = append(parts, way+" "+t.square(next)+" "+t.content(next))
	}
	t.say("Around %s: %s", t.square(sq), strings.Join(parts, ", "))
}
