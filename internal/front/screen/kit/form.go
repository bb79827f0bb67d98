package kit

import (
	tea "charm.land/bubbletea/v2"
)

// Form asks for several fields, one after the other, in the last line of a screen.
type Form struct {
	Head   string // name of the action that the form is for
	Note   string // explanation of this action
	Fields []Field
	At     int
	Sent   bool // whether the form was sent and waits for the result
	Do     func(answers []string) tea.Cmd
}

// Field is an input line of a form.
type Field struct {
	Label string
	Line  Line
}

// ReasonField returns the field for the reason for a moderator's action. The reason may be
// empty unless the club requires one.
func ReasonField() Field { return Field{"Reason", Line{Limit: 200}} }

func (f *Form) Line() *Line { return &f.Fields[f.At].Line }

// Key handles a key. The result `closed` is true if the player cancelled the form.
func (f *Form) Key(msg tea.KeyPressMsg) (cmd tea.Cmd, closed bool) {
	switch key := msg.String(); {
	case key == "esc":
		return nil, true
	case f.Sent:
	case key == "up" || key == "shift+tab":
		f.At = max(0, f.At-1)
	case key == "enter" && f.At < len(f.Fields)-1, key == "down", key == "tab":
		f.At = min(f.At+1, len(f.Fields)-1)
	case key == "enter":
		var answers []string
		for _, a := range f.Fields {
			answers = append(answers, a.Line.Text)
		}
		f.Sent = true
		return f.Do(answers), false
	default:
		f.Line().Key(msg)
	}
	return nil, false
}
