package lobby

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/service/messages"
)

// chat shows the last lines of the lobby chat, and the line that the player writes.
type chat struct {
	typing  bool
	line    kit.Line
	sending bool
	said    bool      // whether the player's last action was to send a line
	seen    time.Time // time of the last line that was on the screen
}

// key handles a key while the player is typing. If the player sends the line, it returns
// true. The line stays until it is stored.
func (c *chat) key(msg tea.KeyPressMsg) (send bool) {
	switch msg.String() {
	case "esc":
		c.typing = false
	case "enter":
		if c.line.Text == "" {
			c.typing = false
		}
		send = !c.sending && c.line.Text != ""
		c.sending = c.sending || send
	default:
		c.line.Key(msg)
	}
	return send
}

// sent is called when the line was stored or refused.
func (c *chat) sent(stored bool) {
	if c.sending = false; stored {
		c.line.Text, c.typing, c.said = "", false, true
	}
}

// unread returns the number of lines that have not been on the screen.
func (c *chat) unread(lines []messages.Line) (n int) {
	for i := range lines {
		if lines[i].At.After(c.seen) {
			n++
		}
	}
	return n
}

// read remembers that the lines are on the screen.
func (c *chat) read(lines []messages.Line) {
	if len(lines) > 0 {
		c.seen = lines[len(lines)-1].At
	}
}

// draw draws the last lines that fit, and the line that the player writes.
func (c *chat) draw(g *draw.Grid, b draw.Box, lines []messages.Line, zone *time.Location, ink *kit.Ink, hint string) {
	c.read(lines)
	const clock = 6
	type part struct{ at, by, text string }
	var parts []part
	room := b.Height - 1
	for i := len(lines) - 1; i >= 0 && len(parts) < room; i-- {
		m := &lines[i]
		by := kit.Shown(m.From, player.MaxNameCells)
		wrapped := draw.Wrap(player.Shown(m.Text, len(m.Text)), max(8, b.Width-clock-draw.TextWidth(by)-2))
		for n := len(wrapped) - 1; n >= 0; n-- {
			p := part{text: wrapped[n]}
			if n == 0 {
				p.at, p.by = m.At.In(zone).Format("15:04"), by
			}
			parts = append(parts, p)
		}
	}
	for i, p := range parts[:min(len(parts), room)] {
		y := b.Y + min(len(parts), room) - 1 - i
		g.Text(b.X, y, clock, p.at, ink.Faint)
		x := b.X + clock
		if p.by != "" {
			x += 2 + g.Text(x, y, b.Width-clock, p.by, ink.Strong)
		} else {
			x += 2
		}
		g.Text(x, y, b.X+b.Width-x, p.text, ink.Text)
	}
	if b.Height < 1 || c.typing {
		return
	}
	if hint != "" {
		g.Text(b.X, b.Y+b.Height-1, b.Width, hint, ink.Faint)
	}
}
