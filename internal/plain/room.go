package plain

import (
	"context"
	"errors"
	"fmt"

	"quadrille/internal/phrase"
	"quadrille/internal/phrase/moves"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// tableMode goes to a table or a board of one's own, and leaves it.
type tableMode struct {
	s    *session
	room *room // nil in the lobby
}

// room is the table at which somebody is, be it at a seat or beside it.
type room struct {
	table   *live.Table
	watcher *live.Watcher
	views   <-chan *table.View
	leave   context.CancelFunc

	view    *table.View // the newest that was told
	past    *table.View // as it stood at the moment that is looked back at; nil for now
	study   *study      // what it is for, if it is a board of one's own
	story   *moves.Replay
	judging *judging // nil unless the game is analysed
	lines   int      // the number of the last line of talk that was told
}

// news is where new views come from; none without a room.
func (r *room) news() <-chan *table.View {
	if r == nil {
		return nil
	}
	return r.views
}

// enter goes to a table and tells how it stands.
func (tm *tableMode) enter(id table.ID) {
	t, err := tm.s.Lobby.TableFor(tm.s.ctx, tm.s.me.ID, id)
	if errors.Is(err, table.ErrNoTable) {
		tm.s.say("There is no table %d: say tables to hear which there are", id)
		return
	}
	if err != nil {
		tm.s.refuse(err)
		return
	}
	tm.goIn(t, nil)
}

// goIn goes to a table that is there, or to a board of one's own.
func (tm *tableMode) goIn(t *live.Table, own *study) {
	tm.leaveRoom()
	r := &room{table: t, watcher: t.Watch(tm.s.me), study: own}
	var ctx context.Context
	ctx, r.leave = context.WithCancel(tm.s.ctx)
	tm.room = r
	view, ok := r.watcher.Take(ctx)
	if !ok {
		tm.leaveRoom()
		tm.s.say("Table %d is closed just now: try again in a minute", t.View().ID)
		return
	}
	r.view, r.story = view, moves.NewReplay(view.Variant)
	r.views = pump(ctx, tm.s, "table news", r.watcher.Take)
	for i := range view.Moves {
		r.story.Play(&view.Moves[i])
	}
	if own != nil {
		tm.s.review.arriveAlone()
		return
	}
	tm.arrive()
}

// leaveRoom says nothing.
func (tm *tableMode) leaveRoom() {
	if tm.room != nil {
		tm.room.leave()
		if tm.room.judging != nil {
			tm.room.judging.stop()
		}
		tm.room.watcher.Close()
		tm.room.study.stop(tm.s.ctx, tm.room.table)
		tm.room = nil
	}
}

// arrive tells how a table stands to somebody who has just come.
func (tm *tableMode) arrive() {
	r, v := tm.room, tm.room.view
	f := v.Variant.Facts()
	tm.s.say("Table %d: %s, %s", v.ID, f.Title, terms(v))
	for _, l := range v.Chat {
		r.lines = max(r.lines, l.Number)
	}
	for _, l := range v.SpectatorChat {
		r.lines = max(r.lines, l.Number)
	}
	switch v.Phase {
	case table.Waiting:
		tm.s.report.tellSeats()
		tm.s.report.advise()
	case table.Playing:
		tm.s.say("The game is on, and %s played", wasWere(len(v.Moves), "action"))
		tm.s.board.tellLast()
		tm.s.report.tellStanding(nil)
		tm.s.report.tellTurn()
	case table.Finished:
		tm.s.report.tellOutcome()
		tm.s.say("%s played: say start, back or forward to look through them", wasWere(len(v.Moves), "action"))
	}
	if v.Fault != "" {
		tm.s.say("%s", v.Fault)
	}
}

func wasWere(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " was"
	}
	return phrase.Count(n, thing) + " were"
}

// terms is what is played for, in a line.
func terms(v *table.View) string {
	text := phrase.Clock(v.Terms.Clock)
	for _, o := range v.Variant.Facts().Options {
		if o.Value != o.Default {
			text = o.Name + " " + o.Value + ", " + text
		}
	}
	if v.Terms.Touch {
		text += ", touch and move"
	}
	if v.Terms.Rated {
		text += ", rated"
	}
	if v.Terms.Private != table.ForAll {
		text += ", private"
	}
	if v.Terms.Chat {
		return text + ", talk is open"
	}
	return text + ", no talk during the game"
}

// roomNews tells what is new at the table.
func (tm *tableMode) roomNews(v *table.View, more bool) {
	if !more {
		tm.room.views = nil
		if tm.room.view.Phase != table.Finished {
			tm.s.say("The table is closed for now, and what was played is kept")
		}
		return
	}
	tm.s.report.tellNews(v)
}

// do asks something of the table, and tells what came of it.
func (pl *playing) do(a table.Command) bool {
	r := pl.s.at.room
	if why := pl.s.review.besideLesson(a); why != "" {
		pl.s.say("%s", why)
		return false
	}
	a.By, a.ID, a.Answers, a.Received = pl.s.me, pl.actID(), len(r.view.Moves), pl.s.clock()
	if err := r.table.Do(pl.s.ctx, a); err != nil {
		pl.s.report.tellNews(r.table.Seen(pl.s.me.ID)) // which may be why
		pl.s.refuse(err)
		return false
	}
	pl.s.report.tellNews(r.table.Seen(pl.s.me.ID))
	return true
}

// held is this person's seats.
func (pl *playing) held() rules.Seats { return pl.s.at.room.view.Held(pl.s.me.ID) }

// home is the seat from whose side the board is seen.
func (pl *playing) home() rules.Seat {
	if seat := pl.held().First(); seat < rules.SeatCount {
		return seat
	}
	return 0
}

func (pl *playing) myTurn() bool { return pl.held().Has(pl.s.at.room.view.Actor) }

// inGame reports whether somebody has a seat in a game that is on.
func (r *room) inGame(me player.ID) bool {
	return r.study == nil && r.view.Phase == table.Playing && r.view.Held(me)&r.view.Position.InPlay() != 0
}

// seatCalled is a seat by its word, as people say it or as programs do.
func seatCalled(f *rules.Facts, text string) (rules.Seat, error) {
	for s := range rules.Seat(rules.SeatCount) {
		if fold(text) == fold(f.Seats[s]) {
			return s, nil
		}
	}
	return rules.NoSeat, fmt.Errorf("there is no seat %q: the seats are %s", text, phrase.List(phrase.Seats(f, 0b1111)))
}
