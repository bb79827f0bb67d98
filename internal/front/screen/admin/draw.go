package admin

import (
	"fmt"
	"slices"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
)

// sideWidth is the width of the panels beside the list. A terminal that is narrower than
// sideMinimum has no room for them.
const sideWidth, sideMinimum = 42, 120

func (d *Screen) Draw(g *draw.Grid) {
	e := d.env
	f := kit.Frame{
		Place: "Admin", What: e.ClubName(), State: []string{e.Cfg.Admin.Club.Role(e.Me.ID).String()},
		Status: present.Capital(d.note), Refused: d.refused, Keys: d.hints(),
	}
	body := e.Frame(g, &f)
	list := body
	if g.Width >= sideMinimum {
		list.Width -= sideWidth
		d.drawSide(g, draw.Box{X: list.Width, Y: body.Y, Width: sideWidth, Height: body.Height})
	}
	d.drawList(g, list, list == body)
	if d.form != nil {
		d.drawForm(g, body)
	}
}

// drawList draws the tabs and the open list. If `detail` is set, details of the selected row
// are drawn below it.
func (d *Screen) drawList(g *draw.Grid, b draw.Box, detail bool) {
	ink, p := &d.env.Ink, &d.panel
	p.Focus, p.State, p.Tabs = d.form == nil, d.list.Filter(), p.Tabs[:0]
	d.layTabs(b.Width)
	inner := p.Draw(g, b, ink)
	if !d.loaded {
		g.Text(inner.X, inner.Y, inner.Width, "...", ink.Faint)
		return
	}
	if detail && inner.Height > 8 {
		text := d.chosen().detail
		if label := detailLabels[d.tab]; label != "" && text != "" {
			text = label + ": " + text
		}
		inner = kit.Foot(g, b, inner, text, p.Focus, ink)
	}
	d.list.Draw(g, inner, ink, p.Focus)
}

// layTabs gives each tab its number and its count. Where both have no room, the tabs have only counts, and on small
// screens only numbers.
func (d *Screen) layTabs(width int) {
	p := &d.panel
	room := width - len("+--+")
	if p.State != "" {
		room -= draw.TextWidth(p.State) + len("   ")
	}
	for _, form := range [...]struct{ names, numbers, counts bool }{
		{true, true, true}, {true, false, true}, {true, true, false}, {false, true, false},
	} {
		if form.counts && d.counts == nil {
			continue
		}
		p.Tabs = p.Tabs[:0]
		used := -1 // no line follows the last tab
		for tab, head := range tabNames {
			t := kit.Tab{Label: fmt.Sprint(tab + 1), Open: tabID(tab) == d.tab}
			switch {
			case form.names && !form.numbers:
				t.Label = head
			case form.names || t.Open:
				t.Label += " " + head
			}
			switch {
			case t.Open && d.loaded:
				t.Count = d.list.Count(0)
			case form.counts:
				t.Count = fmt.Sprint(d.counts[tab])
			}
			if used += len(" |") + len(t.Label) + len(" "); t.Count != "" {
				used += len(t.Count) + len(" ")
			}
			p.Tabs = append(p.Tabs, t)
		}
		if used <= room {
			return
		}
	}
}

// drawSide draws the selected row with all of its values, and below it what can be done with
// it.
func (d *Screen) drawSide(g *draw.Grid, b draw.Box) {
	ink, row, keys := &d.env.Ink, d.chosen(), d.keys()
	title := tabNames[d.tab]
	if len(row.cells) > 0 {
		title = rowTitles[d.tab] + row.cells[0]
	}
	if len(keys) > 0 {
		b.Height -= len(keys) + 3
		p := kit.Panel{Title: "Actions"}
		inner := p.Draw(g, draw.Box{X: b.X, Y: b.Y + b.Height, Width: b.Width, Height: len(keys) + 3}, ink)
		for i := range keys {
			h := keys[i].Help()
			g.Text(inner.X, inner.Y+i, 6, h.Key, ink.Accent)
			g.Text(inner.X+6, inner.Y+i, inner.Width-6, h.Desc, ink.Text)
		}
		g.Text(inner.X, inner.Y+len(keys), inner.Width, "The audit log records every action.", ink.Faint)
	}
	p := kit.Panel{Title: title}
	inner := p.Draw(g, b, ink)
	y := inner.Y
	put := func(label, text string, look draw.Style) {
		for i, part := range draw.Wrap(text, inner.Width-10) {
			if y >= inner.Y+inner.Height {
				return
			}
			if i == 0 {
				g.Text(inner.X, y, 9, label, ink.Faint)
			}
			g.Text(inner.X+10, y, inner.Width-10, part, look)
			y++
		}
	}
	heads := columnsOf(d.tab)
	for i, cell := range row.cells {
		if cell != "" || i < len(columns[d.tab]) {
			put(heads[i].head, cell, look(cell, ink))
		}
	}
	if !slices.Contains(row.cells, row.detail) { // the value of a setting has a line already
		put(detailLabels[d.tab], row.detail, ink.Text)
	}
}

// drawForm draws the open form over the lower part of the list.
func (d *Screen) drawForm(g *draw.Grid, b draw.Box) {
	const width = 76
	f, ink := d.form, &d.env.Ink
	box := draw.Box{Width: min(b.Width, width), Height: min(b.Height, 2*len(f.Fields)+7)}
	box.X, box.Y = b.X+(b.Width-box.Width)/2, b.Y+b.Height-box.Height
	p := kit.Panel{Title: f.Head, Focus: true, Over: true}
	inner := p.Draw(g, box, ink)
	if f.Note != "" && inner.Height > 6 {
		inner = kit.Foot(g, box, inner, f.Note, true, ink)
	}
	f.Draw(g, inner, ink)
}

// hints returns the keys for the last lines of the screen.
func (d *Screen) hints() []kit.KeyHint {
	if d.form != nil {
		return []kit.KeyHint{kit.Hint("enter", "next"), kit.Hint("up down", "field"), kit.Hint("esc", "cancel")}
	}
	hints := kit.HintsOf(commonKeys, kit.GoBack, kit.NextList)
	for _, b := range d.keys() {
		hints = append(hints, b.Help())
	}
	return append(hints, kit.Hint("/", "filter"), kit.HintOf(commonKeys, kit.OpenHelp))
}
