package plain

import (
	"quadrille/internal/messages"
	"quadrille/internal/player"
)

// mail has the subscription of a session to messages and to news of followed accounts.
type mail struct {
	feed  *messages.Feed
	items <-chan []messages.Item // nil until the session is in the lobby
}

func (m *mail) follow(s *session) {
	m.feed = s.Messages.Subscribe(s.me.ID)
	m.items = receive(s.ctx, s, "messages", m.feed.Take)
}

// tell writes what the feed delivers. The player's own lines of lobby chat were confirmed.
func (m *mail) tell(s *session, list []messages.Item, more bool) {
	if !more {
		m.items = nil
		return
	}
	for _, i := range list {
		if i.Message.From != s.me.ID {
			s.say("%s", s.Messages.Sentence(s.ctx, i))
		}
	}
}

func messageCommands(s *session) (list []command) {
	for _, m := range messages.List {
		names := []string{m.Name}
		if m.Name == "lobby-chat" { // at a table, its chat comes first
			names = append(names, "chat")
		}
		list = append(list, command{names: names, usage: m.Arguments, line: m.Help, do: func(rest string) { message(s, m.Name, rest) }})
	}
	return list
}

// message runs a command about messages.
func message(s *session, name, rest string) {
	commands := messages.Commands{
		Service: s.Messages, Zone: s.Club.Settings.Zone(),
		Split: messages.Split(s.Notify.Reports.SplitName, func() []player.Player { return s.Lobby.ViewFor(s.me.ID).Players() }),
	}
	lines, err := commands.Run(s.ctx, s.me, name, rest)
	if err != nil {
		s.refuse(err)
		return
	}
	s.read(lines)
}
