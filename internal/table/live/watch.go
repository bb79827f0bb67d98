package live

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// Watcher is one connection to a table. It receives views.
type Watcher struct {
	viewer      player.Player
	subscribers *subscribers
	box         *table.Mailbox[*table.View]
}

// subscribers holds the watchers of a table and the newest view.
type subscribers struct {
	changed  func(*table.View)                  // Config.Changed; may be nil
	blocked  func(player.ID) map[player.ID]bool // the people whom a person has blocked
	wake     chan struct{}                      // capacity 1: wakes the loop when a watcher comes or leaves
	view     atomic.Pointer[table.View]         // the newest view, unfiltered
	mu       sync.Mutex
	watchers map[*Watcher]bool
	sessions map[player.ID]int // number of watchers of each person
	base     *table.View       // the view without presence
	secrets  fold.Secrets
	ratings  *[]player.RatingChange // shown in the views; nil until they are known
	deleted  []deletedAccount       // accounts that were deleted while the table was loaded
	stopped  bool                   // the table was stopped: new watchers are closed at once
	unloaded bool
}

// Watch subscribes a person to the views of the table. The first Take returns the present
// view at once. Each further Take waits for a newer view and returns the newest. A slow
// watcher misses the views in between, but every view has all moves. Views show stored
// events only and are filtered for the watcher: players never see spectator chat, not even
// in a second session, and only the author of a premove sees it. The table never waits for a
// watcher. Take returns no views after Close or after the table was stopped. While the
// watcher is open, the person counts as connected.
func (t *Table) Watch(viewer player.Player) *Watcher {
	for t.Unloaded() {
		next, err := t.reopen()
		if err != nil {
			t.cfg.Logger.Error("cannot load a table for a watcher", slog.Any("error", err))
			break
		}
		t = next
	}
	w := &Watcher{viewer: viewer, subscribers: &t.subscribers, box: table.NewMailbox[*table.View]()}
	subs := &t.subscribers
	subs.mu.Lock()
	defer subs.mu.Unlock()
	if subs.stopped || subs.unloaded {
		w.box.Put(subs.seen(t.View(), viewer.ID))
		w.box.Close()
		return w
	}
	subs.watchers[w] = true
	subs.sessions[viewer.ID]++
	subs.send(fold.Everyone)
	subs.wakeLoop()
	return w
}

// wakeLoop makes the loop check who is connected.
func (subs *subscribers) wakeLoop() {
	select {
	case subs.wake <- struct{}{}:
	default:
	}
}

// Seen returns the present view as one person may see it, without the chat of people whom
// they have blocked. The ID must belong to the caller.
func (t *Table) Seen(by player.ID) *table.View {
	t = t.latest()
	t.subscribers.mu.Lock()
	defer t.subscribers.mu.Unlock()
	return t.subscribers.seen(t.View(), by)
}

// Reportable returns the same view as Seen, but with the chat of blocked people, because
// players block somebody before they report them.
func (t *Table) Reportable(by player.ID) *table.View {
	t = t.latest()
	t.subscribers.mu.Lock()
	defer t.subscribers.mu.Unlock()
	return t.subscribers.reportable(t.View(), by)
}

// Shown returns the events that a person may see now, out of the given stored ones. It omits
// events that only record the passing of time. API clients use it to fetch the events
// between two views.
func (t *Table) Shown(by player.ID, events []table.Numbered) []table.Numbered {
	t = t.latest()
	t.subscribers.mu.Lock()
	defer t.subscribers.mu.Unlock()
	blocked := t.subscribers.blocked(by)
	return slices.DeleteFunc(slices.Clone(events), func(e table.Numbered) bool {
		return !t.subscribers.secrets.Shows(by, &e.Event) || fold.IsChatOf(&e.Event, blocked)
	})
}

// Take waits for the next view. It returns false if the watcher or the table is closed, or
// ctx is done.
func (w *Watcher) Take(ctx context.Context) (*table.View, bool) { return w.box.Take(ctx) }

// Notify calls ready once, as soon as Take would not wait. The function must not block.
func (w *Watcher) Notify(ready func()) { w.box.Notify(ready) }

// Close unsubscribes the watcher. It may be called more than once.
func (w *Watcher) Close() {
	subs := w.subscribers
	subs.mu.Lock()
	defer subs.mu.Unlock()
	w.box.Close()
	if subs.watchers[w] {
		subs.remove(w)
		subs.send(fold.Everyone)
		subs.wakeLoop()
	}
}

// WatchedBy reports whether a person has the table open.
func (t *Table) WatchedBy(id player.ID) bool {
	subs := &t.latest().subscribers
	subs.mu.Lock()
	defer subs.mu.Unlock()
	return subs.sessions[id] > 0
}

// closeAll closes all watchers and refuses new ones.
func (subs *subscribers) closeAll() {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	subs.stopped = true
	for w := range subs.watchers {
		w.box.Close()
	}
	clear(subs.watchers)
	clear(subs.sessions)
}

func (subs *subscribers) remove(w *Watcher) {
	delete(subs.watchers, w)
	if subs.sessions[w.viewer.ID]--; subs.sessions[w.viewer.ID] == 0 {
		delete(subs.sessions, w.viewer.ID)
	}
}

// publish stores a new view and sends it to the recipients.
func (subs *subscribers) publish(base *table.View, secrets fold.Secrets, to fold.Recipients) {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	subs.base, subs.secrets = base, secrets
	subs.send(to)
}

// init stores the first view.
func (subs *subscribers) init(base *table.View, secrets fold.Secrets) {
	subs.watchers, subs.sessions = map[*Watcher]bool{}, map[player.ID]int{}
	subs.base, subs.secrets = base, secrets
	subs.view.Store(subs.withPresence())
}

func (subs *subscribers) isUnloaded() bool {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	return subs.unloaded
}

func (subs *subscribers) isWatched() bool {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	return len(subs.watchers) > 0
}

// unloadIfEmpty marks the table as unloaded and reports true if it has no watchers.
func (subs *subscribers) unloadIfEmpty() bool {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	subs.unloaded = len(subs.watchers) == 0
	return subs.unloaded
}

// send builds a view and sends it to the recipients. The caller holds the lock, so that
// views arrive in order.
func (subs *subscribers) send(to fold.Recipients) {
	v := subs.withPresence()
	subs.view.Store(v)
	seen := map[player.ID]*table.View{}
	for w := range subs.watchers {
		id := subs.secrets.ViewerKey(w.viewer.ID)
		if !to.Include(&subs.secrets, id) {
			continue
		}
		if seen[id] == nil {
			seen[id] = subs.reportable(v, w.viewer.ID)
		}
		w.box.Put(fold.WithoutChatOf(seen[id], subs.blocked(w.viewer.ID)))
	}
	if to.Server && subs.changed != nil {
		subs.changed(v)
	}
}

// deletedAccount is a deleted account and the anonymous player that replaces it.
type deletedAccount struct {
	id        player.ID
	anonymous player.Player
}

// ReplaceAccount replaces a deleted account in the views of the table. The stored events
// are changed by package store.
func (t *Table) ReplaceAccount(deleted player.ID, anonymous player.Player) {
	subs := &t.subscribers
	subs.mu.Lock()
	defer subs.mu.Unlock()
	if subs.unloaded {
		return
	}
	subs.deleted = append(subs.deleted, deletedAccount{deleted, anonymous})
	subs.send(fold.Everyone)
}

// seen returns a view as one person may see it, without the chat of people whom they have
// blocked. The caller holds the lock.
func (subs *subscribers) seen(v *table.View, by player.ID) *table.View {
	return fold.WithoutChatOf(subs.reportable(v, by), subs.blocked(by))
}

// reportable returns a view as one person may see it. The caller holds the lock.
func (subs *subscribers) reportable(v *table.View, by player.ID) *table.View {
	return subs.withoutDeleted(subs.secrets.Seen(v, by))
}

// withoutDeleted returns a view with the deleted accounts replaced.
func (subs *subscribers) withoutDeleted(v *table.View) *table.View {
	for _, d := range subs.deleted {
		v = table.Anonymized(v, d.id, d.anonymous)
	}
	return v
}

// ShowRatings adds the changes of ratings to the views of a finished game. The list may be
// empty.
func (t *Table) ShowRatings(list []player.RatingChange) {
	subs := &t.subscribers
	subs.mu.Lock()
	defer subs.mu.Unlock()
	if subs.ratings = &list; len(list) > 0 {
		subs.send(fold.Everyone)
	}
}

// LacksRatings reports whether the game of the table has ended, is rated by its terms, and
// still needs a call of ShowRatings.
func (t *Table) LacksRatings() bool {
	t.subscribers.mu.Lock()
	defer t.subscribers.mu.Unlock()
	return t.subscribers.ratings == nil && t.subscribers.base.Phase == table.Finished && t.subscribers.base.Terms.Rated
}

// withPresence returns the base view with the connected players, the number of spectators
// and the changes of ratings filled in.
func (subs *subscribers) withPresence() *table.View {
	v := *subs.withoutDeleted(subs.base)
	if subs.ratings != nil {
		v.Ratings = *subs.ratings
	}
	seated := map[player.ID]bool{}
	for i := range v.Seats {
		s := &v.Seats[i]
		if s.Player.ID != "" {
			seated[s.Player.ID] = true
			s.Present = subs.sessions[s.Player.ID] > 0 || s.Player.ID.Bot()
		}
	}
	for id, n := range subs.sessions {
		if !seated[id] {
			v.Spectators += n
		}
	}
	return &v
}

// people returns everybody who has a watcher.
func (subs *subscribers) people() []player.ID {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	return slices.Collect(maps.Keys(subs.sessions))
}

// isPresent reports whether a player has at least one watcher. Bots are always present.
func (subs *subscribers) isPresent(id player.ID) bool {
	if id.Bot() {
		return true
	}
	subs.mu.Lock()
	defer subs.mu.Unlock()
	return id != "" && subs.sessions[id] > 0
}

// VisibleTo reports whether a person may see the table; see [table.Summary.VisibleTo].
func (t *Table) VisibleTo(id player.ID) bool {
	s := t.View().Summary
	return s.Terms.Private == table.ForAll || s.VisibleTo(table.ViewerOf(id, t.cfg.Rights))
}

// PasswordHash returns the hash of the table's password, or "" if it has none.
func (t *Table) PasswordHash() string { return t.passwordHash }

// RecheckAccess closes the watchers that may no longer see the table.
func (t *Table) RecheckAccess() {
	t.subscribers.mu.Lock()
	var denied []*Watcher
	for w := range t.subscribers.watchers {
		if !t.VisibleTo(w.viewer.ID) {
			denied = append(denied, w)
		}
	}
	t.subscribers.mu.Unlock()
	for _, w := range denied {
		w.Close()
	}
}
