package tui

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/club"
	"quadrille/internal/tui/board"
)

// joinScreen is as far as somebody gets who is no member where only members come
// in: it asks for the code of an invitation.
type joinScreen struct {
	env     *env
	line    line
	asking  bool
	refusal string
	then    func() []screen // what follows when he is a member
}

type joinedMsg struct {
	role club.Role
	err  error
}

func newJoinScreen(e *env, then func() []screen) *joinScreen {
	return &joinScreen{env: e, line: line{limit: 64}, then: then}
}

func (j *joinScreen) start() tea.Cmd { return nil }
func (j *joinScreen) stop()          {}
func (j *joinScreen) dialog() bool   { return false }
func (j *joinScreen) title() string  { return "Quadrille: members only" }

func (j *joinScreen) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch msg.String() {
		case "enter":
			return stay, j.ask()
		case "esc":
			j.line.text, j.refusal = "", ""
		default:
			if j.line.key(msg) {
				j.refusal = ""
			}
		}
	case tea.PasteMsg:
		j.line.paste(msg)
	case joinedMsg:
		j.asking = false
		if msg.err != nil {
			j.refusal = msg.err.Error()
			return stay, j.env.bell()
		}
		return become(j.then()...), nil
	}
	return stay, nil
}

func (j *joinScreen) ask() tea.Cmd {
	if j.asking {
		return nil
	}
	j.asking, j.refusal = true, ""
	e, code := j.env, j.line.text
	return func() tea.Msg {
		role, err := e.cfg.Join(e.ctx, code)
		return joinedMsg{role, err}
	}
}

func (j *joinScreen) draw(g *board.Grid) {
	e := j.env
	e.header(g, e.houseName(), shown(e.me.Name, 20))
	x, y := max(2, g.Width/2-34), max(3, g.Height/2-6)
	width := min(g.Width-x-2, 68)
	text := "This house is for members. If you were given an invitation, type its code; if not, ask somebody of the house for one."
	for _, text := range wrap(text, width) {
		g.Text(x, y, width, text, e.ink.text)
		y++
	}
	at := x + g.Text(x, y+1, width, "Code: ", e.ink.faint)
	at += g.Text(at, y+1, min(width-8, 40), j.line.text, e.ink.strong)
	g.Text(at, y+1, 1, "_", e.ink.strong)
	for i, text := range wrap(capital(j.refusal), width) {
		g.Text(x, y+3+i, width, text, e.ink.alarm)
	}
	e.hints(g, 0, [2]string{"enter", "come in"}, [2]string{"esc", "empty the line"}, [2]string{"ctrl+c", "leave"})
}

func (j *joinScreen) foot(g *board.Grid, y int) {
	g.Text(0, y, g.Width, "Code: "+j.line.text+"_  "+j.refusal, j.env.ink.text)
}
