package player

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"

	"quadrille/internal/player/hostile"
)

func TestCleanNameAcceptsRealNames(t *testing.T) {
	for raw, want := range map[string]string{
		"Inky":                  "Inky",
		"  Blinky \n":           "Blinky",
		"Pinky \t  Lee":         "Pinky Lee",
		"Jo\u00a0Ann":           "Jo Ann",
		"O'Brien-Smith Jr.":     "O'Brien-Smith Jr.",
		"Zoe\u0308":             "Zoë",
		"Renée":                 "Renée",
		"q\u0303":               "q\u0303",
		"Nguyễn Văn":            "Nguyễn Văn",
		"Adébáyọ\u0300":         "Adébáyọ\u0300",
		"Ὀδυσσεύς":              "Ὀδυσσεύς",
		"Клайд":                 "Клайд",
		"Ελένη":                 "Ελένη",
		"山田 太郎":                 "山田 太郎",
		"ジョーさん":                 "ジョーさん",
		"김철수":                   "김철수",
		"नमन":                   "नमन",
		"7even":                 "7even",
		"x_x":                   "x_x",
		"Who?!":                 "Who?!",
		strings.Repeat("W", 20): strings.Repeat("W", 20),
		strings.Repeat("漢", 10): strings.Repeat("漢", 10),
	} {
		if got, err := CleanName(raw); got != want || err != nil {
			t.Errorf("CleanName(%q) = %q, %v; want %q", raw, got, err, want)
		}
	}
}

func TestCleanNameRefusals(t *testing.T) {
	for raw, want := range map[string]*Reason{
		"": Empty, " \t ": Empty, "\u3000": Empty,
		"In\xffky": NotUTF8,
		"In\nky":   ManyLines, "a\rb": ManyLines, "a\u2028b": ManyLines,
		"In\x1bky": NotAllowed, "In\x00ky": NotAllowed, "a\u0085b": NotAllowed, "a\u009bb": NotAllowed,
		"a\u200bb": NotAllowed, "a\u202eb": NotAllowed, "a\u2066b": NotAllowed, "\u3164": NotAllowed,
		"a\u0378": NotAllowed, "a\ue000": NotAllowed, "a\ufe0f": NotAllowed, "a\U000e0041": NotAllowed,
		"♟ank": NotAllowed, "a<b": NotAllowed, "a|b": NotAllowed, "𝐚𝐝𝐝": NotAllowed, "𒀀": NotAllowed,
		"\u1100\u1100": NotAllowed, "\ufdfa": NotAllowed, "a\u20dd": NotAllowed,
		"\u0301a": LooseMark, "q\u0303\u0301": LooseMark, "a-\u0301": LooseMark, "1\u0301": LooseMark,
		"ế\u0331": LooseMark, "a\u064b": LooseMark, "я\u093f": LooseMark, "नa": TwoScripts, "か\u3099\u3099": NotAllowed,
		"\u0e33": LooseMark, "ก \u0e33": LooseMark, "ക\u0d4e": NotAllowed, "I\u0332nky": NotAllowed, "I\u0305nky": NotAllowed,
		"In\u033dky": NotAllowed, "I\u0338nky": NotAllowed,
		"שרה": RightToLeft, "أحمد": RightToLeft, "Inky\u05d0": RightToLeft, "a\u0661": RightToLeft, "\u07c1": NotAllowed,
		"ހަސަން": RightToLeft, "अमित": TwoWidths, "தமிழ்": TwoWidths,
		"ɪɴᴋʏ": NotAllowed, "ǃKung": NotAllowed, "xʰ": NotAllowed, "ſam": NotAllowed, "ﬁona": NotAllowed, "Ϝ": NotAllowed,
		"Inky, Blinky": NotAllowed, "Inky (host)": NotAllowed, "Inky:": NotAllowed, "a=b": NotAllowed, "a/b": NotAllowed,
		strings.Repeat("W", 21): TooLong, strings.Repeat("漢", 11): TooLong, strings.Repeat("x", 1<<20): TooLong,
		"Inkу": TwoScripts, "Ιnky": TwoScripts, "aー": TwoScripts, "a१": TwoScripts, "漢и": TwoScripts,
		"-rf": BadStart, ".": BadStart, "'x": BadStart,
		"12": NoLetter, "1.5": NoLetter,
		"Admin": Reserved, "a d.m-i n": Reserved, "adm1n": Reserved, "ａｄｍｉｎ": Reserved, "Guest-k7f3": Reserved,
		"4dm1n": Reserved, "adm!n": Reserved, "Admin.": Reserved, "Admin-2": Reserved, "Ádmin": Reserved, "adrnin": Reserved,
		"the Admin": Reserved, "System Message": Reserved, "g_u_e_s_t": Reserved,
		"gue5t": Reserved, "Gue57": Reserved, "5erver": Reserved, "5ystem": Reserved, "roo+": Reserved, "vvhite": Reserved,
		"m0derat0r": Reserved, "White A": Reserved, "somebody": Reserved, "Y.O.U.": Reserved, "Nu1l": Reserved, "b0t": Reserved,
		"guest": Reserved, "Quadrille": Reserved, "SERVER": Reserved, "White": Reserved,
	} {
		var refusal *Refusal
		if got, err := CleanName(raw); !errors.As(err, &refusal) || refusal.Reason != want {
			t.Errorf("CleanName(%q) = %q, %v; want reason %v", raw, got, err, want)
		}
	}
}

func TestRefusalsAreSafeSentences(t *testing.T) {
	for _, raw := range hostile.Strings {
		for _, clean := range []func(string) (string, error){CleanName, line300} {
			if _, err := clean(raw); err != nil {
				checkSentence(t, raw, err.Error())
			}
		}
	}
}

// checkSentence checks that a refusal contains no unsafe character of the refused text.
func checkSentence(t *testing.T, raw, sentence string) {
	t.Helper()
	if _, err := CleanLine(sentence, 1000); err != nil || strings.HasSuffix(sentence, ".") {
		t.Errorf("refusal of %q: %q: %v", raw, sentence, err)
	}
}

func line300(raw string) (string, error) { return CleanLine(raw, 300) }

func TestCleanLineAcceptsChat(t *testing.T) {
	for raw, want := range map[string]string{
		"good game!  thanks \n":         "good game! thanks",
		"k7-k5? Nf3 (e4) [x] {y} <z>":   "k7-k5? Nf3 (e4) [x] {y} <z>",
		"50 % @ $3 ^_^ `x` | ~ \\ # =+": "50 % @ $3 ^_^ `x` | ~ \\ # =+",
		"“Ça va?” — très bien… ½ €5 °":  "“Ça va?” — très bien… ½ €5 °",
		"よい試合でした。ありがとう！":                "よい試合でした。ありがとう！",
		"привет and γειά":               "привет and γειά",
		"-rf":                           "-rf",
	} {
		if got, err := CleanLine(raw, 300); got != want || err != nil {
			t.Errorf("CleanLine(%q) = %q, %v; want %q", raw, got, err, want)
		}
	}
}

func TestHostileTextIsRefusedOrReplaced(t *testing.T) {
	for _, raw := range hostile.Strings {
		if name, err := CleanName(raw); err == nil {
			checkClean(t, raw, name, MaxNameCells)
			checkName(t, name)
			checkFold(t, name)
		}
		if line, err := CleanLine(raw, 300); err == nil {
			checkClean(t, raw, line, 300)
		}
		checkShown(t, raw, 12)
	}
}

func TestShownKeepsCleanText(t *testing.T) {
	for _, s := range []string{"Inky", "山田 太郎", "q\u0303", "a <b> | c"} {
		if got := Shown(s, 20); got != s {
			t.Errorf("Shown(%q) = %q", s, got)
		}
	}
	for s, want := range map[string]string{
		"abcdefgh": "abcd…", "漢漢漢": "漢漢…", "aq\u0303q\u0303q\u0303q\u0303q\u0303": "aq\u0303q\u0303q\u0303…",
		"ab cdefgh": "ab c…", "abc defgh": "abc…", "a\x1b[2J": "a?[2J", "\u202e": "?",
	} {
		if got := Shown(s, 5); got != want {
			t.Errorf("Shown(%q, 5) = %q, want %q", s, got, want)
		}
	}
	if got := Shown("Inky", 0); got != "" {
		t.Errorf("Shown with a width of 0 = %q", got)
	}
}

// checkClean checks the properties of clean text. It does not use the character tables of
// CleanLine.
func checkClean(t *testing.T, raw, s string, maxCells int) {
	t.Helper()
	if !utf8.ValidString(s) || !norm.NFC.IsNormalString(s) || s == "" || Cells(s) > maxCells {
		t.Fatalf("%q became %q, which is invalid, not normalised, empty or too wide", raw, s)
	}
	if strings.TrimSpace(s) != s || strings.Contains(s, "  ") {
		t.Fatalf("%q became %q, with leading, trailing or double spaces", raw, s)
	}
	if first, _ := ansi.FirstGraphemeCluster("-"+s, ansi.GraphemeWidth); first != "-" {
		t.Fatalf("%q became %q, which joins the character before it", raw, s)
	}
	for rest := s + "-"; rest != ""; {
		cluster, _ := ansi.FirstGraphemeCluster(rest, ansi.GraphemeWidth)
		if rest = rest[len(cluster):]; rest == "" && cluster != "-" {
			t.Fatalf("%q became %q, which joins the character after it", raw, s)
		}
	}
	var last rune
	for _, r := range s {
		if forbidden(r) || unicode.IsMark(r) && (unicode.IsMark(last) || !unicode.In(last, unicode.L, unicode.N)) {
			t.Fatalf("%q became %q, which has %U", raw, s, r)
		}
		last = r
	}
}

func forbidden(r rune) bool {
	return r < ' ' || 0x7f <= r && r <= 0x9f || !unicode.IsGraphic(r) || r != ' ' && unicode.IsSpace(r) ||
		unicode.In(r, unicode.C, unicode.Zl, unicode.Zp, unicode.Me, unicode.Other_Default_Ignorable_Code_Point,
			unicode.Variation_Selector, unicode.Bidi_Control, unicode.Join_Control, unicode.Regional_Indicator) || r == 0x2800
}

func checkShown(t *testing.T, raw string, cells int) {
	t.Helper()
	shown := Shown(raw, cells)
	if shown != "" {
		checkClean(t, raw, shown, cells)
	}
	if again := Shown(shown, cells); again != shown {
		t.Fatalf("Shown(%q) = %q, then %q", raw, shown, again)
	}
}

func FuzzCleanNameIsClean(f *testing.F) {
	for _, s := range slices.Concat(hostile.Strings, nameSeeds) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		name, err := CleanName(raw)
		if err != nil {
			checkSentence(t, raw, err.Error())
			return
		}
		checkClean(t, raw, name, MaxNameCells)
		if again, err := CleanName(name); again != name || err != nil {
			t.Fatalf("%q became %q, then %q, %v", raw, name, again, err)
		}
		if line, err := CleanLine(name, MaxNameCells); line != name || err != nil {
			t.Fatalf("CleanLine changes or refuses the name %q: %q, %v", name, line, err)
		}
		if shown := ShownName(name, MaxNameCells); shown != name {
			t.Fatalf("the name %q is shown as %q", name, shown)
		}
		checkName(t, name)
		checkFold(t, name)
	})
}

// checkName checks the properties that names must have, but other clean text need not have.
func checkName(t *testing.T, name string) {
	t.Helper()
	for _, r := range name {
		switch p, _ := bidi.LookupRune(r); p.Class() {
		case bidi.L, bidi.EN, bidi.ES, bidi.ET, bidi.CS, bidi.ON, bidi.WS, bidi.NSM:
		default:
			t.Fatalf("the name %q has %U, which is not written from left to right", name, r)
		}
		if strings.ContainsRune(`,:;"()[]{}<>=|/\@#$%*~^`, r) {
			t.Fatalf("the name %q has %q, which lists and screens use as a separator", name, r)
		}
	}
	// Measure the width by grapheme cluster, as screens do. Each cluster must have the same
	// width in every terminal.
	width := 0
	for rest := name; rest != ""; {
		cluster, w := ansi.FirstGraphemeCluster(rest, ansi.GraphemeWidth)
		if w < 1 || w > 2 || w != ansi.StringWidthWc(cluster) || utf8.RuneCountInString(cluster) > 2 {
			t.Fatalf("the name %q has %q, whose width differs between terminals", name, cluster)
		}
		width, rest = width+w, rest[len(cluster):]
	}
	if width != Cells(name) {
		t.Fatalf("the name %q has width %d by clusters, but Cells returns %d", name, width, Cells(name))
	}
}

// checkFold checks the properties of a folded name: folding it again does not change it,
// case and trailing punctuation do not matter, and it has as many letters as the name.
func checkFold(t *testing.T, name string) {
	t.Helper()
	fold := Fold(name)
	for _, same := range []string{
		fold, strings.ToUpper(name), strings.ToLower(name), norm.NFKC.String(name), norm.NFD.String(name), name + ".", name + " !",
		strings.ReplaceAll(name, " ", "_"),
	} {
		if Fold(same) != fold {
			t.Fatalf("%q folds to %q, but %q to %q", name, fold, same, Fold(same))
		}
	}
	if got, want := letters(fold), letters(cases.Fold().String(norm.NFKC.String(name))); got != want {
		t.Fatalf("%q has %d letters, and folds to %q with %d", name, want, fold, got)
	}
}

// letters returns the number of letters and digits; it does not count accents.
func letters(s string) (n int) {
	for _, r := range norm.NFD.String(s) {
		if unicode.In(r, unicode.L, unicode.N) {
			n++
		}
	}
	return n
}

func FuzzCleanLineIsStable(f *testing.F) {
	for _, s := range hostile.Strings {
		f.Add(s, 300)
	}
	for _, s := range lineSeeds {
		f.Add(s.text, s.number)
	}
	f.Fuzz(func(t *testing.T, raw string, cells int) {
		cells = 1 + int(uint(cells)%400)
		checkShown(t, raw, cells)
		line, err := CleanLine(raw, cells)
		if err != nil {
			checkSentence(t, raw, err.Error())
			return
		}
		checkClean(t, raw, line, cells)
		if again, err := CleanLine(line, cells); again != line || err != nil {
			t.Fatalf("%q became %q, then %q, %v", raw, line, again, err)
		}
		if name := ShownName(raw, cells); name != "" {
			checkClean(t, raw, name, cells)
		}
		if shown := Shown(line, cells); shown != line {
			t.Fatalf("the clean text %q is shown as %q", line, shown)
		}
	})
}

// TestCleanEveryCharacter cleans Unicode characters, each alone and between two letters. It
// checks the properties of clean text.
func TestCleanEveryCharacter(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	taken := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r%97 > 0 && (r > 0x20000 && r < 0xe0000 || unicode.In(r, unicode.Han, unicode.Hangul, unicode.Co)) {
			continue // skip most Han, Hangul and private-use characters: testing all of them would take more than a second
		}
		raw := string(r)
		if line, err := CleanLine("a"+raw+"b", 20); err == nil {
			checkClean(t, raw, line, 20)
		}
		name, err := CleanName(raw)
		if err != nil {
			if shown := ShownName(raw, 20); shown != "" && rightToLeft([]rune(shown)[0]) {
				t.Fatalf("%U is shown in names", r)
			}
			continue
		}
		taken++
		checkClean(t, raw, name, MaxNameCells)
		checkName(t, name)
		checkFold(t, name)
	}
	if taken < 2_000 {
		t.Errorf("only %d characters are accepted as a name", taken)
	}
}
