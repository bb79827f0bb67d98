package profile

import (
	"cmp"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
)

// Profile is the screen of one player: ratings, places, people they met, and games.
type Profile struct {
	env     *kit.Env
	who     player.Player
	online  bool
	careers kit.List[club.Career]
	found   kit.Games
	inGames bool // whether keys go to the games, not to the ratings
	refusal string
}

// careersMsg carries the player's careers: their ratings and results in each class.
type careersMsg struct {
	p    *Profile
	list []club.Career
	err  error
}

func NewProfile(e *kit.Env, who player.Player) *Profile {
	if e.Cfg.Club != nil {
		who = table.WithBotMark(e.Cfg.Club, who)
	}
	return &Profile{
		env: e, who: who, online: e.Online()[who.ID], careers: newCareers(),
		found: kit.NewGames(func() time.Time { return e.Now }, table.Search{Player: who.ID}),
	}
}

// newCareers returns the list of a player's ratings.
func newCareers() kit.List[club.Career] {
	return kit.List[club.Career]{
		Key:   func(c club.Career) any { return c.Class },
		Empty: "Loading ...",
		Columns: []kit.Column[club.Career]{
			{Head: "Game", Width: 20, Grow: 10, Show: func(p *kit.Pen, c club.Career) {
				text := present.Capital(c.Class.Game)
				if c.Class.Form == club.Teams {
					text += ", teams"
				}
				p.Put(text, p.Text)
			}},
			{
				Head: "Rating", Width: 6, Rank: 1, Right: true,
				Show: func(p *kit.Pen, c club.Career) { p.End(fmt.Sprint(c.Rating.Shown()), p.Strong) },
				Less: func(a, b club.Career) int { return cmp.Compare(b.Rating.Shown(), a.Rating.Shown()) },
			},
			{Head: "±", Width: 3, Rank: 2, Right: true, Show: func(p *kit.Pen, c club.Career) {
				p.End(fmt.Sprint(c.Rating.Doubt()), p.Faint)
			}},
			{Head: "Last", Width: 5, Rank: 3, Right: true, Show: showTrend},
			{Head: "Results", Width: 24, Grow: 20, Rank: 4, Show: func(p *kit.Pen, c club.Career) {
				shown := c.View()
				p.Put(present.CareerResults(&shown), p.Faint)
			}},
		},
	}
}

// showTrend shows how the last game changed the rating.
func showTrend(p *kit.Pen, c club.Career) {
	n := len(c.Steps)
	if n < 2 {
		p.End("new", p.Faint)
		return
	}
	switch by := c.Steps[n-1].After.Shown() - c.Steps[n-2].After.Shown(); {
	case by > 0:
		p.End(fmt.Sprint(p.Signs.Up, by), p.Good)
	case by < 0:
		p.End(fmt.Sprint(p.Signs.Down, -by), p.Alarm)
	default:
		p.End(p.Signs.Same, p.Faint)
	}
}

func (p *Profile) Stop() {}

func (p *Profile) Overlay() bool { return false }

func (p *Profile) Title() string { return present.ListedName(p.who) + ": Quadrille" }

func (p *Profile) Start() tea.Cmd {
	e := p.env
	return tea.Batch(p.find(p.found.Look()), func() tea.Msg {
		list, err := e.Cfg.Ladder.Record(e.Ctx, p.who.ID)
		return careersMsg{p, list, err}
	})
}

func (p *Profile) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return p.key(msg)
	case tea.PasteMsg:
		p.found.List.Paste(msg)
	case tea.MouseClickMsg:
		return p.click(msg)
	case tea.MouseWheelMsg:
		if p.careers.Has(msg.X, msg.Y) {
			p.careers.Wheel(msg)
			return kit.Stay, nil
		}
		p.found.List.Wheel(msg)
		return kit.Stay, p.find(p.found.More())
	case careersMsg:
		if msg.p == p {
			p.careers.Empty = present.NoRatedGames + "."
			if msg.err != nil {
				p.refusal = msg.err.Error()
			}
			p.careers.Set(msg.list)
		}
	case kit.GamesMsg:
		if msg.F == &p.found {
			next, why := p.found.Add(msg)
			p.refusal = cmp.Or(why, p.refusal)
			return kit.Stay, p.find(next)
		}
	}
	return kit.Stay, nil
}

// find runs a query of the list of games.
func (p *Profile) find(q *table.Search) tea.Cmd { return p.env.FindGames(&p.found, q) }

func (p *Profile) key(msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	p.refusal = ""
	key := msg.String()
	if cmd, used := p.choose(msg, key); used {
		return kit.Stay, cmd
	}
	switch what := kit.ActionOf(key, kit.ProfileKeys); what {
	case kit.GoBack:
		return kit.Leave, nil
	case kit.Select:
		return p.open(), nil
	case kit.SwitchList:
		p.inGames = !p.inGames
	case kit.OpenHelp:
		return kit.Visit(nav.Help{Game: p.game()}), nil
	case kit.WriteMessage, kit.ToggleFollow, kit.ToggleBlock:
		if p.canContact() {
			return p.contact(what)
		}
	}
	return kit.Stay, nil
}

// choose gives a key to the list that has the focus. The keys that move down from the last
// rating, and up from the first game, go to the other list.
func (p *Profile) choose(msg tea.KeyPressMsg, key string) (tea.Cmd, bool) {
	if !p.inGames {
		at, n := p.careers.At()
		if (key == "down" || key == "j") && at >= n-1 || key == "/" || key == "end" || key == "G" {
			p.inGames = true
			if key == "down" || key == "j" {
				return nil, true
			}
		} else {
			return nil, p.careers.Update(msg)
		}
	}
	at, _ := p.found.List.At()
	if _, ratings := p.careers.At(); at == 0 && ratings > 0 && (key == "up" || key == "k") && !p.found.List.Typing() {
		p.inGames = false
		return nil, true
	}
	if key == "enter" && p.found.List.Typing() { // only games of this player are listed, so the filter is all there is
		p.found.List.Update(msg)
		return nil, true
	}
	used := p.found.List.Update(msg)
	return p.find(p.found.More()), used
}

func (p *Profile) click(msg tea.MouseClickMsg) (kit.Step, tea.Cmd) {
	switch {
	case p.careers.Click(msg.X, msg.Y):
		p.inGames = false
	case p.found.List.Click(msg.X, msg.Y):
		p.inGames = true
	default:
		return kit.Stay, nil
	}
	return p.open(), nil
}

// chosen returns the selected game, or nil if keys go to the ratings.
func (p *Profile) chosen() *kit.Game {
	if f, ok := p.found.List.Selected(); ok && p.inGames {
		return &f
	}
	return nil
}

// career returns the selected class of games. If there is none, it returns a class without
// games.
func (p *Profile) career() player.Career {
	c, _ := p.careers.Selected()
	return c.View()
}

// game returns the game that the help should describe.
func (p *Profile) game() string {
	if f := p.chosen(); f != nil {
		return f.Found.Game
	}
	return cmp.Or(p.career().Game, kit.DefaultGame())
}

// open opens the selected game, or the ladder of the selected class of games.
func (p *Profile) open() kit.Step {
	if f := p.chosen(); f != nil {
		return kit.Visit(nav.Table{ID: f.ID})
	}
	if c, ok := p.careers.Selected(); ok && !p.inGames {
		return kit.Visit(nav.Ladder{Class: c.Class, All: true})
	}
	return kit.Stay
}

func (p *Profile) DrawCompact(g *draw.Grid, y int) {
	text := present.ListedName(p.who)
	if f := p.chosen(); f != nil {
		text = "> " + kit.GameLine(f)
	}
	g.Text(0, y, g.Width, text, p.env.Ink.Text)
}

// KeyGroups returns the keys of the screen.
func (p *Profile) KeyGroups() []kit.KeyGroup { return []kit.KeyGroup{kit.OnProfile} }

// Typing reports whether letters go to a line of text.
func (p *Profile) Typing() bool { return p.found.List.Typing() || p.careers.Typing() }
