package plain

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// lobbyFeed holds a session's subscriptions to changes of the lobby.
type lobbyFeed struct {
	watcher *lobby.Watcher
	inbox   *lobby.Inbox
	views   <-chan *view.Lobby
	letters <-chan []view.Invitation

	mine  []present.Question // the player's open invitations
	known table.ID           // the highest table number that was reported
	due   []view.Waiting     // the tasks that were already reported to the player
}

func (s *session) openFeed() *lobbyFeed {
	h := &lobbyFeed{watcher: s.Lobby.WatchFor(s.me.ID), inbox: s.Lobby.Inbox(s.me.ID)}
	h.views = receive(s.ctx, s.receivers, "lobby news", h.watcher.Take)
	h.letters = receive(s.ctx, s.receivers, "invitations", h.inbox.Take)
	return h
}

func (h *lobbyFeed) close() {
	h.watcher.Close()
	h.inbox.Close()
}

// news returns the channel of new lobby views. If inLobby is false, it returns nil, because
// a session at a table does not need them.
func (h *lobbyFeed) news(inLobby bool) <-chan *view.Lobby {
	if h == nil || !inLobby {
		return nil
	}
	return h.views
}

func (h *lobbyFeed) mail() <-chan []view.Invitation {
	if h == nil {
		return nil
	}
	return h.letters
}

// greet describes the lobby when the player enters it.
func (s *session) greet() {
	v := s.Lobby.ViewFor(s.me.ID)
	s.say("You are in the lobby: %s, and %s", present.Count(len(v.Tables)+v.More(), "table"), present.Here(len(v.Here)))
	s.feed.note(v)
	s.feed.due = nil
	s.tellDue()
}

// note records which tables the player has seen, so that only new tables are reported later.
func (h *lobbyFeed) note(v *view.Lobby) {
	for _, t := range v.Tables {
		h.known = max(h.known, t.ID)
	}
}

// lobbyNews tells the player about new tables, and about new tasks such as a move to make.
func (s *session) lobbyNews(v *view.Lobby) {
	if v == nil {
		s.feed.views = nil
		return
	}
	for _, t := range v.Tables {
		if t.ID > s.feed.known && t.Phase == table.Waiting && !s.speech.Short {
			s.say("%s", present.TableLine(t))
		}
	}
	s.feed.note(v)
	s.tellDue()
}

// tellDue tells the player about new tasks, such as a move to make or an offer to answer.
func (s *session) tellDue() {
	now := s.Lobby.WaitingFor(s.me.ID)
	for _, d := range now {
		if !slices.ContainsFunc(s.feed.due, func(was view.Waiting) bool { return was.Table == d.Table && was.Task == d.Task }) {
			s.say("%s", present.DueAnswer(&d, s.clock()))
		}
	}
	s.feed.due = now
}

// mailNews reports new invitations.
func (s *session) mailNews(letters []view.Invitation, more bool) {
	if !more {
		s.feed.letters = nil
		return
	}
	asked := s.feed.mine
	s.feed.mine = present.Inbox(letters)
	for i := range s.feed.mine {
		if q := &s.feed.mine[i]; !slices.ContainsFunc(asked, func(other present.Question) bool { return other.ID == q.ID }) {
			s.say("%s", q.Answers(s.clock()))
		}
	}
}

// numbered parses a positive number.
func numbered(text string) (int64, error) {
	if text == "" {
		return 0, errors.New("a number is missing: type a number like 12")
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not a number: type a number like 12", player.Shown(text, player.MaxNameCells))
	}
	return n, nil
}
