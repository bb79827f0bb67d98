package api

import (
	"context"
	"fmt"
	"slices"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// follower follows tables: it passes on their events and turns.
type follower struct {
	s      *session
	tables map[table.ID]*followed
	news   chan news
}

// followed is a table of which the session is told what happens.
type followed struct {
	table   *live.Table
	watcher *live.Watcher
	leave   context.CancelFunc

	told int  // the number of the last event that was
	turn bool // whether whose turn it is has to be told
	late bool // whether it was asked for something that has happened already
	with extras
}

// news is a newer view of a table, nil when there are none to come.
type news struct {
	of   *followed
	view *table.View
}

func (f *followed) close() {
	f.leave()
	f.watcher.Close()
}

// following is the table of that number, if the session follows it.
func (fo *follower) following(id table.ID) (*followed, error) {
	if f := fo.tables[id]; f != nil {
		return f, nil
	}
	return nil, &Fault{NotFollowed, fmt.Sprintf("watch table %d first, or sit down at it", id)}
}

// follow has the session told what happens at a table after the event of that
// number; negative is what happens from now on, or from where it is.
func (fo *follower) follow(t *live.Table, after int, with extras) error {
	v := t.Seen(fo.s.me.ID)
	if after > v.Seq {
		return &Fault{NoSuchEvent, fmt.Sprintf("the last event of table %d is %d", v.ID, v.Seq)}
	}
	f := fo.tables[v.ID]
	switch {
	case f == nil && len(fo.tables) >= maxTables:
		return &Fault{TooManyTables, fmt.Sprintf("a session follows at most %d tables: leave one first", maxTables)}
	case f == nil:
		f = fo.open(t)
		f.told = v.Seq
	}
	if after >= 0 {
		f.told = after
		fo.s.pace.asked += v.Seq - after // each is read from the disk, and told
	}
	f.with, f.turn, f.late = with, true, true
	return nil
}

// open begins to follow a table.
func (fo *follower) open(t *live.Table) *followed {
	ctx, leave := context.WithCancel(fo.s.ctx)
	f := &followed{table: t, watcher: t.Watch(fo.s.me), leave: leave}
	fo.tables[t.View().ID] = f
	fo.s.pumps.Go(func() { fo.s.Guard("table news", func() { fo.bringViews(ctx, f) }) })
	return f
}

// bringViews takes the views of a table to the session, until there are no more.
func (fo *follower) bringViews(ctx context.Context, f *followed) {
	for more := true; more; {
		var v *table.View
		v, more = f.watcher.Take(ctx)
		select {
		case fo.news <- news{f, v}:
		case <-ctx.Done():
			return
		}
	}
}

// tableNews tells what happened up to a view, and whose turn it is then.
func (fo *follower) tableNews(n news) {
	f := n.of
	if n.view == nil {
		fo.unfollow(f)
		return
	}
	if fo.tables[n.view.ID] == f {
		fo.catchUp(f, n.view)
	}
}

// unfollow tells that a table is closed for now.
func (fo *follower) unfollow(f *followed) {
	id := f.table.View().ID
	if fo.tables[id] == f {
		f.close()
		delete(fo.tables, id)
		fo.s.tell(leftEvent{V: Version, Event: "unfollowed", Table: id, Seq: f.told})
	}
}

// catchUp tells the events between what was told and a view, from the disk.
func (fo *follower) catchUp(f *followed, v *table.View) {
	for f.told < v.Seq && !fo.s.failed && fo.s.ctx.Err() == nil {
		events, err := fo.s.Lobby.Since(fo.s.ctx, v.ID, f.told, min(eventsAtOnce, v.Seq-f.told))
		if err != nil || len(events) == 0 { // the disk, which the server's log tells of
			fo.unfollow(f)
			return
		}
		f.told = events[len(events)-1].Seq
		for _, e := range f.table.Shown(fo.s.me.ID, events) {
			f.turn = f.turn || turns(e.Kind)
			fo.s.tell(fo.event(v, &e))
		}
	}
	if !f.turn || v.Seq != f.told { // a newer view than this one is on its way
		return
	}
	f.turn = false
	if turn := fo.s.present.turn(v, f.with); turn != nil {
		fo.s.tell(TurnEvent{V: Version, Event: "turn", Table: v.ID, Seq: v.Seq, Turn: *turn})
	}
}

// resume tells what somebody asked to hear again, once his request is answered.
func (fo *follower) resume() {
	for _, f := range fo.tables {
		if f.late {
			f.late = false
			fo.catchUp(f, f.table.Seen(fo.s.me.ID))
		}
	}
}

// turns reports whether it may be another's turn after such an event, or the same
// one's anew.
func turns(kind table.Kind) bool {
	return slices.Contains([]table.Kind{
		table.Started, table.Acted, table.Lifted, table.Flagged, table.Forfeited, table.TakenBack,
		table.Paused, table.Resumed, table.Continued, table.Replaced, table.Returned,
	}, kind)
}

// event is a stored event as this session is told of it.
func (fo *follower) event(v *table.View, e *table.Numbered) Event {
	f := v.Variant.Facts()
	out := Event{
		V: Version, Event: e.Kind, Table: v.ID, Seq: e.Seq, At: e.At,
		Action: e.Action, Text: e.Text, Next: e.Table, SpentMS: e.Spent.Milliseconds(),
	}
	if e.Seat != nil {
		out.Seat = f.SeatName(*e.Seat)
	}
	if e.Player != nil {
		out.Who = fo.s.present.somebody(*e.Player)
	}
	if e.Target != nil {
		out.Whom = fo.s.present.somebody(*e.Target)
	}
	switch e.Kind {
	case table.Acted, table.Flagged, table.Forfeited, table.DrawAgreed:
		fo.played(&out, v, e)
	case table.TakebackOffered, table.TakenBack:
		out.To = &e.To
	case table.Closed:
		out.Action, out.Text, out.Result = "", "", resultOf(v)
	}
	return out
}

// played adds what the table has written down of an action, unless it was taken
// back since.
func (fo *follower) played(out *Event, v *table.View, e *table.Numbered) {
	i, found := slices.BinarySearchFunc(v.Moves, e.Seq, func(m table.MoveView, seq int) int { return m.Event - seq })
	if !found {
		return
	}
	f, m := v.Variant.Facts(), &v.Moves[i]
	out.Ply, out.Action, out.Notation, out.Key = m.Number, m.Plain, m.Text, ""
	if v.Seats[m.By].Player.ID == fo.s.me.ID {
		out.Key = m.CommandID
	}
	for _, seat := range m.Passed {
		out.Passed = append(out.Passed, f.SeatName(seat))
	}
}

// leftEvent tells that nothing more will be told of a table: the server closed
// it, or could not read it. Watching it again goes on behind Seq.
type leftEvent struct {
	V     int      `json:"v"`
	Event string   `json:"event"`
	Table table.ID `json:"table"`
	Seq   int      `json:"seq"`
}

// pump brings what take returns to the session, until there is no more.
func pump[T any](s *session, what string, take func(context.Context) (T, bool)) <-chan T {
	values := make(chan T)
	s.pumps.Go(func() {
		s.Guard(what, func() {
			defer close(values)
			for {
				value, more := take(s.ctx)
				if !more {
					return
				}
				select {
				case values <- value:
				case <-s.ctx.Done():
					return
				}
			}
		})
	})
	return values
}

// mail tells the invitations that are new.
func (fo *follower) mail(list []lobby.Invitation, more bool) {
	if !more {
		fo.s.letters = nil
		return
	}
	now := map[int]bool{}
	for i := range list {
		l := &list[i]
		if now[l.Number] = true; fo.s.calls[l.Number] {
			continue
		}
		call := CallEvent{V: Version, Event: "invited", Table: l.Table, Title: l.Title, From: fo.s.present.person(l.From), Rematch: l.Rematch}
		if l.Seat != rules.NoSeat {
			call.Seat = fo.seatOf(l.Table, l.Seat)
		}
		fo.s.tell(call)
	}
	fo.s.calls = now
}

// seatOf is the word of a seat at a table of the lobby.
func (fo *follower) seatOf(id table.ID, seat rules.Seat) string {
	if t, ok := fo.s.Lobby.Line(fo.s.me.ID, id); ok {
		return t.SeatNames[seat]
	}
	return ""
}
