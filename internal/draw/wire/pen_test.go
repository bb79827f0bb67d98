package wire

import (
	"testing"

	"pgregory.net/rapid"
)

// The estimate of the bytes of a cursor movement is exact.
func TestMoveLength(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		at := func(name string, least int) int {
			return rapid.OneOf(rapid.IntRange(least, 12), rapid.IntRange(least, 500)).Draw(r, name)
		}
		p := pen{x: at("column", -1), y: at("row", -1)}
		if p.y < 0 {
			p.x = -1
		}
		s := Screen{state: state{pen: p}}
		s.modern = rapid.Bool().Draw(r, "modern")
		x, y := at("to column", 0), at("to row", 0)
		if got, want := s.moveLength(x, y), len(s.move(nil, x, y)); got != want {
			r.Fatalf("%d bytes, not %d", got, want)
		}
		if s.pen.x != x || s.pen.y != y {
			r.Fatalf("the pen is at %d,%d", s.pen.x, s.pen.y)
		}
	})
}
