package scene

import (
	"testing"

	"quadrille/internal/draw/board"
	"quadrille/rules/variants"
)

// Squares are as large as the terminal allows: drawn pieces are worth a narrow panel, and larger ones
// the line with the names of columns.
func TestSquaresFillTheTerminal(t *testing.T) {
	any := func(s board.Size) board.Size { return s }
	for _, c := range []struct {
		width, height int
		want          board.Size
	}{
		{80, 24, board.Size{W: 3, H: 1}},
		{100, 30, board.Size{W: 5, H: 2}},
		{120, 40, board.Size{W: 5, H: 2}},
		{200, 60, board.Size{W: 8, H: 4}},
		{300, 100, board.Size{W: 14, H: 7}},
	} {
		v, err := variants.New(variants.All()[0].Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := v.Start()
		view := &board.View{Variant: v, Position: &p}
		if got := FitSize(view, c.width, c.height, any, 0); got != c.want {
			t.Errorf("%d x %d: squares of %v, want %v", c.width, c.height, got, c.want)
		}
		if got := FitSize(view, c.width, c.height, any, 1); got.H < c.want.H {
			t.Errorf("%d x %d: larger squares are %v", c.width, c.height, got)
		}
		if view.Size = c.want; c.want.H > 1 {
			Shorten(view, c.height)
			if view.Height() > c.height-footLines {
				t.Errorf("%d x %d: the board has %d lines", c.width, c.height, view.Height())
			}
		}
	}
}
