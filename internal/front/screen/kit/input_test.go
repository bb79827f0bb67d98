package kit

import (
	"strings"
	"testing"
	"unsafe"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
)

func press(name string) tea.KeyPressMsg {
	if named, ok := map[string]tea.KeyPressMsg{
		"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
		"delete": {Code: tea.KeyDelete}, "backspace": {Code: tea.KeyBackspace}, "up": {Code: tea.KeyUp}, "tab": {Code: tea.KeyTab},
		"ctrl+left": {Code: tea.KeyLeft, Mod: tea.ModCtrl},
	}[name]; ok {
		return named
	}
	if letter, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(letter[0]), Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

func TestLineIsEditedWithCursorKeys(t *testing.T) {
	for _, c := range []struct{ keys, marked string }{
		{"a b c", "abc_"},
		{"a b c left left X", "aX_bc"},
		{"a b c home X", "X_abc"},
		{"a b c home right delete", "a_c"},
		{"a b c left backspace", "a_c"},
		{"a b c left ctrl+u", "_c"},
		{"a b c left ctrl+k", "ab_"},
		{"a b c home end d", "abcd_"},
		{"a b c ctrl+a X ctrl+e Y", "XabcY_"},
		{"é 你 left x", "éx_你"},
	} {
		l := Line{Limit: 10}
		for _, name := range strings.Fields(c.keys) {
			if !l.Key(press(name)) {
				t.Errorf("%s: %s does nothing", c.keys, name)
			}
		}
		if got := l.Marked(); got != c.marked {
			t.Errorf("%s gives %q, want %q", c.keys, got, c.marked)
		}
	}
}

func TestLineIgnoresKeysThatNeitherEditNorMove(t *testing.T) {
	empty, full := Line{Limit: 10}, Line{Text: "abc", Limit: 10}
	for _, name := range []string{"backspace", "left", "right", "up", "tab", "ctrl+v", "ctrl+n"} {
		if empty.Key(press(name)) {
			t.Errorf("an empty line handles %s", name)
		}
	}
	for _, name := range []string{"right", "end", "up", "tab", "ctrl+v", "ctrl+n"} {
		if full.Key(press(name)) {
			t.Errorf("at the end of a line %s is handled", name)
		}
	}
}

// TestLineReturnsNoCmd checks that a line returns no Cmd. A Cmd would read the clipboard of
// the server's machine or make the cursor blink.
func TestLineReturnsNoCmd(t *testing.T) {
	l := Line{Text: "abc", Limit: 10}
	for _, name := range []string{"ctrl+v", "left", "x", "home", "end", "backspace"} {
		if cmd := l.update(press(name), ""); cmd != nil {
			t.Errorf("%s returns a Cmd with %T", name, cmd())
		}
	}
}

func TestLineReportsWhenItIsFull(t *testing.T) {
	l := Line{Limit: 3}
	for _, c := range []struct {
		key  string
		full bool
	}{{"a", false}, {"b", false}, {"c", false}, {"d", true}, {"left", false}, {"x", true}, {"backspace", false}, {"y", false}} {
		if l.Key(press(c.key)); l.Full != c.full {
			t.Errorf("after %s: full is %v", c.key, l.Full)
		}
	}
	if l.Paste(tea.PasteMsg{Content: "\n\r1\n2"}); !l.Full || l.Text != "ayc" {
		t.Errorf("pasted: %q, full is %v", l.Text, l.Full)
	}
	l.Text = ""
	if l.Paste(tea.PasteMsg{Content: "\r\n1\x1b\x072\n3"}); l.Full || l.Text != "12" {
		t.Errorf("pasted: %q, full is %v", l.Text, l.Full)
	}
}

func TestLongLineShowsTheCursor(t *testing.T) {
	l := Line{Text: "the quick brown fox", Limit: 40}
	drawn := func() string {
		g := draw.NewGrid(10, 1, draw.Style{})
		l.Draw(g, 0, 0, 10, draw.Style{})
		text := ""
		for _, c := range g.Row(0) {
			text += c.Text
		}
		return text
	}
	if got := drawn(); got != "brown fox_" {
		t.Errorf("at the end: %q", got)
	}
	l.Key(press("home"))
	if got := drawn(); got != "_the quic…" {
		t.Errorf("at the start: %q", got)
	}
	if got := l.hidden(); got != "_"+strings.Repeat("*", 19) {
		t.Errorf("hidden: %q", got)
	}
}

// TestEmptyLineHasNoTextInput checks that an empty input line needs little memory,
// because a session has several input lines.
func TestEmptyLineHasNoTextInput(t *testing.T) {
	l := Line{Limit: 10}
	l.Key(press("a"))
	if l.edit == nil {
		t.Fatal("nothing edits the line")
	}
	if l.Key(press("backspace")); l.edit != nil {
		t.Error("the empty line keeps its text input")
	}
	t.Logf("a line has %d bytes, a text input %d", unsafe.Sizeof(l), unsafe.Sizeof(textinput.Model{}))
}
