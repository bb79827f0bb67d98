package tui

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// line is a line that is being typed; it only grows and shrinks at its end.
type line struct {
	text  string
	limit int  // runes
	full  bool // the last that came had not room enough
}

// key takes a key, if it edits.
func (l *line) key(msg tea.KeyPressMsg) bool {
	l.full = false
	switch msg.String() {
	case "backspace":
		if l.text == "" {
			return false
		}
		_, size := utf8.DecodeLastRuneInString(l.text)
		l.text = l.text[:len(l.text)-size]
		return true
	case "ctrl+u":
		l.text = ""
		return true
	}
	if msg.Text == "" {
		return false
	}
	l.add(msg.Text)
	return true
}

// add appends typed or pasted text, as far as there is room; a line is a line.
func (l *line) add(text string) {
	for _, r := range text {
		if r == '\n' || r == '\r' {
			return
		}
		if l.full = utf8.RuneCountInString(l.text) >= l.limit; l.full {
			return
		}
		if r >= ' ' && r != utf8.RuneError {
			l.text += string(r)
		}
	}
}

// paste takes pasted text up to its first line's end.
func (l *line) paste(msg tea.PasteMsg) {
	l.full = false
	l.add(strings.TrimLeft(msg.Content, "\r\n"))
}
