package draw

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Text writes a line of text that begins at x and is at most limit cells wide. It returns
// the number of cells used. It cuts longer text and adds an ellipsis. It writes question
// marks in place of unprintable characters, and of characters whose width differs between
// terminals.
func (g *Grid) Text(x, y, limit int, text string, s Style) int {
	limit = min(limit, g.Width-x)
	if limit <= 0 || y < 0 || y >= g.Height || x < 0 {
		return 0
	}
	used := 0
	for len(text) > 0 {
		cluster, width := next(text)
		rest := text[len(cluster):]
		if used+width > limit || rest != "" && used+width == limit {
			g.Set(x+used, y, "…", s)
			g.Bar(x+used+1, y, limit-used-1, s)
			return limit
		}
		g.put(x+used, y, cluster, width, s)
		used, text = used+width, rest
	}
	return used
}

func (g *Grid) put(x, y int, cluster string, width int, s Style) {
	if symbolWidth(cluster) == 0 && !safe(cluster) {
		cluster = "?"
	}
	g.Set(x, y, cluster, s)
	if width == 2 {
		g.Bar(x+1, y, 1, s)
		g.Packed(y)[x+1].Glyph = RightHalf
	}
}

// next returns the first grapheme cluster of a text, and its width. A cluster that is not safe
// has the width 1, because a question mark is drawn in its place.
func next(text string) (string, int) {
	if c := text[0]; c < utf8.RuneSelf {
		if len(text) == 1 || text[1] < utf8.RuneSelf {
			return text[:1], 1
		}
	} else if width := symbolWidth(text); width > 0 && (len(text) == 3 || text[3] < utf8.RuneSelf || symbolWidth(text[3:]) > 0) {
		return text[:3], width
	}
	cluster, width := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
	if !safe(cluster) {
		return cluster, 1
	}
	return cluster, width
}

// The symbols from U+2500 to U+27FF, such as boxes, blocks and chessmen, do not join with each
// other or with ASCII characters.
const firstSymbol, lastSymbol = 0x2500, 0x27FF

// symbolWidths holds the width of each symbol that is safe; 0 for the others.
var symbolWidths = func() (widths [lastSymbol - firstSymbol + 1]uint8) {
	for i := range widths {
		if text := string(rune(firstSymbol + i)); safe(text) {
			widths[i] = uint8(ansi.StringWidth(text))
		}
	}
	return widths
}()

// symbolWidth returns the width of the symbol at the beginning of a text. It returns 0 if the
// text begins with another character.
func symbolWidth(text string) int {
	if len(text) < 3 || text[0] != 0xE2 {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(text)
	if r < firstSymbol || r > lastSymbol {
		return 0
	}
	return int(symbolWidths[r-firstSymbol])
}

// safe reports whether a cluster is printable, and is one or two cells wide by both methods
// that terminals use to measure text.
func safe(cluster string) bool {
	if len(cluster) == 1 {
		return cluster[0] >= ' ' && cluster[0] < 0x7F
	}
	marks := 0
	for i, r := range cluster {
		if r == utf8.RuneError || !unicode.IsPrint(r) || i == 0 && unicode.IsMark(r) {
			return false
		}
		if i > 0 {
			marks++
		}
	}
	wide := ansi.StringWidth(cluster)
	return marks <= 2 && alone(cluster) && wide >= 1 && wide <= 2 && wide == ansi.StringWidthWc(cluster)
}

// alone reports whether a grapheme cluster stays separate from the text before and after it.
// Some letters join with their neighbours.
func alone(cluster string) bool {
	before, _ := ansi.FirstGraphemeCluster("-"+cluster, ansi.GraphemeWidth)
	behind, _ := ansi.FirstGraphemeCluster(cluster+"-", ansi.GraphemeWidth)
	return before == "-" && behind == cluster
}

// Safe returns a text in which question marks stand where Text draws them.
func Safe(text string) string {
	whole := text
	var b strings.Builder
	for len(text) > 0 {
		cluster, _ := next(text)
		if text = text[len(cluster):]; symbolWidth(cluster) == 0 && !safe(cluster) {
			cluster = "?"
		}
		b.WriteString(cluster)
	}
	if b.String() == whole {
		return whole // the copy is not kept
	}
	return b.String()
}

// TextWidth returns the number of cells that Text needs to draw the whole of a text.
func TextWidth(text string) int {
	used := 0
	for len(text) > 0 {
		cluster, width := next(text)
		used, text = used+width, text[len(cluster):]
	}
	return used
}
