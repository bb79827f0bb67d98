package plain

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

// keyboard records the echo, the lines and the control keys of an editor.
type keyboard struct {
	Editor
	echoed strings.Builder
	did    []Line
}

func (k *keyboard) press(keys string) {
	k.take([]byte(keys), func(text string) { k.echoed.WriteString(text) }, func(t Line) { k.did = append(k.did, t) })
}

func never() bool { return false }

func TestTypingOnATerminal(t *testing.T) {
	for keys, want := range map[string]struct {
		echo string
		did  []Line
	}{
		"board\r":           {"board\n", []Line{{Text: "board"}}},
		"a\r\nb\n":          {"a\nb\n", []Line{{Text: "a"}, {Text: "b"}}},
		"a\n\nb\r\r":        {"a\n\nb\n\n", []Line{{Text: "a"}, {}, {Text: "b"}, {}}},
		"ab\x7f\bc\r":       {"ab" + erase + erase + "c\n", []Line{{Text: "c"}}},
		"\x7f\b\r":          {"\n", []Line{{}}},
		"é日\x7f\x7f\r":      {"é日" + erase + erase + erase + "\n", []Line{{}}},
		"half\x15turn\r":    {"half\nturn\n", []Line{{Text: "turn"}}},
		"\x15x\x03":         {"x\n", []Line{{Interrupt: true}}},
		"\x04":              {"", []Line{{End: true}}},
		"x\x04\r":           {"x\n", []Line{{Text: "x"}}},
		"\x1b[A\x1bOB1\r":   {"1\n", []Line{{Text: "1"}}},
		"\x1b[1;5Cx\x1bf\r": {"x\n", []Line{{Text: "x"}}},
		"x\x1b[\r":          {"x\n", []Line{{Text: "x"}}},
		"x\x1b[1;\x03":      {"x\n", []Line{{Interrupt: true}}},
		"xy\x1bO\x7f\r":     {"xy" + erase + "\n", []Line{{Text: "x"}}},
		"\a\t\x00\u202ea\r": {"a\n", []Line{{Text: "a"}}},
		"\xff\xc3(b\r":      {"(b\n", []Line{{Text: "(b"}}},
	} {
		k := &keyboard{Editor: Editor{Echoes: true, Secret: never}}
		k.press(keys)
		if got := k.echoed.String(); got != want.echo || !slices.Equal(k.did, want.did) {
			t.Errorf("%q: echoed %q, did %+v", keys, got, k.did)
		}
	}
}

// TestTypingInPieces checks that the bytes of a character or a key may arrive one at a time.
// If the escape key is pressed alone, the next key still works.
func TestTypingInPieces(t *testing.T) {
	k := &keyboard{Editor: Editor{Echoes: true, Secret: never}}
	for _, piece := range []string{"\xe6", "\x97", "\xa5", "\x1b", "[", "1", "A", "\x1b", "x", "\r", "\n"} {
		k.press(piece)
	}
	if !slices.Equal(k.did, []Line{{Text: "日x"}}) || k.echoed.String() != "日x\n" {
		t.Errorf("did %+v, echoed %q", k.did, k.echoed.String())
	}
}

func TestLinesWithoutATerminal(t *testing.T) {
	k := &keyboard{}
	k.press("one\r\ntw")
	k.press("o\n\n" + strings.Repeat("x", 3*maxBytes))
	k.press("\nthree\n")
	want := []Line{{Text: "one"}, {Text: "two"}, {}, {Text: strings.Repeat("x", maxBytes), Long: true}, {Text: "three"}}
	if !slices.Equal(k.did, want) || k.echoed.Len() > 0 {
		t.Errorf("did %+v, echoed %q", k.did, k.echoed.String())
	}
}

// FuzzTypingIsEchoedAsText checks that the echo and the lines contain only printable text,
// whatever is typed.
func FuzzTypingIsEchoedAsText(f *testing.F) {
	f.Add("m7-k7\r", "\x1b[31m\x7f\x03")
	f.Add("\xe6\x97", "\xa5\x7f\r")
	f.Fuzz(func(t *testing.T, first, second string) {
		k := &keyboard{Editor: Editor{Echoes: true, Secret: never}}
		k.press(first)
		k.press(second)
		shown := strings.ReplaceAll(k.echoed.String(), erase, "")
		if i := strings.IndexFunc(shown, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 {
			t.Fatalf("echoed %q", shown)
		}
		for _, d := range append(k.did, Line{Text: k.shown()}) {
			if len(d.Text) > maxBytes || strings.ContainsFunc(d.Text, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Fatalf("took %q", d.Text)
			}
		}
		if len(k.rest) > 4 {
			t.Fatalf("keeps %q", k.rest)
		}
	})
}
