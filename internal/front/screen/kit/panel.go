package kit

import (
	"slices"
	"sync"

	"charm.land/lipgloss/v2"

	"quadrille/internal/draw"
)

// Panel is a part of a screen with a border. The top border contains the title, or tabs.
type Panel struct {
	Title string
	About string // what the panel shows, after the title
	State string // at the right end of the top border
	Tabs  []Tab  // in place of the title
	Focus bool   // whether keys go to this panel
	Alarm bool   // whether the border has the colour of alarms
	Over  bool   // whether the panel covers what was drawn before
	spots []draw.Spot
}

// Tab is the label of a tab.
type Tab struct {
	Label string
	Count string // drawn after the label
	New   bool   // whether the count must be noticed
	Open  bool
}

// Draw draws the border and the title. It returns the part of the box inside of the border.
func (p *Panel) Draw(g *draw.Grid, b draw.Box, ink *Ink) draw.Box {
	if b.Width < 4 || b.Height < 2 {
		return draw.Box{X: b.X, Y: b.Y}
	}
	if p.Over {
		for y := range b.Height {
			g.Bar(b.X, b.Y+y, b.Width, ink.Text)
		}
	}
	look := ink.Rule
	switch {
	case p.Alarm:
		look = ink.Alarm
	case p.Focus:
		look = ink.Accent
	}
	look.Attr &^= draw.Bold
	border(b.Width, ink.Signs, look).copyTo(g, b.X, b.Y, b.Height)
	room := b.Width - 4
	if p.State != "" && draw.TextWidth(p.State)+3 < room {
		at := b.X + b.Width - 4 - draw.TextWidth(p.State)
		g.Text(at, b.Y, b.Width, " "+p.State+" ", ink.Faint)
		room = at - b.X - 3
	}
	p.drawTitle(g, b.X+2, b.Y, room, ink)
	return draw.Inside(b)
}

func (p *Panel) drawTitle(g *draw.Grid, x, y, room int, ink *Ink) {
	end := x + room
	name := ink.Strong
	if p.Focus {
		name = ink.Accent
	}
	if len(p.Tabs) > 0 {
		p.drawTabs(g, x, y, end, ink)
		return
	}
	if p.Title == "" {
		return
	}
	x += g.Text(x, y, end-x, " "+p.Title+" ", name)
	if p.About != "" && x+2 < end {
		g.Text(x, y, end-x, " "+p.About+" ", ink.Faint)
	}
}

func (p *Panel) drawTabs(g *draw.Grid, x, y, end int, ink *Ink) {
	p.spots = p.spots[:0]
	for i := range p.Tabs {
		t := &p.Tabs[i]
		look := ink.Text
		if t.Open {
			look = ink.Strong
			if p.Focus {
				look = ink.Accent
			}
		}
		if i > 0 && x < end {
			g.Set(x, y, ink.Signs.Edge.Side, ink.Rule)
			x++
		}
		text := " " + t.Label + " "
		if t.Open && ink.Signs.Letters {
			text = "[" + t.Label + "]"
		}
		from := x
		x += g.Text(x, y, end-x, text, look)
		if count := draw.TextWidth(t.Count) + 1; t.Count != "" && x+count <= end {
			look := ink.Faint
			if t.New {
				look = ink.Accent
			}
			x += g.Text(x, y, count, t.Count+" ", look)
		}
		p.spots = append(p.spots, draw.Spot{X: from, Y: y, Width: x - from})
	}
}

// TabAt returns the index of the tab that was drawn at x, y, or -1.
func (p *Panel) TabAt(x, y int) int {
	return slices.IndexFunc(p.spots, func(s draw.Spot) bool { return s.Has(x, y) })
}

// divide draws a line across a panel, from border to border.
func divide(g *draw.Grid, b draw.Box, y int, focus bool, ink *Ink) {
	look := ink.Rule
	if focus {
		look = ink.Accent
		look.Attr &^= draw.Bold
	}
	edge := &ink.Signs.Edge
	g.Set(b.X, y, edge.MiddleLeft, look)
	g.Set(b.X+b.Width-1, y, edge.MiddleRight, look)
	for x := b.X + 1; x < b.X+b.Width-1; x++ {
		g.Set(x, y, edge.Line, look)
	}
}

// chrome is the border of a panel as cells. lipgloss takes too long to make it for every
// frame of a screen that is drawn for everybody in the lobby.
type chrome struct {
	top, bottom []draw.Cell
	left, right draw.Cell
}

type chromeKey struct {
	width int
	signs *draw.Signs
	look  draw.Style
}

var chromes struct {
	sync.Mutex
	made map[chromeKey]*chrome
}

// chromesKept is the maximum number of borders that are kept. The terminals of most people
// have a few widths.
const chromesKept = 256

// border returns the border of a panel. It calls lipgloss only for the first panel of a width
// in a style.
func border(width int, signs *draw.Signs, look draw.Style) *chrome {
	const height = 3 // the top, one line with both sides, the bottom
	key := chromeKey{width, signs, look}
	chromes.Lock()
	defer chromes.Unlock()
	if c, ok := chromes.made[key]; ok {
		return c
	}
	box := lipgloss.NewStyle().Border(lipEdge(signs.Edge)).Width(width).Height(height)
	g := draw.NewGrid(width, height, look)
	place(g, 0, 0, box.Render(""), look)
	c := &chrome{g.Row(0), g.Row(height - 1), g.At(0, 1), g.At(width-1, 1)}
	if chromes.made == nil || len(chromes.made) >= chromesKept {
		chromes.made = map[chromeKey]*chrome{}
	}
	chromes.made[key] = c
	return c
}

// copyTo draws the border of a panel of the given height.
func (c *chrome) copyTo(g *draw.Grid, x, y, height int) {
	for dy := range height {
		g.Set(x, y+dy, c.left.Text, c.left.Style)
		g.Set(x+len(c.top)-1, y+dy, c.right.Text, c.right.Style)
	}
	for dx := range c.top {
		g.Set(x+dx, y, c.top[dx].Text, c.top[dx].Style)
		g.Set(x+dx, y+height-1, c.bottom[dx].Text, c.bottom[dx].Style)
	}
}

// footLines is the number of lines of a panel that [Foot] uses.
const footLines = 3

// Foot draws a text in the last lines of a panel, below a line from border to border. It
// returns the part of the panel above that line.
func Foot(g *draw.Grid, panel, inner draw.Box, text string, focus bool, ink *Ink) draw.Box {
	inner.Height -= footLines
	y := inner.Y + inner.Height
	divide(g, panel, y, focus, ink)
	g.Prose(draw.Box{X: inner.X, Y: y + 1, Width: inner.Width, Height: footLines - 1}, text, ink.Faint)
	return inner
}

// Beside splits a part of the screen into a list and a panel beside it. If there is no room for
// the panel, it has no width.
func Beside(b draw.Box) (list, side draw.Box) {
	if b.Width < SideMinimum {
		return b, draw.Box{}
	}
	list, side = b, b
	list.Width -= SideWidth
	side.X, side.Width = b.X+list.Width, SideWidth
	return list, side
}
