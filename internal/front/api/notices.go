package api

import (
	"quadrille/internal/present"
	"quadrille/internal/protocol"
	"quadrille/internal/service/notify"
)

// notices sends the notices for the session's account to the client.
type notices struct {
	watcher *notify.Watcher
	lists   <-chan []notify.Notice // nil before the command "hello"
	unread  notify.Unread
	mail    mail
}

// follow subscribes to the notices and messages for the session's account.
func (n *notices) follow(s *session) {
	n.watcher = s.Notify.Board.Watch(s.me.ID)
	n.lists = receive(s, "notices", n.watcher.Take)
	n.mail.follow(s)
}

// send sends the notices that this session has not sent yet.
func (n *notices) send(s *session, list []notify.Notice, more bool) {
	if !more {
		n.lists = nil
		return
	}
	for _, one := range n.unread.Take(list) {
		s.send(
			protocol.NoticeEvent{
				V:      protocol.Version,
				Event:  "notice",
				Kind:   string(one.Kind),
				Number: one.Number,
				Text:   present.Addressed(one.Text, s.SSHCommand),
				Until:  one.Until,
			},
		)
	}
}
