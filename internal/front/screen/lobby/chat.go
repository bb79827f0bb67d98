package lobby

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
)

// lobbyChat shows the last lines of the lobby chat on the lobby's screen, and the line that
// the player writes.
type lobbyChat struct {
	l       *Screen
	typing  bool
	line    kit.Line
	sending bool
	said    bool // whether the player's last action was to send a line
}

// saidMsg is the result of sending a line to the lobby chat.
type saidMsg struct {
	l    *Screen
	held bool
	err  error
}

// height returns the number of screen lines for the lobby chat, with its heading. It is 0 if
// the terminal has no room for the chat, which is then shown only on the screen of messages.
func (c *lobbyChat) height() int {
	if c.l.env.Cfg.Messages == nil || c.l.env.Height < 30 {
		return 0
	}
	return min(12, c.l.env.Height/5)
}

// write lets the player write a line of lobby chat.
func (c *lobbyChat) write() (kit.Step, tea.Cmd) {
	switch {
	case c.l.env.Cfg.Messages == nil:
		return c.missing()
	case c.height() == 0:
		return kit.Visit(nav.Messages{Lobby: true, Write: true}), nil
	}
	c.typing = true
	return kit.Stay, nil
}

// open opens the screen of messages.
func (c *lobbyChat) open(at nav.Messages) (kit.Step, tea.Cmd) {
	if c.l.env.Cfg.Messages == nil {
		return c.missing()
	}
	return kit.Visit(at), nil
}

func (c *lobbyChat) missing() (kit.Step, tea.Cmd) {
	c.l.note = "this server does not offer lobby chat or messages"
	return kit.Stay, c.l.env.Bell()
}

// key handles a key while the player is typing a line of lobby chat.
func (c *lobbyChat) key(msg tea.KeyPressMsg) tea.Cmd {
	c.l.note = ""
	switch msg.String() {
	case "esc":
		c.typing = false
	case "enter":
		return c.send()
	default:
		c.line.Key(msg)
	}
	return nil
}

// send sends the typed line. The line stays on the screen until it is stored.
func (c *lobbyChat) send() tea.Cmd {
	if c.line.Text == "" {
		c.typing = false
	}
	if c.sending || c.line.Text == "" {
		return nil
	}
	c.sending = true
	e, text := c.l.env, c.line.Text
	return func() tea.Msg {
		m, err := e.Cfg.Messages.Say(e.Ctx, e.Me, text)
		return saidMsg{c.l, m.Held, err}
	}
}

func (c *lobbyChat) sent(msg saidMsg) tea.Cmd {
	c.sending = false
	if msg.err != nil {
		c.l.note = msg.err.Error()
		return c.l.env.Bell()
	}
	if msg.held {
		c.l.note = "your chat line will be delivered after the game"
	}
	c.line.Text, c.typing, c.said = "", false, true
	return nil
}

func (c *lobbyChat) draw(g *draw.Grid, b draw.Box) {
	ink := c.l.env.Styles
	x := b.X + 2 + g.Text(b.X, b.Y, b.Width, "Lobby chat", ink.Accent)
	if write := kit.HintOf(kit.LobbyPlaceKeys, kit.WriteInLobby); !c.typing {
		g.Text(x, b.Y, b.Width, write.Key+" write", ink.Faint)
	}
	var lines []string
	for _, m := range c.l.env.Notices.Mail.Lobby {
		for i, part := range draw.Wrap(kit.Shown(m.From, player.MaxNameCells)+": "+player.Shown(m.Text, len(m.Text)), b.Width-2) {
			if i > 0 {
				part = "  " + part
			}
			lines = append(lines, part)
		}
	}
	if c.l.env.Cfg.Lobby.InLiveGame(c.l.env.Me.ID) {
		lines = []string{"The lobby chat is shown after your game."}
	}
	for y, line := range lines[max(0, len(lines)-b.Height+1):] {
		g.Text(b.X, b.Y+1+y, b.Width, line, ink.Text)
	}
}

// drawTyping draws the line of lobby chat that the player is typing.
func (c *lobbyChat) drawTyping(g *draw.Grid) {
	if c.l.note != "" {
		g.Text(1, g.Height-2, g.Width-2, present.Capital(c.l.note), c.l.env.Styles.Accent)
	}
	kit.DrawTyping(c.l.env, g, "Lobby chat: ", &c.line, kit.Hint("enter", "send"))
}
