package draw

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestSymbolsAreMeasuredAsOtherText checks that the short way of measuring symbols gives the
// same clusters and widths as the way for all other text.
func TestSymbolsAreMeasuredAsOtherText(t *testing.T) {
	known := 0
	for r := rune(firstSymbol); r <= lastSymbol; r++ {
		one := string(r)
		if symbolWidth(one) == 0 {
			continue
		}
		known++
		for _, after := range []string{"", "a", " ", "─", "█", "♞", "♔", string(r), "\u0301", "\ufe0f", "é", "世"} {
			cluster, width := next(one + after)
			want, wide := ansi.FirstGraphemeCluster(one+after, ansi.GraphemeWidth)
			if !safe(want) {
				wide = 1
			}
			if cluster != want || width != wide {
				t.Errorf("%q begins with %q, %d cells wide, want %q, %d", one+after, cluster, width, want, wide)
			}
		}
	}
	if known < 500 {
		t.Errorf("only %d symbols are safe", known)
	}
}

// A word that is longer than a line is broken, without losing a letter.
func TestLongWordsAreBroken(t *testing.T) {
	text := "so: " + strings.Repeat("x", 35) + " " + strings.Repeat("字", 11) + " end"
	lines := Wrap(text, 10)
	for _, l := range lines {
		if w := len([]rune(l)); w > 10 {
			t.Errorf("%q", l)
		}
	}
	if got := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); got != strings.ReplaceAll(text, " ", "") {
		t.Errorf("letters were lost: %q", lines)
	}
}
