package game

import (
	"fmt"
	"slices"
	"strconv"

	"charm.land/bubbles/v2/key"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// card tells the viewer of a great change of their game: they are out, replaced, or the game
// is over. It stays until a key.
type card struct {
	now   *present.Card // of the newest view; nil if there is none
	rows  []present.ResultRow
	shown string // ID of the open card; "" if none is open
}

// updated takes a new view and opens its card, if it is another one. It reports whether it
// has opened a card.
func (c *card) updated(old *table.View, v seen) bool {
	known, id := c.id(), ""
	if c.now, c.rows = v.words.Card(), v.words.Result(); c.now != nil {
		id = c.now.ID
	}
	opened := id != known && (old != nil || v.Phase != table.Finished) // a person who opens a finished game wants to see the board
	if opened || id == "" {
		c.shown = id
	}
	return opened && id != ""
}

// id returns the ID of the card of the newest view, or "".
func (c *card) id() string {
	if c.now == nil {
		return ""
	}
	return c.now.ID
}

// open reports whether the card of the newest view is open.
func (c *card) open() bool { return c.now != nil && c.now.ID == c.shown }

// close closes the card and reports whether it was open.
func (c *card) close() bool {
	open := c.shown != ""
	c.shown = ""
	return open
}

// cardKeys returns hints for the keys that are useful while a card is open.
func (v seen) cardKeys(bots bool) []key.Help {
	if v.Phase == table.Finished {
		return slices.Concat(
			v.rematchHint(), v.analysisHint(bots),
			kit.HintsOf(kit.FinishedKeys, kit.NewTable), kit.HintsOf(kit.TableKeys, kit.ShareGame, kit.GoBack),
		)
	}
	if v.words.InPlay != 0 {
		return nil
	}
	return slices.Concat(kit.HintsOf(kit.FinishedKeys, kit.NewTable), kit.HintsOf(kit.TableKeys, kit.Television, kit.GoBack))
}

// seeksAnother reports whether a key seeks another game from the card of a player who is out. Without the card, letters
// belong to the move line.
func (c *card) seeksAnother(v seen, key string) bool {
	return c.open() && v.Phase == table.Playing && v.words.InPlay == 0 && kit.ActionOf(key, kit.FinishedKeys) == kit.NewTable
}

// place returns where a card with so many lines is drawn: for the result of a game over the
// seats, which it repeats, otherwise below them. It returns false if there is no room.
func (f *frame) place(lines int) (draw.Box, bool) {
	b := f.layout.Panel
	switch free := f.layout.Free; {
	case f.layout.Low:
		if free.Width < 20 || free.Height < lines {
			return b, false
		}
		b = draw.Box{X: free.X, Y: free.Y, Width: free.Width, Height: lines}
	case b.Width < 20 || b.Height < lines:
		return b, false
	case f.Phase == table.Finished:
		b.Height = max(lines, min(b.Height, free.Y-b.Y))
	case free.Y >= b.Y && free.Y+lines <= b.Y+b.Height:
		b.Y, b.Height = free.Y, lines
	default:
		b.Y, b.Height = b.Y+b.Height-lines, lines
	}
	return b, true
}

// textLine is a line of a card.
type textLine struct {
	parts []part
	keys  []key.Help // instead of the parts
	curve rules.Seat // seat whose curve is drawn; rules.NoSeat for none
}

// part is a text in a line of a card, at a column from the left border.
type part struct {
	x    int
	text string
	look draw.Style
}

// lineOf returns a line with one text.
func lineOf(text string, look draw.Style) textLine {
	return textLine{parts: []part{{0, text, look}}, curve: rules.NoSeat}
}

// openCard is the open card in one frame.
type openCard struct {
	*card
	lines []textLine
	box   draw.Box
	fits  bool // whether there is room for the card; otherwise the notice line shows it
}

// laidOut returns the open card with its lines and its place in a frame, or nil if none is open.
func (c *card) laidOut(f *frame) *openCard {
	if !c.open() {
		return nil
	}
	o := &openCard{card: c, lines: f.cardText(c, f.layout.Panel.Width-4)}
	o.box, o.fits = f.place(len(o.lines) + 2)
	return o
}

// cardText returns the lines of a card, wrapped to a width.
func (f *frame) cardText(card *card, width int) []textLine {
	var list []textLine
	c, rows, ink := card.now, card.rows, f.ink
	for _, line := range c.Lines {
		for _, text := range draw.Wrap(line, width) {
			list = append(list, lineOf(text, ink.Text))
		}
	}
	if len(rows) > 0 {
		list = append(list, lineOf("", ink.Text))
		rated := slices.ContainsFunc(rows, func(r present.ResultRow) bool { return r.Rating.Player != "" })
		for i := range rows {
			list = append(list, f.resultLineOf(&rows[i], width, rated, ink))
		}
		list = append(list, f.analysisLines(width, ink)...)
	}
	hints := f.cardKeys(f.bots)
	if len(hints) > 0 {
		list = append(list, lineOf("", ink.Text))
	}
	for len(hints) > 0 {
		n, used := 0, -2
		for n < len(hints) && (n == 0 || used+2+keyWidth(hints[n]) <= width) {
			used += 2 + keyWidth(hints[n])
			n++
		}
		list = append(list, textLine{keys: hints[:n], curve: rules.NoSeat})
		hints = hints[n:]
	}
	return list
}

// about returns the game of the table and its clock.
func (v seen) about() string {
	if v.Terms.Clock == (table.Clock{}) {
		return present.Capital(v.facts().Name)
	}
	return present.Capital(v.facts().Name) + " " + v.Terms.Clock.String()
}

func keyWidth(h key.Help) int { return draw.TextWidth(h.Key) + 1 + draw.TextWidth(h.Desc) }

// The widths of the columns of a result, in cells: the place and the dot, the change of the rating,
// the rating, and its arrow.
const (
	placeWidth  = 4
	changeWidth = 6
	ratingWidth = 5
	arrowWidth  = 2
	cardName    = 8 // a name is shorter only if it must be
)

// resultLineOf returns the line of a seat in the result of a game: place, dot, player, how the game
// ended for them and, if the game was rated, their rating and its change.
func (v seen) resultLineOf(row *present.ResultRow, width int, rated bool, ink *kit.Ink) textLine {
	place, who := ink.Faint, ink.Text
	if row.Place == 1 {
		place = ink.Accent
	}
	if row.Own {
		who = ink.Strong
	}
	sign, look := ink.Dot(v.facts().Armies[v.facts().SeatArmy(row.Seat)], int(row.Seat))
	end := width
	if rated {
		end -= changeWidth + ratingWidth + arrowWidth
	}
	name := min(max(cardName, (end-placeWidth)/3), end-placeWidth)
	result := row.Result(v.facts(), end-placeWidth-name-1)
	if result == "" {
		name = end - placeWidth
	}
	l := textLine{curve: rules.NoSeat, parts: []part{
		{0, strconv.Itoa(row.Place), place},
		{2, sign, look},
		{placeWidth, kit.Shown(row.Who, name), who},
		{placeWidth + name + 1, result, ink.Faint},
	}}
	if row.Rating.Player == "" {
		return l
	}
	change, arrow := row.Rating.After-row.Rating.Before, ink.Signs.Same
	tone := ink.Faint
	switch {
	case change > 0:
		tone, arrow = ink.Good, ink.Signs.Up
	case change < 0:
		tone, arrow = ink.Alarm, ink.Signs.Down
	}
	return textLine{curve: rules.NoSeat, parts: append(l.parts,
		part{end, fmt.Sprintf("%+*d", changeWidth, change), tone},
		part{end + changeWidth, fmt.Sprintf("%*d", ratingWidth, row.Rating.After), who},
		part{width - 1, arrow, tone},
	)}
}

// analysisLines returns the lines of an analysis in the result of a game: the curve of the viewer's
// seat, the accuracy of its moves, and its best and its worst move.
func (f *frame) analysisLines(width int, ink *kit.Ink) []textLine {
	now := f.scene.Analysis
	if now == nil {
		return nil
	}
	list := []textLine{lineOf("", ink.Text)}
	if !now.Complete() || now.Moves == 0 {
		return append(list, lineOf(fmt.Sprintf("Analysis: %d of %d moves", len(now.Assessments), now.Moves), ink.Faint))
	}
	seat := f.home()
	if accuracy, known := now.Accuracy(seat); known {
		text := "accuracy " + view.FormatScore(accuracy)
		list = append(list, textLine{curve: seat, parts: []part{{width - len(text), text, ink.Strong}}})
	}
	best, worst := now.Extremes(seat)
	var line textLine
	x := 0
	for _, one := range []struct {
		name string
		move *view.Assessment
		look draw.Style
	}{{"best ", best, ink.Good}, {"worst ", worst, ink.Alarm}} {
		if one.move == nil {
			continue
		}
		n := one.move.Number
		text := fmt.Sprintf("%d %s%s", present.Round(f.Moves, n), present.MoveText(&f.Moves[n-1]), one.move.Judgement.Mark())
		if x > 0 && x+len(one.name)+len(text) > width {
			break
		}
		line.parts = append(line.parts, part{x, one.name, ink.Faint}, part{x + len(one.name), text, one.look})
		x += len(one.name) + len(text) + 3
	}
	if line.curve = rules.NoSeat; x > 0 {
		list = append(list, line)
	}
	return list
}

// draw draws the open card over the panel, never over the board. It draws nothing if the panel
// is too small; then the notice line shows the card.
func (c *openCard) draw(g *draw.Grid, f *frame) {
	if c == nil || !c.fits {
		return
	}
	now, lines, b, ink := c.now, c.lines, c.box, f.ink
	panel := kit.Panel{Title: now.Title, Focus: true, Alarm: now.Tone == present.Alarm, Over: true}
	if about := f.about(); draw.TextWidth(now.Title)+draw.TextWidth(about)+10 <= b.Width {
		panel.State = about
	}
	inner := panel.Draw(g, b, ink)
	if end := b.Y + b.Height; f.layout.Joined(end) { // the line that the card covers was the upper end of that border
		g.Set(b.X, end, ink.Signs.Edge.TopLeft, ink.Rule)
		g.Set(b.X+b.Width-1, end, ink.Signs.Edge.TopRight, ink.Rule)
	}
	f.drawPodium(g, c.rows, inner.Below(len(lines)+1))
	for i, line := range lines {
		x, y := inner.X, inner.Y+i
		for _, p := range line.parts {
			g.Text(x+p.x, y, inner.Width-p.x, p.text, p.look)
		}
		if line.curve != rules.NoSeat {
			f.scene.DrawCurve(g, x, y, line.parts[0].x-1, line.curve)
		}
		for _, h := range line.keys {
			x += g.Text(x, y, b.Width, h.Key, ink.Strong) + 1
			x += g.Text(x, y, b.Width, h.Desc, ink.Faint) + 2
		}
	}
}

// The podium: the heights of the first place to the fourth, and their order from left to right.
var (
	podiumHeights = [rules.SeatCount]int{5, 3, 2, 1}
	podiumOrder   = [rules.SeatCount]int{1, 0, 2, 3}
)

// podiumColumn is the minimum width of a place on the podium.
const podiumColumn = 9

// drawPodium draws the four places of a finished game below the lines of its card, in the colours of
// the armies. It draws nothing if there is no room, if players share a place, and without colours.
func (f *frame) drawPodium(g *draw.Grid, rows []present.ResultRow, b draw.Box) {
	ink := f.ink
	if len(rows) < rules.SeatCount || ink.Signs.Letters || ink.Theme.Plain ||
		b.Height < podiumHeights[0]+1 || b.Width < podiumColumn*rules.SeatCount {
		return
	}
	for i := range rows {
		if rows[i].Place != i+1 {
			return
		}
	}
	column := b.Width / rules.SeatCount
	for i, n := range podiumOrder {
		row := &rows[n]
		_, look := ink.Dot(f.facts().Armies[f.facts().SeatArmy(row.Seat)], int(row.Seat))
		bar := draw.Style{Fg: ink.Theme.Badge, Bg: look.Fg, Attr: draw.Bold}
		x, bottom := b.X+i*column, b.Y+b.Height-1
		for dy := range podiumHeights[n] {
			g.Bar(x, bottom-dy, column-1, bar)
		}
		top := bottom - podiumHeights[n] + 1
		g.Text(x+(column-4)/2, top, column-1, present.Ordinal(row.Place), bar)
		name := kit.Shown(row.Who, column) // each name stands on a line of its own
		g.Text(x+max(0, column-1-draw.TextWidth(name))/2, top-1, column, name, ink.Strong)
	}
}

// line returns the open card in one line, for a screen without room for it.
func (c *openCard) line() string {
	if c == nil || c.fits {
		return ""
	}
	return c.now.Line()
}
