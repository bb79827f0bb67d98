package lobby

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"quadrille/internal/background"
	"quadrille/internal/clock"
	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// publisher sends changes of the lobby to its subscribers.
type publisher struct {
	rights    table.Rights
	clock     *clock.Clock
	directory *directory
	presence  *presence
	evening   func() *pairing.Evening // returns the current evening
	tables    *tables

	stale       atomic.Bool       // whether the views are out of date
	stalePeople atomic.Bool       // whether invalidatePeople was called since the last refresh
	wake        background.Signal // capacity 1; a value means that something changed

	mu       sync.Mutex
	watchers map[*Watcher]bool
	views    views
	people   []view.Here // the connected people; nil until needed
	version  int         // version of the list of connected people
	closed   bool
}

// invalidate marks the views as out of date. It does not block.
func (p *publisher) invalidate() {
	p.stale.Store(true)
	p.wake.Send()
}

// invalidatePeople marks the list of people and the views as out of date. It does not block.
func (p *publisher) invalidatePeople() {
	p.stalePeople.Store(true)
	p.invalidate()
}

// publish sends the current view to every watcher.
func (p *publisher) publish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refresh()
	for w := range p.watchers {
		w.mailbox.Put(p.viewFor(w.who))
	}
}

// current returns the view for one account. It lists everybody who is connected at the time
// of the call.
func (p *publisher) current(by player.ID) *view.Lobby {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stale.Load() || !p.presence.isNewest(p.version) {
		p.people, p.views = nil, views{}
	}
	return p.viewFor(by)
}

func (p *publisher) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for w := range p.watchers {
		w.mailbox.Close()
	}
	clear(p.watchers)
}

// views holds the views of the lobby that many people share. A view is built when somebody
// needs it, not after each change.
type views struct {
	public, members, moderators *view.Lobby // nil until built
}

// refresh drops the views if they are out of date. It drops the list of people only if
// invalidatePeople was called, so that the list is not built again each time somebody
// connects. The lock must be held.
func (p *publisher) refresh() {
	if p.stalePeople.Swap(false) {
		p.people = nil
	}
	if p.stale.Swap(false) { // clear the flag first, so that a later change sets it again
		p.views = views{}
	}
}

// someMember stands for any member who is not involved in a private table, and
// someModerator for any such moderator.
var (
	someMember    = table.Viewer{ID: "-", Member: true}
	someModerator = table.Viewer{ID: "-", Member: true, Moderator: true}
)

// viewFor returns the view for one account. The lock must be held.
func (p *publisher) viewFor(by player.ID) *view.Lobby {
	p.refresh()
	who := table.ViewerOf(by, p.rights)
	switch {
	case who.Moderator:
		return p.withOwn(p.view(&p.views.moderators, someModerator), who)
	case who.Member:
		return p.withOwn(p.view(&p.views.members, someMember), who)
	}
	return p.withOwn(p.view(&p.views.public, table.Viewer{}), who)
}

// view returns *at. If nil, it is set to the view for people like `who`. Needs the lock.
func (p *publisher) view(at **view.Lobby, who table.Viewer) *view.Lobby {
	if *at == nil {
		if p.people == nil {
			p.people, p.version = p.presence.list(live.Spectators(p.tables.loaded.all()))
		}
		count := func(state string) int {
			return p.directory.total(func(c Count) bool {
				playing := c.State == StatePlaying || c.State == StateAdjourned
				open := c.Private == table.ForAll || who.Moderator || who.Member && c.Private == table.ForMembers
				return open && (c.State == state || state == StatePlaying && playing)
			})
		}
		*at = &view.Lobby{
			Tables: p.directory.tables(who, p.clock.Now()), Waiting: count(StateWaiting), Playing: count(StatePlaying),
			Here: p.people, Evening: p.evening(),
		}
	}
	return *at
}

// withOwn returns the view `all`, extended by the tables that involve this viewer and that
// the viewer may see. The lock must be held.
func (p *publisher) withOwn(all *view.Lobby, who table.Viewer) *view.Lobby {
	own := p.directory.of(who.ID, func(s *table.Summary) bool {
		return s.VisibleTo(who) && (s.Terms.Private != table.ForAll || s.Phase != table.Finished)
	})
	own = slices.DeleteFunc(own, func(o *view.Summary) bool {
		return slices.ContainsFunc(all.Tables, func(s *view.Summary) bool { return s.ID == o.ID })
	})
	if len(own) == 0 {
		return all
	}
	v := *all
	for i := range own {
		switch {
		case own[i].Terms.Private == table.ForAll, who.Moderator, who.Member && own[i].Terms.Private == table.ForMembers:
			// do not count this table again: the counts in the view `all` already include it
		case own[i].Phase == table.Waiting:
			v.Waiting++
		case own[i].Phase == table.Playing:
			v.Playing++
		}
	}
	v.Tables = slices.Concat(all.Tables, own[:min(maxListed, len(own))])
	sortTables(v.Tables, p.clock.Now())
	return &v
}

// Watcher receives views of the lobby.
type Watcher struct {
	publisher *publisher
	who       player.ID
	mailbox   *table.Mailbox[*view.Lobby]
}

// Watch subscribes to views of the lobby without private tables. Take first returns the
// current view, then waits for newer views. It returns false after Close, or when the lobby
// is closed. Changes are published at most ten times a second, and changes of the list of
// people at most twice a second. The lobby never waits for a watcher.
func (l *Lobby) Watch() *Watcher { return l.WatchFor("") }

// WatchFor works like Watch, but includes the private tables that an account may see. The
// caller must have authenticated the account.
func (l *Lobby) WatchFor(who player.ID) *Watcher { return l.publisher.watch(who) }

func (p *publisher) watch(who player.ID) *Watcher {
	w := &Watcher{publisher: p, who: who, mailbox: table.NewMailbox[*view.Lobby]()}
	p.mu.Lock()
	defer p.mu.Unlock()
	w.mailbox.Put(p.viewFor(who))
	if p.closed {
		w.mailbox.Close()
	} else {
		p.watchers[w] = true
	}
	return w
}

// Take waits for the next view. It returns false after Close, or when ctx is done.
func (w *Watcher) Take(ctx context.Context) (*view.Lobby, bool) { return w.mailbox.Take(ctx) }

// Notify registers a function that is called once, as soon as Take would return without
// waiting. The function must not block.
func (w *Watcher) Notify(ready func()) { w.mailbox.Notify(ready) }

// Close ends the subscription. It may be called more than once.
func (w *Watcher) Close() {
	w.publisher.mu.Lock()
	defer w.publisher.mu.Unlock()
	delete(w.publisher.watchers, w)
	w.mailbox.Close()
}
