package player

import (
	"iter"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/bidi"
)

// alphabet is the set of characters that one kind of text may contain. Accents and spaces
// are checked separately.
type alphabet struct {
	letter, sign func(rune) bool
	hint         string // text that lists the permitted characters, for refusals
}

var (
	ofLines = alphabet{letter, textSign, "letters, digits and ordinary punctuation"}
	ofNames = alphabet{nameLetter, nameSign, "letters, digits, single spaces and " + nameSigns}
)

// why returns a refusal that says that r is not in the alphabet.
func (a alphabet) why(r rune) *Refusal {
	if letter(r) && rightToLeft(r) {
		return RightToLeft.Refuse()
	}
	return NotAllowed.Refuse(visible(r), a.hint)
}

// nameSigns are the punctuation marks and symbols that names may contain. Parentheses and
// commas are not permitted, because screens and lists put names in parentheses and between
// commas.
const nameSigns = ".-_'’!?&+"

func nameSign(r rune) bool { return strings.ContainsRune(nameSigns, r) }

// nameLetter reports whether names may contain a letter or digit. It permits only those
// Latin, Greek and Cyrillic letters that current languages use. It does not permit
// phonetic letters, small capitals, clicks or tone letters, because they look like other
// letters and do not occur in names.
func nameLetter(r rune) bool {
	switch {
	case r < 0x80:
		return letter(r)
	case !letter(r) || rightToLeft(r) || unicode.Is(unicode.Lm, r) && !unicode.Is(sharedLetters, r):
		return false
	case unicode.Is(unicode.Latin, r):
		return unicode.Is(nameLatin, r)
	case unicode.Is(unicode.Greek, r):
		return unicode.Is(nameGreek, r)
	case unicode.Is(unicode.Cyrillic, r):
		return unicode.Is(nameCyrillic, r)
	}
	return true
}

var (
	nameLatin = table(span{0xc0, 0xd6}, span{0xd8, 0xf6}, span{0xf8, 0x137}, span{0x139, 0x148}, span{0x14a, 0x17e},
		span{0x181, 0x181}, span{0x186, 0x187}, span{0x189, 0x18a}, span{0x18e, 0x194}, span{0x197, 0x199},
		span{0x19d, 0x19d}, span{0x1a0, 0x1a1}, span{0x1af, 0x1b0}, span{0x1b2, 0x1b4}, span{0x1cd, 0x1dd},
		span{0x1e6, 0x1e9}, span{0x1f8, 0x21b}, span{0x21e, 0x21f}, span{0x226, 0x233}, span{0x253, 0x254},
		span{0x256, 0x257}, span{0x259, 0x259}, span{0x25b, 0x25b}, span{0x260, 0x260}, span{0x263, 0x263},
		span{0x268, 0x268}, span{0x272, 0x272}, span{0x28b, 0x28b}, span{0x1e00, 0x1e99}, span{0x1e9e, 0x1e9e},
		span{0x1ea0, 0x1ef9}, span{0xff21, 0xff3a}, span{0xff41, 0xff5a})
	nameGreek    = table(span{0x386, 0x3ce}, span{0x1f00, 0x1ffc})
	nameCyrillic = table(span{0x400, 0x45f}, span{0x48a, 0x4ff}, span{0x510, 0x52f})
)

// rightToLeft reports whether a letter or digit belongs to text that is written from right
// to left, such as Arabic. Some terminals reorder a whole row that contains such a character:
// a clock would change places with a name, and a name that begins with a digit would be split.
func rightToLeft(r rune) bool {
	p, _ := bidi.LookupRune(r)
	switch p.Class() {
	case bidi.R, bidi.AL, bidi.AN:
		return true
	}
	return false
}

// Reordered reports whether some terminals reorder the whole row in which a text stands, because a part of it is
// written from right to left.
func Reordered(text string) bool { return strings.ContainsFunc(text, rightToLeft) }

// clusters iterates over the grapheme clusters of a text.
func clusters(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(text) > 0 {
			cluster, _ := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
			if !yield(cluster) {
				return
			}
			text = text[len(cluster):]
		}
	}
}

// steady reports whether a grapheme cluster has the same width in terminals that measure
// single characters and in terminals that measure clusters. Names may contain only such
// clusters. Other clusters would break the layout, and they could make two different
// names look the same.
func steady(cluster string) bool {
	width := ansi.StringWidth(cluster)
	return width >= 1 && width <= 2 && width == ansi.StringWidthWc(cluster)
}
