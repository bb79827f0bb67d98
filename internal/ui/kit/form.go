package kit

import (
	tea "charm.land/bubbletea/v2"
)

// Form asks one thing after the other, in a screen's last line.
type Form struct {
	Head   string // what is going to be done
	Note   string // what one has to know for it
	Fields []Field
	At     int
	Sent   bool // the answers are on their way
	Do     func(answers []string) tea.Cmd
}

// Field is something to be typed.
type Field struct {
	Label string
	Line  Line
}

// ReasonField is the last question of what is done to people; it may be left empty
// where the house asks for no reason.
func ReasonField() Field { return Field{"Why", Line{Limit: 200}} }

func (f *Form) Line() *Line { return &f.Fields[f.At].Line }

// Key is a key while something is asked; closed is true when nothing shall be done.
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
