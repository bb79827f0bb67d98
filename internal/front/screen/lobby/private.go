package lobby

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/present"
	"quadrille/internal/table"
)

// unlockScreen is the form that opens a private table by its number and password. The lobby
// does not list private tables. The form shows asterisks for the password.
type unlockScreen struct {
	env      *kit.Env
	number   kit.Line
	password kit.Line
	secret   bool // whether the player is typing the table's password, not its number
	asking   bool
	refusal  string
}

type unlockedMsg struct {
	u   *unlockScreen
	id  table.ID
	err error
}

// maxNumber is the maximum number of digits in the number of a table.
const maxNumber = 18

func newUnlockScreen(e *kit.Env) *unlockScreen {
	return &unlockScreen{env: e, number: kit.Line{Limit: maxNumber}, password: kit.Line{Limit: maxPassword}}
}

func (u *unlockScreen) Start() tea.Cmd { return nil }

func (u *unlockScreen) Stop() {}

func (u *unlockScreen) Overlay() bool { return false }

func (u *unlockScreen) Title() string { return "Private table: Quadrille" }

// line returns the line that the player is typing.
func (u *unlockScreen) line() *kit.Line {
	if u.secret {
		return &u.password
	}
	return &u.number
}

func (u *unlockScreen) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return u.key(msg)
	case tea.PasteMsg:
		u.line().Paste(msg)
	case unlockedMsg:
		if msg.u == u {
			return u.answered(msg)
		}
	}
	return kit.Stay, nil
}

func (u *unlockScreen) key(msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	switch msg.String() {
	case "enter":
		return kit.Stay, u.enter()
	case "esc":
		if !u.secret {
			return kit.Leave, nil
		}
		u.secret, u.password.Text, u.refusal = false, "", ""
	default:
		if u.line().Key(msg) {
			u.refusal = ""
		}
	}
	return kit.Stay, nil
}

// enter moves on from the number to the password, or submits the form.
func (u *unlockScreen) enter() tea.Cmd {
	n, err := strconv.ParseInt(u.number.Text, 10, 64)
	switch {
	case err != nil || n < 1:
		u.refusal = "that is not a table number; type a number like 12"
		return u.env.Bell()
	case !u.secret:
		u.secret, u.refusal = true, ""
		return nil
	case u.asking:
		return nil
	}
	u.asking, u.refusal = true, ""
	e, id, password := u.env, table.ID(n), u.password.Text
	return func() tea.Msg {
		_, err := e.Cfg.Lobby.Unlock(e.Ctx, e.Me, id, password)
		return unlockedMsg{u, id, err}
	}
}

// answered opens the table, or shows why it cannot be opened and clears the password.
func (u *unlockScreen) answered(msg unlockedMsg) (kit.Step, tea.Cmd) {
	u.asking = false
	if msg.err != nil {
		u.refusal, u.password.Text = msg.err.Error(), ""
		return kit.Stay, u.env.Bell()
	}
	return kit.MoveTo(nav.Table{ID: msg.id}), nil
}

// typed returns the lines of the form with the text typed so far.
func (u *unlockScreen) typed() []string {
	if !u.secret {
		return []string{"Table:    " + u.number.Marked()}
	}
	return []string{"Table:    " + u.number.Text, hidden(&u.password)}
}

func (u *unlockScreen) Draw(g *draw.Grid) {
	e := u.env
	e.Styles.Header(g, "Private table", "")
	x, y := max(2, g.Width/2-34), max(3, g.Height/2-6)
	width := g.Width - x - 2
	for i, text := range draw.Wrap("Type the table number and the password that the host gave you. The table then appears in your lobby.",
		min(width, 60)) {
		g.Text(x, y+i, width, text, e.Styles.Text)
	}
	for i, text := range u.typed() {
		g.Text(x, y+4+i, width, text, e.Styles.Strong)
	}
	for i, text := range draw.Wrap(present.Capital(u.refusal), min(width, 60)) {
		g.Text(x, y+7+i, width, text, e.Styles.Alarm)
	}
	if u.secret {
		e.Hints(g, 0, kit.Hint("enter", "open the table"), kit.Hint("esc", "change number"))
		return
	}
	e.Hints(g, 0, kit.Hint("enter", "next"), kit.Hint("esc", "back"))
}

func (u *unlockScreen) DrawCompact(g *draw.Grid, y int) {
	lines := u.typed()
	text := lines[len(lines)-1]
	if u.refusal != "" {
		text += "  " + u.refusal
	}
	g.Text(0, y, g.Width, text, u.env.Styles.Text)
}
