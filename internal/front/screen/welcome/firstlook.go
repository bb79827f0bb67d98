package welcome

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
)

// FirstLook lets the player choose a piece set and a theme on the first visit.
type FirstLook struct {
	env  *kit.Env
	then func() []kit.Screen
}

func NewFirstLook(e *kit.Env, then func() []kit.Screen) *FirstLook {
	return &FirstLook{env: e, then: then}
}

const firstQuestion = "Choose the pieces that look right in your terminal: press 1, 2, 3 or 4. Press left or right to change the " +
	"colours. Then press enter. To change them later, press ctrl+s."

// shortQuestion is shown in small terminals.
const shortQuestion = "Pieces: press 1 to 4. Colours: left, right. Then press enter. To change them later: ctrl+s."

func (f *FirstLook) Start() tea.Cmd { return nil }

func (f *FirstLook) Stop() {}

func (f *FirstLook) Overlay() bool { return false }

func (f *FirstLook) Title() string { return "Welcome to Quadrille" }

func (f *FirstLook) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	key, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return kit.Stay, nil
	}
	switch kit.ActionOf(key.String(), kit.FirstLookKeys) {
	case kit.Select, kit.GoBack:
		return kit.Become(f.then()...), nil
	case kit.OpenArchive:
		return kit.Step{Leave: true, Next: f.then(), To: []nav.Place{nav.Archive{}}}, nil
	case kit.CursorLeft:
		f.turn(-1)
	case kit.CursorRight:
		f.turn(1)
	case kit.NextPieceSet:
		f.env.Choose(player.Choice{Setting: player.Pieces, Value: f.setOf(key.String())})
	}
	return kit.Stay, nil
}

// setOf returns the name of the piece set with the given number.
func (f *FirstLook) setOf(digit string) string {
	if i := int(digit[0] - '1'); i < len(assets.Sets) {
		return assets.Sets[i].Name
	}
	return player.Options[player.Pieces].Values[0]
}

// turn selects the next or previous theme.
func (f *FirstLook) turn(by int) {
	n := len(assets.Themes)
	for i, t := range assets.Themes {
		if t == f.env.ChosenTheme {
			f.env.Choose(player.Choice{Setting: player.Theme, Value: assets.Themes[(i+by+n)%n].Name})
			return
		}
	}
}

func (f *FirstLook) Draw(g *draw.Grid) {
	e := f.env
	frame := kit.Frame{
		Place: "Welcome", Keys: kit.HintsOf(kit.FirstLookKeys, kit.Select, kit.NextPieceSet, kit.CursorRight, kit.OpenArchive),
	}
	body := e.Frame(g, &frame)
	small := g.Width < draw.NeedWidth || g.Height < draw.NeedHeight
	question := firstQuestion
	if small {
		question = shortQuestion
	}
	p := kit.Panel{Title: "Pieces and colours", Focus: true}
	inner := p.Draw(g, body, &e.Ink)
	y := g.Prose(draw.Box{X: inner.X, Y: inner.Y, Width: min(inner.Width, 90), Height: inner.Height}, question, e.Ink.Text).Y
	for i, set := range assets.Sets {
		f.drawTitle(g, draw.Box{X: inner.X, Y: y, Width: inner.Width}, i+1, set)
		y++
		if !small {
			y += f.drawSample(g, inner.X+2, y, inner.Width-2, set)
		}
	}
	if small {
		y += f.drawSample(g, inner.X+2, y, inner.Width-2, f.chosen())
	}
	if y < inner.Y+inner.Height-1 {
		y++
	}
	x := inner.X
	for _, t := range assets.Themes {
		look, text := e.Ink.Faint, " "+t.Title+" "
		if t == e.ChosenTheme {
			look, text = e.Ink.Chosen, "["+t.Title+"]"
		}
		x += g.Text(x, y, inner.X+inner.Width-x, text, look)
	}
	if e.Styles.Theme == assets.Colourless && !e.ChosenTheme.Plain && y+1 < inner.Y+inner.Height {
		g.Text(inner.X, y+1, inner.Width, "Your terminal shows no colours, so all themes look the same.", e.Ink.Faint)
	}
}

// chosen returns the chosen piece set, or the one that fits the usual squares.
func (f *FirstLook) chosen() *assets.Set {
	return cmp.Or(f.env.Pieces, board.SetFor(board.Size{W: 5, H: 2}))
}

// drawTitle draws the number and the title of a piece set.
func (f *FirstLook) drawTitle(g *draw.Grid, b draw.Box, number int, set *assets.Set) {
	ink := &f.env.Ink
	look := ink.Text
	if f.chosen() == set {
		look = ink.Over(ink.Accent)
		g.Bar(b.X-1, b.Y, b.Width+2, ink.Over(ink.Text))
		g.Set(b.X-1, b.Y, ink.Signs.Chosen, look)
	}
	g.Text(b.X+1, b.Y, b.Width-1, fmt.Sprintf("%d  %s", number, set.Title), look)
}

// drawSample draws the pieces of a set. It returns the number of lines drawn.
func (f *FirstLook) drawSample(g *draw.Grid, x, y, width int, set *assets.Set) int {
	size := board.Size{W: 3, H: 1}
	switch {
	case set.Fine:
		size = board.Size{W: 5, H: 2}
	case set.Drawn:
		size = board.Size{W: 6, H: 3}
	}
	f.env.DrawPieces(g, x, y, width, set, size)
	return size.H
}

func (f *FirstLook) DrawCompact(g *draw.Grid, y int) {
	set := "auto"
	if f.env.Pieces != nil {
		set = strings.ToLower(f.env.Pieces.Name)
	}
	g.Text(0, y, g.Width, "Press enter to continue. Pieces: "+set, f.env.Ink.Text)
}
