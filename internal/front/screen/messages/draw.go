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

// newList returns the list of conversations.
func (s *Screen) newList() kit.List[messages.Conversation] {
	name := func(c messages.Conversation) string {
		if c.With.ID == messages.Lobby {
			return "Lobby chat"
		}
		return c.With.Shown(player.MaxNameCells)
	}
	return kit.List[messages.Conversation]{
		Key: func(c messages.Conversation) any { return c.With.ID }, Text: name, NoHeads: true,
		Columns: []kit.Column[messages.Conversation]{
			{Width: 14, Grow: 8, Show: func(p *kit.Pen, c messages.Conversation) {
				sign, look, text := p.Signs.Free, p.Faint, p.Text
				if s.online[c.With.ID] || c.With.ID == messages.Lobby {
					sign, look = p.Signs.Here, p.Good
				}
				if c.Unread > 0 {
					text = p.Strong
				}
				p.Put(sign, look)
				p.Skip(1)
				p.Put(name(c), text)
			}},
			{Width: 5, Rank: 2, Right: true, Show: func(p *kit.Pen, c messages.Conversation) {
				if n := len(c.Messages); n > 0 {
					p.End(kit.Ago(s.env.Now.Sub(c.Messages[n-1].At)), p.Faint)
				}
			}},
			{Width: 4, Rank: 1, Right: true, Show: func(p *kit.Pen, c messages.Conversation) {
				if c.Unread > 0 {
					p.End(fmt.Sprintf(" %d ", min(c.Unread, 99)), p.Badge)
				}
			}},
		},
	}
}

// roomForBoth is the least width of a terminal that shows the list of conversations beside the
// selected one.
const roomForBoth = 72

func (s *Screen) Draw(g *draw.Grid) {
	e := s.env
	f := kit.Frame{Place: "Messages", Status: present.Capital(s.note), Refused: s.failed, Keys: s.hints()}
	if s.typing {
		f.Typing, f.Prompt = &s.line, s.prompt()
	}
	body := e.Frame(g, &f)
	list, talk := draw.Box{}, body
	if body.Width >= roomForBoth {
		list = body
		list.Width = map[bool]int{true: 28, false: 36}[body.Width < 100]
		talk.X, talk.Width = list.Width, body.Width-list.Width
	}
	at, n := s.list.At()
	p := kit.Panel{Title: "Messages", About: s.list.Filter(), Focus: !s.typing}
	if list.Width > 0 {
		s.list.Draw(g, p.Draw(g, list, &e.Ink), &e.Ink, true)
	} else if s.list.Typing() {
		s.list.Draw(g, p.Draw(g, talk, &e.Ink), &e.Ink, true)
		return
	}
	p = kit.Panel{Title: "Lobby chat", Focus: s.typing || list.Width == 0}
	if who := s.with(); who.ID != messages.Lobby {
		p.Title = who.Shown(player.MaxNameCells)
		if s.online[who.ID] {
			p.About = "connected"
		}
	}
	if list.Width == 0 {
		p.State = fmt.Sprintf("%d of %d", at+1, n)
	}
	inner := p.Draw(g, talk, &e.Ink)
	s.page.Set(s.compose(inner.Width))
	s.page.Draw(g, inner, &e.Ink)
}

// hints returns the keys for the last lines of the screen.
func (s *Screen) hints() []kit.KeyHint {
	if s.typing {
		return []kit.KeyHint{kit.Hint("enter", "send"), kit.Hint("esc", "back")}
	}
	return kit.HintsOf(
		kit.MessagesKeys, kit.WriteMessage, kit.CursorUp, kit.PageUp, kit.SearchText, kit.OpenProfile, kit.OpenHelp, kit.GoBack,
	)
}

// prompt returns the text before the input line. That text names the recipient.
func (s *Screen) prompt() string {
	if s.with().ID == messages.Lobby {
		return "Lobby chat: "
	}
	return "To " + s.with().Shown(player.MaxNameCells) + ": "
}

// said is a line that somebody wrote.
type said struct {
	at       time.Time
	by, text string
	own      bool
}

// compose returns the lines of the selected conversation, wrapped to a width, with a line
// between days and before the messages that are new.
func (s *Screen) compose(width int) (lines []kit.TextLine) {
	e := s.env
	var list []said
	c := s.conversation()
	if c.With.ID == messages.Lobby {
		for _, l := range s.lobby {
			list = append(list, said{l.At, kit.Shown(l.From, player.MaxNameCells), l.Text, l.From == e.Me.Name})
		}
	}
	for _, m := range c.Messages {
		one := said{m.At, c.With.Shown(player.MaxNameCells), m.Text, m.From == e.Me.ID}
		if one.own {
			one.by = "You"
		}
		if m.Held {
			one.text += " (delivered after the game)"
		}
		list = append(list, one)
	}
	column := 0
	for _, one := range list {
		column = max(column, draw.TextWidth(one.by))
	}
	column = min(column, max(4, width/4))
	day, first := "", len(list) // first is the first message that is new
	for left := s.fresh; left > 0 && first > 0; first-- {
		if !list[first-1].own {
			left--
		}
	}
	for i, one := range list {
		if now := s.day(one.at); now != day {
			day = now
			lines = append(lines, kit.TextLine{Text: day, Rule: true})
		}
		if s.fresh > 0 && i == first {
			lines = append(lines, kit.TextLine{Text: "new", Rule: true, Head: true})
		}
		for n, part := range draw.Wrap(player.Shown(one.text, len(one.text)), max(4, width-column-8)) {
			line := kit.TextLine{Text: part, Indent: column + 8}
			if n == 0 {
				line.Lead, line.By, line.Own = one.at.In(s.env.Zone()).Format("15:04"), one.by, one.own
			}
			lines = append(lines, line)
		}
	}
	if len(lines) > 0 {
		return lines
	}
	for _, part := range draw.Wrap(s.emptyText(), width) {
		lines = append(lines, kit.TextLine{Text: part, Faint: true})
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
	return "Nobody has written here yet. Press enter to write the first line."
}

// day returns the day of a message: "Today", "Yesterday" or "Friday 1 May".
func (s *Screen) day(at time.Time) string {
	at, now := at.In(s.env.Zone()), s.env.Now.In(s.env.Zone())
	switch at.Format(time.DateOnly) {
	case now.Format(time.DateOnly):
		return "Today"
	case now.AddDate(0, 0, -1).Format(time.DateOnly):
		return "Yesterday"
	}
	return at.Format("Monday 2 January")
}
