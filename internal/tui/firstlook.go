package tui

import (
	"fmt"
	"strings"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/player"
	"quadrille/internal/tui/board"
)

// firstLook asks, on the first visit, whether chessmen and colours look right.
// Enter is always a good answer.
type firstLook struct {
	env  *env
	then func() []screen
}

func newFirstLook(e *env, then func() []screen) *firstLook { return &firstLook{env: e, then: then} }

const firstQuestion = "Do these chessmen look right? Enter says yes. A digit takes other men, the arrows to the left " +
	"and right other colours. All of it can be changed later, with ctrl+s."

func (f *firstLook) start() tea.Cmd { return nil }
func (f *firstLook) stop()          {}
func (f *firstLook) dialog() bool   { return false }
func (f *firstLook) title() string  { return "Welcome to Quadrille" }

func (f *firstLook) update(msg tea.Msg) (step, tea.Cmd) {
	key, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return stay, nil
	}
	switch deedOf(key.String(), firstLookKeys) {
	case doHere, goBack:
		return become(f.then()...), nil
	case readGames:
		return step{leave: true, next: f.then(), to: []nav.Place{nav.Archive{}}}, nil
	case cursorLeft:
		f.turn(-1)
	case cursorRight:
		f.turn(1)
	case nextMen:
		f.env.choose(player.Choice{Setting: player.Men, Value: f.menOf(key.String())})
	}
	return stay, nil
}

// menOf is the set that a digit stands for.
func (f *firstLook) menOf(digit string) string {
	if i := int(digit[0] - '1'); i < len(assets.Sets) {
		return assets.Sets[i].Name
	}
	return player.Options[player.Men].Values[0]
}

// turn goes to the theme beside the one that is worn.
func (f *firstLook) turn(by int) {
	n := len(assets.Themes)
	for i, t := range assets.Themes {
		if t == f.env.chosen {
			f.env.choose(player.Choice{Setting: player.Theme, Value: assets.Themes[(i+by+n)%n].Name})
			return
		}
	}
}

func (f *firstLook) draw(g *board.Grid) {
	e := f.env
	e.header(g, "Quadrille", shown(e.me.Name, 20))
	y := 2
	for _, line := range wrap(firstQuestion, min(g.Width, 80)-4) {
		g.Text(2, y, g.Width-4, line, e.ink.text)
		y++
	}
	y++
	for i, set := range assets.Sets {
		y = f.drawSet(g, y, i+1, set)
	}
	x := 2
	for _, t := range assets.Themes {
		look, text := e.ink.faint, " "+t.Title+" "
		if t == e.chosen {
			look, text = e.ink.chosen, "["+t.Title+"]"
		}
		x += g.Text(x, y, g.Width-x-1, text, look)
	}
	if e.pen.theme == assets.Colourless && !e.chosen.Plain {
		g.Text(2, y+1, g.Width-4, "No colours are sent to your terminal, so these all look the same.", e.ink.faint)
	}
	e.hints(g, 0, hintsOf(firstLookKeys, doHere, nextMen, cursorRight, readGames)...)
}

// drawSet draws a set of chessmen under its number and returns the line below.
func (f *firstLook) drawSet(g *board.Grid, y, number int, set *assets.Set) int {
	ink := f.env.ink
	sign, look := "  ", ink.text
	if f.env.men == set {
		sign, look = "> ", ink.accent
	}
	g.Text(2, y, g.Width-4, fmt.Sprintf("%s%d  %s", sign, number, set.Title), look)
	size := board.Sizes[0]
	if set.Drawn {
		size = board.Sizes[2]
	}
	f.env.drawMen(g, 4, y+1, set, size)
	return y + size.H + 2
}

func (f *firstLook) foot(g *board.Grid, y int) {
	men := "as fits"
	if f.env.men != nil {
		men = strings.ToLower(f.env.men.Name)
	}
	g.Text(0, y, g.Width, "Enter goes on; men: "+men, f.env.ink.text)
}
