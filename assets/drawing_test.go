package assets_test

import (
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
// kinds of piece look alike.
func TestDrawings(t *testing.T) {
	for _, size := range sizes {
		looks := map[string]string{}
		for k := rules.Pawn; k <= rules.King; k++ {
			d := assets.FindDrawing(k.Name(), size[0], size[1])
			if d == nil || d.Width != size[0] || d.Height != size[1] {
				t.Fatalf("%v: no %s of that size", size, k.Name())
			}
			look := ""
			for y := range d.Height {
				for x := range d.Width {
					if look += d.At(x, y) + "|"; d.At(x, y) != "" && (x == 0 || x == d.Width-1) {
						t.Errorf("%v: the %s takes cell %d,%d, which is for signs", size, k.Name(), x, y)
					}
				}
			}
			if other := looks[look]; other != "" || strings.Trim(look, "|") == "" {
				t.Errorf("%v: the %s looks like the %s", size, k.Name(), other)
			}
			looks[look] = k.Name()
		}
		if assets.FindDrawing("dot", size[0], size[1]) == nil {
			t.Errorf("%v: no dot", size)
		}
	}
	if assets.FindDrawing("king", 3, 1) != nil {
		t.Error("a drawing exists for squares that are too small")
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
			d := assets.FindDrawing(kind, size[0], size[1])
			for i := range d.Width * d.Height {
				narrow(d.At(i%d.Width, i/d.Width))
			}
		}
	}
}
