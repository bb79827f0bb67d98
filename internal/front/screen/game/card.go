package game

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"

	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/table"
)

// card tells the viewer of a great change of their game: they are out, replaced, or the game
// is over. It stays until a key.
type card struct {
	shown string // ID of the open card; "" if none is open
	known string // ID of the last card of the view
}

// updated takes a new view and opens its card, if it is another one. It reports whether it
// has opened a card.
func (c *card) updated(old *table.View, v seen) bool {
	now := v.card()
	id := ""
	if now != nil {
		id = now.ID
	}
	opened := id != c.known && (old != nil || v.Phase != table.Finished) // who opens a finished game wants to see it
	if opened || id == "" {
		c.shown = id
	}
	c.known = id
	return opened && id != ""
}

// card returns the card of the view if it concerns the viewer, or nil.
func (v seen) card() *present.Card {
	if c := v.words.Card(); c != nil && (v.words.Held != 0 || c.Tone == present.Alarm) {
		return c
	}
	return nil
}

// open returns the open card, or nil.
func (c *card) open(v seen) *present.Card {
	if now := v.card(); now != nil && now.ID == c.shown {
		return now
	}
	return nil
}

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
			kit.HintsOf(kit.FinishedKeys, kit.OfferRematch), v.analysisHint(bots),
			kit.HintsOf(kit.FinishedKeys, kit.NewTable), kit.HintsOf(kit.TableKeys, kit.ShareGame, kit.GoBack),
		)
	}
	if v.inPlay() != 0 {
		return nil
	}
	return kit.HintsOf(kit.TableKeys, kit.Television, kit.GoBack)
}

// place returns where a card with so many lines is drawn: for the result of a game over the
// seats, which it repeats, otherwise below them. It returns false if there is no room.
func (f *frame) place(lines int) (draw.Box, bool) {
	b := f.layout.Panel
	switch free := f.layout.Free; {
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
	text string
	end  string // on the right
	look draw.Style
	keys []key.Help // instead of a text
}

// cardText returns the lines of a card, wrapped to a width.
func (f *frame) cardText(c *present.Card, width int, ink *draw.Styles) []textLine {
	var list []textLine
	for _, line := range c.Lines {
		for _, text := range draw.Wrap(line, width) {
			list = append(list, textLine{text: text, look: ink.Text})
		}
	}
	if rows := f.words.Result(); f.Phase == table.Finished && len(rows) > 0 {
		list = append(list, textLine{})
		for _, row := range rows {
			list = append(list, f.resultLineOf(&row, width, ink))
		}
	}
	hints := f.cardKeys(f.bots)
	if len(hints) > 0 {
		list = append(list, textLine{})
	}
	for len(hints) > 0 {
		n, used := 0, -2
		for n < len(hints) && (n == 0 || used+2+keyWidth(hints[n]) <= width) {
			used += 2 + keyWidth(hints[n])
			n++
		}
		list = append(list, textLine{keys: hints[:n]})
		hints = hints[n:]
	}
	return list
}

func keyWidth(h key.Help) int { return draw.TextWidth(h.Key) + 1 + draw.TextWidth(h.Desc) }

// resultLineOf returns the line of a seat in the result of a game: place, sign, player, and
// how the game ended for them or their new rating.
func (v seen) resultLineOf(row *present.ResultRow, width int, ink *draw.Styles) textLine {
	l := textLine{end: row.Fate, look: ink.Text}
	if row.Rating.Player != "" {
		l.end = row.Rating.String()
	}
	if row.Own {
		l.look = ink.Strong
	}
	head := strconv.Itoa(row.Place) + " " + board.SeatSign(v.facts(), row.Seat) + " "
	l.text = head + kit.Shown(row.Who, max(3, width-len(head)-draw.TextWidth(l.end)-1))
	return l
}

// draw draws the open card over the panel, never over the board. It draws nothing if the panel
// is too small; then the notice line shows the card.
func (c *card) draw(g *draw.Grid, f *frame, ink *draw.Styles) {
	now := c.open(f.seen)
	if now == nil {
		return
	}
	lines := f.cardText(now, f.layout.Panel.Width-4, ink)
	b, fits := f.place(len(lines) + 2)
	if !fits {
		return
	}
	frameStyles := *ink
	look := ink.Accent
	switch now.Tone {
	case present.Good:
		look = ink.Good
	case present.Alarm:
		look = ink.Alarm
	}
	frameStyles.Rule = look
	draw.Border(g, b, &frameStyles)
	g.Text(b.X+2, b.Y, b.Width-3, " "+now.Title+" ", look.With(draw.Bold))
	for i, line := range lines {
		x, y := b.X+2, b.Y+1+i
		g.Text(x, y, b.Width-4, line.text, line.look)
		g.Text(b.X+b.Width-2-draw.TextWidth(line.end), y, b.Width-4, line.end, line.look)
		for _, h := range line.keys {
			x += g.Text(x, y, b.Width, h.Key, ink.Strong) + 1
			x += g.Text(x, y, b.Width, h.Desc, ink.Faint) + 2
		}
	}
}

// cardLine returns a card in one line.
func cardLine(c *present.Card) string { return c.Title + ": " + strings.Join(c.Lines, "; ") }

// line returns the open card in one line, for a screen without room for it.
func (c *card) line(f *frame) string {
	now := c.open(f.seen)
	if now == nil {
		return ""
	}
	if _, fits := f.place(len(f.cardText(now, f.layout.Panel.Width-4, &f.scene.Styles)) + 2); fits {
		return ""
	}
	return cardLine(now)
}
