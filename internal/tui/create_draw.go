package tui

import (
	"fmt"

	"quadrille/internal/tui/board"
)

// Where the values of a form stand.
const formColumn = 20

func (c *create) draw(g *board.Grid) {
	e := c.env
	head := "New table"
	if c.invited.ID != "" {
		head += ", " + shown(c.invited.Name, 20) + " is invited"
	}
	e.header(g, head, shown(e.me.Name, 20))
	offer := &c.offers[c.game]
	y, gap := 2, c.gap(g)
	explained := func(row int, line string) string {
		if gap < 0 && row != c.selected {
			return ""
		}
		return line
	}
	y += c.drawField(g, y, 0, "game", offer.Title, explained(0, offer.Line), len(c.offers) > 1) + max(gap, 0)
	for i := range c.fields {
		f := &c.fields[i]
		y += c.drawField(g, y, i+1, f.option.Name, f.line.text, explained(i+1, f.option.Line), len(f.values()) > 0) + max(gap, 0)
	}
	look, label := e.ink.text, "  Open the table  "
	if c.selected == len(c.fields)+1 {
		look, label = e.ink.chosen.With(board.Bold), "[ Open the table ]"
	}
	g.Text(1, y, 30, label, look)
	for i, text := range wrap(capital(c.refusal), min(g.Width-4, 76)) {
		g.Text(3, y+1+i, g.Width-4, text, e.ink.alarm)
	}
	e.hints(g, 1, [2]string{"up down", "choose"}, [2]string{"left right", "change"}, [2]string{"letters", "type"},
		[2]string{"enter", "next"}, [2]string{"?", "rules"}, [2]string{"esc", "back"})
}

// gap is the empty lines between options: one where there is room for it, less
// than none where there is not even room to explain more than what is selected.
func (c *create) gap(g *board.Grid) int {
	lines := 1 + len(wrap(c.offers[c.game].Line, g.Width-formColumn-1))
	for i := range c.fields {
		lines += 1 + len(wrap(c.fields[i].option.Line, g.Width-formColumn-1))
	}
	switch room := g.Height - 6; {
	case lines+len(c.fields)+1 <= room:
		return 1
	case lines > room:
		return -1
	}
	return 0
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
	g.Text(1, y, formColumn-2, sign+name, ink.text)
	g.Text(formColumn, y, g.Width-formColumn-1, value, look)
	var lines []string
	if explained != "" {
		lines = wrap(explained, g.Width-formColumn-1)
	}
	for i, text := range lines {
		g.Text(formColumn, y+1+i, g.Width-formColumn-1, text, ink.faint)
	}
	return len(lines) + 1
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
