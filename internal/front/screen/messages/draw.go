package messages

import (
	"fmt"
	"time"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/messages"
)

// room returns the number of screen lines that the list and the messages may use.
func (s *Screen) room() int { return max(1, s.env.Height-kit.ListTop-2) }

// listWidth returns the width of the list of conversations, in cells.
func (s *Screen) listWidth() int { return player.MaxNameCells + 8 }

// top returns the index of the first conversation that is visible.
func (s *Screen) top() int { return draw.Window(s.selected, len(s.list), s.room()) }

func (s *Screen) Draw(g *draw.Grid) {
	e := s.env
	e.Styles.Header(g, "Messages", kit.Shown(e.Me.Name, player.MaxNameCells))
	top := s.top()
	for i := top; i < min(len(s.list), top+s.room()); i++ {
		s.drawConversation(g, kit.ListTop+i-top, i)
	}
	x := s.listWidth() + 1
	for y := 1; y < g.Height-1; y++ {
		g.Set(x-2, y, "│", e.Styles.Rule)
	}
	s.drawMessages(g, draw.Box{X: x, Y: kit.ListTop, Width: g.Width - x - 1, Height: s.room()})
	look := e.Styles.Accent
	if s.failed {
		look = e.Styles.Alarm
	}
	g.Text(x, g.Height-2, g.Width-x-1, present.Capital(s.note), look)
	if s.typing {
		kit.DrawTyping(e, g, s.prompt(), &s.line, kit.Hint("enter", "send"))
		return
	}
	e.Hints(g, 1, kit.HintsOf(kit.MessagesKeys, kit.WriteMessage, kit.CursorUp, kit.PageUp, kit.OpenProfile, kit.OpenHelp, kit.GoBack)...)
}

// prompt returns the text before the input line. That text names the recipient.
func (s *Screen) prompt() string {
	if s.with().ID == messages.Lobby {
		return "Lobby chat: "
	}
	return "To " + s.with().Shown(player.MaxNameCells) + ": "
}

func (s *Screen) drawConversation(g *draw.Grid, y, i int) {
	c, ink := &s.list[i], s.env.Styles
	name, look, sign := "Lobby chat", ink.Text, "  "
	if c.With.ID != messages.Lobby {
		name = c.With.Shown(player.MaxNameCells)
	}
	if c.Unread > 0 {
		look = ink.Strong
	}
	if i == s.selected {
		look, sign = ink.Chosen, "> "
		g.Bar(1, y, s.listWidth()-3, look)
	}
	g.Text(1, y, s.listWidth()-3, sign+name, look)
	if c.Unread > 0 {
		text := fmt.Sprintf("*%d", min(c.Unread, 99))
		g.Text(s.listWidth()-2-len(text), y, len(text), text, look)
	}
}

// drawn is one line of a wrapped conversation, as it is drawn.
type drawn struct {
	text string
	look draw.Style
}

// drawMessages draws the last lines of the selected conversation, or earlier lines if the
// player has scrolled up.
func (s *Screen) drawMessages(g *draw.Grid, b draw.Box) {
	lines := s.compose(b.Width)
	s.up = max(0, min(s.up, len(lines)-b.Height))
	end := len(lines) - s.up
	for y, line := range lines[max(0, end-b.Height):end] {
		g.Text(b.X, b.Y+y, b.Width, line.text, line.look)
	}
}

// compose returns the lines of the selected conversation, wrapped to a width.
func (s *Screen) compose(width int) (lines []drawn) {
	e := s.env
	add := func(at time.Time, by, text string, look draw.Style) {
		for i, part := range draw.Wrap(s.clock(at)+" "+by+": "+player.Shown(text, len(text)), width-2) {
			if i > 0 {
				part = "  " + part
			}
			lines = append(lines, drawn{part, look})
		}
	}
	c := &s.list[s.selected]
	if c.With.ID == messages.Lobby {
		for _, l := range s.lobby {
			add(l.At, kit.Shown(l.From, player.MaxNameCells), l.Text, e.Styles.Text)
		}
	}
	for _, m := range c.Messages {
		by, text, look := c.With.Shown(player.MaxNameCells), m.Text, e.Styles.Text
		if m.From == e.Me.ID {
			by, look = "you", e.Styles.Good
		}
		if m.Held {
			text += " (delivered after the game)"
		}
		add(m.At, by, text, look)
	}
	if len(lines) > 0 {
		return lines
	}
	for _, part := range draw.Wrap(s.emptyText(), width) {
		lines = append(lines, drawn{part, e.Styles.Faint})
	}
	return lines
}

// emptyText explains why the selected conversation has no messages.
func (s *Screen) emptyText() string {
	switch {
	case !s.loaded:
		return "Loading ..."
	case s.with().ID != messages.Lobby:
		return "No messages yet. Messages are deleted after 30 days."
	case s.env.Cfg.Lobby.InLiveGame(s.env.Me.ID):
		return "The lobby chat is shown after your game."
	}
	return "Nobody has written in the lobby chat lately."
}

// clock returns the time of a message, and the date if the message is not from today.
func (s *Screen) clock(at time.Time) string {
	zone := time.UTC
	if s.env.Cfg.Club != nil { // Club is nil in tests of screens
		zone = s.env.Cfg.Club.Settings.Zone()
	}
	at, now := at.In(zone), s.env.Now.In(zone)
	if at.YearDay() == now.YearDay() && at.Year() == now.Year() {
		return at.Format("15:04")
	}
	return at.Format("2 Jan 15:04")
}
