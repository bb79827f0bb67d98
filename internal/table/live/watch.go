package live

import (
	"context"
	"log/slog"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// Watcher is one connection to a table. It receives views. Its subscribers' lock protects the
// fields given and closed.
type Watcher struct {
	viewer      player.Player
	subscribers *subscribers
	box         *table.Mailbox[*table.View]
	given       *table.View // the view that was put into the box last, with the chat of blocked people
	closed      bool
}

// Watch subscribes a person to the views of the table. The first Take returns the present
// view at once. Each further Take waits for a newer view and returns the newest. A slow
// watcher misses the views in between, but every view has all moves. Views show stored
// events only and are filtered for the watcher: players never see spectator chat, not even
// in a second session, and only the author of a premove sees it. Players with a seat receive
// a view before spectators do. The number of spectators may be up to half a second old. The
// table never waits for a watcher. Take returns no views after Close or after the table was
// stopped. While the watcher is open, the person counts as connected.
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
	subs.add(w)
	subs.put(w)
	return w
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
	if !w.closed {
		subs.remove(w)
	}
}

// Spectators returns for each person who watches a public table without a seat the number of
// that table. Of several it is the lowest.
func Spectators(tables []*Table) map[player.ID]table.ID {
	at := map[player.ID]table.ID{}
	for _, t := range tables {
		v := t.View()
		if v.Terms.Private != table.ForAll {
			continue
		}
		for _, id := range t.latest().subscribers.list() {
			if v.Held(id) == 0 && (at[id] == 0 || v.ID < at[id]) {
				at[id] = v.ID
			}
		}
	}
	return at
}

// WatchedBy reports whether a person has the table open.
func (t *Table) WatchedBy(id player.ID) bool {
	subs := &t.latest().subscribers
	subs.mu.Lock()
	defer subs.mu.Unlock()
	return len(subs.people[id]) > 0
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
	for id, watchers := range t.subscribers.people {
		if !t.VisibleTo(id) {
			denied = append(denied, watchers...)
		}
	}
	t.subscribers.mu.Unlock()
	for _, w := range denied {
		w.Close()
	}
}
