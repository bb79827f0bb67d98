package kit

import (
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"quadrille/internal/draw"
)

// FormScreen is a screen that asks for values in a form. Other screens embed it.
type FormScreen struct {
	Form
	Env    *Env
	Place  string                     // which screen this is, in the title bar
	Intro  string                     // explanation above the fields
	Verb   string                     // what Enter does at the end
	Keys   []KeyHint                  // keys in addition to those of the form
	Stays  bool                       // whether Esc clears the selected field, because there is no screen to go back to
	Turned func(at int)               // called when the value of a field was changed to another choice; may be nil
	Side   func(*draw.Grid, draw.Box) // draws beside the form, if there is room; may be nil
	// Send carries out the form in the background. It returns a function that returns the next step.
	Send func(answers []string) (func() Step, error)
}

// formDoneMsg is the result of sending a form.
type formDoneMsg struct {
	of   *FormScreen
	next func() Step
	err  error
}

func (s *FormScreen) Start() tea.Cmd { return nil }

func (s *FormScreen) Stop() {}

func (s *FormScreen) Overlay() bool { return false }

func (s *FormScreen) Title() string { return s.Head + ": Quadrille" }

func (s *FormScreen) Update(msg tea.Msg) (Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return s.key(msg)
	case tea.PasteMsg:
		s.Paste(msg)
	case tea.MouseClickMsg:
		if s.Click(msg.X, msg.Y) && s.Field() == nil {
			return Stay, s.send(s.confirm())
		}
	case formDoneMsg:
		if msg.of != s {
			break
		}
		if msg.err != nil {
			s.Refuse(msg.err.Error())
			return Stay, s.Env.Bell()
		}
		return msg.next(), nil
	}
	return Stay, nil
}

func (s *FormScreen) key(msg tea.KeyPressMsg) (Step, tea.Cmd) {
	switch event := s.Form.Key(msg); event {
	case FormClosed:
		if !s.Stays {
			return Leave, nil
		}
		if field := s.Field(); field != nil && !s.Sent {
			field.Line.Text, field.refusal, s.Refusal = "", "", ""
		}
	case FormTurned:
		if s.Turned != nil {
			s.Turned(s.At)
		}
	default:
		return Stay, s.send(event)
	}
	return Stay, nil
}

// send sends the form if it is complete, and rings the bell if a value is wrong.
func (s *FormScreen) send(event FormEvent) tea.Cmd {
	switch event {
	case FormRefused:
		return s.Env.Bell()
	case FormSent:
		send, answers := s.Send, s.Answers()
		return func() tea.Msg {
			next, err := send(answers)
			return formDoneMsg{s, next, err}
		}
	}
	return nil
}

// SideWidth is the width of panels beside a list or a form. A terminal that is narrower than
// SideMinimum has no room for them.
const SideWidth, SideMinimum = 46, 120

// formWidth is the greatest width of a form.
const formWidth = 76

func (s *FormScreen) Draw(g *draw.Grid) {
	e := s.Env
	f := Frame{Place: s.Place, Keys: s.keys()}
	body := e.Frame(g, &f)
	box := body
	if s.Side != nil && body.Width >= SideMinimum {
		box.Width -= SideWidth
		s.Side(g, draw.Box{X: box.Width, Y: body.Y, Width: SideWidth, Height: body.Height})
	} else if body.Width > formWidth {
		box.Width, box.X = formWidth, (body.Width-formWidth)/2
	}
	intro, lines := "", 0
	if s.Intro != "" {
		intro = lip(e.Ink.Text).Width(box.Width - 4).Render(safe(s.Intro))
		lines = lipgloss.Height(intro) + 1
	}
	if need := s.height(box.Width-4, &e.Ink) + lines + 2; s.Side == nil && need < body.Height {
		box.Height = need
		box.Y += (body.Height - need) / 3
	}
	p := Panel{Title: s.Head, Focus: true}
	inner := p.Draw(g, box, &e.Ink)
	if lines+3 < inner.Height {
		place(g, inner.X, inner.Y, intro, e.Ink.Text)
		inner.Y, inner.Height = inner.Y+lines, inner.Height-lines
	}
	s.Form.Draw(g, inner, &e.Ink)
}

// keys returns the keys that the last lines of the screen name.
func (s *FormScreen) keys() []KeyHint {
	enter := Hint("enter", "next")
	if s.Field() == nil || s.Button == "" && s.At == len(s.Fields)-1 {
		enter.Desc = s.Verb
	}
	hints := []KeyHint{enter}
	if len(s.Fields) > 1 {
		hints = append(hints, Hint("up down", "field"))
	}
	if field := s.Field(); field != nil && len(field.Choices) > 1 {
		hints = append(hints, Hint("left right", "change"))
	}
	hints = append(hints, s.Keys...)
	if s.Stays {
		return append(hints, Hint("esc", "clear"), Hint("ctrl+c", "quit"))
	}
	return append(hints, Hint("esc", "back"))
}

func (s *FormScreen) DrawCompact(g *draw.Grid, y int) {
	g.Text(0, y, g.Width, s.Compact(), s.Env.Ink.Text)
}
