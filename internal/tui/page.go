package tui

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/tui/nav"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/tui/board"
)

// playerPage is what is known of somebody's play: his ratings, his record and his games.
type playerPage struct {
	env      *env
	who      player.Player
	careers  []club.Career
	there    bool // they are
	found    finds
	selected int // a career, or a game
	rows     []pageRow
	top      int // lines that are scrolled away
	refusal  string
}

// pageRow is one line: a heading, something that can be opened, or what belongs to
// the line above.
type pageRow struct {
	text string
	head bool
	item int // -1 on lines that cannot be opened
}

// careersMsg is what somebody has played that counts.
type careersMsg struct {
	p    *playerPage
	list []club.Career
	err  error
}

func newPage(e *env, who player.Player) *playerPage {
	if e.cfg.House != nil {
		who = table.As(e.cfg.House, who)
	}
	return &playerPage{env: e, who: who, found: finds{env: e, query: table.Search{Player: who.ID}}}
}

func (p *playerPage) stop()         {}
func (p *playerPage) dialog() bool  { return false }
func (p *playerPage) title() string { return personName(p.who) + ": Quadrille" }

func (p *playerPage) start() tea.Cmd {
	e := p.env
	return tea.Batch(p.found.look(), func() tea.Msg {
		list, err := e.cfg.Ladder.Record(e.ctx, p.who.ID)
		return careersMsg{p, list, err}
	})
}

func (p *playerPage) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return p.key(msg.String())
	case tea.MouseClickMsg:
		return p.click(msg)
	case tea.MouseWheelMsg:
		return stay, p.choose(map[tea.MouseButton]string{tea.MouseWheelUp: "up", tea.MouseWheelDown: "down"}[msg.Button])
	case careersMsg:
		if msg.p == p {
			p.take(msg)
		}
	case foundMsg:
		if msg.f == &p.found {
			if why := p.found.took(msg); why != "" {
				p.refusal = why
			}
		}
	}
	return stay, nil
}

// take takes the careers; what was selected stays so.
func (p *playerPage) take(msg careersMsg) {
	if msg.err != nil {
		p.refusal = msg.err.Error()
		return
	}
	if p.selected > 0 {
		p.selected += len(msg.list)
	}
	p.careers, p.there = msg.list, true
}

func (p *playerPage) count() int { return len(p.careers) + len(p.found.games) }

func (p *playerPage) key(key string) (step, tea.Cmd) {
	p.refusal = ""
	switch deedOf(key, pageKeys) {
	case goBack:
		return leave, nil
	case doHere:
		return p.open(), nil
	case openHelp:
		return visit(nav.Help{Game: p.game()}), nil
	}
	return stay, p.choose(key)
}

// choose moves the selection, and has more games looked for before their end is
// reached.
func (p *playerPage) choose(key string) tea.Cmd {
	p.selected = choose(p.selected, max(1, p.count()), key)
	if p.selected >= p.count()-10 {
		return p.found.more()
	}
	return nil
}

func (p *playerPage) click(msg tea.MouseClickMsg) (step, tea.Cmd) {
	i := msg.Y - pageTop + p.top
	if msg.Y < pageTop || msg.Y >= pageTop+p.room() || i >= len(p.rows) || p.rows[i].item < 0 {
		return stay, nil
	}
	p.selected = p.rows[i].item
	return p.open(), nil
}

// chosen is the game that is selected, nil on a career.
func (p *playerPage) chosen() *table.Found {
	if i := p.selected - len(p.careers); i >= 0 && i < len(p.found.games) {
		return &p.found.games[i]
	}
	return nil
}

// game is the one that help is asked about.
func (p *playerPage) game() string {
	switch f := p.chosen(); {
	case f != nil:
		return f.Game
	case p.selected < len(p.careers):
		return p.careers[p.selected].Class.Game
	}
	return p.env.house.offers()[0].Name
}

// open looks back at a game, or shows the ladder on which somebody has a rating.
func (p *playerPage) open() step {
	switch f := p.chosen(); {
	case f != nil:
		return visit(nav.Table{ID: f.ID})
	case p.selected < len(p.careers):
		return visit(nav.Ladder{Class: p.careers[p.selected].Class, All: true})
	}
	return stay
}

func (p *playerPage) foot(g *board.Grid, y int) {
	text := personName(p.who)
	if f := p.chosen(); f != nil {
		text = "> " + foundLine(f)
	}
	g.Text(0, y, g.Width, text, p.env.ink.text)
}
