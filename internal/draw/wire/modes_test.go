package wire_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"quadrille/internal/draw/wire"
)

// everything returns a view that uses all terminal modes.
func everything() tea.View {
	return tea.View{
		Content: "hello", WindowTitle: "a title", MouseMode: tea.MouseModeCellMotion, AltScreen: true,
		Cursor: tea.NewCursor(3, 0), ReportFocus: true,
	}
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
	_, _ = at.Write(at.screen.Frame(nil, everything()))
	for _, m := range []ansi.Mode{
		ansi.ModeAltScreenSaveCursor, ansi.ModeMouseButtonEvent, ansi.ModeMouseExtSgr, ansi.ModeBracketedPaste,
		ansi.ModeFocusEvent,
	} {
		if !on[m] {
			t.Errorf("mode %v is off", m)
		}
	}
	if p := at.CursorPosition(); title != "a title" || !seen || p.X != 3 || p.Y != 0 {
		t.Errorf("the title is %q, the cursor at %v, seen %t", title, p, seen)
	}
	if !strings.HasPrefix(at.String(), "hello") {
		t.Errorf("it shows %q", at.String())
	}
	_, _ = at.Write(at.screen.Frame(nil, tea.View{Content: "bye", WindowTitle: "it"}))
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
	b := string(s.Frame(nil, tea.View{WindowTitle: "12: \x1b]0;Blinky\a\u009b31m\r\u202e!"}))
	if want := "\x1b]2;12: ]0;Blinky31m!\a"; !strings.Contains(b, want) {
		t.Errorf("%q lacks %q", b, want)
	}
}

// TestOldTerminalsGetNoModes checks that the screen sends no mode sequences to old
// terminals, which would print the sequences that they do not support.
func TestOldTerminalsGetNoModes(t *testing.T) {
	v := tea.View{Content: "hello", WindowTitle: "a title", MouseMode: tea.MouseModeCellMotion}
	const mouse, title, paste, sync = "\x1b[?1002h", "\x1b]2;", "\x1b[?2004h", "\x1b[?2026$p"
	for term, gets := range map[string]string{
		"vt100": "", "vt220": "", "ansi": "", "": "", "wyse50": "", "linux": title + paste + sync,
		"xterm-ghostty": mouse + title + paste + sync, "screen.xterm-256color": mouse + title + paste + sync, "screen-256color": mouse +
			title + paste + sync,
	} {
		s := wire.New(term, colorprofile.ASCII, 20, 4)
		sent := string(s.Close(s.Frame(nil, v)))
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
	first := string(s.Frame(nil, tea.View{Content: large}))
	if strings.Contains(first, ansi.SetModeSynchronizedOutput) || !strings.HasPrefix(first, "\x1b[?1049h\x1b[?2026$p") {
		t.Errorf("the first frame begins with %.60q", first)
	}
	s.SetAtomic(true)
	if b := string(s.Frame(nil, tea.View{Content: "A" + large[1:]})); b != "" {
		t.Errorf("nothing new is %q", b)
	}
	b := string(s.Frame(nil, tea.View{Content: strings.ToUpper(large)}))
	if !strings.HasPrefix(b, ansi.SetModeSynchronizedOutput) || !strings.HasSuffix(b, ansi.ResetModeSynchronizedOutput) {
		t.Errorf("a large frame is %.30q ... %q", b, b[len(b)-30:])
	}
	if b := string(s.Frame(nil, tea.View{Content: "a" + strings.ToUpper(large)[1:]})); len(b) > 8 {
		t.Errorf("a small one is %q", b)
	}
	s.SetAtomic(false)
	if b := string(s.Frame(nil, tea.View{Content: large})); strings.Contains(b, "2026") {
		t.Error("switched off, it is used")
	}
}

func TestColoursAreReducedToTheProfile(t *testing.T) {
	const content = "\x1b[1;38;2;255;0;0;48;5;236mX\x1b[0;31mY"
	for profile, want := range map[colorprofile.Profile]string{
		colorprofile.TrueColor: "\x1b[0;1;38;2;255;0;0;48;5;236mX\x1b[0;31mY",
		colorprofile.ANSI256:   "\x1b[0;1;38;5;196;48;5;236mX\x1b[0;31mY",
		colorprofile.ANSI:      "\x1b[0;1;91;40mX\x1b[0;31mY",
		colorprofile.ASCII:     "\x1b[0;1mX\x1b[mY",
		colorprofile.NoTTY:     "\x1b[mXY",
	} {
		at := newTerminal("xterm", colorprofile.TrueColor, 10, 2)
		defer at.off()
		at.screen.Frame(nil, tea.View{Content: content})
		at.screen.SetProfile(profile)
		at.screen.Redraw()
		_, _ = at.Write(at.screen.Frame(nil, tea.View{Content: content}))
		if why := difference(at.Emulator, fresh(want, 10, 2)); why != "" {
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
		var b strings.Builder
		for x := range 40 {
			fmt.Fprintf(&b, "\x1b[38;2;%d;%d;%dm%c%c", i, x, 7, 'a'+rune(x%26), 0x300+rune(i))
		}
		at.show(b.String())
		if why := difference(at.Emulator, fresh(b.String(), 40, 2)); why != "" {
			t.Fatalf("frame %d: %s", i, why)
		}
	}
}

// TestOtherSequencesAreDropped checks that the screen sends the text and the styles of a
// frame, but drops all other sequences in the frame.
func TestOtherSequencesAreDropped(t *testing.T) {
	for _, dirty := range []string{
		"a\x1b]8;;http://host\ab\x1b]8;;\ac", "a\x1b]0;title\abc", "a\rb\bc", "a\x1b[2Jb\x1b[10;10Hc", "a\x1bPx\x1b\\bc",
		"a\x07b\x00c\x7f", "abc\x1b]52;c;open", "abc\x1b[", "abc\x1b", "ab\u200bc", "a\xffbc",
	} {
		at := newTerminal("xterm", colorprofile.TrueColor, 10, 2)
		defer at.off()
		at.show(dirty + "\nnext")
		if why := difference(at.Emulator, fresh("abc\nnext", 10, 2)); why != "" {
			t.Errorf("%q: %s", dirty, why)
		}
	}
}

func TestFramesHardlyAllocate(t *testing.T) {
	s := wire.New("xterm", colorprofile.ANSI256, 80, 24)
	b := make([]byte, 0, 1<<15)
	var frames [2]string
	for i := range frames {
		frames[i] = strings.Repeat(fmt.Sprintf("\x1b[0;1;38;5;16;48;5;60m r \x1b[48;5;67m ♞%d\x1b[m some words\n", i), 24)
	}
	n := 0
	if allocs := testing.AllocsPerRun(100, func() {
		n++
		s.Frame(b, tea.View{Content: frames[n%2]})
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
	frames := []string{"", "\x1b[1mab\x1b[m  c\n\n\n   d", "\x1b[4mab\x1b[m  x\n\nzz\n   e\n       f"}
	sent := ""
	for _, content := range frames {
		sent += string(s.Frame(nil, tea.View{Content: content}))
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
		s.Frame(nil, tea.View{})
		blue := "\x1b[48;5;17m" + strings.Repeat(strings.Repeat(" ", 40)+"\n", 4)
		if b := string(s.Frame(nil, tea.View{Content: blue})); strings.Contains(b, "\x1b[K") != erases {
			t.Errorf("%s: a blue frame is %q", term, b)
		}
		s.Redraw()
		if b := string(s.Frame(nil, tea.View{Content: blue})); strings.HasPrefix(b, "\x1b[m\x1b[H\x1b[J") == erases {
			t.Errorf("%s: drawn anew it is %q", term, b)
		}
		if b := string(s.Frame(nil, tea.View{})); !strings.Contains(b, "\x1b[m\x1b[K") {
			t.Errorf("%s: an empty frame is %q", term, b)
		}
	}
}
