package tui

import tea "charm.land/bubbletea/v2"

// form asks one thing after the other, in a screen's last line.
type form struct {
	head string // what is going to be done
	know string // what one has to know for it
	asks []ask
	at   int
	sent bool // the answers are on their way
	do   func(answers []string) tea.Cmd
}

// ask is something to be typed.
type ask struct {
	what string
	line line
}

// reasonAsk is the last question of what is done to people; it may be left empty
// where the house asks for no reason.
func reasonAsk() ask { return ask{"Why", line{limit: 200}} }

func (f *form) line() *line { return &f.asks[f.at].line }

// key is a key while something is asked; closed is true when nothing shall be done.
func (f *form) key(msg tea.KeyPressMsg) (cmd tea.Cmd, closed bool) {
	switch key := msg.String(); {
	case key == "esc":
		return nil, true
	case f.sent:
	case key == "up" || key == "shift+tab":
		f.at = max(0, f.at-1)
	case key == "enter" && f.at < len(f.asks)-1, key == "down", key == "tab":
		f.at = min(f.at+1, len(f.asks)-1)
	case key == "enter":
		var answers []string
		for _, a := range f.asks {
			answers = append(answers, a.line.text)
		}
		f.sent = true
		return f.do(answers), false
	default:
		f.line().key(msg)
	}
	return nil, false
}
