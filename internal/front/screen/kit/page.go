package kit

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"quadrille/internal/draw"
)

// Page is a part of a screen that shows lines of text, and scrolls through them.
type Page struct {
	Lines   []TextLine
	FromEnd bool           // whether to show the last lines at the next Draw
	Columns int            // number of columns side by side; 0 means 1
	Found   int            // index of the line to highlight, plus 1; 0 if there is none
	view    viewport.Model // the columns, one below the other
}

// NewPage returns a page without a text.
func NewPage() Page {
	p := Page{view: viewport.New()}
	p.view.SetHorizontalStep(0)
	return p
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

// Set sets the lines of the text.
func (p *Page) Set(lines []TextLine) {
	p.Lines = lines
	p.view.SetContentLines(slices.Repeat([]string{" "}, len(lines))) // Draw replaces those that are visible
}

// Update scrolls when a key is pressed or the wheel is turned.
func (p *Page) Update(msg tea.Msg) {
	press, _ := msg.(tea.KeyPressMsg)
	switch press.String() {
	case "home", "g":
		p.view.GotoTop()
	case "end", "G":
		p.view.GotoBottom()
	default:
		p.view, _, _ = updateModel(p.view, msg)
	}
}

// GoTo scrolls so that the given line is at the top, or the last line at the bottom.
func (p *Page) GoTo(line int) { p.view.SetYOffset(line) }

// Visible returns the index of the first visible line, and of the line after the last one.
func (p *Page) Visible() (top, end int) {
	return p.view.YOffset(), min(p.view.YOffset()+p.view.Height(), len(p.Lines))
}

// Draw draws the lines.
func (p *Page) Draw(g *draw.Grid, b draw.Box, ink *Ink) {
	width, text := columnWidth(b.Width, p.Columns), ""
	p.view.SetWidth(width)
	p.view.SetHeight(b.Height * max(1, p.Columns))
	if p.GoTo(p.view.YOffset()); p.FromEnd {
		p.view.GotoBottom()
		p.FromEnd = false
	}
	p.view.StyleLineFunc = func(i int) lipgloss.Style {
		return lipgloss.NewStyle().Transform(func(string) string { return p.Lines[i].render(width, ink, i == p.Found-1) })
	}
	recovered(func() { text = p.view.View() })
	for column := range slices.Chunk(strings.Split(text, "\n"), max(1, b.Height)) {
		place(g, b.X, b.Y, strings.Join(column, "\n"), ink.Text)
		b.X += width + columnGap
	}
}

const columnGap = 3

// columnWidth returns the width of each of several columns in a part of a screen.
func columnWidth(room, columns int) int {
	columns = max(1, columns)
	return (room - columnGap*(columns-1)) / columns
}

// render returns a line of a page that is at most `width` cells wide.
func (l *TextLine) render(width int, ink *Ink, found bool) string {
	look, by, indent := ink.Text, ink.Strong, ""
	switch {
	case found:
		look = ink.Chosen
	case l.Head:
		look = ink.Accent
	case l.Faint, l.Rule:
		look = ink.Faint
	}
	if l.Own {
		by = ink.Accent
	}
	style, text := lip(look), draw.Safe(l.Text)
	switch {
	case l.Rule:
		line := []lipgloss.WhitespaceOption{lipgloss.WithWhitespaceChars(ink.Signs.Edge.Line), lipgloss.WithWhitespaceStyle(lip(ink.Rule))}
		return ansi.Truncate(lipgloss.PlaceHorizontal(width, lipgloss.Center, style.Render(" "+text+" "), line...), width, "…")
	case l.Link:
		if text = ink.LinkText(l.Text, width-l.Indent); ink.Links {
			style = style.Underline(true).Hyperlink(l.Text)
		}
		indent = strings.Repeat(" ", l.Indent)
	case l.By != "":
		indent = column(l.Lead, 6, ink.Faint) + column(l.By, l.Indent-7, by) + " "
	case l.Indent > 0:
		indent = column(l.Number, l.Indent, ink.Strong)
	}
	return ansi.Truncate(indent+style.Render(text), width, "…")
}

// String returns the line without styles.
func (l *TextLine) String() string {
	if l.By == "" {
		return l.Text
	}
	return l.Lead + " " + l.By + " " + l.Text
}
