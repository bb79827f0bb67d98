package plain

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"quadrille/internal/lobby"
	"quadrille/internal/phrase"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// hall is the lobby as a session follows it.
type hall struct {
	watcher *lobby.Watcher
	inbox   *lobby.Inbox
	views   <-chan *lobby.View
	letters <-chan []lobby.Invitation

	mine  []lobby.Invitation // that stand
	known table.ID           // the newest table that need not be told any more
	due   []lobby.Waiting    // what waited for this person when he was told last
}

func (lm *lobbyMode) openHall() *hall {
	h := &hall{watcher: lm.s.Lobby.WatchFor(lm.s.me.ID), inbox: lm.s.Lobby.Inbox(lm.s.me.ID)}
	h.views = pump(lm.s.ctx, lm.s, "lobby news", h.watcher.Take)
	h.letters = pump(lm.s.ctx, lm.s, "invitations", h.inbox.Take)
	return h
}

func (h *hall) close() {
	h.watcher.Close()
	h.inbox.Close()
}

// news is where new views come from, for who is in the lobby. At a table nobody
// takes them, and the lobby makes none for him.
func (h *hall) news(inLobby bool) <-chan *lobby.View {
	if h == nil || !inLobby {
		return nil
	}
	return h.views
}

func (h *hall) mail() <-chan []lobby.Invitation {
	if h == nil {
		return nil
	}
	return h.letters
}

// greetHall tells what there is for who has come to the lobby.
func (lm *lobbyMode) greetHall() {
	v := lm.s.Lobby.ViewFor(lm.s.me.ID)
	lm.s.say("You are in the lobby: %s, and %s", phrase.Count(len(v.Tables)+v.More(), "table"), phrase.Here(len(v.Here)))
	lm.hall.note(v)
	lm.hall.due = nil
	lm.tellDue()
}

// note remembers which tables there are, so that only new ones are told.
func (h *hall) note(v *lobby.View) {
	for i := range v.Tables {
		h.known = max(h.known, v.Tables[i].ID)
	}
}

// hallNews tells new tables, and what waits for this person.
func (lm *lobbyMode) hallNews(v *lobby.View) {
	if v == nil {
		lm.hall.views = nil
		return
	}
	for i := range v.Tables {
		t := &v.Tables[i]
		if t.ID > lm.hall.known && t.Phase == table.Waiting && !lm.s.speech.Short {
			lm.s.say("%s", tableLine(t))
		}
	}
	lm.hall.note(v)
	lm.tellDue()
}

// tellDue tells what waits for this person and did not before.
func (lm *lobbyMode) tellDue() {
	now := lm.s.Lobby.WaitingFor(lm.s.me.ID)
	for _, d := range now {
		if !slices.ContainsFunc(lm.hall.due, func(was lobby.Waiting) bool { return was.Table == d.Table && was.Task == d.Task }) {
			lm.s.say("%s", lm.dueLine(&d))
		}
	}
	lm.hall.due = now
}

func (lm *lobbyMode) dueLine(d *lobby.Waiting) string {
	text := phrase.Due(d)
	if !d.Deadline.IsZero() {
		text += ", with " + phrase.Duration(max(0, d.Deadline.Sub(lm.s.clock()))) + " left"
	}
	return text + fmt.Sprintf(": say table %d", d.Table)
}

// mailNews tells invitations that have come.
func (lm *lobbyMode) mailNews(letters []lobby.Invitation, more bool) {
	if !more {
		lm.hall.letters = nil
		return
	}
	for i := range letters {
		if !slices.ContainsFunc(lm.hall.mine, func(l lobby.Invitation) bool { return l.Number == letters[i].Number }) {
			lm.s.say("%s", lm.letterLine(&letters[i]))
		}
	}
	lm.hall.mine = letters
}

func (lm *lobbyMode) letterLine(l *lobby.Invitation) string {
	text := phrase.Invitation(l)
	switch {
	case l.Evening != "":
		return text + fmt.Sprintf(". Say table %d", l.Table)
	case l.Rematch:
		return text + fmt.Sprintf(". Say table %d, or ignore %d", l.Table, l.Number)
	}
	seat := ""
	if l.Seat < rules.SeatCount {
		if t, ok := lm.s.Lobby.Line(lm.s.me.ID, l.Table); ok {
			seat = " " + t.SeatNames[l.Seat]
		}
	}
	return text + fmt.Sprintf(". Say sit %d%s, or ignore %d", l.Table, seat, l.Number)
}

// tableLine is a table in a sentence.
func tableLine(t *lobby.Summary) string {
	text := fmt.Sprintf("Table %d: %s, %s, opened by %s", t.ID, t.Title, phrase.Clock(t.Terms.Clock), phrase.Name(t.Host))
	switch t.Phase {
	case table.Waiting:
		text += ", waits for players"
	case table.Playing:
		how := "is played"
		if t.Adjourned {
			how = "is adjourned"
		}
		text += fmt.Sprintf(", %s, %s so far", how, phrase.Count(t.Moves, "action"))
		if t.Strength > 0 {
			text += fmt.Sprintf(", strength %d", t.Strength)
		}
	case table.Finished:
		whole, _ := phrase.TableResult(t)
		return text + ", is over: " + whole
	}
	for seat, is := range t.Seats {
		switch {
		case is.Closed:
		case is.Open && is.Player.ID == "":
			text += ", " + t.SeatNames[seat] + " free"
		default:
			text += ", " + t.SeatNames[seat] + " " + phrase.Name(is.Player)
		}
	}
	return text
}

// numbered is the table or the like of that number.
func numbered(text string) (int64, error) {
	if text == "" {
		return 0, errors.New("a number is missing: say one like 12")
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is no number: say one like 12", player.Shown(text, player.MaxNameCells))
	}
	return n, nil
}
