package table

import (
	"context"
	"log/slog"
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
	sessions map[player.ID]int // of each who looks on
	base     *View             // without the audience itself
	secrets  secrets
	left     bool // the table was stopped: nobody can stay
	unloaded bool // the table has unloaded itself
}

// Watch looks on. The first Take gives the table as it is now at once; each
// further one waits for a newer view and gives the newest. Views that came in
// between are left out: who is late sees how things stand, not how they went, but
// every view holds all moves. No view shows what is not on the disk, nor what is
// not for its watcher: who plays gets nothing of the gallery in any of his
// sessions, and nobody another's premove. The table never waits for a watcher;
// one that does not take costs one view. Take gives no more views after Close,
// or once the table was stopped. A watcher that is not closed counts as somebody
// who is there.
func (t *Table) Watch(who player.Player) *Watcher {
	for t.Unloaded() {
		next, err := t.reopened()
		if err != nil {
			t.cfg.Logger.Error("a table cannot be loaded again", slog.Any("error", err))
			break
		}
		t = next
	}
	w := &Watcher{who: who, table: t, box: NewMailbox[*View]()}
	a := &t.audience
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.left || a.unloaded {
		w.box.Put(a.secrets.seen(t.View(), who.ID))
		w.box.Close()
		return w
	}
	a.watchers[w] = true
	a.sessions[who.ID]++
	t.show(everyone)
	t.stir()
	return w
}

// stir lets the loop look who is here.
func (t *Table) stir() {
	select {
	case t.stirred <- struct{}{}:
	default:
	}
}

// Seen is the table as somebody sees it now. The ID must be his own.
func (t *Table) Seen(by player.ID) *View {
	t = t.latest()
	t.audience.mu.Lock()
	defer t.audience.mu.Unlock()
	return t.audience.secrets.seen(t.View(), by)
}

// Shown is those of a table's stored events that somebody may see as things
// stand now: what lies between two views of a watcher, if he asks for all that
// led from one to the other. What tells nothing but that time went by is left out.
func (t *Table) Shown(by player.ID, events []Numbered) []Numbered {
	t = t.latest()
	t.audience.mu.Lock()
	defer t.audience.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(events), func(e Numbered) bool { return !t.audience.secrets.shows(by, &e.Event) })
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
		a.forget(w)
		w.table.show(everyone)
		w.table.stir()
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
	clear(a.sessions)
}

func (a *audience) forget(w *Watcher) {
	delete(a.watchers, w)
	if a.sessions[w.who.ID]--; a.sessions[w.who.ID] == 0 {
		delete(a.sessions, w.who.ID)
	}
}

// tell shows what the table has become to those whom it concerns.
func (t *Table) tell(base *View, secrets secrets, to ears) {
	t.audience.mu.Lock()
	defer t.audience.mu.Unlock()
	t.audience.base, t.audience.secrets = base, secrets
	t.show(to)
}

// show is called with the audience locked, so that views come in order.
func (t *Table) show(to ears) {
	a := &t.audience
	v := a.here()
	t.view.Store(v)
	seen := map[player.ID]*View{}
	for w := range a.watchers {
		id := a.secrets.lookerOf(w.who.ID)
		if !to.reach(&a.secrets, id) {
			continue
		}
		if seen[id] == nil {
			seen[id] = a.secrets.seen(v, w.who.ID)
		}
		w.box.Put(seen[id])
	}
	if to.server && t.cfg.Changed != nil {
		t.cfg.Changed(v)
	}
}

// here is the base and who looks on now.
func (a *audience) here() *View {
	v := *a.base
	seated := map[player.ID]bool{}
	for i := range v.Seats {
		s := &v.Seats[i]
		if s.Player.ID != "" {
			seated[s.Player.ID] = true
			s.Present = a.sessions[s.Player.ID] > 0 || s.Player.ID.Bot()
		}
	}
	for id, n := range a.sessions {
		if !seated[id] {
			v.Watchers += n
		}
	}
	return &v
}

// anyOf reports whether somebody who sits there looks on.
func (a *audience) anyOf(seats []seat) bool {
	return slices.ContainsFunc(seats, func(s seat) bool { return a.holds(s.player.ID) })
}

// holds reports whether somebody looks on, by any of his connections. Bots always
// do.
func (a *audience) holds(id player.ID) bool {
	if id.Bot() {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return id != "" && a.sessions[id] > 0
}

// actorIsHere reports whether whose clock stands looks on.
func (t *Table) actorIsHere() bool {
	running := t.state.clock.running
	return running != rules.NoSeat && t.audience.anyOf(t.state.seats[running:running+1])
}

// snapshot returns a state as a view, without the audience.
func (t *Table) snapshot(s *state, aside string) *View {
	v := s.snapshot()
	v.ID, v.Aside = t.cfg.ID, aside
	v.Summary = s.summarize(t.cfg, v)
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
		Active:    s.active,
		Ended:     s.ended,
		Undo:      s.undo.asked,
		TalkOpen:  s.phase != Playing || s.mayPlayers,
		Talk:      slices.Clip(s.lines),
		Muted:     s.muted,
		SentAway:  s.sentAway,
		Votes:     s.votes,
		Adjourned: s.vote.adjourned,
		Rematch:   s.rematch,
		Next:      s.next,
		After:     s.after,
		Admitted:  s.admitted,
		Replaced:  s.replaced,
		Verdict:   s.verdict,
	}
	for i, seat := range s.seats {
		v.Seats[i] = SeatView{
			Open:     seat.vacant || s.phase == Waiting && s.seats[i].open(),
			Closed:   seat.closed,
			Player:   seat.player,
			Ready:    seat.ready,
			Consents: seat.consents,
			Gone:     s.gone[i],
			Vacant:   seat.vacant,
		}
	}
	if s.phase == Finished { // nothing that is said now helps anybody
		v.Gallery = slices.Clip(s.gallery)
	}
	if s.phase == Playing && !s.vote.adjourned {
		v.Legal = s.variant.Legal(&s.game.Position, nil)
		v.CanClaim = s.game.CanClaim()
	}
	if s.offer != nil {
		v.Offer = &s.offer.OfferView
	}
	return v
}
