package kit

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"
)

// keyNamed returns the key press whose name is the given one, such as "alt+backspace".
func keyNamed(name string) tea.KeyPressMsg {
	var k tea.KeyPressMsg
	for prefix, mod := range map[string]tea.KeyMod{"ctrl+": tea.ModCtrl, "alt+": tea.ModAlt, "shift+": tea.ModShift} {
		if strings.Contains(name, prefix) {
			name, k.Mod = strings.Replace(name, prefix, "", 1), k.Mod|mod
		}
	}
	codes := map[string]rune{
		"backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome,
		"end": tea.KeyEnd, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown, "enter": tea.KeyEnter, "esc": tea.KeyEscape,
		"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "space": tea.KeySpace, "insert": tea.KeyInsert,
	}
	if code, ok := codes[name]; ok {
		k.Code = code
		return k
	}
	k.Code, _ = utf8.DecodeRuneInString(name)
	if k.Mod == 0 {
		k.Text = name
	}
	return k
}

// boundKeys returns the names of all keys that the library's text input binds.
func boundKeys() (names []string) {
	keys := reflect.ValueOf(lineKeys)
	for i := range keys.NumField() {
		b := keys.Field(i).Interface().(key.Binding)
		names = append(names, b.Keys()...)
	}
	return names
}

// texts are contents of a text field: empty, short, with blanks, wide, combining, and full.
var texts = []string{
	"", "a", "ab", " ", "  ", "a b", "ab ", " ab", "one two  three", "你好", "你 好吗 ",
	"e\u0301a\u0301 x\u0301", "\u0301", "👩‍👩‍👧 x",
	"שלום עולם", "a\u00a0b", strings.Repeat("x", 20), strings.Repeat("你 ", 10),
}

// checkLine fails the test if a line is not usable after a key, or if the library panicked.
func checkLine(t interface{ Fatalf(string, ...any) }, l *Line, what string) {
	switch marked := l.Marked(); {
	case l.edit == nil && l.Text != "":
		t.Fatalf("%s: the library panicked; text %q", what, l.Text)
	case !utf8.ValidString(l.Text) || utf8.RuneCountInString(l.Text) > l.Limit:
		t.Fatalf("%s: text %q", what, l.Text)
	case strings.Count(marked, caret) != strings.Count(l.Text, caret)+1 || strings.Replace(l.hidden(), "*", "", -1) != caret:
		t.Fatalf("%s: marked %q, hidden %q", what, marked, l.hidden())
	}
}

// TestEveryBoundKeyAtEveryPosition presses each key that the library binds, with the cursor at
// each position of each text, in fields of each size.
func TestEveryBoundKeyAtEveryPosition(t *testing.T) {
	names := append(boundKeys(), "x", "你", "é", "space", "enter", "esc", "insert", "alt+x", "ctrl+x", "shift+left")
	for _, text := range texts {
		count := utf8.RuneCountInString(text)
		for _, limit := range []int{count, count + 1, 200} {
			for at := range count + 1 {
				for _, name := range names {
					l := Line{Text: text, Limit: max(limit, 1)}
					for range count - at {
						l.Key(keyNamed("left"))
					}
					l.Key(keyNamed(name))
					checkLine(t, &l, text+", "+name)
				}
			}
		}
	}
}

// TestAltDDeletesTheNextWord checks the key alt+d, for which the library panics if the cursor is
// before the last character.
func TestAltDDeletesTheNextWord(t *testing.T) {
	for _, c := range []struct{ text, keys, marked string }{
		{"ab", "left alt+d", "a_"},
		{"ab", "home alt+d", "_"},
		{"a", "left alt+d", "_"},
		{"one two", "home alt+d", "_ two"},
		{"one two", "left alt+d", "one tw_"},
		{"one two", "alt+d", "one two_"},
		{"one ", "left alt+d", "one_"},
		{"你", "left alt+delete", "_"},
	} {
		l := Line{Text: c.text, Limit: 20}
		for name := range strings.FieldsSeq(c.keys) {
			l.Key(keyNamed(name))
		}
		if got := l.Marked(); got != c.marked {
			t.Errorf("%q: %s gives %q; want %q", c.text, c.keys, got, c.marked)
		}
	}
}

// TestRandomKeysInATextField presses random keys and pastes random text.
func TestRandomKeysInATextField(t *testing.T) {
	names := boundKeys()
	rapid.Check(t, func(t *rapid.T) {
		l := Line{Text: rapid.SampledFrom(texts).Draw(t, "text"), Limit: rapid.IntRange(20, 30).Draw(t, "limit")}
		for range rapid.IntRange(1, 40).Draw(t, "keys") {
			var what string
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				k := tea.KeyPressMsg{
					Code: rapid.Rune().Draw(t, "code"), Mod: tea.KeyMod(rapid.IntRange(0, 255).Draw(t, "modifiers")),
					Text: rapid.SampledFrom([]string{"", "x", " ", "你", "\u0301", "\x00", "\t", "ab"}).Draw(t, "typed"),
				}
				what = k.String()
				l.Key(k)
			case 1:
				what = rapid.String().Draw(t, "pasted")
				l.Paste(tea.PasteMsg{Content: what})
			default:
				what = rapid.SampledFrom(names).Draw(t, "key")
				l.Key(keyNamed(what))
			}
			checkLine(t, &l, what)
		}
	})
}

// faultyModel panics at each message, after it has changed.
type faultyModel struct{ changed *bool }

func (m faultyModel) Update(tea.Msg) (faultyModel, tea.Cmd) {
	*m.changed = true
	panic("a fault of the library")
}

// TestPanicOfALibraryIsRecovered checks that a panic in a library's model does not reach the
// screen.
func TestPanicOfALibraryIsRecovered(t *testing.T) {
	changed := false
	if _, cmd, ok := updateModel(faultyModel{&changed}, keyNamed("x")); ok || cmd != nil || !changed {
		t.Errorf("ok %v, changed %v", ok, changed)
	}
}

// TestLibraryModelsAreInThisPackage checks that no other package uses models of the library
// bubbles, whose panics only this package recovers.
func TestLibraryModelsAreInThisPackage(t *testing.T) {
	err := filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasPrefix(path, "../../../front/screen/kit/") {
			return err
		}
		text, err := os.ReadFile(path)
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "\t\"charm.land/bubbles/v2/") && !strings.Contains(line, "/key\"") {
				t.Errorf("%s imports %s", path, strings.TrimSpace(line))
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
