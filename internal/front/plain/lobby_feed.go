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
	"quadrille/rules"
)

// lobbyFeed holds a session's subscriptions to changes of the lobby.
type lobbyFeed struct {
	watcher *lobby.Watcher
	inbox   *lobby.Inbox
	views   <-chan *view.Lobby
	letters <-chan []view.Invitation

	mine  []view.Invitation // the player's open invitations
	known table.ID          // the highest table number that was reported
	due   []view.Waiting    // the tasks that were already reported to the player
}

func (s *session) openFeed() *lobbyFeed {
	h := &lobbyFeed{watcher: s.Lobby.WatchFor(s.me.ID), inbox: s.Lobby.Inbox(s.me.ID)}
	h.views = Receive(s.ctx, s.receivers, "lobby news", h.watcher.Take)
	h.letters = Receive(s.ctx, s.receivers, "invitations", h.inbox.Take)
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
	for i := range v.Tables {
		h.known = max(h.known, v.Tables[i].ID)
	}
}

// lobbyNews tells the player about new tables, and about new tasks such as a move to make.
func (s *session) lobbyNews(v *view.Lobby) {
	if v == nil {
		s.feed.views = nil
		return
	}
	for i := range v.Tables {
		t := &v.Tables[i]
		if t.ID > s.feed.known && t.Phase == table.Waiting && !s.speech.Short {
			s.say("%s", tableLine(t))
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
			s.say("%s", s.dueLine(&d))
		}
	}
	s.feed.due = now
}

func (s *session) dueLine(d *view.Waiting) string {
	text := present.Due(d)
	if !d.Deadline.IsZero() {
		text += ", with " + present.Duration(max(0, d.Deadline.Sub(s.clock()))) + " left"
	}
	return text + fmt.Sprintf(": type \"table %d\"", d.Table)
}

// mailNews reports new invitations.
func (s *session) mailNews(letters []view.Invitation, more bool) {
	if !more {
		s.feed.letters = nil
		return
	}
	for i := range letters {
		if !slices.ContainsFunc(s.feed.mine, func(l view.Invitation) bool { return l.Number == letters[i].Number }) {
			s.say("%s", s.letterLine(&letters[i]))
		}
	}
	s.feed.mine = letters
}

func (s *session) letterLine(l *view.Invitation) string {
	text := present.Invitation(l)
	switch {
	case l.Evening != "":
		return text + fmt.Sprintf(". Type \"table %d\"", l.Table)
	case l.Rematch:
		return text + fmt.Sprintf(". Type \"table %d\" to enter, or \"ignore %d\"", l.Table, l.Number)
	}
	seat := ""
	if l.Seat < rules.SeatCount {
		if t, ok := s.Lobby.Line(s.me.ID, l.Table); ok {
			seat = " " + t.SeatNames[l.Seat]
		}
	}
	return text + fmt.Sprintf(". Type \"sit %d%s\" or \"ignore %d\"", l.Table, seat, l.Number)
}

// tableLine describes a table in a sentence.
func tableLine(t *view.Summary) string {
	text := fmt.Sprintf("Table %d: %s, %s, opened by %s", t.ID, t.Title, present.Clock(t.Terms.Clock), present.Name(t.Host))
	switch t.Phase {
	case table.Waiting:
		text += ", waiting for players"
	case table.Playing:
		how := "playing"
		if t.Adjourned {
			how = "adjourned"
		}
		text += fmt.Sprintf(", %s, %s so far", how, present.Count(t.Moves, "move"))
		if t.Strength > 0 {
			text += fmt.Sprintf(", average rating %d", t.Strength)
		}
	case table.Finished:
		whole, _ := present.TableResult(t)
		return text + ", finished: " + whole
	}
	for seat, is := range t.Seats {
		switch {
		case is.Closed:
		case is.Open && is.Player.ID == "":
			text += ", " + t.SeatNames[seat] + " open"
		default:
			text += ", " + t.SeatNames[seat] + " " + present.Name(is.Player)
		}
	}
	return text
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
