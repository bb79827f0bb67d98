package table

import (
	"context"
	"maps"
	"slices"
	"sync"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Watcher is one connection that looks at a table.
type Watcher struct {
	who   player.Player
	table *Table
	box   *Mailbox[*View]
}

// audience is who looks on, and what there is to see.
type audience struct {
	mu       sync.Mutex
	watchers map[*Watcher]bool
	base     *View // without the audience itself
	left     bool  // the table was stopped: nobody can stay
}

// Watch looks on. The first Take gives the table as it is now at once; each
// further one waits for a newer view and gives the newest. Views that came in
// between are left out: who is late sees how things stand, not how they went, but
// every view holds all moves. No view shows what is not on the disk. The table
// never waits for a watcher; one that does not take costs one view. Take
// gives no more views after Close, or once the table was stopped. A watcher that
// is not closed counts as somebody who is there.
func (t *Table) Watch(who player.Player) *Watcher {
	w := &Watcher{who: who, table: t, box: NewMailbox[*View]()}
	a := &t.audience
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.left {
		w.box.Put(t.View())
		w.box.Close()
		return w
	}
	a.watchers[w] = true
	t.show(true)
	select {
	case t.arrived <- struct{}{}:
	default:
	}
	return w
}

// Take waits for the next view. It returns false when there are none to come,
// or ctx is done.
func (w *Watcher) Take(ctx context.Context) (*View, bool) { return w.box.Take(ctx) }

// Close ends the watching. It may be called more than once.
func (w *Watcher) Close() {
	a := &w.table.audience
	a.mu.Lock()
	defer a.mu.Unlock()
	w.box.Close()
	if a.watchers[w] {
		delete(a.watchers, w)
		w.table.show(true)
	}
}

// hangUp sends everybody away.
func (t *Table) hangUp() {
	a := &t.audience
	a.mu.Lock()
	defer a.mu.Unlock()
	a.left = true
	for w := range a.watchers {
		w.box.Close()
	}
	clear(a.watchers)
}

// tell shows what the table has become; aloud, everybody who looks on gets it.
func (t *Table) tell(base *View, aloud bool) {
	t.audience.mu.Lock()
	defer t.audience.mu.Unlock()
	t.audience.base = base
	t.show(aloud)
}

// show is called with the audience locked, so that views come in order.
func (t *Table) show(aloud bool) {
	v := t.audience.here()
	t.view.Store(v)
	if !aloud {
		return
	}
	for w := range t.audience.watchers {
		w.box.Put(v)
	}
	if t.cfg.Changed != nil {
		t.cfg.Changed(v)
	}
}

// here is the base and who looks on now.
func (a *audience) here() *View {
	v := *a.base
	present := map[player.ID]bool{}
	for w := range a.watchers {
		present[w.who.ID] = true
	}
	seated := map[player.ID]bool{}
	for i := range v.Seats {
		s := &v.Seats[i]
		if s.Player.ID != "" {
			seated[s.Player.ID] = true
			s.Present = present[s.Player.ID]
		}
	}
	for w := range a.watchers {
		if !seated[w.who.ID] {
			v.Watchers++
		}
	}
	return &v
}

// anyOf reports whether somebody who sits there looks on.
func (a *audience) anyOf(seats []seat) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.ContainsFunc(slices.Collect(maps.Keys(a.watchers)), func(w *Watcher) bool {
		return slices.ContainsFunc(seats, func(s seat) bool { return s.player.ID != "" && s.player.ID == w.who.ID })
	})
}

// actorIsHere reports whether whose clock stands looks on.
func (t *Table) actorIsHere() bool {
	running := t.state.clock.running
	return running != rules.NoSeat && t.audience.anyOf(t.state.seats[running:running+1])
}

// snapshot is the state as a view, without the audience.
func (t *Table) snapshot(aside string) *View {
	v := t.state.snapshot()
	v.ID, v.Aside = t.cfg.ID, aside
	return v
}

func (s *state) snapshot() *View {
	v := &View{
		Seq:       s.seq,
		Terms:     s.terms,
		Variant:   s.variant,
		Phase:     s.phase,
		Host:      s.host,
		Position:  s.game.Position,
		Actor:     s.actor(),
		Lifted:    s.lifted,
		Moves:     slices.Clip(s.moves),
		Clock:     s.clock.view(),
		Resigning: s.resigning.seats,
		Began:     s.begun,
		Ended:     s.ended,
	}
	for i, seat := range s.seats {
		v.Seats[i] = SeatView{
			Open:   s.phase == Waiting && s.seats[i].open(),
			Closed: seat.closed,
			Player: seat.player,
			Ready:  seat.ready,
		}
	}
	if s.phase == Playing {
		v.Legal = s.variant.Legal(&s.game.Position, nil)
		v.CanClaim = s.game.CanClaim()
	}
	if s.offer != nil {
		v.Offer = &s.offer.OfferView
	}
	return v
}
