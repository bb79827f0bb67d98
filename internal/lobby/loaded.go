package lobby

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"
	"weak"

	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// linger is how long a table stays loaded after the last person went.
const linger = time.Minute

// loaded are the tables in memory: those that somebody is connected to or was a moment
// ago, and those that have something to do. There is one of a number at a time, so
// that only one writes to its log.
type loaded struct {
	read func(context.Context, table.ID) (*live.Table, error)
	// opened and ended are told of a table that is loaded now, or not any more.
	opened func(*live.Table)
	ended  func(id table.ID, due time.Time)

	mu      sync.Mutex
	tables  map[table.ID]*live.Table
	loading map[table.ID]*load
	// before are tables that were unloaded: as long as somebody has a reference to
	// one, it is told what was loaded in its place.
	unloaded map[table.ID]weak.Pointer[live.Table]
	swept    int // how many were left of them when they were last looked through
	closed   bool
	reading  sync.WaitGroup
}

// load is a table that is being loaded, for all who want it.
type load struct {
	done  chan struct{} // closed when table and err are set
	table *live.Table
	err   error
}

func newLoaded() *loaded {
	return &loaded{tables: map[table.ID]*live.Table{}, loading: map[table.ID]*load{}, unloaded: map[table.ID]weak.Pointer[live.Table]{}}
}

// get returns a table if it is loaded, nil if not.
func (l *loaded) get(id table.ID) *live.Table {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.current(id)
}

// current has the lock held.
func (l *loaded) current(id table.ID) *live.Table {
	if t := l.tables[id]; t != nil && !t.Unloaded() {
		return t
	}
	return nil
}

// all returns the tables that are loaded.
func (l *loaded) all() []*live.Table {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Collect(maps.Values(l.tables))
}

// add puts a new table among them.
func (l *loaded) add(t *live.Table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tables[t.View().ID] = t
	l.opened(t)
}

// open returns a table, loading it if need be.
func (l *loaded) open(ctx context.Context, id table.ID) (*live.Table, error) {
	l.mu.Lock()
	if t := l.current(id); t != nil {
		l.mu.Unlock()
		return t, nil
	}
	if l.closed {
		l.mu.Unlock()
		return nil, Closing.Refuse()
	}
	f := l.loading[id]
	if f == nil {
		f = &load{done: make(chan struct{})}
		l.loading[id] = f
		l.reading.Go(func() { l.load(context.WithoutCancel(ctx), id, f) })
	}
	l.mu.Unlock()
	select {
	case <-f.done:
		return f.table, f.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *loaded) load(ctx context.Context, id table.ID, f *load) {
	f.table, f.err = l.read(ctx, id)
	l.mu.Lock()
	defer l.mu.Unlock()
	if f.err == nil {
		if old := cmp.Or(l.tables[id], l.unloaded[id].Value()); old != nil {
			old.ReplaceWith(f.table)
		}
		delete(l.unloaded, id)
		l.tables[id] = f.table
		l.opened(f.table)
	}
	delete(l.loading, id)
	close(f.done)
}

// gone lets go of a table that has unloaded itself, or of one that is over and that
// nobody looks at any more.
func (l *loaded) release(t *live.Table, due time.Time) {
	id := t.View().ID
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tables[id] != t || !t.Unloaded() && t.Watched() {
		return
	}
	delete(l.tables, id)
	l.unloaded[id] = weak.Make(t)
	l.sweep()
	l.ended(id, due)
}

// sweep forgets unloaded tables that nobody has a reference to. The lock is held.
func (l *loaded) sweep() {
	if len(l.unloaded) > 2*l.swept+100 {
		maps.DeleteFunc(l.unloaded, func(_ table.ID, t weak.Pointer[live.Table]) bool { return t.Value() == nil })
		l.swept = len(l.unloaded)
	}
}

// rest lets go of tables that are over.
func (l *loaded) releaseFinished() {
	for _, t := range l.all() {
		if t.Ended() && t.View().Phase == table.Finished {
			l.release(t, time.Time{})
		}
	}
}

// close lets nothing be loaded from now on, and waits for what is being loaded.
func (l *loaded) close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.reading.Wait()
}
