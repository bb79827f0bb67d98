package lobby

import (
	"context"
	"sync"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// present is somebody who is here, by at least one connection.
type present struct {
	player   player.Player
	visits   int
	machines int // of the visits, those of programs
}

// who is somebody who is here, and whether a program is here for him.
func (p *present) who() player.Player {
	who := p.player
	who.Machine = p.machines > 0
	return who
}

// Visit is one connection of somebody who is here.
type Visit struct {
	lobby   *Lobby
	id      player.ID
	machine bool
	once    sync.Once
}

// Enter says that a player is here, until the visit is left. A player who has no
// name yet is not shown.
func (l *Lobby) Enter(p player.Player) *Visit {
	l.mu.Lock()
	defer l.mu.Unlock()
	who := l.here[p.ID]
	if who == nil {
		who = &present{}
		l.here[p.ID] = who
	}
	if p.Name != "" {
		who.player = p
	}
	who.visits++
	if p.Machine {
		who.machines++
	}
	l.soil()
	return &Visit{lobby: l, id: p.ID, machine: p.Machine}
}

// Rename says what the player is called from now on.
func (v *Visit) Rename(name string) {
	l := v.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	if who := l.here[v.id]; who != nil {
		who.player = player.Player{ID: v.id, Name: name}
		l.soil()
	}
}

// Leave ends the visit. It may be called more than once.
func (v *Visit) Leave() {
	v.once.Do(func() {
		l := v.lobby
		l.mu.Lock()
		defer l.mu.Unlock()
		who := l.here[v.id]
		if v.machine {
			who.machines--
		}
		if who.visits--; who.visits == 0 {
			delete(l.here, v.id)
			l.tidy(v.id)
		}
		l.soil()
	})
}

// Watcher is somebody who looks at the lobby.
type Watcher struct {
	lobby *Lobby
	who   player.ID
	box   *table.Mailbox[*View]
}

// Watch looks on, without private tables. The first Take gives the lobby as it is now at once; each
// further one waits for a newer view and gives the newest, skipping those in
// between. Changes are told a few times a second at most. The lobby never waits
// for a watcher. Take gives no more views after Close, or once the lobby was
// closed.
func (l *Lobby) Watch() *Watcher { return l.WatchFor("") }

// WatchFor is Watch by somebody, with the private tables that he may see. The ID
// must be his own.
func (l *Lobby) WatchFor(who player.ID) *Watcher {
	w := &Watcher{lobby: l, who: who, box: table.NewMailbox[*View]()}
	l.mu.Lock()
	defer l.mu.Unlock()
	w.box.Put(l.seen(who))
	if l.closed {
		w.box.Close()
	} else {
		l.watchers[w] = true
	}
	return w
}

// Take waits for the next view. It returns false when there are none to come,
// or ctx is done.
func (w *Watcher) Take(ctx context.Context) (*View, bool) { return w.box.Take(ctx) }

// Close ends the watching. It may be called more than once.
func (w *Watcher) Close() {
	w.lobby.mu.Lock()
	defer w.lobby.mu.Unlock()
	delete(w.lobby.watchers, w)
	w.box.Close()
}
