package profile

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/club"
	"quadrille/internal/phrase"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
)

// Page is what is known of somebody's play: his ratings, his record and his games.
type Page struct {
	env      *kit.Env
	who      player.Player
	careers  []club.Career
	there    bool // they are
	found    kit.GameList
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

// CareersMsg is what somebody has played that counts.
type CareersMsg struct {
	P    *Page
	List []club.Career
	Err  error
}

func NewPage(e *kit.Env, who player.Player) *Page {
	if e.Cfg.Club != nil {
		who = table.WithBotMark(e.Cfg.Club, who)
	}
	return &Page{env: e, who: who, found: kit.GameList{Env: e, Query: table.Search{Player: who.ID}}}
}

func (p *Page) Stop() {}

func (p *Page) Overlay() bool { return false }

func (p *Page) Title() string { return phrase.ListedName(p.who) + ": Quadrille" }

func (p *Page) Start() tea.Cmd {
	e := p.env
	return tea.Batch(p.found.Look(), func() tea.Msg {
		list, err := e.Cfg.Ladder.Record(e.Ctx, p.who.ID)
		return CareersMsg{p, list, err}
	})
}

func (p *Page) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return p.key(msg.String())
	case tea.MouseClickMsg:
		return p.click(msg)
	case tea.MouseWheelMsg:
		return kit.Stay, p.choose(map[tea.MouseButton]string{tea.MouseWheelUp: "up", tea.MouseWheelDown: "down"}[msg.Button])
	case CareersMsg:
		if msg.P == p {
			p.take(msg)
		}
	case kit.GamesMsg:
		if msg.F == &p.found {
			if why := p.found.Add(msg); why != "" {
				p.refusal = why
			}
		}
	}
	return kit.Stay, nil
}

// take takes the careers; what was selected stays so.
func (p *Page) take(msg CareersMsg) {
	if msg.Err != nil {
		p.refusal = msg.Err.Error()
		return
	}
	if p.selected > 0 {
		p.selected += len(msg.List)
	}
	p.careers, p.there = msg.List, true
}

func (p *Page) count() int { return len(p.careers) + len(p.found.Games) }

func (p *Page) key(key string) (kit.Step, tea.Cmd) {
	p.refusal = ""
	switch kit.ActionOf(key, kit.ProfileKeys) {
	case kit.GoBack:
		return kit.Leave, nil
	case kit.Select:
		return p.open(), nil
	case kit.OpenHelp:
		return kit.Visit(nav.Help{Game: p.game()}), nil
	}
	return kit.Stay, p.choose(key)
}

// choose moves the selection, and has more games looked for before their end is
// reached.
func (p *Page) choose(key string) tea.Cmd {
	p.selected = kit.MoveSelection(p.selected, max(1, p.count()), key)
	if p.selected >= p.count()-10 {
		return p.found.More()
	}
	return nil
}

func (p *Page) click(msg tea.MouseClickMsg) (kit.Step, tea.Cmd) {
	i := msg.Y - PageTop + p.top
	if msg.Y < PageTop || msg.Y >= PageTop+p.room() || i >= len(p.rows) || p.rows[i].item < 0 {
		return kit.Stay, nil
	}
	p.selected = p.rows[i].item
	return p.open(), nil
}

// chosen is the game that is selected, nil on a career.
func (p *Page) chosen() *table.Found {
	if i := p.selected - len(p.careers); i >= 0 && i < len(p.found.Games) {
		return &p.found.Games[i]
	}
	return nil
}

// game is the one that help is asked about.
func (p *Page) game() string {
	switch f := p.chosen(); {
	case f != nil:
		return f.Game
	case p.selected < len(p.careers):
		return p.careers[p.selected].Class.Game
	}
	return kit.DefaultGame()
}

// open looks back at a game, or shows the ladder on which somebody has a rating.
func (p *Page) open() kit.Step {
	switch f := p.chosen(); {
	case f != nil:
		return kit.Visit(nav.Table{ID: f.ID})
	case p.selected < len(p.careers):
		return kit.Visit(nav.Ladder{Class: p.careers[p.selected].Class, All: true})
	}
	return kit.Stay
}

func (p *Page) DrawCompact(g *board.Grid, y int) {
	text := phrase.ListedName(p.who)
	if f := p.chosen(); f != nil {
		text = "> " + kit.GameLine(f)
	}
	g.Text(0, y, g.Width, text, p.env.Styles.Text)
}
