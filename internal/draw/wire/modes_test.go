package wire_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/draw/wire"
)

// everything returns a view that uses all terminal modes.
func everything() wire.View {
	return wire.View{Draw: plainText("hello").draw, Title: "a title", Mouse: true, Focus: true, Paste: true}
}

func TestCloseRestoresTheTerminal(t *testing.T) {
	at := newTerminal("xterm", colorprofile.TrueColor, 20, 4)
	defer at.off()
	title, on := "", map[ansi.Mode]bool{}
	seen := false
	at.SetCallbacks(vt.Callbacks{
		Title:            func(t string) { title = t },
		EnableMode:       func(m ansi.Mode) { on[m] = true },
		DisableMode:      func(m ansi.Mode) { delete(on, m) },
		CursorVisibility: func(visible bool) { seen = visible },
	})
	_, _ = at.WriteString("$ ssh host\r\n")
	delete(on, ansi.ModeTextCursorEnable)
	before := maps.Clone(on)
	_, _ = at.Write(at.screen.Frame(nil, everything(), nil))
	for _, m := range []ansi.Mode{
		ansi.ModeAltScreenSaveCursor, ansi.ModeMouseButtonEvent, ansi.ModeMouseExtSgr, ansi.ModeBracketedPaste,
		ansi.ModeFocusEvent,
	} {
		if !on[m] {
			t.Errorf("mode %v is off", m)
		}
	}
	if title != "a title" || seen {
		t.Errorf("the title is %q, the cursor is seen: %t", title, seen)
	}
	if !strings.HasPrefix(at.String(), "hello") {
		t.Errorf("it shows %q", at.String())
	}
	_, _ = at.Write(at.screen.Frame(nil, wire.View{Draw: plainText("bye").draw, Title: "it"}, nil))
	if seen || on[ansi.ModeMouseButtonEvent] {
		t.Errorf("the cursor is seen: %t; modes %v", seen, on)
	}
	_, _ = at.Write(at.screen.Close(nil))
	delete(on, ansi.ModeTextCursorEnable)
	if title != "" || !seen || !maps.Equal(on, before) || !strings.HasPrefix(at.String(), "$ ssh host") {
		t.Errorf("left are the title %q, modes %v, cursor %t and\n%s", title, on, seen, at.String())
	}
	if b := wire.New("xterm", colorprofile.ANSI, 20, 4).Close(nil); len(b) != 0 {
		t.Errorf("a terminal of which nothing was used is sent %q", b)
	}
}

func TestTitlesAreCleaned(t *testing.T) {
	s := wire.New("xterm", colorprofile.TrueColor, 20, 4)
	b := string(s.Frame(nil, wire.View{Title: "12: \x1b]0;Blinky\a\u009b31m\r\u202e!"}, nil))
	if want := "\x1b]2;12: ]0;Blinky31m!\a"; !strings.Contains(b, want) {
		t.Errorf("%q lacks %q", b, want)
	}
}

// TestOldTerminalsGetNoModes checks that the screen sends no mode sequences to old
// terminals, which would print the sequences that they do not support.
func TestOldTerminalsGetNoModes(t *testing.T) {
	v := everything()
	const mouse, title, paste, sync = "\x1b[?1002h", "\x1b]2;", "\x1b[?2004h", "\x1b[?2026$p"
	for term, gets := range map[string]string{
		"vt100": "", "vt220": "", "ansi": "", "": "", "wyse50": "", "linux": title + paste + sync,
		"xterm-ghostty": mouse + title + paste + sync, "screen.xterm-256color": mouse + title + paste + sync, "screen-256color": mouse +
			title + paste + sync,
	} {
		s := wire.New(term, colorprofile.ASCII, 20, 4)
		sent := string(s.Close(s.Frame(nil, v, nil)))
		for _, what := range []string{mouse, title, paste, sync} {
			if strings.Contains(sent, what) != strings.Contains(gets, what) {
				t.Errorf("%s gets %q", term, sent)
			}
		}
	}
}

// TestLargeFramesAreAtomicIfSupported checks that the screen uses synchronized output for
// large frames after SetAtomic has switched it on. Before the first frame, the screen must
// ask whether the terminal supports it.
func TestLargeFramesAreAtomicIfSupported(t *testing.T) {
	s := wire.New("xterm", colorprofile.TrueColor, 80, 24)
	large := strings.Repeat(strings.Repeat("Ab", 40)+"\n", 24)
	show := func(text string) string { return string(s.Frame(nil, plainText(text).view(), nil)) }
	first := show(large)
	if strings.Contains(first, ansi.SetModeSynchronizedOutput) || !strings.HasPrefix(first, "\x1b[?1049h\x1b[?2026$p") {
		t.Errorf("the first frame begins with %.60q", first)
	}
	s.SetAtomic(true)
	if b := show("A" + large[1:]); b != "" {
		t.Errorf("nothing new is %q", b)
	}
	b := show(strings.ToUpper(large))
	if !strings.HasPrefix(b, ansi.SetModeSynchronizedOutput) || !strings.HasSuffix(b, ansi.ResetModeSynchronizedOutput) {
		t.Errorf("a large frame is %.30q ... %q", b, b[len(b)-30:])
	}
	if b := show("a" + strings.ToUpper(large)[1:]); len(b) > 8 {
		t.Errorf("a small one is %q", b)
	}
	s.SetAtomic(false)
	if b := show(large); strings.Contains(b, "2026") {
		t.Error("switched off, it is used")
	}
}

func TestColoursFollowTheProfile(t *testing.T) {
	theme := &assets.Theme{Tones: map[assets.Shade]assets.Tone{200: {True: assets.RGB{R: 10, G: 20, B: 30}, Basic: 9}}}
	f := frame{{{"X", draw.Style{Fg: 200, Bg: 236, Attr: draw.Bold}}, {"Y", draw.Style{Fg: 88}}}}
	for profile, want := range map[colorprofile.Profile]string{
		colorprofile.TrueColor: "\x1b[0;1;38;2;10;20;30;48;5;236mX\x1b[0;38;5;88mY",
		colorprofile.ANSI256:   "\x1b[0;1;38;5;200;48;5;236mX\x1b[0;38;5;88mY",
		colorprofile.ANSI:      "\x1b[0;1;91;40mX\x1b[0;31mY",
		colorprofile.ASCII:     "\x1b[0;1mX\x1b[mY",
		colorprofile.NoTTY:     "\x1b[mXY",
	} {
		at := newTerminal("xterm", colorprofile.TrueColor, 10, 2)
		defer at.off()
		v := f.view()
		v.Theme = theme
		at.screen.Frame(nil, v, nil)
		at.screen.SetProfile(profile)
		at.screen.Redraw()
		_, _ = at.Write(at.screen.Frame(nil, v, nil))
		if why := difference(at.Emulator, fresh([]string{want}, 10, 2)); why != "" {
			t.Errorf("%v: %s", profile, why)
		}
	}
}

// TestNumbersOfStylesAreReused checks that frames look right although together they contain
// more styles and grapheme clusters than the screen can number. The screen must reuse numbers.
func TestNumbersOfStylesAreReused(t *testing.T) {
	at := newTerminal("xterm", colorprofile.TrueColor, 40, 2)
	defer at.off()
	for i := range 60 {
		var line []run
		for x := range 40 {
			look := draw.Style{Fg: assets.Shade(16 + 4*i), Bg: assets.Shade(16 + x)}
			line = append(line, run{string([]rune{'a' + rune(x%26), 0x300 + rune(i)}), look})
		}
		f := frame{line}
		at.show(f)
		if why := difference(at.Emulator, fresh(lines(f.view(), 40, 2), 40, 2)); why != "" {
			t.Fatalf("frame %d: %s", i, why)
		}
	}
}

// TestControlCharactersAreNotSent checks that a cell whose text would change the state of the
// terminal is a blank.
func TestControlCharactersAreNotSent(t *testing.T) {
	for _, dirty := range []string{"\a", "\x00", "\x7f", "\r", "\x1b", "\x1b[2J", "\u009b", "e\u0301\x1b]0;title\a", "\xff"} {
		s := wire.New("xterm", colorprofile.TrueColor, 10, 1)
		s.Frame(nil, wire.View{}, nil)
		b := s.Frame(nil, wire.View{Draw: func(g *draw.Grid) {
			g.Set(0, 0, "a", draw.Style{})
			g.Set(1, 0, dirty, draw.Style{})
			g.Set(2, 0, "b", draw.Style{})
		}}, nil)
		if got := string(b); got != "a b" {
			t.Errorf("%q is sent as %q", dirty, got)
		}
	}
}

func TestFramesHardlyAllocate(t *testing.T) {
	s := wire.New("xterm", colorprofile.ANSI256, 80, 24)
	b := make([]byte, 0, 1<<15)
	var views [2]wire.View
	for i := range views {
		line := []run{
			{" r ", draw.Style{Fg: 16, Bg: 60, Attr: draw.Bold}},
			{fmt.Sprint(" ♞", i), draw.Style{Fg: 16, Bg: 67}},
			{" some words", draw.Style{}},
		}
		views[i] = wire.View{Draw: frame(slices.Repeat([][]run{line}, 24)).draw}
	}
	n := 0
	if allocs := testing.AllocsPerRun(100, func() {
		n++
		s.Frame(b, views[n%2], nil)
	}); allocs >= 24 {
		// there must be less than one allocation for each of the 24 lines; a few are allowed, because the race detector
		// drops some pooled objects
		t.Errorf("%g allocations", allocs)
	}
}

// TestUnknownTerminalGetsVT100Sequences checks that an unknown terminal gets only sequences
// that a VT100 supports. The cursor moves only to absolute positions, and each change of style
// resets the style and then sets it in full.
func TestUnknownTerminalGetsVT100Sequences(t *testing.T) {
	s := wire.New("vt100", colorprofile.ASCII, 20, 6)
	bold, underlined := draw.Style{Attr: draw.Bold}, draw.Style{Attr: draw.Underline}
	frames := []frame{
		nil,
		{{{"ab", bold}, {"  c", draw.Style{}}}, nil, nil, {{"   d", draw.Style{}}}},
		{{{"ab", underlined}, {"  x", draw.Style{}}}, nil, {{"zz", draw.Style{}}}, {{"   e", draw.Style{}}}, {{"       f", draw.Style{}}}},
	}
	sent := ""
	for _, f := range frames {
		sent += string(s.Frame(nil, f.view(), nil))
	}
	for rest := sent; ; {
		at := strings.Index(rest, "\x1b[")
		if at < 0 {
			break
		}
		rest = rest[at+2:]
		end := strings.IndexFunc(rest, func(r rune) bool { return r >= '@' })
		if params, final := rest[:end], rest[end]; !strings.HasPrefix(params, "?") && !strings.ContainsRune("HJKm", rune(final)) ||
			final == 'm' && strings.Contains(params, "2") {
			t.Errorf("%q has %q", sent, params+string(final))
		}
	}
}

// TestErasingInColourIfSupported checks that the screen draws a coloured background by erasing
// only on terminals that erase in the current background colour. GNU Screen erases in its
// default background.
func TestErasingInColourIfSupported(t *testing.T) {
	for term, erases := range map[string]bool{
		"xterm-ghostty": true, "tmux-256color": true, "linux": true, "screen-256color": false,
		"vt100": false,
	} {
		s := wire.New(term, colorprofile.ANSI256, 40, 4)
		s.Frame(nil, wire.View{}, nil)
		blue := wire.View{Ground: draw.Style{Bg: 17}}
		if b := string(s.Frame(nil, blue, nil)); strings.Contains(b, "\x1b[K") != erases {
			t.Errorf("%s: a blue frame is %q", term, b)
		}
		s.Redraw()
		if b := string(s.Frame(nil, blue, nil)); strings.HasPrefix(b, "\x1b[m\x1b[H\x1b[J") == erases {
			t.Errorf("%s: drawn anew it is %q", term, b)
		}
		if b := string(s.Frame(nil, wire.View{}, nil)); !strings.Contains(b, "\x1b[m\x1b[K") {
			t.Errorf("%s: an empty frame is %q", term, b)
		}
	}
}
