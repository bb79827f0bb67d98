package game

import (
	"strings"

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

// cardKeys names the keys that are useful while a card is open.
func (v seen) cardKeys() string {
	var keys []string
	name := func(list []kit.Binding, d kit.Action, what string) {
		keys = append(keys, kit.KeyName(list, d)+" "+what)
	}
	if v.Phase == table.Finished {
		name(kit.FinishedKeys, kit.OfferRematch, "rematch")
		name(kit.FinishedKeys, kit.ShowAnalysis, "analysis")
		name(kit.TableKeys, kit.ShareGame, "share")
		name(kit.FinishedKeys, kit.NewTable, "another game")
	}
	name(kit.TableKeys, kit.GoBack, "lobby")
	return strings.Join(keys, "  ")
}

// cardText returns the lines of a card, wrapped to a width.
func (v seen) cardText(c *present.Card, width int) []string {
	var lines []string
	for _, line := range c.Lines {
		lines = append(lines, draw.Wrap(line, width)...)
	}
	if v.Phase == table.Finished {
		for _, row := range v.words.Result() {
			lines = append(lines, v.resultRow(&row, width))
		}
	}
	return append(append(lines, ""), draw.Wrap(v.cardKeys(), width)...)
}

// resultRow returns a seat in the result of a game: place, sign, player, and how the game
// ended for them.
func (v seen) resultRow(row *present.ResultRow, width int) string {
	end := row.Fate
	if row.Rating.Player != "" {
		end = row.Rating.String()
	}
	head := present.Ordinal(row.Place) + " " + board.SeatSign(v.facts(), row.Seat) + " "
	room := width - draw.TextWidth(head) - draw.TextWidth(end) - 1
	who := kit.Shown(row.Who, max(3, room))
	return head + who + strings.Repeat(" ", max(1, room-draw.TextWidth(who)+1)) + end
}

// draw draws the open card over the lower part of the panel, never over the board. It draws
// nothing if the panel is too small; then the notice line shows the card.
func (c *card) draw(g *draw.Grid, f *frame, ink *draw.Styles) {
	now, b := c.open(f.seen), f.layout.Panel
	if now == nil || !fitsCard(b) {
		return
	}
	lines := f.cardText(now, b.Width-4)
	height := min(len(lines)+2, b.Height)
	b.Y, b.Height = b.Y+b.Height-height, height
	draw.Border(g, b, ink)
	look := ink.Strong
	switch now.Tone {
	case present.Good:
		look = ink.Good
	case present.Alarm:
		look = ink.Alarm
	}
	g.Text(b.X+2, b.Y, b.Width-3, " "+now.Title+" ", look)
	for i, line := range lines[:height-2] {
		g.Text(b.X+2, b.Y+1+i, b.Width-4, line, ink.Text)
	}
}

func fitsCard(b draw.Box) bool { return b.Width >= 20 && b.Height >= 6 }

// cardLine returns a card in one line.
func cardLine(c *present.Card) string { return c.Title + ": " + strings.Join(c.Lines, "; ") }

// line returns the open card in one line, for a screen without room for it.
func (c *card) line(f *frame) string {
	now := c.open(f.seen)
	if now == nil || fitsCard(f.layout.Panel) {
		return ""
	}
	return cardLine(now)
}
