package screen

import (
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/game"
	"quadrille/internal/front/screen/kit"
	"quadrille/rules"
)

// letters reports whether a letter is a key now: no text or move is being typed.
func (r *root) letters() bool {
	switch top := r.stack.Top().(type) {
	case *game.Screen:
		return !top.Typing() && top.Input.Line.Text == ""
	case keyed:
		return !top.Typing()
	}
	return false
}

// letterKey returns the key of the usual keyboard in the place of a Cyrillic or Greek letter,
// unless the player is typing text. The first time, it says so.
func (r *root) letterKey(msg tea.KeyPressMsg) tea.KeyPressMsg {
	switch top := r.stack.Top().(type) {
	case *kit.Dialog:
	case keyed:
		if top.Typing() {
			return msg
		}
	default:
		return msg
	}
	letter, size := utf8.DecodeRuneInString(msg.Text)
	place, ok := rules.OnUsualLayout(letter)
	if !ok || size != len(msg.Text) {
		return msg
	}
	if !r.layoutSaid {
		r.layoutSaid = true
		r.report = "Letters of your keyboard layout work by their place: " + msg.Text + " is " + string(place)
	}
	return tea.KeyPressMsg{Code: place, Text: string(place)}
}

// clickedKey returns the press of the key whose hint below the panels was clicked. It draws the
// screen again, because the frame on the terminal may have been drawn for another session.
func (r *root) clickedKey(msg tea.MouseClickMsg) (tea.KeyPressMsg, bool) {
	e := r.env
	if msg.Button != tea.MouseLeft || msg.Y < e.Height-3 || e.Width < 1 || e.Height < 1 || r.stack.Top() == nil {
		return tea.KeyPressMsg{}, false
	}
	r.stack.Draw(draw.NewGrid(e.Width, e.Height, e.Styles.Text))
	return e.KeyAt(msg.X, msg.Y)
}
