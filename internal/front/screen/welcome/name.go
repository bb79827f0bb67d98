package welcome

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
)

// Name asks for a name when a player connects with a new SSH key.
type Name struct {
	env     *kit.Env
	line    kit.Line
	asking  bool
	refusal string
	then    func() []kit.Screen // returns the screens to open after the name is claimed
}

// ClaimedMsg is the result of claiming a name.
type ClaimedMsg struct {
	player player.Player
	Err    error
}

func NewName(e *kit.Env, then func() []kit.Screen) *Name {
	return &Name{env: e, line: kit.Line{Limit: 64}, then: then}
}

func (n *Name) Start() tea.Cmd { return nil }

func (n *Name) Stop() {}

func (n *Name) Overlay() bool { return false }

func (n *Name) Title() string { return "Welcome to Quadrille" }

func (n *Name) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch msg.String() {
		case "enter":
			return kit.Stay, n.claim()
		case "esc":
			n.line.Text, n.refusal = "", ""
		default:
			if n.line.Key(msg) {
				n.refusal = ""
			}
		}
	case tea.PasteMsg:
		n.line.Paste(msg)
	case ClaimedMsg:
		return n.claimed(msg)
	}
	return kit.Stay, nil
}

func (n *Name) claim() tea.Cmd {
	if n.asking {
		return nil
	}
	n.asking, n.refusal = true, ""
	e, name := n.env, n.line.Text
	return func() tea.Msg {
		p, err := e.Cfg.Directory.Claim(e.Ctx, e.Me.ID, name)
		return ClaimedMsg{p, err}
	}
}

func (n *Name) claimed(msg ClaimedMsg) (kit.Step, tea.Cmd) {
	n.asking = false
	if msg.Err != nil {
		n.refusal = msg.Err.Error()
		return kit.Stay, n.env.Bell()
	}
	n.env.Me = msg.player
	return kit.Become(n.then()...), nil
}

func (n *Name) Draw(g *draw.Grid) {
	e := n.env
	e.Styles.Header(g, "Quadrille", "")
	x, y := max(2, g.Width/2-34), max(2, g.Height/2-6)
	width := g.Width - x - 2
	paragraph := func(text string, look draw.Style) {
		for _, line := range draw.Wrap(text, min(width, 70)) {
			g.Text(x, y, width, line, look)
			y++
		}
	}
	paragraph("Welcome to four-player chess.", e.Styles.Text)
	y++
	paragraph("Choose the name that other players see. It belongs to your SSH key.", e.Styles.Text)
	paragraph("At most 20 characters: letters, digits, single spaces, .-_'’!?&+", e.Styles.Text)
	n.drawLine(g, x, y+1, width)
	y += 3
	paragraph(present.Capital(n.refusal), e.Styles.Alarm)
	e.Hints(g, 0, kit.Hint("enter", "use this name"), kit.Hint("esc", "clear"), kit.Hint("ctrl+c", "quit"))
}

func (n *Name) drawLine(g *draw.Grid, x, y, width int) {
	x += g.Text(x, y, width, "Name: ", n.env.Styles.Faint)
	n.line.Draw(g, x, y, min(width-8, 40)+1, n.env.Styles.Strong)
}

func (n *Name) DrawCompact(g *draw.Grid, y int) {
	text := "Name: " + n.line.Marked()
	if n.refusal != "" {
		text = fmt.Sprintf("%s  %s", text, n.refusal)
	}
	g.Text(0, y, g.Width, text, n.env.Styles.Text)
}
