package live

import (
	"context"
	"log/slog"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// Watcher is a person's subscription to the views of a table.
type Watcher struct {
	viewer      player.Player
	subscribers *subscribers
	box         *table.Mailbox[*table.View]

	// The lock of the subscribers protects the following fields.
	given  *table.View // the newest view in the mailbox, before the chat of blocked people was removed from it
	closed bool
}

// Watch subscribes a person to the views of the table. While the watcher is open, the person
// counts as connected.
//
// The first call of [Watcher.Take] returns the current view immediately. Each further call
// waits for a newer view and returns the newest view. A slow watcher misses the views in
// between, but every view contains all moves. The table never waits for a watcher. Take
// returns no views after Close or after the table was stopped.
//
// Views show only stored events and are filtered for the viewer. During the game, players do
// not see spectator chat, not even in a second session. Only the author of a premove sees the
// premove. Players with a seat receive a view before spectators do. The number of spectators
// may be up to half a second old.
func (t *Table) Watch(viewer player.Player) *Watcher {
	for t.Unloaded() {
		ctx, cancel := context.WithTimeout(context.Background(), reopenTimeout)
		next, err := t.reopen(ctx)
		cancel()
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

// Seen returns the current view as a person may see it, without the chat of people whom they
// have blocked. The caller passes the ID of this person as `by`.
func (t *Table) Seen(by player.ID) *table.View {
	t = t.latest()
	t.subscribers.mu.Lock()
	defer t.subscribers.mu.Unlock()
	return t.subscribers.seen(t.View(), by)
}

// Reportable returns the same view as Seen, but includes the chat of people whom the
// person has blocked. It is used for reports, because players often block somebody before
// they report them.
func (t *Table) Reportable(by player.ID) *table.View {
	t = t.latest()
	t.subscribers.mu.Lock()
	defer t.subscribers.mu.Unlock()
	return t.subscribers.reportable(t.View(), by)
}

// Shown returns those of the given stored events that a person may see now. It omits events
// that only record the passing of time.
func (t *Table) Shown(by player.ID, events []table.Numbered) []table.Numbered {
	t = t.latest()
	t.subscribers.mu.Lock()
	defer t.subscribers.mu.Unlock()
	blocked := t.subscribers.blocked(by)
	return slices.DeleteFunc(slices.Clone(events), func(e table.Numbered) bool {
		return !t.subscribers.secrets.Shows(by, &e.Event) || fold.IsChatOf(&e.Event, blocked)
	})
}

// Newest returns the events after the one with the given number, if the table has them all in
// memory. Otherwise `ok` is false, and they must be read from the log.
func (t *Table) Newest(after int) (events []table.Numbered, ok bool) {
	t = t.latest()
	t.subscribers.mu.Lock()
	defer t.subscribers.mu.Unlock()
	list := t.subscribers.newest
	if len(list) == 0 || after+1 < list[0].Seq || after >= list[len(list)-1].Seq {
		return nil, false
	}
	return slices.Clone(list[after+1-list[0].Seq:]), true
}

// Take waits for the next view. It returns false if the watcher or the table is closed, or
// ctx is done.
func (w *Watcher) Take(ctx context.Context) (*table.View, bool) { return w.box.Take(ctx) }

// Notify arranges that the function `ready` is called one time, as soon as Take would return
// without waiting. The function must not block.
func (w *Watcher) Notify(ready func()) { w.box.Notify(ready) }

// Poll returns the next view if there is one. It never waits.
func (w *Watcher) Poll() (view any, ok bool) { return w.box.Poll() }

// Close unsubscribes the watcher. It may be called more than once.
func (w *Watcher) Close() {
	subs := w.subscribers
	subs.mu.Lock()
	defer subs.mu.Unlock()
	if !w.closed {
		subs.remove(w)
	}
}

// Spectators returns, for each person who watches a public table without a seat, the
// number of that table. If a person watches several such tables, Spectators returns the
// lowest number.
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

// WatchedBy reports whether a person is connected to the table.
func (t *Table) WatchedBy(id player.ID) bool {
	subs := &t.latest().subscribers
	subs.mu.Lock()
	defer subs.mu.Unlock()
	return len(subs.people[id]) > 0
}

// deletedAccount holds the ID of a deleted account and the anonymous player that replaces the
// account in views.
type deletedAccount struct {
	id        player.ID
	anonymous player.Player
}

// ReplaceAccount replaces a deleted account with an anonymous player in the views of the
// table. It does not change the stored events: package store does that.
func (t *Table) ReplaceAccount(deleted player.ID, anonymous player.Player) {
	subs := &t.subscribers
	subs.mu.Lock()
	defer subs.mu.Unlock()
	if subs.unloaded {
		return
	}
	subs.deleted = append(subs.deleted, deletedAccount{deleted, anonymous})
	subs.newest = nil // the stored events no longer name the account
	subs.send(fold.Everyone)
}

// seen returns what the person `by` may see of a view, without the chat of people whom this
// person has blocked. The lock must be held.
func (subs *subscribers) seen(v *table.View, by player.ID) *table.View {
	return fold.WithoutChatOf(subs.reportable(v, by), subs.blocked(by))
}

// reportable returns what the person `by` may see of a view, including the chat of people
// whom this person has blocked. The lock must be held.
func (subs *subscribers) reportable(v *table.View, by player.ID) *table.View {
	return subs.withoutDeleted(subs.secrets.Seen(v, by))
}

// withoutDeleted returns a view in which anonymous players replace the deleted accounts.
func (subs *subscribers) withoutDeleted(v *table.View) *table.View {
	for _, d := range subs.deleted {
		v = table.Anonymized(v, d.id, d.anonymous)
	}
	return v
}

// ShowRatings adds the rating changes to the views of a finished game. The list is empty if
// the game changed no ratings. It does nothing if the table is unloaded, because the
// table's view may then name accounts that have been deleted.
func (t *Table) ShowRatings(list []player.RatingChange) {
	subs := &t.subscribers
	subs.mu.Lock()
	defer subs.mu.Unlock()
	if subs.unloaded {
		return
	}
	if subs.ratings = &list; len(list) > 0 {
		subs.send(fold.Everyone)
	}
}

// LacksRatings reports whether the table's game is rated and has ended, but ShowRatings has
// not been called yet.
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

// RecheckAccess closes the watchers whose viewers may no longer see the table.
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
