package api

import (
	"context"
	"fmt"
	"slices"

	"quadrille/internal/present"
	"quadrille/internal/protocol"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// follower sends the events and turns of the tables that a session follows.
type follower struct {
	s      *session
	tables map[table.ID]*followed
	views  chan newView
}

// followed is a table that a session follows.
type followed struct {
	table   *live.Table
	watcher *live.Watcher
	stop    context.CancelFunc

	sent    int  // number of the last event that was sent
	turn    bool // whether the turn has to be sent
	rated   bool // whether the rating changes were sent
	pending bool // whether the client asked for past events that have not been sent yet
	with    extras
}

// newView carries a view of a followed table. The view is nil after the table's last view.
type newView struct {
	of   *followed
	view *table.View
}

func (f *followed) close() {
	f.stop()
	f.watcher.Close()
}

// following returns the followed table with the given ID. It returns an error if the session
// does not follow that table.
func (fo *follower) following(id table.ID) (*followed, error) {
	if f := fo.tables[id]; f != nil {
		return f, nil
	}
	return nil, protocol.NewError(protocol.NotFollowed, fmt.Sprintf("watch table %d first, or sit at it", id))
}

// check returns an error if the session cannot follow a table from the event with the number
// `after`.
func (fo *follower) check(t *live.Table, after *int) error {
	v := t.Seen(fo.s.me.ID)
	switch {
	case after != nil && *after < 0:
		return protocol.NewError(protocol.NoSuchEvent, `"after" must be the number of an event, or 0 for all events`)
	case after != nil && *after > v.Seq:
		return protocol.NewError(
			protocol.NoSuchEvent,
			fmt.Sprintf("\"after\" is too large: the last event of table %d has number %d", v.ID, v.Seq),
		)
	case fo.tables[v.ID] != nil:
		return nil
	}
	return fo.room()
}

// room returns an error if the session cannot follow one more table.
func (fo *follower) room() error {
	if len(fo.tables) < maxTables {
		return nil
	}
	return protocol.NewError(protocol.TooManyTables, fmt.Sprintf("a session follows at most %d tables; leave one first", maxTables))
}

// follow makes the session follow a table and send the events after number `after`, the
// last event that the client has. If `after` is nil, a session that already follows
// the table continues with its next event, and any other session sends only future events.
func (fo *follower) follow(t *live.Table, after *int, with extras) error {
	if err := fo.check(t, after); err != nil {
		return err
	}
	v := t.Seen(fo.s.me.ID)
	f := fo.tables[v.ID]
	if f == nil {
		f = fo.open(t)
		f.sent = v.Seq
	}
	if after != nil {
		f.sent = *after
		fo.s.cost += v.Seq - *after // charge one request for each event that is read from the store
	}
	f.with, f.turn, f.pending = with, true, true
	return nil
}

// open adds a table to the tables that the session follows.
func (fo *follower) open(t *live.Table) *followed {
	ctx, stop := context.WithCancel(fo.s.ctx)
	f := &followed{table: t, watcher: t.Watch(fo.s.me), stop: stop}
	fo.tables[t.View().ID] = f
	fo.s.receivers.Go(func() { fo.s.Guard("table news", func() { fo.receiveViews(ctx, f) }) })
	return f
}

// receiveViews passes the views of a table to the goroutine that runs the session.
func (fo *follower) receiveViews(ctx context.Context, f *followed) {
	for more := true; more; {
		var v *table.View
		v, more = f.watcher.Take(ctx)
		select {
		case fo.views <- newView{f, v}:
		case <-ctx.Done():
			return
		}
	}
}

// update sends the client the new events of a followed table, and whose turn it is if that
// has changed.
func (fo *follower) update(n newView) {
	f := n.of
	if n.view == nil {
		fo.unfollow(f)
		return
	}
	if fo.tables[n.view.ID] == f {
		fo.catchUp(f, n.view)
	}
}

// unfollow stops following a table whose log cannot be read or that the server has closed,
// and tells the client.
func (fo *follower) unfollow(f *followed) {
	id := f.table.View().ID
	if fo.tables[id] == f {
		f.close()
		delete(fo.tables, id)
		fo.s.send(protocol.UnfollowedEvent{V: protocol.Version, Event: "unfollowed", Table: id, Seq: f.sent})
	}
}

// catchUp sends the events that the client has not received, up to the last event of the
// view. If the turn has changed, it then sends a [protocol.TurnEvent].
func (fo *follower) catchUp(f *followed, v *table.View) {
	for f.sent < v.Seq && !fo.s.failed && fo.s.ctx.Err() == nil {
		events, err := fo.eventsAfter(f, v)
		if err != nil || len(events) == 0 { // the error has already been logged by the store
			fo.unfollow(f)
			return
		}
		notices := fo.notices(v, f.sent)
		f.sent = events[len(events)-1].Seq
		for _, e := range f.table.Shown(fo.s.me.ID, events) {
			f.turn = f.turn || changesTurn(e.Kind)
			line := fo.event(v, &e)
			for _, n := range notices {
				if n.Seq == e.Seq {
					line.Notices = append(line.Notices, n)
				}
			}
			fo.s.send(line)
		}
	}
	if ratings := ratingsOf(v); ratings != nil && !f.rated && v.Seq == f.sent {
		f.rated = true
		fo.s.send(protocol.RatedEvent{V: protocol.Version, Event: "rated", Table: v.ID, Seq: v.Seq, Ratings: ratings})
	}
	if !f.turn || v.Seq != f.sent { // if v.Seq differs from f.sent, a newer view will arrive: wait for it
		return
	}
	f.turn = false
	if turn := fo.s.present.turn(v, f.with); turn != nil {
		fo.s.send(protocol.TurnEvent{V: protocol.Version, Event: "turn", Table: v.ID, Seq: v.Seq, Turn: *turn})
	}
}

// eventsAfter returns the next events that the client has not received, up to the last event of the view. It
// reads them from the store only if the table does not have them in memory.
func (fo *follower) eventsAfter(f *followed, v *table.View) ([]table.Numbered, error) {
	if events, ok := f.table.Newest(f.sent); ok {
		return events[:min(len(events), v.Seq-f.sent)], nil
	}
	return fo.s.Lobby.Since(fo.s.ctx, v.ID, f.sent, min(eventsAtOnce, v.Seq-f.sent))
}

// notices returns what happened to the session's player after an event. Most events need no words, so
// it describes the table only if a notable event has happened.
func (fo *follower) notices(v *table.View, after int) []protocol.Notice {
	if n := len(v.Recent); n == 0 || v.Recent[n-1].Number <= after {
		return nil
	}
	return noticesAfter(present.For(v, present.Viewer{ID: fo.s.me.ID}), after)
}

// resume sends the past events that the client asked for. It is called after the answer to
// the client's request has been sent.
func (fo *follower) resume() {
	for _, f := range fo.tables {
		if f.pending {
			f.pending = false
			fo.catchUp(f, f.table.Seen(fo.s.me.ID))
		}
	}
}

// changesTurn reports whether a new [protocol.TurnEvent] must be sent after an event of this kind.
func changesTurn(kind table.Kind) bool {
	return slices.Contains([]table.Kind{
		table.Started, table.Acted, table.Lifted, table.Flagged, table.Forfeited, table.TakenBack,
		table.Paused, table.Resumed, table.Continued, table.VacationStarted, table.VacationEnded, table.Replaced, table.Returned,
	}, kind)
}

// event converts a stored event to the form that the session's player may see.
func (fo *follower) event(v *table.View, e *table.Numbered) protocol.TableEvent {
	f := v.Variant.Facts()
	out := protocol.TableEvent{
		V: protocol.Version, Event: e.Kind, Table: v.ID, Seq: e.Seq, At: e.At,
		Action: e.Action, Text: e.Text, SpentMS: e.Spent.Milliseconds(), Until: e.Until,
	}
	if e.Seat != nil {
		out.Seat = f.SeatName(*e.Seat)
	}
	if e.Player != nil {
		out.Player = fo.s.present.optional(*e.Player)
	}
	if e.Target != nil {
		out.Target = fo.s.present.optional(*e.Target)
	}
	switch e.Kind {
	case table.Opened:
		out.RematchOf = e.Table
	case table.RematchOpened:
		out.RematchTable = e.Table
	case table.Acted, table.Flagged, table.Forfeited, table.DrawAgreed:
		fo.addMove(&out, v, e)
	case table.TakebackOffered, table.TakenBack:
		out.ToPly = &e.To
	case table.Closed:
		out.Action, out.Text, out.Result = "", "", resultOf(v)
	}
	return out
}

// addMove adds the details of an action, such as the ply and the notation, to an event, unless
// the action has been taken back.
func (fo *follower) addMove(out *protocol.TableEvent, v *table.View, e *table.Numbered) {
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

// receive starts a goroutine that calls the function `take` repeatedly and sends the values to
// the returned channel. The goroutine closes the channel after the last value.
func receive[T any](s *session, what string, take func(context.Context) (T, bool)) <-chan T {
	values := make(chan T)
	s.receivers.Go(func() {
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

// invite sends the invitations that this session has not sent yet.
func (fo *follower) invite(list []view.Invitation, more bool) {
	if !more {
		fo.s.invitations = nil
		return
	}
	now := map[int]bool{}
	for i := range list {
		in := &list[i]
		if now[in.Number] = true; fo.s.invited[in.Number] {
			continue
		}
		fo.s.send(protocol.InvitationEvent{
			V:       protocol.Version,
			Event:   "invited",
			Table:   in.Table,
			Title:   in.Title,
			By:      fo.s.present.player(in.From),
			Rematch: in.Rematch,
			Seat:    in.SeatName,
			Until:   in.Until,
		})
	}
	fo.s.invited = now
}
