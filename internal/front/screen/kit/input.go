package kit

import (
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
)

// Line is a line of text input. It supports the editing keys of a shell: the arrow keys,
// Home, End, Delete, and Ctrl with a letter.
type Line struct {
	Text  string
	Limit int              // maximum number of runes
	Full  bool             // whether the last input did not fit
	edit  *textinput.Model // nil while the line is empty, because a textinput.Model needs 8 KB
}

// lineKeys are the key bindings of the text input. The bindings that read the clipboard of
// the server's machine, and those that complete words, are disabled.
var lineKeys = func() textinput.KeyMap {
	keys := textinput.DefaultKeyMap()
	for _, b := range []*key.Binding{&keys.Paste, &keys.AcceptSuggestion, &keys.NextSuggestion, &keys.PrevSuggestion} {
		b.SetEnabled(false)
	}
	return keys
}()

// Key handles a key that edits the line or moves the cursor, and returns true. For any other
// key it returns false.
func (l *Line) Key(msg tea.KeyPressMsg) bool {
	text, at := l.Text, l.at()
	l.update(msg, msg.Text)
	return msg.Text != "" || l.Text != text || l.at() != at
}

// Paste inserts the first line of pasted text.
func (l *Line) Paste(msg tea.PasteMsg) {
	first, _, _ := strings.Cut(strings.TrimLeft(msg.Content, "\r\n"), "\n")
	first, _, _ = strings.Cut(first, "\r")
	l.update(tea.PasteMsg{Content: first}, first)
}

// update passes a message to the text input. The returned Cmd is always nil: no key pastes
// from the clipboard, and the cursor does not blink.
func (l *Line) update(msg tea.Msg, typed string) tea.Cmd {
	if l.edit == nil || l.edit.Value() != l.Text {
		edit := textinput.New()
		edit.KeyMap, edit.CharLimit = lineKeys, l.Limit
		edit.SetVirtualCursor(false)
		edit.Focus()
		edit.SetValue(l.Text)
		edit.CursorEnd()
		l.edit = &edit
	}
	before := len([]rune(l.edit.Value()))
	if press, ok := msg.(tea.KeyPressMsg); ok && key.Matches(press, lineKeys.DeleteWordForward) && l.edit.Position() == before-1 {
		msg = tea.KeyPressMsg{Code: tea.KeyDelete} // with the cursor before the last character, the library's command panics
	}
	edit, cmd, ok := updateModel(*l.edit, msg)
	if !ok {
		l.edit = nil // the next update makes a new text input with the same text
		return nil
	}
	*l.edit, l.Text = edit, edit.Value()
	l.Full = typed != "" && utf8.RuneCountInString(l.Text)-before < len(printable(typed))
	if l.Text == "" {
		l.edit = nil
	}
	return cmd
}

// printable returns those characters of a text that a line may contain.
func printable(text string) []rune {
	var list []rune
	for _, r := range text {
		if r >= ' ' && r != utf8.RuneError {
			list = append(list, r)
		}
	}
	return list
}

// at returns the position of the cursor, as the number of runes before it.
func (l *Line) at() int {
	if l.edit == nil || l.edit.Value() != l.Text {
		return utf8.RuneCountInString(l.Text)
	}
	return l.edit.Position()
}

// caret marks the cursor in a line.
const caret = "_"

// Marked returns the text with an underscore inserted at the position of the cursor.
func (l *Line) Marked() string {
	runes, at := []rune(l.Text), l.at()
	return string(runes[:at]) + caret + string(runes[at:])
}

// hidden returns the same as Marked, but with an asterisk for each character, for passwords.
func (l *Line) hidden() string {
	stars := strings.Repeat("*", utf8.RuneCountInString(l.Text))
	return stars[:l.at()] + caret + stars[l.at():]
}

// Draw draws as much of the line as fits. It returns the number of cells used.
func (l *Line) Draw(g *draw.Grid, x, y, room int, look draw.Style) int {
	return g.Text(x, y, room, l.scrolled(room), look)
}

// scrolled returns the line with its cursor, without the characters at the beginning that would leave no
// room for the cursor.
func (l *Line) scrolled(room int) string {
	runes, at, first := []rune(l.Text), l.at(), 0
	for first < at && draw.TextWidth(string(runes[first:at]))+len(caret) > room {
		first++
	}
	return string(runes[first:at]) + caret + string(runes[at:])
}
