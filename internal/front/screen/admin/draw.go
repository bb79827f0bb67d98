package admin

import (
	"fmt"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
)

// ListTop is the screen line on which a list starts.
const ListTop = 3

// room returns the number of screen lines available for the list.
func (d *Screen) room() int { return max(1, d.env.Height-ListTop-4) }

func (d *Screen) Draw(g *draw.Grid) {
	e := d.env
	e.Styles.Header(g, "Admin: "+e.ClubName(), e.Cfg.Admin.Club.Role(e.Me.ID).String())
	d.drawTabs(g)
	if text := d.empty(); text != "" {
		g.Text(3, ListTop, g.Width-4, text, e.Styles.Faint)
	}
	d.top = draw.Window(d.selected, len(d.Rows), d.room())
	for i := d.top; i < min(d.top+d.room(), len(d.Rows)); i++ {
		look, sign := e.Styles.Text, "  "
		if i == d.selected {
			look, sign = e.Styles.Chosen, "> "
			g.Bar(1, ListTop+i-d.top, g.Width-2, look)
		}
		g.Text(1, ListTop+i-d.top, g.Width-2, sign+d.Rows[i].text, look)
	}
	d.drawLast(g)
}

// drawTabs draws the tab labels and highlights the open tab.
func (d *Screen) drawTabs(g *draw.Grid) {
	d.spots = d.spots[:0]
	x := 1
	for tab, head := range tabNames {
		label, look := fmt.Sprintf(" %d %s ", tab+1, head), d.env.Styles.Faint
		if tabID(tab) == d.tab {
			label, look = fmt.Sprintf("[%d %s]", tab+1, head), d.env.Styles.Strong
		}
		used := g.Text(x, 1, g.Width-x-1, label, look)
		d.spots = append(d.spots, draw.Spot{X: x, Y: 1, Width: used})
		x += used + 1
	}
}

// empty returns the text that is shown in place of an empty list.
func (d *Screen) empty() string {
	switch {
	case len(d.Rows) > 0:
		return ""
	case !d.loaded:
		return "..."
	}
	return [tabCount]string{
		"No members yet.", "No open invitations. Press i to make one.", "No bans.", "No entries yet.", "", "No tables.",
	}[d.tab]
}

// drawLast draws the open form, the result of the last action, or the key hints.
func (d *Screen) drawLast(g *draw.Grid) {
	e := d.env
	text, look := d.chosen().detail, e.Styles.Faint
	switch {
	case d.note != "" && d.refused:
		text, look = "! "+present.Capital(d.note), e.Styles.Alarm
	case d.note != "":
		text, look = present.Capital(d.note), e.Styles.Good
	case d.form != nil:
		text = d.form.Note
	}
	room := 2
	if d.form != nil {
		g.Text(1, g.Height-2, g.Width-2, d.form.Head, e.Styles.Accent)
		room = 1
	}
	lines := draw.Wrap(text, g.Width-2)
	for i, part := range lines[:min(len(lines), room)] {
		g.Text(1, g.Height-3+i, g.Width-2, part, look)
	}
	if d.form != nil {
		f := d.form
		next := kit.Hint("enter", "next")
		if f.At == len(f.Fields)-1 {
			next.Desc = "confirm"
		}
		kit.DrawTyping(e, g, f.Fields[f.At].Label+": ", f.Line(), next)
		return
	}
	hints := kit.HintsOf(commonKeys, kit.GoBack, kit.NextList)
	for _, b := range tabKeys[d.tab] {
		hints = append(hints, kit.HintOf(tabKeys[d.tab], b.Action))
	}
	e.Hints(g, 1, append(hints, kit.HintOf(commonKeys, kit.OpenHelp))...)
}
