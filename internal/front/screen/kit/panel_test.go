package kit

import (
	"runtime"
	"testing"

	"quadrille/assets"
	"quadrille/internal/draw"
)

// TestBordersOfPanelsKeepNoScreens draws panels of many sizes, as a client does that changes the
// size of its terminal all the time. Each kept border once held the cells of a whole panel.
func TestBordersOfPanelsKeepNoScreens(t *testing.T) {
	signs := draw.AllSigns // another pointer than that of the borders that are kept
	edge := &signs.Edge
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for width := 200; width < 200+chromesKept; width++ {
		g := draw.NewGrid(width, 200, draw.Style{})
		c := border(width, &signs, draw.Style{Fg: assets.Themes[0].Rule})
		c.copyTo(g, 0, 0, 200)
		if g.At(0, 0).Text != edge.TopLeft ||
			g.At(width-1, 199).Text != edge.BottomRight || g.At(0, 100).Text != edge.Side {
			t.Fatalf("the border of a panel %d wide: %q %q %q", width, g.At(0, 0).Text, g.At(width-1, 199).Text, g.At(0, 100).Text)
		}
	}
	if grown := int64(heap()) - int64(before); grown > 32<<20 {
		t.Errorf("the borders take %d MB", grown>>20)
	}
}
