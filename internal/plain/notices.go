package plain

import "quadrille/internal/notify"

// notices is what the server tells everybody, as one session follows it.
type notices struct {
	watcher *notify.Watcher
	lists   <-chan []notify.Notice // nil until the session is in the lobby
	unread  notify.Unread
}

// follow begins to follow the notices for the session's player.
func (n *notices) follow(s *session) {
	n.watcher = s.Notify.Board.Watch(s.me.ID)
	n.lists = pump(s.ctx, s, "notices", n.watcher.Take)
}

// tell says the notices of a list that were not said before.
func (n *notices) tell(s *session, list []notify.Notice, more bool) {
	if !more {
		n.lists = nil
		return
	}
	for _, one := range n.unread.Take(list) {
		s.say("%s", one.Line())
	}
}

// noticesAgain says all notices that stand.
func noticesAgain(s *session, _ string) {
	list := s.Notify.Board.Notices(s.me.ID)
	if len(list) == 0 {
		s.say("There are no notices")
	}
	for _, one := range list {
		s.say("%s", one.Line())
	}
}
