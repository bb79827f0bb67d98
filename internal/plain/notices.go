package plain

import "quadrille/internal/notify"

// notices has the subscription of a session to the notices of the server.
type notices struct {
	watcher *notify.Watcher
	lists   <-chan []notify.Notice // nil until the session is in the lobby
	unread  notify.Unread
	mail    mail
}

// follow subscribes to the notices.
func (n *notices) follow(s *session) {
	n.watcher = s.Notify.Board.Watch(s.me.ID)
	n.lists = receive(s.ctx, s, "notices", n.watcher.Take)
	n.mail.follow(s)
}

// tell writes the notices that were not written before.
func (n *notices) tell(s *session, list []notify.Notice, more bool) {
	if !more {
		n.lists = nil
		return
	}
	for _, one := range n.unread.Take(list) {
		s.say("%s", one.Line())
	}
}

// noticesAgain writes all open notices.
func noticesAgain(s *session, _ string) {
	list := s.Notify.Board.Notices(s.me.ID)
	if len(list) == 0 {
		s.say("There are no notices")
	}
	for _, one := range list {
		s.say("%s", one.Line())
	}
}
