package plain

import (
	"quadrille/internal/present"
	"quadrille/internal/service/messages"
	"quadrille/internal/service/notify"
)

// notices holds a session's subscriptions to server notices and to messages.
type notices struct {
	watcher *notify.Watcher
	lists   <-chan []notify.Notice // the notices for the player; nil until the session enters the lobby
	unread  notify.Unread
	feed    *messages.Feed
	mail    <-chan []messages.Item
}

// follow subscribes to notices and messages.
func (n *notices) follow(s *session) {
	n.watcher = s.Notify.Board.Watch(s.me.ID)
	n.lists = receive(s.ctx, s.receivers, "notices", n.watcher.Take)
	n.feed = s.Messages.Subscribe(s.me.ID)
	n.mail = receive(s.ctx, s.receivers, "messages", n.feed.Take)
}

// tell prints the notices that the player has not read yet.
func (n *notices) tell(s *session, list []notify.Notice, more bool) {
	if !more {
		n.lists = nil
		return
	}
	for _, one := range n.unread.Take(list) {
		s.say("%s", present.Addressed(one.Line(), s.SSHCommand))
	}
}

// deliver prints news of followed accounts, and the messages that other people sent.
func (n *notices) deliver(s *session, list []messages.Item, more bool) {
	if !more {
		n.mail = nil
	}
	for _, i := range list {
		switch {
		case i.Followed != nil:
			text, where := present.Followed(i.Followed)
			if where != nil {
				text += ": type \"" + where.Word() + "\""
			}
			s.say("%s", text)
		case i.Message.From != s.me.ID:
			s.say("%s", s.Messages.Sentence(s.ctx, &i.Message))
		}
	}
}

// noticesAgain prints all open notices again.
func noticesAgain(s *session, _ string) {
	list := s.Notify.Board.Notices(s.me.ID)
	if len(list) == 0 {
		s.say("There are no notices")
	}
	for _, one := range list {
		s.say("%s", present.Addressed(one.Line(), s.SSHCommand))
	}
}
