package plain

import (
	"context"
	"errors"

	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// openTable is the table that the player has entered.
type openTable struct {
	table   *live.Table
	watcher *live.Watcher
	views   <-chan *table.View
	leave   context.CancelFunc

	view      *table.View    // the view that the session last reported to the player
	past      *table.View    // view of the earlier position that the player is looking at; nil if they look at the current position
	words     *present.Table // what the view means to the player; see [session.described]
	study     *study         // nil unless this is an analysis board
	replay    *present.Replay
	analysing *tableAnalysis // nil if no analysis was started
	said      said
}

// news returns the channel of new views of the table, or nil if the player is not at a
// table.
func (r *openTable) news() <-chan *table.View {
	if r == nil {
		return nil
	}
	return r.views
}

// enter enters a table and describes it.
func (s *session) enterTable(id table.ID) {
	t, err := s.Lobby.TableFor(s.ctx, s.me.ID, id)
	if errors.Is(err, table.ErrNoTable) {
		s.say("No table %d: for the list, type \"tables\"", id)
		return
	}
	if err != nil {
		s.refuse(err)
		return
	}
	s.openTable(t, nil)
}

// open enters a loaded table. The parameter `own` is the analysis board to which the table
// belongs, or nil if it belongs to none.
func (s *session) openTable(t *live.Table, own *study) {
	s.leaveTable()
	r := &openTable{table: t, watcher: t.Watch(s.me), study: own}
	var ctx context.Context
	ctx, r.leave = context.WithCancel(s.ctx)
	s.table = r
	view, ok := r.watcher.Take(ctx)
	if !ok {
		s.leaveTable()
		s.say("%s: to try again, type \"table %d\"", present.TableClosed, t.View().ID)
		return
	}
	r.view, r.replay = view, present.NewReplay(view.Variant)
	r.views = receive(ctx, s.receivers, "table news", r.watcher.Take)
	for i := range view.Moves {
		r.replay.Play(&view.Moves[i])
	}
	r.said.turn, r.said.fault = s.described().Turn.Seat, view.Fault
	if own != nil {
		if view.Phase == table.Finished { // the player knows how an annotated game ended
			outcome := present.OutcomeOf(view, false)
			r.said.outcome = outcome.Sentences()
		}
		s.arriveAlone()
		return
	}
	s.arrive()
}

// leaveTable leaves the table without printing anything.
func (s *session) leaveTable() {
	if s.table != nil {
		s.table.leave()
		if s.table.analysing != nil {
			s.table.analysing.stop()
		}
		s.table.watcher.Close()
		s.table.study.stop(s.ctx, s.table.table)
		s.table = nil
	}
}

// arrive describes the table to the player.
func (s *session) arrive() {
	r, v := s.table, s.table.view
	f := v.Variant.Facts()
	s.say("Table %d: %s, %s", v.ID, f.Title, present.TermsLine(v))
	r.said.chat = present.NewestChat(v)
	switch v.Phase {
	case table.Waiting:
		r.said.notice = present.LastNotice(v)
		s.tell(func(t *teller) { t.tellSeats("") })
		s.tell((*teller).advise)
		s.tellSeek()
	case table.Playing:
		s.say("%s", s.described().Progress())
		s.tell((*teller).tellLast)
		s.tell(func(t *teller) { t.arrive(&r.said) })
		s.tell((*teller).tellTurn)
	case table.Finished:
		s.tell(func(t *teller) { t.tellOutcome(&r.said) })
		s.tell(func(t *teller) { t.arrive(&r.said) })
		s.say("%s: to go through them, type \"start\", \"back\" or \"forward\"", s.described().Progress())
	}
	if v.Fault != "" {
		s.say("%s", v.Fault)
	}
}

// tableNews tells the player what has changed at the table. If `more` is false, no further
// views follow.
func (s *session) tableNews(v *table.View, more bool) {
	if !more {
		s.table.views = nil
		if text := s.described().Closed(); text != "" {
			s.say("%s: to open it again, type \"table %d\"", text, s.table.view.ID)
		}
		return
	}
	s.news(v)
}

// do sends a command to the table and prints what has changed. If the table refuses the
// command, do prints the error and returns false.
func (s *session) do(a table.Command) bool {
	if why := s.described().Refuses(&a); why != "" {
		s.say("%s", why)
		return false
	}
	return s.send(a)
}

// send does the same as do, also for the moves that a lesson plays.
func (s *session) send(a table.Command) bool {
	r := s.table
	a.By, a.ID, a.Received = s.me, s.commandID(), s.clock()
	if err := r.table.Do(s.ctx, a); err != nil {
		s.news(r.table.Seen(s.me.ID))
		s.refuse(err)
		return false
	}
	s.news(r.table.Seen(s.me.ID))
	return true
}

// held returns the player's seats.
func (s *session) held() rules.Seats { return s.table.view.Held(s.me.ID) }
