package tui

import (
	"strconv"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/tui/board"
)

// unlockScreen leads to a private table that one is told the number and the password
// of: no list has it. What is typed of the password is not shown.
type unlockScreen struct {
	env      *env
	number   line
	password line
	secret   bool // the password is being typed, and no more the number
	asking   bool
	refusal  string
}

type unlockedMsg struct {
	u   *unlockScreen
	id  table.ID
	err error
}

// maxNumber is the digits of a table's number.
const maxNumber = 18

func newUnlockScreen(e *env) *unlockScreen {
	return &unlockScreen{env: e, number: line{limit: maxNumber}, password: line{limit: maxPassword}}
}

func (u *unlockScreen) start() tea.Cmd { return nil }
func (u *unlockScreen) stop()          {}
func (u *unlockScreen) dialog() bool   { return false }
func (u *unlockScreen) title() string  { return "A private table: Quadrille" }

// line is what is being typed.
func (u *unlockScreen) line() *line {
	if u.secret {
		return &u.password
	}
	return &u.number
}

func (u *unlockScreen) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return u.key(msg)
	case tea.PasteMsg:
		u.line().paste(msg)
	case unlockedMsg:
		if msg.u == u {
			return u.answered(msg)
		}
	}
	return stay, nil
}

func (u *unlockScreen) key(msg tea.KeyPressMsg) (step, tea.Cmd) {
	switch msg.String() {
	case "enter":
		return stay, u.enter()
	case "esc":
		if !u.secret {
			return leave, nil
		}
		u.secret, u.password.text, u.refusal = false, "", ""
	default:
		if u.line().key(msg) {
			u.refusal = ""
		}
	}
	return stay, nil
}

// enter goes on to the password, or asks whether it is right.
func (u *unlockScreen) enter() tea.Cmd {
	n, err := strconv.ParseInt(u.number.text, 10, 64)
	switch {
	case err != nil || n < 1:
		u.refusal = "that is no number of a table; write it like 12"
		return u.env.bell()
	case !u.secret:
		u.secret, u.refusal = true, ""
		return nil
	case u.asking:
		return nil
	}
	u.asking, u.refusal = true, ""
	e, id, password := u.env, table.ID(n), u.password.text
	return func() tea.Msg { return unlockedMsg{u, id, e.house.unlock(e.ctx, e.me, id, password)} }
}

// answered goes to the table, or tells why not: what was wrong is typed anew.
func (u *unlockScreen) answered(msg unlockedMsg) (step, tea.Cmd) {
	u.asking = false
	if msg.err != nil {
		u.refusal, u.password.text = msg.err.Error(), ""
		return stay, u.env.bell()
	}
	return moveTo(nav.Table{ID: msg.id}), nil
}

// typed is what stands in the lines.
func (u *unlockScreen) typed() []string {
	if !u.secret {
		return []string{"Table:    " + u.number.text + "_"}
	}
	return []string{"Table:    " + u.number.text, hidden(&u.password)}
}

func (u *unlockScreen) draw(g *board.Grid) {
	e := u.env
	e.header(g, "A private table", "")
	x, y := max(2, g.Width/2-34), max(3, g.Height/2-6)
	width := g.Width - x - 2
	for i, text := range wrap("Who opened it has told you its number and its password. It stays open to you then, and stands in your lobby.", min(width, 60)) {
		g.Text(x, y+i, width, text, e.ink.text)
	}
	for i, text := range u.typed() {
		g.Text(x, y+4+i, width, text, e.ink.strong)
	}
	for i, text := range wrap(capital(u.refusal), min(width, 60)) {
		g.Text(x, y+7+i, width, text, e.ink.alarm)
	}
	if u.secret {
		e.hints(g, 0, [2]string{"enter", "go there"}, [2]string{"esc", "another number"})
		return
	}
	e.hints(g, 0, [2]string{"enter", "its password"}, [2]string{"esc", "back"})
}

func (u *unlockScreen) foot(g *board.Grid, y int) {
	lines := u.typed()
	text := lines[len(lines)-1]
	if u.refusal != "" {
		text += "  " + u.refusal
	}
	g.Text(0, y, g.Width, text, u.env.ink.text)
}
