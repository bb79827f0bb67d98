package welcome

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/service/club"
)

// Join asks for an invitation code. On a members-only server it is the only screen for
// players who are not members.
type Join struct {
	env     *kit.Env
	line    kit.Line
	asking  bool
	refusal string
	then    func() []kit.Screen // returns the screens to open after joining
}

type joinedMsg struct {
	role club.Role
	err  error
}

func NewJoin(e *kit.Env, then func() []kit.Screen) *Join {
	return &Join{env: e, line: kit.Line{Limit: 64}, then: then}
}

func (j *Join) Start() tea.Cmd { return nil }

func (j *Join) Stop() {}

func (j *Join) Overlay() bool { return false }

func (j *Join) Title() string { return "Quadrille: members only" }

func (j *Join) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch msg.String() {
		case "enter":
			return kit.Stay, j.ask()
		case "esc":
			j.line.Text, j.refusal = "", ""
		default:
			if j.line.Key(msg) {
				j.refusal = ""
			}
		}
	case tea.PasteMsg:
		j.line.Paste(msg)
	case joinedMsg:
		j.asking = false
		if msg.err != nil {
			j.refusal = msg.err.Error()
			return kit.Stay, j.env.Bell()
		}
		return kit.Become(j.then()...), nil
	}
	return kit.Stay, nil
}

func (j *Join) ask() tea.Cmd {
	if j.asking {
		return nil
	}
	j.asking, j.refusal = true, ""
	e, code := j.env, j.line.Text
	return func() tea.Msg {
		role, err := e.Cfg.Join(e.Ctx, code)
		return joinedMsg{role, err}
	}
}

func (j *Join) Draw(g *draw.Grid) {
	e := j.env
	e.Styles.Header(g, e.ClubName(), kit.Shown(e.Me.Name, 20))
	x, y := max(2, g.Width/2-34), max(3, g.Height/2-6)
	width := min(g.Width-x-2, 68)
	text := "This club is for members only. If you have an invitation, type its code. If not, ask a member for one."
	for _, text := range draw.Wrap(text, width) {
		g.Text(x, y, width, text, e.Styles.Text)
		y++
	}
	at := x + g.Text(x, y+1, width, "Code: ", e.Styles.Faint)
	j.line.Draw(g, at, y+1, min(width-8, 40)+1, e.Styles.Strong)
	for i, text := range draw.Wrap(present.Capital(j.refusal), width) {
		g.Text(x, y+3+i, width, text, e.Styles.Alarm)
	}
	e.Hints(g, 0, kit.Hint("enter", "join"), kit.Hint("esc", "clear"), kit.Hint("ctrl+c", "quit"))
}

func (j *Join) DrawCompact(g *draw.Grid, y int) {
	g.Text(0, y, g.Width, "Code: "+j.line.Marked()+"  "+j.refusal, j.env.Styles.Text)
}
