package lobby

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/evening/pairing"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// publisher sends changes of the lobby to its subscribers.
type publisher struct {
	rights    table.Rights
	now       func() time.Time
	directory *directory
	presence  *presence
	evening   func() *pairing.Evening // returns the current evening

	stale atomic.Bool   // whether the views are out of date
	wake  chan struct{} // capacity 1: something changed

	mu       sync.Mutex
	watchers map[*Watcher]bool
	views    views
	closed   bool
}

// invalidate marks the views as out of date. It does not block.
func (p *publisher) invalidate() {
	p.stale.Store(true)
	select {
	case p.wake <- struct{}{}:
	default:
	}
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

// current returns the view for one account.
func (p *publisher) current(by player.ID) *View {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.viewFor(by)
}

// close disconnects all watchers.
func (p *publisher) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for w := range p.watchers {
		w.mailbox.Close()
	}
	clear(p.watchers)
}

// views holds the views that most people share. A view is built when somebody needs it, not
// after each change.
type views struct {
	public, members, moderators *View // nil until built
}

// refresh drops views that are out of date. The lock is held.
func (p *publisher) refresh() {
	if p.stale.Swap(false) { // cleared first, so that later changes set it again
		p.views = views{}
	}
}

// someMember and someModerator are viewers who are not involved in any private table. They
// stand for all such members and moderators.
var (
	someMember    = table.Viewer{ID: "-", Member: true}
	someModerator = table.Viewer{ID: "-", Member: true, Moderator: true}
)

// viewFor returns the view for one account. The lock is held.
func (p *publisher) viewFor(by player.ID) *View {
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

// view returns a shared view, building it if necessary. The lock is held.
func (p *publisher) view(at **View, who table.Viewer) *View {
	if *at == nil {
		count := func(state string) int {
			return p.directory.total(func(c Count) bool {
				playing := c.State == StatePlaying || c.State == StateAdjourned
				open := c.Private == table.ForAll || who.Moderator || who.Member && c.Private == table.ForMembers
				return open && (c.State == state || state == StatePlaying && playing)
			})
		}
		*at = &View{
			Tables: p.directory.tables(who, p.now()), Waiting: count(StateWaiting), Playing: count(StatePlaying),
			Here: p.presence.list(), Evening: p.evening(),
		}
	}
	return *at
}

// withOwn returns a view with the tables that only this viewer sees: private ones, and
// those of their own that are beyond the listed ones. The lock is held.
func (p *publisher) withOwn(all *View, who table.Viewer) *View {
	own := p.directory.of(who.ID, func(s *table.Summary) bool {
		return s.VisibleTo(who) && (s.Terms.Private != table.ForAll || s.Phase != table.Finished)
	})
	own = slices.DeleteFunc(own, func(o Summary) bool {
		return slices.ContainsFunc(all.Tables, func(s Summary) bool { return s.ID == o.ID })
	})
	if len(own) == 0 {
		return all
	}
	v := *all
	for i := range own {
		switch {
		case own[i].Terms.Private == table.ForAll, who.Moderator, who.Member && own[i].Terms.Private == table.ForMembers: // the shared view has counted it
		case own[i].Phase == table.Waiting:
			v.Waiting++
		case own[i].Phase == table.Playing:
			v.Playing++
		}
	}
	v.Tables = append(slices.Clone(all.Tables), own[:min(maxListed, len(own))]...)
	sortTables(v.Tables, p.now())
	return &v
}

// Watcher receives views of the lobby.
type Watcher struct {
	publisher *publisher
	who       player.ID
	mailbox   *table.Mailbox[*View]
}

// Watch subscribes to views without private tables. The first Take returns the current view
// at once; each later Take waits for a newer one and returns the newest. Changes are
// published at most a few times a second. The lobby never waits for a watcher. Take returns
// false after Close, or once the lobby is closed.
func (l *Lobby) Watch() *Watcher { return l.WatchFor("") }

// WatchFor is Watch with the private tables that an account may see. The caller must have
// authenticated the account.
func (l *Lobby) WatchFor(who player.ID) *Watcher { return l.publisher.watch(who) }

func (p *publisher) watch(who player.ID) *Watcher {
	w := &Watcher{publisher: p, who: who, mailbox: table.NewMailbox[*View]()}
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
func (w *Watcher) Take(ctx context.Context) (*View, bool) { return w.mailbox.Take(ctx) }

// Close ends the subscription. It may be called more than once.
func (w *Watcher) Close() {
	w.publisher.mu.Lock()
	defer w.publisher.mu.Unlock()
	delete(w.publisher.watchers, w)
	w.mailbox.Close()
}
