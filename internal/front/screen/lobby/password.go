package lobby

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
)

// Password asks for the password of a new private table. It shows asterisks for the
// password.
type Password struct {
	env     *kit.Env
	line    kit.Line
	terms   table.Terms
	invited player.Player // player to invite to the new table, if any
	asking  bool
	Refusal string
}

type lockedMsg struct {
	p    *Password
	id   table.ID
	note string // who was invited
	err  error
}

// maxPassword is the maximum number of characters of a password that the player can type.
const maxPassword = 128

func NewPassword(e *kit.Env, terms table.Terms, invited player.Player) *Password {
	return &Password{env: e, line: kit.Line{Limit: maxPassword}, terms: terms, invited: invited}
}

func (p *Password) Start() tea.Cmd { return nil }

func (p *Password) Stop() {}

func (p *Password) Overlay() bool { return false }

func (p *Password) Title() string { return "Password: Quadrille" }

func (p *Password) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch msg.String() {
		case "enter":
			return kit.Stay, p.create()
		case "esc":
			return kit.Leave, nil
		default:
			if p.line.Key(msg) {
				p.Refusal = ""
			}
		}
	case tea.PasteMsg:
		p.line.Paste(msg)
	case lockedMsg:
		if msg.p == p {
			return p.created(msg)
		}
	}
	return kit.Stay, nil
}

func (p *Password) create() tea.Cmd {
	if p.asking {
		return nil
	}
	p.asking, p.Refusal = true, ""
	e, me, terms, invited, password := p.env, p.env.Me, p.terms, p.invited, p.line.Text
	return func() tea.Msg {
		id, err := tableID(e.Cfg.Lobby.CreateWithPassword(e.Ctx, me, terms, password))
		note := ""
		if err == nil && invited.ID != "" {
			note = kit.Invite(e, me, id, invited)
		}
		return lockedMsg{p, id, note, err}
	}
}

func (p *Password) created(msg lockedMsg) (kit.Step, tea.Cmd) {
	p.asking = false
	if msg.err != nil {
		p.Refusal = msg.err.Error()
		return kit.Stay, p.env.Bell()
	}
	return kit.MoveTo(nav.Table{ID: msg.id, Note: msg.note}), nil
}

// hidden returns a label and the typed password, with asterisks instead of its characters.
func hidden(l *kit.Line) string {
	return "Password: " + l.Hidden()
}

func (p *Password) Draw(g *draw.Grid) {
	e := p.env
	e.Styles.Header(g, "Password", "")
	x, y := max(2, g.Width/2-34), max(3, g.Height/2-6)
	width := g.Width - x - 2
	text := "Choose a password for the table. Give it to your players with the table's number. They press " +
		kit.KeyName(kit.LobbyPlaceKeys, kit.OpenPrivateTable) + " in the lobby, or run  ssh -t HOST play N --password -"
	for i, line := range draw.Wrap(text, min(width, 60)) {
		g.Text(x, y+i, width, line, e.Styles.Text)
	}
	g.Text(x, y+4, width, hidden(&p.line), e.Styles.Strong)
	for i, text := range draw.Wrap(present.Capital(p.Refusal), min(width, 60)) {
		g.Text(x, y+6+i, width, text, e.Styles.Alarm)
	}
	e.Hints(g, 0, kit.Hint("enter", "open the table"), kit.Hint("esc", "cancel"))
}

func (p *Password) DrawCompact(g *draw.Grid, y int) {
	text := hidden(&p.line)
	if p.Refusal != "" {
		text += "  " + p.Refusal
	}
	g.Text(0, y, g.Width, text, p.env.Styles.Text)
}
