package player

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

// MaxNameCells is the maximum width of a name, in terminal cells.
const MaxNameCells = 20

// MaxNameWords is the maximum number of words in a name.
const MaxNameWords = MaxNameCells / 2

// CleanName checks a name that a person typed, and returns it in its stored form: NFC, with
// single spaces. It refuses names that contain anything but letters, digits and a few
// punctuation marks, that mix scripts, that are wider than [MaxNameCells], or that are
// reserved. The error is a [*Refusal].
//
// A name has only one script, because letters of two scripts can look alike. Punctuation
// marks and ASCII digits may be mixed with any script. Names are written from left to
// right.
func CleanName(raw string) (string, error) {
	name, err := clean(raw, MaxNameCells, ofNames)
	if err != nil {
		return "", err
	}
	first, _ := utf8.DecodeRuneInString(name)
	switch {
	case !nameLetter(first):
		return "", BadStart.Refuse()
	case !strings.ContainsFunc(name, unicode.IsLetter):
		return "", NoLetter.Refuse()
	}
	if err := oneScript(name); err != nil {
		return "", err
	}
	for cluster := range clusters(name) {
		if !steady(cluster) {
			return "", TwoWidths.Refuse(cluster)
		}
	}
	if reserved(name) {
		return "", Reserved.Refuse(name)
	}
	return name, nil
}

// CleanLine checks a line of chat, a title or an annotation, and returns it in its stored
// form: NFC, with single spaces. It refuses lines that contain anything but letters, digits
// and ordinary punctuation, or that are wider than maxCells. The error is a [*Refusal].
//
// A line may be written from right to left. Some terminals then reorder the whole row, so
// nothing important is drawn after such a line.
func CleanLine(raw string, maxCells int) (string, error) {
	return clean(raw, maxCells, ofLines)
}

// Shown makes text safe to draw. It shortens text that is too wide, and writes a question mark
// for each character that CleanLine refuses. It does not change clean text that fits.
func Shown(s string, maxCells int) string { return shown(s, maxCells, ofLines) }

// ShownName makes a name safe to draw. It works like [Shown], and also replaces characters
// that names may not contain.
func ShownName(name string, maxCells int) string {
	if plain(name, maxCells) {
		return name
	}
	var b strings.Builder
	for cluster := range clusters(shown(name, maxCells, ofNames)) {
		if !steady(cluster) {
			cluster = "?"
		}
		b.WriteString(cluster)
	}
	return b.String()
}

// plain reports whether a name consists of ASCII letters, digits and single spaces between them, and fits. Most
// names do, and they need no cleaning.
func plain(name string, maxCells int) bool {
	last := byte(' ')
	for i := range len(name) {
		c := name[i]
		if c == ' ' && last == ' ' || c != ' ' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
		last = c
	}
	return len(name) <= maxCells && last != ' '
}

func shown(s string, maxCells int, of alphabet) string {
	if len(s) > maxBytes(maxCells) {
		s = s[:maxBytes(maxCells)]
	}
	var b strings.Builder
	w := &cleaner{alphabet: of, out: &b}
	for _, r := range norm.NFC.String(strings.ToValidUTF8(s, "?")) {
		if w.put(r) != nil {
			w.put('?')
		}
	}
	return cut(strings.TrimSpace(b.String()), maxCells)
}

func clean(raw string, maxCells int, of alphabet) (string, error) {
	tooLong := TooLong.Refuse(strconv.Itoa(maxCells))
	raw = strings.TrimPrefix(raw, byteOrderMark)
	switch {
	case len(raw) > maxBytes(maxCells):
		return "", tooLong
	case !utf8.ValidString(raw):
		return "", NotUTF8.Refuse()
	}
	var b strings.Builder
	w := &cleaner{alphabet: of, out: &b}
	for _, r := range norm.NFC.String(strings.TrimSpace(raw)) {
		if err := w.put(r); err != nil {
			return "", err
		}
	}
	switch {
	case b.Len() == 0:
		return "", Empty.Refuse()
	case Cells(b.String()) > maxCells:
		return "", tooLong
	}
	return b.String(), nil
}

// byteOrderMark begins the text that some programs write.
const byteOrderMark = "\ufeff"

// maxBytes returns how many bytes of a text to examine at most, given the maximum width
// of the text in cells.
func maxBytes(cells int) int { return 16*max(cells, 0) + 256 }

// cleaner examines a text character by character, and copies the permitted characters to
// out.
type cleaner struct {
	alphabet
	out  *strings.Builder
	last rune // last character written to out; 0 at the beginning
}

// put writes r to out, or returns an error if r is not permitted.
func (w *cleaner) put(r rune) error {
	switch {
	case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
		return ManyLines.Refuse()
	case r == '\t' || unicode.Is(unicode.Zs, r):
		r = ' '
		if w.last == ' ' {
			return nil
		}
	case accent(r):
		if !carries(w.last, r) {
			return LooseMark.Refuse(visible(r))
		}
	case !w.letter(r) && !w.sign(r):
		return w.why(r)
	}
	w.out.WriteRune(r)
	w.last = r
	return nil
}

// cut shortens clean text to a number of cells. If it removes something, the result ends
// with an ellipsis.
func cut(clean string, maxCells int) string {
	switch {
	case Cells(clean) <= maxCells:
		return clean
	case maxCells < 1:
		return ""
	}
	kept, seen, counted := 0, 0, 0
	for cluster := range clusters(clean) {
		seen, counted = seen+ansi.StringWidth(cluster), counted+ansi.StringWidthWc(cluster)
		if max(seen, counted) > maxCells-1 {
			break
		}
		kept += len(cluster)
	}
	return strings.TrimSpace(clean[:kept]) + "…"
}
