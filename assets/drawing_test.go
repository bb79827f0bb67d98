package assets_test

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/mattn/go-runewidth"
	"github.com/rivo/uniseg"

	"quadrille/assets"
	"quadrille/rules"
)

// sizes are the sizes of squares that have drawings.
var sizes = [][2]int{{5, 2}, {6, 2}, {6, 3}, {8, 4}, {10, 5}, {12, 6}, {14, 7}}

// Drawings leave the leftmost and rightmost cells of a square free, because characters
// there show the army, the state of the piece, highlighted squares and the cursor. No two
// kinds of piece look alike, and neither do a piece and the contour of a piece.
func TestDrawings(t *testing.T) {
	for _, size := range sizes {
		for _, quarters := range []bool{false, true} {
			testDrawings(t, size[0], size[1], quarters)
		}
	}
	if assets.FindDrawing("king", 3, 1, false) != nil {
		t.Error("a drawing exists for squares that are too small")
	}
}

func testDrawings(t *testing.T, width, height int, quarters bool) {
	what := fmt.Sprintf("%dx%d, quarters %v", width, height, quarters)
	looks := map[string]string{}
	take := func(name string, d *assets.Drawing) {
		look := ""
		for y := range d.Height {
			for x := range d.Width {
				if look += d.At(x, y) + "|"; d.At(x, y) != "" && (x == 0 || x == d.Width-1) {
					t.Errorf("%s: the %s takes cell %d,%d, which is for signs", what, name, x, y)
				}
				if quarters && len(d.At(x, y)) > 3 {
					t.Errorf("%s: the %s has the sextant %q", what, name, d.At(x, y))
				}
			}
		}
		if other := looks[look]; other != "" || strings.Trim(look, "|") == "" {
			t.Errorf("%s: the %s looks like the %s", what, name, other)
		}
		looks[look] = name
	}
	for k := rules.Pawn; k <= rules.King; k++ {
		d := assets.FindDrawing(k.Name(), width, height, quarters)
		if d == nil || d.Width != width || d.Height != height {
			t.Fatalf("%s: no %s of that size", what, k.Name())
		}
		take(k.Name(), d)
		take("hollow "+k.Name(), d.Hollow())
	}
	if assets.FindDrawing("dot", width, height, quarters) == nil {
		t.Errorf("%s: no dot", what)
	}
}

// The assets contain no characters of uncertain width. Terminals may draw U+265F as an
// emoji, and U+FE0E, U+FE0F and U+200D change how adjacent characters are drawn.
func TestAssetsHaveNoAmbiguousCharacters(t *testing.T) {
	files := 0
	err := fs.WalkDir(os.DirFS("."), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		if !utf8.Valid(text) || strings.ContainsAny(string(text), "\u265f\ufe0e\ufe0f\u200d") {
			t.Errorf("%s has an ambiguous character", path)
		}
		return nil
	})
	if err != nil || files < 10 {
		t.Fatalf("%d files: %v", files, err)
	}
}

func TestEveryPieceIsOneCellWide(t *testing.T) {
	narrow := func(text string) {
		t.Helper()
		if text == "" {
			return
		}
		if ansi.StringWidth(text) != 1 || runewidth.StringWidth(text) != 1 || uniseg.StringWidth(text) != 1 {
			t.Errorf("%q is not one cell wide", text)
		}
	}
	for _, set := range assets.Sets {
		for i := range set.Pieces {
			narrow(set.Pieces[i])
			narrow(set.Idle[i])
		}
		if assets.SetNamed(set.Name) != set || set.Title == "" {
			t.Errorf("set %q is not found", set.Name)
		}
	}
	for _, size := range sizes {
		for _, kind := range []string{"pawn", "knight", "bishop", "rook", "queen", "king", "dot"} {
			for _, quarters := range []bool{false, true} {
				d := assets.FindDrawing(kind, size[0], size[1], quarters)
				for i := range d.Width * d.Height {
					x, y := i%d.Width, i/d.Width
					narrow(d.At(x, y))
					narrow(d.Around(x, y))
					narrow(d.Hollow().At(x, y))
				}
			}
		}
	}
}
