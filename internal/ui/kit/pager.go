package kit

import (
	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
)

// Pager scrolls through lines: a viewport, of which the position, the keys and the
// wheel are used. Screens draw the lines themselves, which costs a thirtieth; see
// Libraries in docs/ARCHITECTURE.md.
type Pager struct{ view viewport.Model }

// NewPager returns a pager with the keys that a list of bindings has for scrolling.
func NewPager(keys []Binding) Pager {
	view := viewport.New()
	view.KeyMap = viewport.KeyMap{
		Up: bindingOf(keys, CursorUp), Down: bindingOf(keys, CursorDown),
		PageUp: bindingOf(keys, PageUp), PageDown: bindingOf(keys, PageDown),
	}
	return Pager{view}
}

// Show sets the lines, and how many of them are seen at once.
func (p *Pager) Show(lines []string, room int) {
	p.view.SetHeight(room)
	p.view.SetContentLines(lines)
}

// Update scrolls by a key or the wheel.
func (p *Pager) Update(msg tea.Msg) { p.view, _ = p.view.Update(msg) }

// GoTo makes a line the first, as far as there are lines below it.
func (p *Pager) GoTo(line int) { p.view.SetYOffset(line) }

// Top returns the number of the first line that is seen, from 0.
func (p *Pager) Top() int { return p.view.YOffset() }

// End returns the number of the line after the last that is seen.
func (p *Pager) End() int { return min(p.Top()+p.view.Height(), p.view.TotalLineCount()) }

// More reports whether there are lines below.
func (p *Pager) More() bool { return !p.view.AtBottom() }
