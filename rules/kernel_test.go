package rules

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"
)

// TestPositionHasNoPadding checks that there is no padding between the fields of a Position,
// because KeyOf hashes all its bytes. It also limits the size of a Position.
func TestPositionHasNoPadding(t *testing.T) {
	var holes func(reflect.Type) uintptr
	holes = func(kind reflect.Type) uintptr {
		switch kind.Kind() {
		case reflect.Array:
			return uintptr(kind.Len()) * holes(kind.Elem())
		case reflect.Struct:
			var sum uintptr
			for i := range kind.NumField() {
				sum += holes(kind.Field(i).Type)
			}
			return sum
		}
		return kind.Size()
	}
	whole := unsafe.Sizeof(Position{})
	if sum := holes(reflect.TypeFor[Position]()); sum != whole {
		t.Errorf("the fields are %d bytes, the position %d", sum, whole)
	}
	if whole > 384 {
		t.Errorf("a position is %d bytes, more than 384", whole)
	}
}

func square8() *Geometry {
	return NewGeometry(8, 8, func(int, int) bool { return true }, func(row, col int) string {
		return string(rune('a'+col)) + string(rune('8'-row))
	})
}

func TestGeometryLines(t *testing.T) {
	g := square8()
	for _, c := range []struct {
		from, to string
		d        Direction
		on       bool
		distance int
	}{
		{"a1", "a8", North, true, 7},
		{"a1", "h8", NorthEast, true, 7},
		{"h4", "a4", West, true, 7},
		{"c3", "d2", SouthEast, true, 1},
		{"a1", "b3", 0, false, 2},
		{"a1", "a1", 0, false, 0},
	} {
		from, _ := g.Square(c.from)
		to, _ := g.Square(c.to)
		if d, on := g.Line(from, to); on != c.on || on && d != c.d {
			t.Errorf("%s-%s: direction %d, %v", c.from, c.to, d, on)
		}
		if n := g.Distance(from, to); n != c.distance {
			t.Errorf("%s-%s: %d steps", c.from, c.to, n)
		}
	}
	corner, _ := g.Square("a1")
	if n := len(g.KnightMoves(corner)); n != 2 {
		t.Errorf("%d leaps from the corner", n)
	}
	if g.At(8, 0) != NoSquare || g.At(-1, 3) != NoSquare || g.On(NoSquare) {
		t.Error("squares beyond the edge")
	}
}

// TestStepsOverTheEdgeMeetWall checks that a step over an edge meets the wall. Squares have
// one-dimensional indexes, so without the wall such a step would reach the other side of the
// board.
func TestStepsOverTheEdgeMeetWall(t *testing.T) {
	for _, size := range [][2]int{{8, 8}, {14, 14}, {16, 9}} {
		g := NewGeometry(size[0], size[1], func(int, int) bool { return true }, func(row, col int) string {
			return string(rune('a'+col)) + strings.Repeat("'", row)
		})
		for _, sq := range g.Squares {
			row, col := g.RowCol(sq)
			for d := range Direction(directionCount) {
				dr, dc := d.rowCol()
				if got, want := g.Step(sq, d), g.At(row+dr, col+dc); g.On(got) != (want != NoSquare) || want != NoSquare && got != want {
					t.Fatalf("%v: step %d from %d, %d", size, d, row, col)
				}
			}
		}
	}
}

func TestSixthsAreExact(t *testing.T) {
	for n, want := range map[uint8]string{
		0: "0", 1: "1/6", 2: "1/3", 3: "1/2", 6: "1", 9: "1+1/2", 8: "1+1/3", 15: "2+1/2", 18: "3",
		23: "3+5/6",
	} {
		if got := FormatSixths(n); got != want {
			t.Errorf("%d sixths: %s, want %s", n, got, want)
		}
	}
}

func TestRightsStayInOrderAndWithinBounds(t *testing.T) {
	var p Position
	for i := range MaxEnPassant + 3 {
		r := EnPassant{Target: Square(200 - i), Pawn: Square(i + 1)}
		r.Give(2)
		p.AddEnPassant(r)
	}
	if len(p.EnPassantRights()) != MaxEnPassant {
		t.Fatalf("%d rights", len(p.EnPassantRights()))
	}
	for i, r := range p.EnPassantRights()[1:] {
		if !p.EnPassantRights()[i].before(r) {
			t.Fatal("out of order")
		}
	}
	p.FilterEnPassant(func(r *EnPassant) bool { return r.Target%2 == 0 })
	for _, r := range p.EnPassantRights() {
		if r.Target%2 != 0 {
			t.Error("an entry that keep rejected is still in the list")
		}
	}
	if p.EnPassant[p.EnPassantCount] != (EnPassant{}) {
		t.Error("an unused entry is not zero, so equal positions would differ")
	}
}

func FuzzPlainNotationRoundTrip(f *testing.F) {
	for _, text := range []string{"a2-a4", "b7-b8=Q", "b4-x", "army:south", "resign", "north:flag", "draw:claim", "draw:agreed"} {
		f.Add(text)
	}
	facts := &Facts{Geometry: square8(), Seats: [SeatCount]string{"south", "west", "north", "east"}}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParsePlain(facts, 0, text)
		if err != nil {
			return
		}
		again, err := ParsePlain(facts, 0, Plain(facts, 0, a))
		if err != nil || again != a {
			t.Fatalf("%q is %+v, written %q, read as %+v: %v", text, a, Plain(facts, 0, a), again, err)
		}
	})
}

func TestRefusalOfEliminatedSeatIsASentence(t *testing.T) {
	for hint, want := range map[string]string{
		"":                  "white has been out of the game since it was eliminated",
		"since it resigned": "white has been out of the game since it resigned",
	} {
		if got := Refuse(NotInGame, "white", hint).Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
