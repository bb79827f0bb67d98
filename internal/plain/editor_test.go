package plain

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

// keyboard records what an editor makes of each key.
type keyboard struct {
	editor
	echoed strings.Builder
	did    []typed
}

func (k *keyboard) press(keys string) {
	k.take([]byte(keys), func(text string) { k.echoed.WriteString(text) }, func(t typed) { k.did = append(k.did, t) })
}

func never() bool { return false }

func TestTypingOnATerminal(t *testing.T) {
	for keys, want := range map[string]struct {
		echo string
		did  []typed
	}{
		"board\r":           {"board\n", []typed{{line: "board"}}},
		"a\r\nb\n":          {"a\nb\n", []typed{{line: "a"}, {line: "b"}}},
		"a\n\nb\r\r":        {"a\n\nb\n\n", []typed{{line: "a"}, {}, {line: "b"}, {}}},
		"ab\x7f\bc\r":       {"ab" + erase + erase + "c\n", []typed{{line: "c"}}},
		"\x7f\b\r":          {"\n", []typed{{}}},
		"é日\x7f\x7f\r":      {"é日" + erase + erase + erase + "\n", []typed{{}}},
		"half\x15turn\r":    {"half\nturn\n", []typed{{line: "turn"}}},
		"\x15x\x03":         {"x\n", []typed{{interrupt: true}}},
		"\x04":              {"", []typed{{end: true}}},
		"x\x04\r":           {"x\n", []typed{{line: "x"}}},
		"\x1b[A\x1bOB1\r":   {"1\n", []typed{{line: "1"}}},
		"\x1b[1;5Cx\x1bf\r": {"x\n", []typed{{line: "x"}}},
		"\a\t\x00\u202ea\r": {"a\n", []typed{{line: "a"}}},
		"\xff\xc3(b\r":      {"(b\n", []typed{{line: "(b"}}},
	} {
		k := &keyboard{editor: editor{echoes: true, secret: never}}
		k.press(keys)
		if got := k.echoed.String(); got != want.echo || !slices.Equal(k.did, want.did) {
			t.Errorf("%q: echoed %q, did %+v", keys, got, k.did)
		}
	}
}

// A character or a key may arrive in pieces. An escape alone does not hide the next key.
func TestTypingInPieces(t *testing.T) {
	k := &keyboard{editor: editor{echoes: true, secret: never}}
	for _, piece := range []string{"\xe6", "\x97", "\xa5", "\x1b", "[", "1", "A", "\x1b", "x", "\r", "\n"} {
		k.press(piece)
	}
	if !slices.Equal(k.did, []typed{{line: "日x"}}) || k.echoed.String() != "日x\n" {
		t.Errorf("did %+v, echoed %q", k.did, k.echoed.String())
	}
}

func TestLinesWithoutATerminal(t *testing.T) {
	k := &keyboard{}
	k.press("one\r\ntw")
	k.press("o\n\n" + strings.Repeat("x", 3*lineBytes))
	k.press("\nthree\n")
	want := []typed{{line: "one"}, {line: "two"}, {}, {line: strings.Repeat("x", lineBytes), long: true}, {line: "three"}}
	if !slices.Equal(k.did, want) || k.echoed.Len() > 0 {
		t.Errorf("did %+v, echoed %q", k.did, k.echoed.String())
	}
}

// Whatever is typed, the echo and the line contain only text.
func FuzzTypingIsEchoedAsText(f *testing.F) {
	f.Add("m7-k7\r", "\x1b[31m\x7f\x03")
	f.Add("\xe6\x97", "\xa5\x7f\r")
	f.Fuzz(func(t *testing.T, first, second string) {
		k := &keyboard{editor: editor{echoes: true, secret: never}}
		k.press(first)
		k.press(second)
		shown := strings.ReplaceAll(k.echoed.String(), erase, "")
		if i := strings.IndexFunc(shown, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 {
			t.Fatalf("echoed %q", shown)
		}
		for _, d := range append(k.did, typed{line: k.shown()}) {
			if len(d.line) > lineBytes || strings.ContainsFunc(d.line, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Fatalf("took %q", d.line)
			}
		}
		if len(k.rest) > 4 {
			t.Fatalf("keeps %q", k.rest)
		}
	})
}
