package player

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

// MaxNameCells is how wide a name may be.
const MaxNameCells = 20

// CleanName is the one form in which a name is kept: NFC, single spaces,
// letters and digits of one script, few signs, at most [MaxNameCells] wide, and
// not reserved. What cannot be made so is refused with a [*Refusal].
//
// The script may be Latin or another, but is one for the whole name: Latin
// beside a second one is where the doubles are. Signs and ASCII digits go with
// all of them. It is written from left to right, see [Refusal] RightToLeft.
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

// CleanLine is the one form in which a line of talk, a title or an annotation
// is kept: NFC, single spaces, letters, digits and ordinary punctuation, at most
// maxCells wide. What cannot be made so is refused with a [*Refusal].
//
// A line may be written from right to left. Terminals that order text by
// direction then order it with what stands beside it, so it is drawn where
// nothing of weight follows in its row.
func CleanLine(raw string, maxCells int) (string, error) {
	return clean(raw, maxCells, ofLines)
}

// Shown is the last defence where a text is drawn: what CleanLine would refuse
// becomes a question mark, and what does not fit is cut. A clean text that fits
// comes out as it went in.
func Shown(s string, maxCells int) string { return shown(s, maxCells, ofLines) }

// ShownName is Shown for a name, which stands in a row with clocks and other
// names: what no name may have is made harmless too.
func ShownName(name string, maxCells int) string {
	var b strings.Builder
	for cluster := range clusters(shown(name, maxCells, ofNames)) {
		if !steady(cluster) {
			cluster = "?"
		}
		b.WriteString(cluster)
	}
	return b.String()
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

// maxBytes bounds the work on a text of which only that many cells can be
// kept: a character of two parts takes eight bytes, and some for spaces.
func maxBytes(cells int) int { return 16*max(cells, 0) + 256 }

// cleaner takes characters one by one and keeps what is clean.
type cleaner struct {
	alphabet
	out  *strings.Builder
	last rune // the last one kept, or 0
}

// put keeps r, or says why not.
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

// cut shortens clean text to so many cells; its end tells that there was more.
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
