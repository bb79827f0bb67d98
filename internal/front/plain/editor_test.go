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
	did    []typedLine
}

func (k *keyboard) press(keys string) {
	k.take([]byte(keys), func(text string) { k.echoed.WriteString(text) }, func(t typedLine) { k.did = append(k.did, t) })
}

func never() bool { return false }

func TestTypingOnATerminal(t *testing.T) {
	for keys, want := range map[string]struct {
		echo string
		did  []typedLine
	}{
		"board\r":           {"board\n", []typedLine{{Text: "board"}}},
		"a\r\nb\n":          {"a\nb\n", []typedLine{{Text: "a"}, {Text: "b"}}},
		"a\n\nb\r\r":        {"a\n\nb\n\n", []typedLine{{Text: "a"}, {}, {Text: "b"}, {}}},
		"ab\x7f\bc\r":       {"ab" + erase + erase + "c\n", []typedLine{{Text: "c"}}},
		"\x7f\b\r":          {"\n", []typedLine{{}}},
		"é日\x7f\x7f\r":      {"é日" + erase + erase + erase + "\n", []typedLine{{}}},
		"half\x15turn\r":    {"half\nturn\n", []typedLine{{Text: "turn"}}},
		"\x15x\x03":         {"x\n", []typedLine{{Interrupt: true}}},
		"\x04":              {"", []typedLine{{End: true}}},
		"x\x04\r":           {"x\n", []typedLine{{Text: "x"}}},
		"\x1b[A\x1bOB1\r":   {"1\n", []typedLine{{Text: "1"}}},
		"\x1b[1;5Cx\x1bf\r": {"x\n", []typedLine{{Text: "x"}}},
		"x\x1b[\r":          {"x\n", []typedLine{{Text: "x"}}},
		"x\x1b[1;\x03":      {"x\n", []typedLine{{Interrupt: true}}},
		"xy\x1bO\x7f\r":     {"xy" + erase + "\n", []typedLine{{Text: "x"}}},
		"\a\t\x00\u202ea\r": {"a\n", []typedLine{{Text: "a"}}},
		"\xff\xc3(b\r":      {"(b\n", []typedLine{{Text: "(b"}}},
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
	if !slices.Equal(k.did, []typedLine{{Text: "日x"}}) || k.echoed.String() != "日x\n" {
		t.Errorf("did %+v, echoed %q", k.did, k.echoed.String())
	}
}

func TestLinesWithoutATerminal(t *testing.T) {
	k := &keyboard{}
	k.press("one\r\ntw")
	k.press("o\n\n" + strings.Repeat("x", 3*maxBytes))
	k.press("\nthree\n")
	want := []typedLine{{Text: "one"}, {Text: "two"}, {}, {Text: strings.Repeat("x", maxBytes), Long: true}, {Text: "three"}}
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
		for _, d := range append(k.did, typedLine{Text: k.shown()}) {
			if len(d.Text) > maxBytes || strings.ContainsFunc(d.Text, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Fatalf("took %q", d.Text)
			}
		}
		if len(k.rest) > 4 {
			t.Fatalf("keeps %q", k.rest)
		}
	})
}
