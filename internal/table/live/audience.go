package live

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// Watcher is one connection that looks at a table.
type Watcher struct {
	who      player.Player
	audience *audience
	box      *table.Mailbox[*table.View]
}

// audience is who is connected to the table, and what there is to see.
type audience struct {
	changed  func(*table.View)          // Config.Changed, may be nil
	stirred  chan struct{}              // capacity 1: somebody came to look, or went
	view     atomic.Pointer[table.View] // the newest, as the server sees it
	mu       sync.Mutex
	watchers map[*Watcher]bool
	sessions map[player.ID]int // of each who looks on
	base     *table.View       // without the audience itself
	secrets  fold.Secrets
	left     bool // the table was stopped: nobody can stay
	unloaded bool // the table has unloaded itself
}

// Watch looks on. The first Take gives the table as it is now at once; each
// further one waits for a newer view and gives the newest. Views that came in
// between are left out: who is late sees how things stand, not how they went, but
// every view holds all moves. No view shows what is not on the disk, nor what is
// not for its watcher: players get nothing of the spectators' chat in any of their
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
	w := &Watcher{who: who, audience: &t.audience, box: table.NewMailbox[*table.View]()}
	a := &t.audience
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.left || a.unloaded {
		w.box.Put(a.secrets.Seen(t.View(), who.ID))
		w.box.Close()
		return w
	}
	a.watchers[w] = true
	a.sessions[who.ID]++
	a.show(fold.Everyone)
	a.stir()
	return w
}

// stir lets the loop look who is here.
func (a *audience) stir() {
	select {
	case a.stirred <- struct{}{}:
	default:
	}
}

// Seen returns the table as one person sees it now. The ID must be their own.
func (t *Table) Seen(by player.ID) *table.View {
	t = t.latest()
	t.audience.mu.Lock()
	defer t.audience.mu.Unlock()
	return t.audience.secrets.Seen(t.View(), by)
}

// Shown is those of a table's stored events that somebody may see as things
// stand now: what lies between two views of a watcher, if they ask for all that
// led from one to the other. What tells nothing but that time went by is left out.
func (t *Table) Shown(by player.ID, events []table.Numbered) []table.Numbered {
	t = t.latest()
	t.audience.mu.Lock()
	defer t.audience.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(events), func(e table.Numbered) bool { return !t.audience.secrets.Shows(by, &e.Event) })
}

// Take waits for the next view. It returns false when there are none to come,
// or ctx is done.
func (w *Watcher) Take(ctx context.Context) (*table.View, bool) { return w.box.Take(ctx) }

// Close ends the watching. It may be called more than once.
func (w *Watcher) Close() {
	a := w.audience
	a.mu.Lock()
	defer a.mu.Unlock()
	w.box.Close()
	if a.watchers[w] {
		a.forget(w)
		a.show(fold.Everyone)
		a.stir()
	}
}

// hangUp sends everybody away.
func (a *audience) hangUp() {
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

// publish shows what the table has become to those whom it concerns.
func (a *audience) publish(base *table.View, secrets fold.Secrets, to fold.Recipients) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.base, a.secrets = base, secrets
	a.show(to)
}

// begin sets what there is to see at first.
func (a *audience) begin(base *table.View, secrets fold.Secrets) {
	a.watchers, a.sessions = map[*Watcher]bool{}, map[player.ID]int{}
	a.base, a.secrets = base, secrets
	a.view.Store(a.here())
}

// isUnloaded reports whether the table has unloaded itself.
func (a *audience) isUnloaded() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.unloaded
}

// isWatched reports whether somebody is connected to the table.
func (a *audience) isWatched() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.watchers) > 0
}

// leaveEmpty marks the table as unloaded, unless somebody is connected to it.
func (a *audience) leaveEmpty() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.unloaded = len(a.watchers) == 0
	return a.unloaded
}

// show is called with the audience locked, so that views come in order.
func (a *audience) show(to fold.Recipients) {
	v := a.here()
	a.view.Store(v)
	seen := map[player.ID]*table.View{}
	for w := range a.watchers {
		id := a.secrets.ViewerKey(w.who.ID)
		if !to.Include(&a.secrets, id) {
			continue
		}
		if seen[id] == nil {
			seen[id] = a.secrets.Seen(v, w.who.ID)
		}
		w.box.Put(seen[id])
	}
	if to.Server && a.changed != nil {
		a.changed(v)
	}
}

// here is the base and who looks on now.
func (a *audience) here() *table.View {
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
			v.Spectators += n
		}
	}
	return &v
}

// holds reports whether somebody is connected, at least once. Bots always are.
func (a *audience) holds(id player.ID) bool {
	if id.Bot() {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return id != "" && a.sessions[id] > 0
}

// VisibleTo reports whether somebody may know of the table as it is now; see
// [Summary.OpenTo].
func (t *Table) VisibleTo(id player.ID) bool {
	s := t.View().Summary
	return s.Terms.Private == table.ForAll || s.VisibleTo(table.ViewerOf(id, t.cfg.Rights))
}

// PasswordHash is the hash of the table's password, empty if it has none.
func (t *Table) PasswordHash() string { return t.lock }

// RecheckAccess sends away who looks on and may not any more.
func (t *Table) RecheckAccess() {
	t.audience.mu.Lock()
	var gone []*Watcher
	for w := range t.audience.watchers {
		if !t.VisibleTo(w.who.ID) {
			gone = append(gone, w)
		}
	}
	t.audience.mu.Unlock()
	for _, w := range gone {
		w.Close()
	}
}
