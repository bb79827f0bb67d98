package plain

import (
	"context"
	"errors"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// tableMode provides the commands that enter and leave tables and study boards.
type tableMode struct {
	s     *session
	table *openTable // table that the player has entered; nil in the lobby
}

// openTable is the table that the player has entered.
type openTable struct {
	table   *live.Table
	watcher *live.Watcher
	views   <-chan *table.View
	leave   context.CancelFunc

	view      *table.View // the view that the session last reported to the player
	past      *table.View // view of the earlier position that the player is looking at; nil if they look at the current position
	study     *study      // nil unless this is a study board
	replay    *present.Replay
	analysing *tableAnalysis // nil if no analysis was started
	lines     int            // number of the last chat message that was printed
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
func (tm *tableMode) enter(id table.ID) {
	t, err := tm.s.Lobby.TableFor(tm.s.ctx, tm.s.me.ID, id)
	if errors.Is(err, table.ErrNoTable) {
		tm.s.say("No table %d: for the list, type \"tables\"", id)
		return
	}
	if err != nil {
		tm.s.refuse(err)
		return
	}
	tm.open(t, nil)
}

// open enters a loaded table. The parameter `own` is the study board to which the table
// belongs, or nil if it belongs to none.
func (tm *tableMode) open(t *live.Table, own *study) {
	tm.leaveTable()
	r := &openTable{table: t, watcher: t.Watch(tm.s.me), study: own}
	var ctx context.Context
	ctx, r.leave = context.WithCancel(tm.s.ctx)
	tm.table = r
	view, ok := r.watcher.Take(ctx)
	if !ok {
		tm.leaveTable()
		tm.s.say("Table %d is closed for now: try again in a minute", t.View().ID)
		return
	}
	r.view, r.replay = view, present.NewReplay(view.Variant)
	r.views = Receive(ctx, tm.s.receivers, "table news", r.watcher.Take)
	for i := range view.Moves {
		r.replay.Play(&view.Moves[i])
	}
	if own != nil {
		tm.s.review.arriveAlone()
		return
	}
	tm.arrive()
}

// leaveTable leaves the table without printing anything.
func (tm *tableMode) leaveTable() {
	if tm.table != nil {
		tm.table.leave()
		if tm.table.analysing != nil {
			tm.table.analysing.stop()
		}
		tm.table.watcher.Close()
		tm.table.study.stop(tm.s.ctx, tm.table.table)
		tm.table = nil
	}
}

// arrive describes the table to the player.
func (tm *tableMode) arrive() {
	r, v := tm.table, tm.table.view
	f := v.Variant.Facts()
	tm.s.say("Table %d: %s, %s", v.ID, f.Title, present.TermsLine(v))
	for _, l := range slices.Concat(v.Chat, v.SpectatorChat, v.TeamChat) {
		r.lines = max(r.lines, l.Number)
	}
	switch v.Phase {
	case table.Waiting:
		tm.s.report.tellSeats()
		tm.s.report.advise()
	case table.Playing:
		tm.s.say("The game is running, %s played", wasWere(len(v.Moves), "move"))
		tm.s.board.tellLast()
		tm.s.report.tellStanding(nil)
		tm.s.report.tellTurn()
	case table.Finished:
		tm.s.report.tellOutcome()
		tm.s.say("%s played: to go through them, type \"start\", \"back\" or \"forward\"", wasWere(len(v.Moves), "move"))
	}
	if v.Fault != "" {
		tm.s.say("%s", v.Fault)
	}
}

func wasWere(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " was"
	}
	return present.Count(n, thing) + " were"
}

// tableNews tells the player what has changed at the table. If `more` is false, no further
// views follow.
func (tm *tableMode) tableNews(v *table.View, more bool) {
	if !more {
		tm.table.views = nil
		if tm.table.view.Phase != table.Finished {
			tm.s.say("The server closed the table; the game is stored")
		}
		return
	}
	tm.s.report.tellNews(v)
}

// do sends a command to the table and prints what has changed. If the table refuses the
// command, do prints the error and returns false.
func (pl *playing) do(a table.Command) bool {
	r := pl.s.at.table
	if why := pl.s.review.notInLesson(a); why != "" {
		pl.s.say("%s", why)
		return false
	}
	a.By, a.ID, a.Received = pl.s.me, pl.commandID(), pl.s.clock()
	if err := r.table.Do(pl.s.ctx, a); err != nil {
		pl.s.report.tellNews(r.table.Seen(pl.s.me.ID))
		pl.s.refuse(err)
		return false
	}
	pl.s.report.tellNews(r.table.Seen(pl.s.me.ID))
	return true
}

// held returns the player's seats.
func (pl *playing) held() rules.Seats { return pl.s.at.table.view.Held(pl.s.me.ID) }

// home returns the seat from whose point of view the board is described.
func (pl *playing) home() rules.Seat {
	if seat := pl.held().First(); seat < rules.SeatCount {
		return seat
	}
	return 0
}

func (pl *playing) myTurn() bool { return pl.held().Has(pl.s.at.table.view.Actor) }

// inGame reports whether a player has a seat in play in this game.
func (r *openTable) inGame(me player.ID) bool {
	return r.study == nil && r.view.Phase == table.Playing && r.view.Held(me)&r.view.Position.InPlay() != 0
}
