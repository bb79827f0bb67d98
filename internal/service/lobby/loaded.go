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

// linger is how long a table stays loaded after the last person has disconnected from it.
const linger = time.Minute

// loaded holds the tables in memory. A table is loaded when somebody connects to it or when
// it is due (see scheduler). It stays loaded for at least a minute after everybody left.
// No table is loaded twice at the same time, so each log has only one writer.
type loaded struct {
	read func(context.Context, table.ID) (*live.Table, error)
	// The function `opened` is called with each table that has been loaded. The function
	// `ended` is called with the number of each table that has been unloaded.
	opened func(*live.Table)
	ended  func(id table.ID, due time.Time)

	mu      sync.Mutex
	tables  map[table.ID]*live.Table
	loading map[table.ID]*load
	// unloaded holds unloaded tables that other code may still use. They pass commands on to
	// the table that was loaded in their place.
	unloaded map[table.ID]weak.Pointer[live.Table]
	swept    int // number of entries that the last call of sweep left in the map `unloaded`
	closed   bool
	reading  sync.WaitGroup
}

// load is an attempt to load a table. All callers that wait for the table share this attempt.
type load struct {
	done  chan struct{} // closed when the fields `table` and `err` are set
	table *live.Table
	err   error
	tell  []func(*live.Table) // what to tell the table when it is loaded
}

func newLoaded() *loaded {
	return &loaded{tables: map[table.ID]*live.Table{}, loading: map[table.ID]*load{}, unloaded: map[table.ID]weak.Pointer[live.Table]{}}
}

// get returns a table, or nil if it is not loaded.
func (l *loaded) get(id table.ID) *live.Table {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.current(id)
}

// current returns a table, or nil if it is not loaded. The lock must be held.
func (l *loaded) current(id table.ID) *live.Table {
	if t := l.tables[id]; t != nil && !t.Unloaded() {
		return t
	}
	return nil
}

// tell calls a function with a table, now if the table is loaded, or as soon as it is if it is being
// loaded: it may have read its log already. It reports whether the table is loaded. The function must
// not block.
func (l *loaded) tell(id table.ID, do func(*live.Table)) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.current(id); t != nil {
		do(t)
		return true
	}
	if f := l.loading[id]; f != nil {
		f.tell = append(f.tell, do)
	}
	return false
}

// tellAll does for each table what tell does for one.
func (l *loaded) tellAll(do func(*live.Table)) {
	l.mu.Lock()
	ids := slices.Concat(slices.Collect(maps.Keys(l.tables)), slices.Collect(maps.Keys(l.loading)))
	l.mu.Unlock()
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		l.tell(id, do)
	}
}

// all returns the loaded tables, sorted by number.
func (l *loaded) all() []*live.Table {
	l.mu.Lock()
	list := slices.AppendSeq(make([]*live.Table, 0, len(l.tables)), maps.Values(l.tables))
	l.mu.Unlock()
	slices.SortFunc(list, func(a, b *live.Table) int { return cmp.Compare(a.View().ID, b.View().ID) })
	return list
}

// add calls `prepare`, and then adds the table t. Until then, everybody who opens the table
// waits.
func (l *loaded) add(t *live.Table, prepare func() error) error {
	id, f := t.View().ID, &load{done: make(chan struct{}), table: t}
	l.mu.Lock()
	l.loading[id] = f
	l.mu.Unlock()
	err := prepare()
	l.put(id, f)
	return err
}

// open returns a table, which it loads if necessary.
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
	l.put(id, f)
}

// put ends an attempt to load a table. Without an error, it adds the table.
func (l *loaded) put(id table.ID, f *load) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if f.err == nil {
		if old := cmp.Or(l.tables[id], l.unloaded[id].Value()); old != nil && old != f.table {
			old.ReplaceWith(f.table)
			if !old.Unloaded() { // the database has lost the old table and has given its number to a new one
				l.reading.Go(func() { _ = old.Stop(context.Background()) })
			}
		}
		delete(l.unloaded, id)
		l.tables[id] = f.table
		l.opened(f.table)
		for _, do := range f.tell {
			do(f.table)
		}
	}
	delete(l.loading, id)
	close(f.done)
}

// release removes a table from memory if the table has unloaded itself or nobody is connected to
// it.
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

// sweep forgets unloaded tables to which no references are left. The lock must be held.
func (l *loaded) sweep() {
	if len(l.unloaded) > 2*l.swept+100 {
		maps.DeleteFunc(l.unloaded, func(_ table.ID, t weak.Pointer[live.Table]) bool { return t.Value() == nil })
		l.swept = len(l.unloaded)
	}
}

func (l *loaded) releaseFinished() {
	for _, t := range l.all() {
		if t.Ended() && t.View().Phase == table.Finished {
			l.release(t, time.Time{})
		}
	}
}

// close waits for tables that are being loaded. After that, no more tables can be loaded.
func (l *loaded) close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.reading.Wait()
}
