package player

import (
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

// recommendedScripts lists the scripts in current use that Unicode recommends for
// identifiers (UAX 31, table 5). Terminals often lack glyphs for other scripts, or draw
// their letters wider than their cells.
var recommendedScripts = []*unicode.RangeTable{
	unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Hebrew, unicode.Arabic,
	unicode.Thaana, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
	unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Thai,
	unicode.Lao, unicode.Tibetan, unicode.Myanmar, unicode.Georgian, unicode.Hangul, unicode.Ethiopic,
	unicode.Khmer, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Han,
}

// hidden contains the characters that some terminals do not draw at all: fillers, joiners
// and selectors.
var hidden = []*unicode.RangeTable{
	unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector,
}

// Permitted characters that are used in several scripts.
var (
	sharedLetters = runes("ー〆ｰ")
	sharedDigits  = table(span{'٠', '٩'}, span{'０', '９'}) // Arabic-Indic and full-width digits
	sharedNumbers = runes("¹²³¼½¾〇")
	// europeanMarks are the accents used in current Latin, Greek and Cyrillic spelling. Many
	// fonts do not draw other accents, or draw them as an underline, as a stroke through the
	// letter, or as an arc over two letters.
	europeanMarks = table(span{0x300, 0x304}, span{0x306, 0x30c}, span{0x30f, 0x30f}, span{0x311, 0x311},
		span{0x313, 0x314}, span{0x31b, 0x31b}, span{0x323, 0x328}, span{0x32d, 0x32e}, span{0x330, 0x331},
		span{0x342, 0x342}, span{0x345, 0x345})
	arabicMarks = table(span{0x64b, 0x655}, span{0x670, 0x670})
	// sharedPunctuation is punctuation that several scripts use: Latin-1, dashes, quotes and
	// dots, East Asian and full-width punctuation. It excludes characters that terminals
	// draw as emoji.
	sharedPunctuation = table(span{0xa1, 0xbf}, span{0x2010, 0x2027}, span{0x2030, 0x203b}, span{0x203d, 0x2046},
		span{0x3001, 0x3003}, span{0x3008, 0x3011}, span{0x3014, 0x301b}, span{0x30fb, 0x30fb}, span{0xff01, 0xff65})
	ordinarySigns = runes("°×÷±")
	// joinsBack are letters that terminals attach to the character on their left, even to
	// the frame around a text.
	joinsBack = runes("\u0e33\u0eb3")
	joinsOn   = runes("\u0d4e")
)

// maxDecomposition is the maximum number of characters in the decomposition of a permitted character.
// Longer decompositions belong to ligatures of whole phrases (U+FDFA), which are wider than
// their cell.
const maxDecomposition = 3

// letter reports whether r is a letter or digit that lines of text may contain.
func letter(r rune) bool {
	if r < 0x80 {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	switch {
	case unicode.In(r, hidden...) || jamo(r) || unicode.In(r, joinsBack, joinsOn):
		return false
	case unicode.IsLetter(r):
		return (unicode.In(r, recommendedScripts...) || unicode.Is(sharedLetters, r)) && fitsCell(r)
	case unicode.Is(unicode.Nd, r):
		return (unicode.In(r, recommendedScripts...) || unicode.Is(sharedDigits, r)) && fitsCell(r)
	}
	return false
}

// accent reports whether r is a combining mark that may follow a letter.
func accent(r rune) bool {
	if unicode.Is(joinsBack, r) {
		return true
	}
	if !unicode.In(r, unicode.Mn, unicode.Mc) || unicode.In(r, hidden...) {
		return false
	}
	return unicode.In(r, recommendedScripts...) || unicode.In(r, europeanMarks, arabicMarks)
}

// carries reports whether the combining mark `mark` may follow the letter `base`. The mark
// must belong to the script of the letter. A letter that already contains two or more accents
// may not be followed by a mark.
func carries(base, mark rune) bool {
	switch {
	case !unicode.IsLetter(base) || !letter(base) || len(ownMarks(base)) > 1:
		return false
	case unicode.In(base, unicode.Latin, unicode.Greek, unicode.Cyrillic):
		return unicode.Is(europeanMarks, mark)
	case unicode.Is(unicode.Arabic, base) && unicode.Is(arabicMarks, mark):
		return true
	}
	return scriptOf(mark) != "" && scriptOf(mark) == scriptOf(base)
}

// ownMarks returns the accents that are part of a precomposed letter.
func ownMarks(r rune) []rune { return []rune(norm.NFD.String(string(r)))[1:] }

// textSign reports whether lines of text may contain the punctuation mark or symbol r.
func textSign(r rune) bool {
	if r < 0x80 {
		return '!' <= r && r <= '~'
	}
	if unicode.In(r, hidden...) || !fitsCell(r) {
		return false
	}
	if unicode.Is(unicode.P, r) {
		return unicode.In(r, recommendedScripts...) || unicode.Is(sharedPunctuation, r)
	}
	return unicode.Is(unicode.Sc, r) || unicode.Is(ordinarySigns, r) || unicode.Is(sharedNumbers, r)
}

// jamo reports whether r is a part of a Hangul syllable. Such parts are not permitted
// alone: normalised text has whole syllables, and terminals do not draw some of the
// parts.
func jamo(r rune) bool {
	return 0x1100 <= r && r <= 0x11ff || 0xa960 <= r && r <= 0xa97f || 0xd7b0 <= r && r <= 0xd7ff
}

// fitsCell reports whether r is one or two cells wide, and visible both in terminals that
// measure characters and in terminals that measure grapheme clusters.
func fitsCell(r rune) bool {
	s := string(r)
	if w := ansi.StringWidth(s); w < 1 || w > 2 || ansi.StringWidthWc(s) < 1 {
		return false
	}
	plain := norm.NFKC.PropertiesString(s).Decomposition()
	return len([]rune(string(plain))) <= maxDecomposition
}

// Cells returns the width of clean text in terminal cells. Some terminals add up the
// widths of characters, others the widths of grapheme clusters; Cells returns the larger
// sum.
func Cells(clean string) int { return max(ansi.StringWidth(clean), ansi.StringWidthWc(clean)) }

type span struct{ first, last rune }

func table(spans ...span) *unicode.RangeTable {
	t := &unicode.RangeTable{}
	for _, s := range spans {
		t.R32 = append(t.R32, unicode.Range32{Lo: uint32(s.first), Hi: uint32(s.last), Stride: 1})
	}
	return t
}

func runes(list string) *unicode.RangeTable {
	var spans []span
	for _, r := range list {
		spans = append(spans, span{r, r})
	}
	return table(spans...)
}
