package player

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"quadrille/internal/player/hostile"
)

func escaped(parts ...string) string {
	var b strings.Builder
	w := Escaping(&b)
	for _, part := range parts {
		if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
			return fmt.Sprintf("Write(%q) = %d, %v", part, n, err)
		}
	}
	return b.String()
}

func TestEscapingEscapesControls(t *testing.T) {
	for raw, want := range map[string]string{
		"":             "",
		"plain text\n": "plain text\n",
		"Zoë, q\u0303, 山田, Клайд, ♔ — ½": "Zoë, q\u0303, 山田, Клайд, ♔ — ½",
		"a\x1b[31mb":               `a\u001b[31mb`,
		"a\tb\r\n":                 `a\u0009b\u000d` + "\n",
		"\u009b31m\x7f\x00":        `\u009b31m\u007f\u0000`,
		"\x9b\xff":                 `\x9b\xff`,
		"In\u202eky\u2066\u200b":   `In\u202eky\u2066\u200b`,
		"\U000e0041":               `\udb40\udc41`,
		"\u00a0\u2028\ufeff\u3164": `\u00a0\u2028\ufeff\u3164`,
		"e\u0301\u0301e":           "e\u0301" + `\u0301e`,
		"1\ufe0f\u20e3":            `1\ufe0f\u20e3`,
		"\ufffd":                   "\ufffd",
		`\u001b`:                   `\u001b`,
	} {
		if got := escaped(raw); got != want {
			t.Errorf("%q comes out as %q, want %q", raw, got, want)
		}
	}
}

func TestEscapingJoinsSplitCharacters(t *testing.T) {
	const text = "Zoë 山\u202e\U000e0041 q\u0303\u0303 \xe2\x80x\xff"
	want := escaped(text)
	for size := 1; size < len(text); size++ {
		var parts []string
		for at := 0; at < len(text); at += size {
			parts = append(parts, text[at:min(at+size, len(text))])
		}
		if got := escaped(parts...); got != want {
			t.Errorf("in parts of %d: %q, want %q", size, got, want)
		}
	}
	if got := escaped("a\xe2\x80"); got != "a" {
		t.Errorf("half a character comes out as %q", got)
	}
	if got := escaped("q\u0303", "x\u0303"); got != "q\u0303x\u0303" {
		t.Errorf("an accent in the next part comes out as %q", got)
	}
}

func TestEscapingReturnsWriteError(t *testing.T) {
	r, w := io.Pipe()
	broken := errors.New("broken")
	_ = r.CloseWithError(broken)
	for _, text := range []string{"x", "\x1b"} {
		if n, err := Escaping(w).Write([]byte(text)); n != 0 || !errors.Is(err, broken) {
			t.Errorf("Write(%q) = %d, %v", text, n, err)
		}
	}
}

func TestEscapingPlainTextDoesNotAllocate(t *testing.T) {
	line := []byte("17 silver j1-k3 Nk3\n")
	w := Escaping(io.Discard)
	if n := testing.AllocsPerRun(100, func() { _, _ = w.Write(line) }); n != 0 {
		t.Errorf("%v allocations per line", n)
	}
}

// Each log record must be one line of JSON with the original text, and must contain no
// characters that affect a terminal.
func TestHostileTextInLogs(t *testing.T) {
	var b bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(Escaping(&b), nil))
	for _, raw := range hostile.Strings {
		b.Reset()
		logger.With("who", raw).Error(raw, "err", errors.New(raw), slog.Group(raw, slog.Any("panic", raw)))
		checkPrints(t, raw, b.String())
		if strings.Count(b.String(), "\n") != 1 || !strings.HasSuffix(b.String(), "\n") {
			t.Fatalf("%q is logged as %q", raw, b.String())
		}
		var said struct{ Msg, Err, Who string }
		if err := json.Unmarshal(b.Bytes(), &said); err != nil {
			t.Fatalf("%q is logged as %q: %v", raw, b.String(), err)
		}
		if said.Msg != valid(raw) || said.Err != said.Msg || said.Who != said.Msg {
			t.Fatalf("%q is logged as %q", raw, said)
		}
	}
}

// valid returns the text with invalid UTF-8 replaced, as the JSON encoder does.
func valid(raw string) string { return string([]rune(raw)) }

// checkPrints checks that output contains only printable text and line ends. It does not use
// the code of Escaping.
func checkPrints(t *testing.T, raw, out string) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Fatalf("%q comes out as %q", raw, out)
	}
	var last rune
	for _, r := range out {
		if r != '\n' && forbidden(r) && !unicode.Is(unicode.Regional_Indicator, r) || unicode.IsMark(r) && unicode.IsMark(last) {
			t.Fatalf("%q comes out as %q, which has %U", raw, out, r)
		}
		last = r
	}
}

func FuzzEscapingWritesOnlyText(f *testing.F) {
	for _, s := range hostile.Strings {
		f.Add(s, 3)
	}
	for _, s := range escapeSeeds {
		f.Add(s.text, s.number)
	}
	f.Fuzz(func(t *testing.T, raw string, at int) {
		out := escaped(raw)
		checkPrints(t, raw, out)
		if again := escaped(out); again != out {
			t.Fatalf("%q comes out as %q, then %q", raw, out, again)
		}
		at = int(uint(at) % uint(len(raw)+1))
		if parts := escaped(raw[:at], raw[at:]); parts != out {
			t.Fatalf("%q comes out as %q, in two parts as %q", raw, out, parts)
		}
		if line, err := CleanLine(raw, 300); err == nil && escaped(line) != line {
			t.Fatalf("the clean text %q comes out as %q", line, escaped(line))
		}
	})
}
