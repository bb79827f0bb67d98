package profile

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
)

// Profile is the screen of one player: ratings, results and games.
type Profile struct {
	env      *kit.Env
	who      player.Player
	careers  []club.Career
	there    bool // whether the player's results in each class of games are loaded
	found    kit.GameList
	selected int // index of the selected item; the classes of games are counted first, then the games
	rows     []profileRow
	top      int // number of lines scrolled off the top
	refusal  string
}

// profileRow is a line of the profile: a heading, an item that can be opened, or details of
// the item above.
type profileRow struct {
	text string
	head bool
	item int // index of the item among all items (the classes of games, then the games); -1 if the line cannot be opened
}

// CareersMsg carries the player's careers: their ratings and results in each class.
type CareersMsg struct {
	P    *Profile
	List []club.Career
	Err  error
}

func NewProfile(e *kit.Env, who player.Player) *Profile {
	if e.Cfg.Club != nil {
		who = table.WithBotMark(e.Cfg.Club, who)
	}
	return &Profile{env: e, who: who, found: kit.GameList{Env: e, Query: table.Search{Player: who.ID}}}
}

func (p *Profile) Stop() {}

func (p *Profile) Overlay() bool { return false }

func (p *Profile) Title() string { return present.ListedName(p.who) + ": Quadrille" }

func (p *Profile) Start() tea.Cmd {
	e := p.env
	return tea.Batch(p.found.Look(), func() tea.Msg {
		list, err := e.Cfg.Ladder.Record(e.Ctx, p.who.ID)
		return CareersMsg{p, list, err}
	})
}

func (p *Profile) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
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
			next, why := p.found.Add(msg)
			if why != "" {
				p.refusal = why
			}
			return kit.Stay, next
		}
	}
	return kit.Stay, nil
}

// take shows the player's ratings and results above their games. If a game other
// than the first is selected, it stays selected.
func (p *Profile) take(msg CareersMsg) {
	if msg.Err != nil {
		p.refusal = msg.Err.Error()
		return
	}
	if p.selected > 0 {
		p.selected += len(msg.List)
	}
	p.careers, p.there = msg.List, true
}

func (p *Profile) count() int { return len(p.careers) + len(p.found.Games) }

func (p *Profile) key(key string) (kit.Step, tea.Cmd) {
	p.refusal = ""
	switch kit.ActionOf(key, kit.ProfileKeys) {
	case kit.GoBack:
		return kit.Leave, nil
	case kit.Select:
		return p.open(), nil
	case kit.OpenHelp:
		return kit.Visit(nav.Help{Game: p.game()}), nil
	case kit.WriteMessage, kit.ToggleFollow, kit.ToggleBlock:
		if p.canContact() {
			return p.contact(kit.ActionOf(key, kit.ProfileKeys))
		}
	}
	return kit.Stay, p.choose(key)
}

// choose moves the selection, and loads more games if the selection is near the end of the
// list.
func (p *Profile) choose(key string) tea.Cmd {
	p.selected = kit.MoveSelection(p.selected, max(1, p.count()), key)
	if p.selected >= p.count()-10 {
		return p.found.More()
	}
	return nil
}

func (p *Profile) click(msg tea.MouseClickMsg) (kit.Step, tea.Cmd) {
	i := msg.Y - ListTop + p.top
	if msg.Y < ListTop || msg.Y >= ListTop+p.room() || i >= len(p.rows) || p.rows[i].item < 0 {
		return kit.Stay, nil
	}
	p.selected = p.rows[i].item
	return p.open(), nil
}

// chosen returns the selected game, or nil if a class of games is selected.
func (p *Profile) chosen() *table.Found {
	if i := p.selected - len(p.careers); i >= 0 && i < len(p.found.Games) {
		return &p.found.Games[i]
	}
	return nil
}

// game returns the game that the help should describe.
func (p *Profile) game() string {
	switch f := p.chosen(); {
	case f != nil:
		return f.Game
	case p.selected < len(p.careers):
		return p.careers[p.selected].Class.Game
	}
	return kit.DefaultGame()
}

// open opens the selected game, or the ladder of the selected class of games.
func (p *Profile) open() kit.Step {
	switch f := p.chosen(); {
	case f != nil:
		return kit.Visit(nav.Table{ID: f.ID})
	case p.selected < len(p.careers):
		return kit.Visit(nav.Ladder{Class: p.careers[p.selected].Class, All: true})
	}
	return kit.Stay
}

func (p *Profile) DrawCompact(g *draw.Grid, y int) {
	text := present.ListedName(p.who)
	if f := p.chosen(); f != nil {
		text = "> " + kit.GameLine(f)
	}
	g.Text(0, y, g.Width, text, p.env.Styles.Text)
}
