package kit

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/ui/board"
)

// Line is a line that is being typed; it only grows and shrinks at its end.
type Line struct {
	Text  string
	Limit int  // runes
	Full  bool // the last that came had not room enough
}

// Key takes a key, if it edits.
func (l *Line) Key(msg tea.KeyPressMsg) bool {
	l.Full = false
	switch msg.String() {
	case "backspace":
		if l.Text == "" {
			return false
		}
		_, size := utf8.DecodeLastRuneInString(l.Text)
		l.Text = l.Text[:len(l.Text)-size]
		return true
	case "ctrl+u":
		l.Text = ""
		return true
	}
	if msg.Text == "" {
		return false
	}
	l.add(msg.Text)
	return true
}

// add appends typed or pasted text, as far as there is room; a line is a line.
func (l *Line) add(text string) {
	for _, r := range text {
		if r == '\n' || r == '\r' {
			return
		}
		if l.Full = utf8.RuneCountInString(l.Text) >= l.Limit; l.Full {
			return
		}
		if r >= ' ' && r != utf8.RuneError {
			l.Text += string(r)
		}
	}
}

// Paste takes pasted text up to its first line's end.
func (l *Line) Paste(msg tea.PasteMsg) {
	l.Full = false
	l.add(strings.TrimLeft(msg.Content, "\r\n"))
}

// DrawTyping is a line that is being typed, in the screen's last one.
func DrawTyping(e *Env, g *board.Grid, ask string, l *Line, enter [2]string) {
	y := g.Height - 1
	x := 1 + g.Text(1, y, g.Width-2, ask, e.Styles.Faint)
	for text := l.Text; ; text = trimFirst(text) { // its end is what is being typed
		if board.TextWidth(text) < g.Width-x-2 {
			x += g.Text(x, y, g.Width-x-2, text, e.Styles.Strong)
			break
		}
	}
	x += g.Text(x, y, 1, "_", e.Styles.Strong)
	e.Hints(g, x+1, enter, [2]string{"esc", "back"})
}

// trimFirst is a text without its first character.
func trimFirst(text string) string {
	for i := range text {
		if i > 0 {
			return text[i:]
		}
	}
	return ""
}
