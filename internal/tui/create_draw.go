package tui

import (
	"fmt"

	"quadrille/internal/tui/board"
)

func (c *create) draw(g *board.Grid) {
	e := c.env
	e.header(g, "New table", shown(e.me.Name, 20))
	offer := &c.offers[c.game]
	y := 3
	y += c.drawField(g, y, 0, "game", offer.Title, offer.Line, len(c.offers) > 1)
	for i := range c.fields {
		f := &c.fields[i]
		y += c.drawField(g, y, i+1, f.option.Name, f.line.text, f.option.Line, len(f.option.Choices) > 0)
	}
	look, label := e.ink.text, "  Open the table  "
	if c.selected == len(c.fields)+1 {
		look, label = e.ink.chosen.With(board.Bold), "[ Open the table ]"
	}
	g.Text(3, y+1, 30, label, look)
	for i, text := range wrap(capital(c.refusal), min(g.Width-6, 76)) {
		g.Text(3, y+3+i, g.Width-4, text, e.ink.alarm)
	}
	e.hints(g, 1, [2]string{"up down", "choose"}, [2]string{"left right", "change"}, [2]string{"letters", "type"},
		[2]string{"enter", "next"}, [2]string{"esc", "back"})
}

// drawField draws an option with its line of explanation below, and returns the
// lines used.
func (c *create) drawField(g *board.Grid, y, row int, name, value, explained string, turns bool) int {
	ink := c.env.ink
	sign, look := "  ", ink.strong
	if row == c.selected {
		sign, look = "> ", ink.chosen
		switch {
		case turns:
			value = "< " + value + " >"
		case row > 0:
			value += "_"
		}
	}
	g.Text(1, y, 20, sign+name, ink.text)
	g.Text(16, y, g.Width-18, value, look)
	lines := wrap(explained, g.Width-18)
	for i, text := range lines {
		g.Text(16, y+1+i, g.Width-18, text, ink.faint)
	}
	return len(lines) + 2
}

func (c *create) foot(g *board.Grid, y int) {
	text := "Open the table"
	if c.selected == 0 {
		text = "game: " + c.offers[c.game].Title
	} else if f := c.field(); f != nil {
		text = f.option.Name + ": " + f.line.text + "_"
	}
	if c.refusal != "" {
		text = fmt.Sprintf("%s  %s", text, c.refusal)
	}
	g.Text(0, y, g.Width, text, c.env.ink.text)
}
