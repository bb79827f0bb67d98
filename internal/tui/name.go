package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/tui/board"
)

// nameScreen asks for a name, the first time that a key comes.
type nameScreen struct {
	env     *env
	line    line
	asking  bool
	refusal string
	then    func() []screen // what follows when there is a name
}

type claimedMsg struct {
	player player.Player
	err    error
}

func newNameScreen(e *env, then func() []screen) *nameScreen {
	return &nameScreen{env: e, line: line{limit: 64}, then: then}
}

func (n *nameScreen) start() tea.Cmd { return nil }
func (n *nameScreen) stop()          {}
func (n *nameScreen) dialog() bool   { return false }
func (n *nameScreen) title() string  { return "Welcome to Quadrille" }

func (n *nameScreen) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch msg.String() {
		case "enter":
			return stay, n.claim()
		case "esc":
			n.line.text, n.refusal = "", ""
		default:
			if n.line.key(msg) {
				n.refusal = ""
			}
		}
	case tea.PasteMsg:
		n.line.paste(msg)
	case claimedMsg:
		return n.claimed(msg)
	}
	return stay, nil
}

func (n *nameScreen) claim() tea.Cmd {
	if n.asking {
		return nil
	}
	n.asking, n.refusal = true, ""
	e, name := n.env, n.line.text
	return func() tea.Msg {
		p, err := e.cfg.Directory.Claim(e.ctx, e.me.ID, name)
		return claimedMsg{p, err}
	}
}

func (n *nameScreen) claimed(msg claimedMsg) (step, tea.Cmd) {
	n.asking = false
	if msg.err != nil {
		n.refusal = msg.err.Error()
		return stay, n.env.bell()
	}
	n.env.me = msg.player
	return become(n.then()...), nil
}

func (n *nameScreen) draw(g *board.Grid) {
	e := n.env
	e.header(g, "Quadrille", "")
	x, y := max(2, g.Width/2-34), max(3, g.Height/2-6)
	width := g.Width - x - 2
	lines := []string{
		"Welcome. Four people sit around one board here.",
		"",
		"This is the first visit of your key. What shall the others call you?",
		"At most 20 letters, digits, single blanks and .-_'’!?&+",
		"It stays with your key.",
	}
	for i, text := range lines {
		g.Text(x, y+i, width, text, e.ink.text)
	}
	n.drawLine(g, x, y+5, width)
	for i, text := range wrap(capital(n.refusal), min(width, 60)) {
		g.Text(x, y+7+i, width, text, e.ink.alarm)
	}
	e.hints(g, 0, [2]string{"enter", "take this name"}, [2]string{"esc", "empty the line"}, [2]string{"ctrl+c", "leave"})
}

func (n *nameScreen) drawLine(g *board.Grid, x, y, width int) {
	x += g.Text(x, y, width, "Name: ", n.env.ink.faint)
	x += g.Text(x, y, min(width-8, 40), n.line.text, n.env.ink.strong)
	g.Text(x, y, 1, "_", n.env.ink.strong)
}

func (n *nameScreen) foot(g *board.Grid, y int) {
	text := "Name: " + n.line.text + "_"
	if n.refusal != "" {
		text = fmt.Sprintf("%s  %s", text, n.refusal)
	}
	g.Text(0, y, g.Width, text, n.env.ink.text)
}
