package screen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"github.com/mattn/go-runewidth"
	"github.com/rivo/uniseg"
)

// TestCharactersAreOneCellWide checks that every character on the screens is one cell wide,
// by each of the methods with which terminals measure characters. Wide letters in names are
// an exception. No pawn is drawn with the character that some terminals show as an emoji.
func TestCharactersAreOneCellWide(t *testing.T) {
	frames, err := filepath.Glob("testdata/*/*.txt")
	if err != nil || len(frames) < 50 {
		t.Fatalf("%d frames, %v", len(frames), err)
	}
	for _, path := range frames {
		frame, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(frame)) {
			line = strings.TrimSuffix(line, "\n")
			if strings.ContainsAny(line, "\u265f\ufe0e\ufe0f") {
				t.Errorf("%s: %q", path, line)
			}
			for _, r := range line {
				one := string(r)
				if widths := [...]int{ansi.StringWidth(one), runewidth.StringWidth(one), uniseg.StringWidth(one)}; widths != [3]int{
					1,
					1,
					1,
				} &&
					!unicode.Is(unicode.Han, r) {
					t.Errorf("%s: %q is %v cells wide", path, r, widths)
				}
			}
		}
	}
}
