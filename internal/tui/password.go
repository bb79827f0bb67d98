package tui

import (
	"strings"
	"unicode/utf8"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// passwordScreen asks for the password of a table that is to have one. What is typed
// is not shown.
type passwordScreen struct {
	env     *env
	line    line
	terms   table.Terms
	invited player.Player // who is invited to it when it is there; zero for nobody
	asking  bool
	refusal string
}

type lockedMsg struct {
	p   *passwordScreen
	id  table.ID
	err error
}

// maxPassword is how long what is typed can be.
const maxPassword = 128

func newPasswordScreen(e *env, terms table.Terms, invited player.Player) *passwordScreen {
	return &passwordScreen{env: e, line: line{limit: maxPassword}, terms: terms, invited: invited}
}

func (p *passwordScreen) start() tea.Cmd { return nil }
func (p *passwordScreen) stop()          {}
func (p *passwordScreen) dialog() bool   { return false }
func (p *passwordScreen) title() string  { return "Password: Quadrille" }

func (p *passwordScreen) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch msg.String() {
		case "enter":
			return stay, p.create()
		case "esc":
			return leave, nil
		default:
			if p.line.key(msg) {
				p.refusal = ""
			}
		}
	case tea.PasteMsg:
		p.line.paste(msg)
	case lockedMsg:
		if msg.p == p {
			return p.created(msg)
		}
	}
	return stay, nil
}

func (p *passwordScreen) create() tea.Cmd {
	if p.asking {
		return nil
	}
	p.asking, p.refusal = true, ""
	e, me, terms, whom, password := p.env, p.env.me, p.terms, p.invited, p.line.text
	return func() tea.Msg {
		id, err := e.house.createLocked(e.ctx, me, terms, password)
		if err == nil && whom.ID != "" {
			_ = e.house.invite(me, id, rules.NoSeat, whom.ID) // the table is there in any case
		}
		return lockedMsg{p, id, err}
	}
}

func (p *passwordScreen) created(msg lockedMsg) (step, tea.Cmd) {
	p.asking = false
	if msg.err != nil {
		p.refusal = msg.err.Error()
		return stay, p.env.bell()
	}
	return moveTo(nav.Table{ID: msg.id}), nil
}

// hidden is as long as what was typed.
func hidden(l *line) string {
	return "Password: " + strings.Repeat("*", utf8.RuneCountInString(l.text)) + "_"
}

func (p *passwordScreen) draw(g *board.Grid) {
	e := p.env
	e.header(g, "Password", "")
	x, y := max(2, g.Width/2-34), max(3, g.Height/2-6)
	width := g.Width - x - 2
	for i, text := range wrap("Who knows it finds the table by its number: "+keyName(houseKeys, openLocked)+" in the lobby, or ssh -t HOST play N --password -. It is kept as a hash alone.", min(width, 60)) {
		g.Text(x, y+i, width, text, e.ink.text)
	}
	g.Text(x, y+4, width, hidden(&p.line), e.ink.strong)
	for i, text := range wrap(capital(p.refusal), min(width, 60)) {
		g.Text(x, y+6+i, width, text, e.ink.alarm)
	}
	e.hints(g, 0, [2]string{"enter", "open the table"}, [2]string{"esc", "open none"})
}

func (p *passwordScreen) foot(g *board.Grid, y int) {
	text := hidden(&p.line)
	if p.refusal != "" {
		text += "  " + p.refusal
	}
	g.Text(0, y, g.Width, text, p.env.ink.text)
}
