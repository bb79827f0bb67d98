package kit

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
)

// Page is a part of a screen that shows lines of text, and scrolls through them.
type Page struct {
	FromEnd bool // whether to show the last lines at the next Draw
	Columns int  // number of columns side by side; 0 means 1
	Found   int  // index of the line to highlight, plus 1; 0 if there is none
	lines   []TextLine
	box     draw.Box
	top     int // number of lines scrolled off the top
}

// TextLine is a line of a page. The text may have parts with headings; a digit key scrolls
// to the heading of a part.
type TextLine struct {
	Text   string
	Number string // number of the paragraph, drawn before the text
	Head   bool
	Part   bool // whether the line is the heading of a part of the text
	Link   bool // whether the text is the address of a web page
	Rule   bool // whether the text stands in the middle of a line across the page
	Faint  bool
	// In a conversation, Lead is the time and By the name of the author, before the text. Own tells
	// whether the reader is the author.
	Lead, By string
	Own      bool
	Indent   int    // number of cells before the text
	More     bool   // whether the line continues the one before
	Copy     string // what the key for copying copies; empty for nothing
}

// Show sets the lines of the text, and the place of the page on the screen.
func (p *Page) Show(lines []TextLine, b draw.Box) {
	p.lines, p.box = lines, b
	if p.FromEnd {
		p.top, p.FromEnd = len(lines), false
	}
	p.top = max(0, min(p.top, len(lines)-p.room()))
}

// room returns the number of lines that fit into the columns.
func (p *Page) room() int { return p.box.Height * max(1, p.Columns) }

// Key scrolls if the key is one that scrolls pages. It reports whether it is.
func (p *Page) Key(msg tea.KeyPressMsg) bool {
	switch key := msg.String(); key {
	case "pgup", "pgdown", "ctrl+u", "ctrl+d":
		return p.Scroll(key)
	}
	return false
}

// Scroll scrolls as the keys of a list move the selection. It reports whether the key is one of
// them.
func (p *Page) Scroll(key string) bool {
	to, known := Moved(p.top, len(p.lines)-p.room()+1, max(1, p.room()-1), key)
	if known {
		p.top = max(0, to)
	}
	return known
}

// Wheel scrolls when the mouse wheel is turned.
func (p *Page) Wheel(msg tea.MouseWheelMsg) {
	for range 3 {
		p.Scroll(map[tea.MouseButton]string{tea.MouseWheelUp: "up", tea.MouseWheelDown: "down"}[msg.Button])
	}
}

// GoTo scrolls so that the given line is at the top, or the last line at the bottom.
func (p *Page) GoTo(line int) { p.top = max(0, line) }

// Top returns the index of the first visible line.
func (p *Page) Top() int { return p.top }

// End returns the index of the line after the last visible one.
func (p *Page) End() int { return min(p.top+p.room(), len(p.lines)) }

// Draw draws the lines.
func (p *Page) Draw(g *draw.Grid, ink *Ink) {
	width := columnWidth(p.box.Width, p.Columns)
	for n := p.top; n < p.End(); n++ {
		column, y := (n-p.top)/p.box.Height, (n-p.top)%p.box.Height
		b := draw.Box{X: p.box.X + column*(width+columnGap), Y: p.box.Y + y, Width: width, Height: 1}
		p.lines[n].draw(g, b, ink, n == p.Found-1)
	}
}

const columnGap = 3

// columnWidth returns the width of each of several columns in a part of a screen.
func columnWidth(room, columns int) int {
	columns = max(1, columns)
	return (room - columnGap*(columns-1)) / columns
}

// draw draws a line of a page.
func (l *TextLine) draw(g *draw.Grid, b draw.Box, ink *Ink, found bool) {
	look := ink.Text
	switch {
	case found:
		look = ink.Chosen
	case l.Head:
		look = ink.Accent
	case l.Faint, l.Rule:
		look = ink.Faint
	}
	if l.Rule {
		for x := range b.Width {
			g.Set(b.X+x, b.Y, ink.Signs.Border.Top, ink.Rule)
		}
		width := min(draw.TextWidth(l.Text)+2, b.Width)
		g.Text(b.X+(b.Width-width)/2, b.Y, width, " "+l.Text+" ", look)
		return
	}
	if l.Link {
		ink.DrawLink(g, b.X+l.Indent, b.Y, b.Width-l.Indent, l.Text, look)
		return
	}
	g.Text(b.X, b.Y, 5, l.Lead, ink.Faint)
	g.Text(b.X, b.Y, 5, l.Number, ink.Strong)
	by := ink.Strong
	if l.Own {
		by = ink.Accent
	}
	if l.Indent > 7 {
		g.Text(b.X+6, b.Y, l.Indent-7, l.By, by)
	}
	g.Text(b.X+l.Indent, b.Y, b.Width-l.Indent, l.Text, look)
}

// String returns the line without styles.
func (l *TextLine) String() string {
	if l.By == "" {
		return l.Text
	}
	return l.Lead + " " + l.By + " " + l.Text
}
