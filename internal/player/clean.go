package player

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxNameCells is how wide a name may be.
const MaxNameCells = 20

// What may be used, for refusals.
const (
	textHint = "letters, digits and ordinary punctuation"
	nameHint = "letters, digits, single spaces and " + nameSigns
)

// CleanName is the one form in which a name is kept: NFC, single spaces,
// letters and digits of one script, few signs, at most [MaxNameCells] wide, and
// not reserved. What cannot be made so is refused with a [*Refusal].
func CleanName(raw string) (string, error) {
	name, err := clean(raw, MaxNameCells, nameSign, nameHint)
	if err != nil {
		return "", err
	}
	first, _ := utf8.DecodeRuneInString(name)
	switch {
	case !letter(first):
		return "", refuse(BadStart, "")
	case !strings.ContainsFunc(name, unicode.IsLetter):
		return "", refuse(NoLetter, "")
	}
	if err := oneScript(name); err != nil {
		return "", err
	}
	if reserved(name) {
		return "", refuse(Reserved, name)
	}
	return name, nil
}

// CleanLine is the one form in which a line of talk, a title or an annotation
// is kept: NFC, single spaces, letters, digits and ordinary punctuation, at most
// maxCells wide. What cannot be made so is refused with a [*Refusal].
func CleanLine(raw string, maxCells int) (string, error) {
	return clean(raw, maxCells, textSign, textHint)
}

// Shown is the last defence where a text is drawn: what CleanLine would refuse
// becomes a question mark, and what does not fit is cut. A clean text that fits
// comes out as it went in.
func Shown(s string, maxCells int) string {
	if len(s) > maxBytes(maxCells) {
		s = s[:maxBytes(maxCells)]
	}
	var b strings.Builder
	w := &washer{sign: textSign, out: &b}
	for _, r := range norm.NFC.String(strings.ToValidUTF8(s, "?")) {
		if w.put(r) != nil {
			w.put('?')
		}
	}
	return cut(strings.TrimSpace(b.String()), maxCells)
}

func clean(raw string, maxCells int, sign func(rune) bool, hint string) (string, error) {
	tooLong := &Refusal{Reason: TooLong, Limit: maxCells}
	switch {
	case len(raw) > maxBytes(maxCells):
		return "", tooLong
	case !utf8.ValidString(raw):
		return "", refuse(NotUTF8, "")
	}
	var b strings.Builder
	w := &washer{sign: sign, hint: hint, out: &b}
	for _, r := range norm.NFC.String(strings.TrimSpace(raw)) {
		if err := w.put(r); err != nil {
			return "", err
		}
	}
	switch {
	case b.Len() == 0:
		return "", refuse(Empty, "")
	case Cells(b.String()) > maxCells:
		return "", tooLong
	}
	return b.String(), nil
}

// maxBytes bounds the work on a text of which only that many cells can be
// kept: a character of two parts takes eight bytes, and some for spaces.
func maxBytes(cells int) int { return 16*max(cells, 0) + 256 }

// washer takes characters one by one and keeps what is clean.
type washer struct {
	sign func(rune) bool // what is allowed besides letters and digits
	hint string
	out  *strings.Builder
	last rune // the last one kept, or 0
}

// put keeps r, or says why not.
func (w *washer) put(r rune) error {
	switch {
	case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
		return refuse(ManyLines, "")
	case r == '\t' || unicode.Is(unicode.Zs, r):
		r = ' '
		if w.last == ' ' {
			return nil
		}
	case accent(r):
		if !letter(w.last) {
			return refuse(LooseMark, spell(r))
		}
	case !letter(r) && !w.sign(r):
		return &Refusal{Reason: NotAllowed, Subject: spell(r), Hint: w.hint}
	}
	w.out.WriteRune(r)
	w.last = r
	return nil
}

// cut shortens clean text to so many cells; its end tells that there was more.
func cut(clean string, maxCells int) string {
	if Cells(clean) <= maxCells {
		return clean
	}
	if maxCells < 1 {
		return ""
	}
	kept := 0
	for i, r := range clean {
		if accent(r) {
			continue // stays with its letter
		}
		if Cells(clean[:i]) > maxCells-1 {
			break
		}
		kept = i
	}
	return strings.TrimSpace(clean[:kept]) + "…"
}
