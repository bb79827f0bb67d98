package lobby

import (
	"fmt"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
)

// formColumn is the column where the values begin.
const formColumn = 20

func (c *TableForm) Draw(g *draw.Grid) {
	e := c.env
	head := c.head()
	if c.invited.ID != "" {
		head += " with " + kit.Shown(c.invited.Name, 20)
	}
	e.Styles.Header(g, head, kit.Shown(e.Me.Name, 20))
	def := &c.offers[c.game]
	gap := c.gap(g)
	y := kit.ListTop - c.scrolled(g, gap)
	explained := func(row int, line string) string {
		if gap < 0 && row != c.Selected {
			return ""
		}
		return line
	}
	y += c.drawField(g, y, 0, "game", def.Title, explained(0, def.Summary), len(c.offers) > 1) + max(gap, 0)
	for i := range c.Fields {
		f := &c.Fields[i]
		y += c.drawField(g, y, i+1, f.Option.Name, f.Line.Text, explained(i+1, f.Option.Help), len(c.values(f)) > 0) + max(gap, 0)
	}
	look, label := e.Styles.Text, "  "+c.button()+"  "
	if c.Selected == len(c.Fields)+1 {
		look, label = e.Styles.Chosen.With(draw.Bold), "[ "+c.button()+" ]"
	}
	c.text(g, 1, y, label, look)
	for i, text := range draw.Wrap(present.Capital(c.Refusal), min(g.Width-4, 76)) {
		c.text(g, 3, y+1+i, text, e.Styles.Alarm)
	}
	e.Hints(g, 1, kit.Hint("up down", "choose"), kit.Hint("left right", "change"), kit.Hint("letters", "type"),
		kit.Hint("enter", "next"), kit.Hint("?", "rules"), kit.Hint("esc", "back"))
}

// text draws a text and cuts it at the right edge. It draws nothing in the first two lines
// of the screen, or in the last line, which contains the key hints.
func (c *TableForm) text(g *draw.Grid, x, y int, text string, look draw.Style) {
	if y >= kit.ListTop && y < g.Height-1 {
		g.Text(x, y, g.Width-x-1, text, look)
	}
}

// refusalRoom is the number of lines kept free for a refusal in a small terminal.
const refusalRoom = 3

// scrolled returns the number of lines to scroll off the top so that the selected row, its
// explanation and any refusal are visible.
func (c *TableForm) scrolled(g *draw.Grid, gap int) int {
	if gap >= 0 {
		return 0
	}
	rows := len(c.Fields) + 2 // the game, the options and the button
	last := c.Selected
	if help := c.help(); help != "" {
		extra := len(draw.Wrap(help, g.Width-formColumn-1))
		rows, last = rows+extra, last+extra
	}
	if c.Refusal != "" {
		rows += refusalRoom
		last = rows - 1
	}
	return max(0, min(last, rows-1)-(g.Height-kit.ListTop-2))
}

// help returns the explanation of the selected row.
func (c *TableForm) help() string {
	if c.Selected == 0 {
		return c.offers[c.game].Summary
	}
	if f := c.field(); f != nil {
		return f.Option.Help
	}
	return ""
}

// gap returns the number of empty lines between options. If there is not enough room to
// explain all options, it returns -1: the form then explains only the selected option.
func (c *TableForm) gap(g *draw.Grid) int {
	lines := 1 + len(draw.Wrap(c.offers[c.game].Summary, g.Width-formColumn-1))
	for i := range c.Fields {
		lines += 1 + len(draw.Wrap(c.Fields[i].Option.Help, g.Width-formColumn-1))
	}
	switch room := g.Height - 6; {
	case lines+len(c.Fields)+1 <= room:
		return 1
	case lines > room:
		return -1
	}
	return 0
}

// drawField draws an option and its explanation. It returns the number of lines drawn.
func (c *TableForm) drawField(g *draw.Grid, y, row int, name, value, explained string, turns bool) int {
	ink := c.env.Styles
	sign, look := "  ", ink.Strong
	if row == c.Selected {
		sign, look = "> ", ink.Chosen
		switch {
		case turns:
			value = "< " + value + " >"
		case row > 0:
			value = c.field().Line.Marked()
		}
	}
	c.text(g, 1, y, sign+name, ink.Text)
	c.text(g, formColumn, y, value, look)
	var lines []string
	if explained != "" {
		lines = draw.Wrap(explained, g.Width-formColumn-1)
	}
	for i, text := range lines {
		c.text(g, formColumn, y+1+i, text, ink.Faint)
	}
	return len(lines) + 1
}

func (c *TableForm) DrawCompact(g *draw.Grid, y int) {
	text := c.button()
	if c.Selected == 0 {
		text = "game: " + c.offers[c.game].Title
	} else if f := c.field(); f != nil {
		text = f.Option.Name + ": " + f.Line.Marked()
	}
	if c.Refusal != "" {
		text = fmt.Sprintf("%s  %s", text, c.Refusal)
	}
	g.Text(0, y, g.Width, text, c.env.Styles.Text)
}
