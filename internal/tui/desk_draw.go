package tui

import (
	"fmt"

	"quadrille/internal/tui/board"
)

// deskTop is the line where a list begins.
const deskTop = 3

// room is the lines for the list.
func (d *desk) room() int { return max(1, d.env.height-deskTop-4) }

func (d *desk) draw(g *board.Grid) {
	e := d.env
	e.header(g, "Admin: "+e.houseName(), e.cfg.Desk.House.Role(e.me.ID).String())
	d.drawTabs(g)
	if text := d.empty(); text != "" {
		g.Text(3, deskTop, g.Width-4, text, e.ink.faint)
	}
	d.top = window(d.selected, len(d.rows), d.room())
	for i := d.top; i < min(d.top+d.room(), len(d.rows)); i++ {
		look, sign := e.ink.text, "  "
		if i == d.selected {
			look, sign = e.ink.chosen, "> "
			g.Bar(1, deskTop+i-d.top, g.Width-2, look)
		}
		g.Text(1, deskTop+i-d.top, g.Width-2, sign+d.rows[i].text, look)
	}
	d.drawLast(g)
}

// drawTabs names the lists, the open one marked.
func (d *desk) drawTabs(g *board.Grid) {
	d.spots = d.spots[:0]
	x := 1
	for tab, head := range deskHeads {
		label, look := fmt.Sprintf(" %d %s ", tab+1, head), d.env.ink.faint
		if deskTab(tab) == d.tab {
			label, look = fmt.Sprintf("[%d %s]", tab+1, head), d.env.ink.strong
		}
		used := g.Text(x, 1, g.Width-x-1, label, look)
		d.spots = append(d.spots, spot{x, 1, used})
		x += used + 1
	}
}

// empty is what stands in the place of an empty list.
func (d *desk) empty() string {
	switch {
	case len(d.rows) > 0:
		return ""
	case !d.there:
		return "..."
	}
	return [deskTabs]string{
		"Nobody has a role yet.", "No invitation is open: i makes one.", "Nobody is kept out.", "Nothing was done yet.", "", "There is no table.",
	}[d.tab]
}

// drawLast is what is asked, what came of it, or what keys do.
func (d *desk) drawLast(g *board.Grid) {
	e := d.env
	text, look := d.chosen().detail, e.ink.faint
	switch {
	case d.note != "" && d.refused:
		text, look = "! "+capital(d.note), e.ink.alarm
	case d.note != "":
		text, look = capital(d.note), e.ink.good
	case d.form != nil:
		text = d.form.know
	}
	room := 2
	if d.form != nil {
		g.Text(1, g.Height-2, g.Width-2, d.form.head, e.ink.accent)
		room = 1
	}
	lines := wrap(text, g.Width-2)
	for i, part := range lines[:min(len(lines), room)] {
		g.Text(1, g.Height-3+i, g.Width-2, part, look)
	}
	if d.form != nil {
		f := d.form
		next := [2]string{"enter", "next"}
		if f.at == len(f.asks)-1 {
			next[1] = "do it"
		}
		drawTyping(e, g, f.asks[f.at].what+": ", f.line(), next)
		return
	}
	hints := hintsOf(deskListKeys, goBack, nextList)
	for _, b := range deskKeys[d.tab] {
		hints = append(hints, hintOf(deskKeys[d.tab], b.deed))
	}
	e.hints(g, 1, append(hints, hintOf(deskListKeys, openHelp))...)
}
