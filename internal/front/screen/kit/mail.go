package kit

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/messages"
)

// mail receives direct messages, lobby chat and news about followed players for a session.
// The first line of the screen shows the newest direct message or the newest line about a
// followed player.
type mail struct {
	feed   *messages.Feed // nil if the server has no messages
	Lobby  []messages.Line
	shown  MailNews // the news on the first line of the screen; empty for none
	number int      // number of news items shown so far
}

// MailNews is a direct message or a line about a followed player.
type MailNews struct {
	Text   string
	Direct bool          // whether this is a direct message
	From   player.Player // author of the direct message
}

// These types are Bubble Tea messages to the program, not messages between players.
type (
	// MailMsg carries direct messages, lines about followed players, and the current lobby
	// chat.
	MailMsg struct {
		News  []MailNews
		Lobby []messages.Line
		more  bool // whether this MailMsg came from the feed of messages, so that the program must wait for the next one
	}
	mailTimeoutMsg struct{ number int }
)

// followedTime is the time for which a line about a followed player is shown.
const followedTime = 10 * time.Second

// Follow starts receiving messages and loads the lobby chat.
func (m *mail) Follow(e *Env) tea.Cmd {
	if e.Cfg.Messages == nil {
		return nil
	}
	m.feed = e.Cfg.Messages.Subscribe(e.Me.ID)
	m.feed.LeaveUnread = true // do not mark messages as read here: only the screen of messages does that
	context.AfterFunc(e.Ctx, m.feed.Close)
	return tea.Batch(m.wait(e), m.Reload(e))
}

// Reload loads the lobby chat again, for example after the player has blocked somebody.
func (m *mail) Reload(e *Env) tea.Cmd {
	if e.Cfg.Messages == nil {
		return nil
	}
	return func() tea.Msg { return MailMsg{Lobby: lobbyChat(e)} }
}

func lobbyChat(e *Env) []messages.Line {
	return e.Cfg.Messages.Lines(e.Ctx, e.Cfg.Messages.LobbyChat(e.Me.ID))
}

func (m *mail) wait(e *Env) tea.Cmd {
	feed, me := m.feed, e.Me.ID
	load := func() tea.Msg { // load runs in the background, because it reads from the disk
		list, ok := feed.Take(e.Ctx)
		if !ok {
			return nil
		}
		msg := MailMsg{Lobby: lobbyChat(e), more: true}
		for _, i := range list {
			switch {
			case i.Followed != nil:
				text, _ := present.Followed(i.Followed)
				msg.News = append(msg.News, MailNews{Text: text})
			case i.Message.To == me:
				msg.News = append(msg.News, MailNews{
					Text: e.Cfg.Messages.Sentence(e.Ctx, &i.Message), Direct: true, From: e.Cfg.Messages.Name(e.Ctx, i.Message.From),
				})
			}
		}
		return msg
	}
	return e.Wait(feed, func() tea.Msg { return tea.BatchMsg{load} })
}

// Take shows direct messages and news about followed players. It alerts the player when a
// direct message arrives. News does not replace a direct message that is shown.
func (m *mail) Take(e *Env, msg MailMsg) tea.Cmd {
	var cmd tea.Cmd
	if m.Lobby = msg.Lobby; msg.more {
		cmd = m.wait(e)
	}
	for _, one := range msg.News {
		switch {
		case one.Direct:
			cmd = tea.Batch(cmd, e.Alert(one.Text))
		case m.shown.Direct:
			continue
		default:
			cmd = tea.Batch(cmd, e.After(followedTime, mailTimeoutMsg{m.number + 1}))
		}
		m.number++
		m.shown = one
	}
	return cmd
}

// TakeTimeout reports whether msg says that the time for showing a news item about a
// followed player is over. If that item is still shown, TakeTimeout removes it.
func (m *mail) TakeTimeout(msg tea.Msg) bool {
	timeout, is := msg.(mailTimeoutMsg)
	if is && timeout.number == m.number && !m.shown.Direct {
		m.shown = MailNews{}
	}
	return is
}

// Dismiss removes the news item that is shown. It reports whether there was one.
func (m *mail) Dismiss() bool {
	shown := m.shown.Text != ""
	m.shown = MailNews{}
	return shown
}

// Sender returns the author of the direct message that is shown. If none is shown, the ID is
// empty.
func (m *mail) Sender() player.Player { return m.shown.From }

// Banner returns the text and the keys for the first line of the screen.
func (m *mail) Banner() (text, keys string) {
	actions := []Action{DeclineInvitation}
	if m.shown.Direct {
		actions = slices.Insert(actions, 0, OpenMessages)
	}
	for _, a := range actions {
		does := map[Action]string{OpenMessages: "read", DeclineInvitation: "dismiss"}[a]
		keys += "  " + KeyName(CommonKeys, a) + " " + does
	}
	return m.shown.Text, keys
}
