package kit

import (
	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
)

// Pager scrolls through lines: its viewport handles the keys and the mouse wheel. Screens
// draw the lines themselves, because the viewport takes thirty times as long.
type Pager struct{ view viewport.Model }

// NewPager returns a pager that scrolls with the keys that `keys` binds to scrolling.
func NewPager(keys []Binding) Pager {
	view := viewport.New()
	view.KeyMap = viewport.KeyMap{
		Up: bindingOf(keys, CursorUp), Down: bindingOf(keys, CursorDown),
		PageUp: bindingOf(keys, PageUp), PageDown: bindingOf(keys, PageDown),
	}
	return Pager{view}
}

// Show sets the lines of the text, and the number of lines that fit on the screen.
func (p *Pager) Show(lines []string, room int) {
	p.view.SetHeight(room)
	p.view.SetContentLines(lines)
}

// Update scrolls if msg is a key that scrolls or a turn of the mouse wheel.
func (p *Pager) Update(msg tea.Msg) {
	if view, _, ok := updateModel(p.view, msg); ok {
		p.view = view
	} else {
		p.view.SetYOffset(0)
	}
}

// GoTo scrolls so that the given line is at the top. It stops when the last line is visible.
func (p *Pager) GoTo(line int) { p.view.SetYOffset(line) }

// Top returns the index of the first visible line.
func (p *Pager) Top() int { return p.view.YOffset() }

// End returns the index of the line after the last visible one.
func (p *Pager) End() int { return min(p.Top()+p.view.Height(), p.view.TotalLineCount()) }

// More reports whether there are lines below the visible ones.
func (p *Pager) More() bool { return !p.view.AtBottom() }
