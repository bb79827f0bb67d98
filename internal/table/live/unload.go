package live

import (
	"context"
	"errors"
	"time"

	"quadrille/internal/table/fold"
)

// A table that nobody is connected to unloads itself when it has nothing to do: its
// goroutine ends and what it has become is forgotten, as the log holds it all. Who
// kept a reference and asks something of it has it loaded again.

// errUnloaded ends the loop of a table that unloads itself.
var errUnloaded = errors.New("the table is not loaded")

// reopenWithin bounds how long a watcher waits for a table to be loaded again.
const reopenWithin = 5 * time.Second

// Unloaded reports whether the table has unloaded itself.
func (t *Table) Unloaded() bool {
	t.audience.mu.Lock()
	defer t.audience.mu.Unlock()
	return t.audience.unloaded
}

// Continue tells a table that was unloaded which one was loaded in its place. Who kept
// a reference to the first sees what becomes of the second.
func (t *Table) Continue(next *Table) { t.next.Store(next) }

// latest returns the table as it was loaded last.
func (t *Table) latest() *Table {
	for next := t.next.Load(); next != nil; next = t.next.Load() {
		t = next
	}
	return t
}

// Ended reports whether the table's loop has ended: the table was unloaded, stopped or
// set aside, or nothing more can come of its game.
func (t *Table) Ended() bool {
	select {
	case <-t.done:
		return true
	default:
		return false
	}
}

// Tell calls Config.Changed with the table as it is, in order with its changes.
func (t *Table) Tell() {
	t.audience.mu.Lock()
	defer t.audience.mu.Unlock()
	t.cfg.Changed(t.View())
}

// Watched reports whether somebody is connected to the table.
func (t *Table) Watched() bool {
	t.audience.mu.Lock()
	defer t.audience.mu.Unlock()
	return len(t.audience.watchers) > 0
}

// again does something at the table as it is loaded now.
func (t *Table) again(ctx context.Context, do func(*Table) error) error {
	next, err := t.cfg.Reopen(ctx, t.cfg.ID)
	if err != nil {
		return err
	}
	return do(next)
}

func (t *Table) reopened() (*Table, error) {
	ctx, cancel := context.WithTimeout(context.Background(), reopenWithin)
	defer cancel()
	return t.cfg.Reopen(ctx, t.cfg.ID)
}

// Settle does what is due by now. A table that was loaded for that alone is unloaded
// then, unless there is more to do soon.
func (t *Table) Settle(ctx context.Context) error { return t.inLoop(ctx, t.settle) }

// Unload unloads the table at once if nobody is connected to it and it has nothing to
// do soon.
func (t *Table) Unload(ctx context.Context) error { return t.inLoop(ctx, t.unloadUnneeded) }

// inLoop has the loop do something. A table whose loop has ended has nothing to do.
func (t *Table) inLoop(ctx context.Context, do func()) error {
	r := request{own: do, answer: make(chan error, 1)}
	select {
	case t.requests <- r:
	case <-t.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-r.answer:
	case <-t.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// settledAfter bounds what one Settle does: the table's timer does the rest.
const settledAfter = 2 * 4

func (t *Table) settle() {
	for range settledAfter {
		next, due := t.nextTask()
		if !due || next.After(t.now()) || t.closing != nil {
			break
		}
		t.onTime()
	}
	if t.attendance.used.IsZero() {
		t.unloadUnneeded()
	}
}

func (t *Table) unloadUnneeded() {
	if next, _ := t.nextTask(); t.closing == nil && t.unneeded(next, t.now()) {
		t.unload()
	}
}

// unloadAt is when the table unloads itself if nothing happens until then; next is
// when it has something to do.
func (t *Table) unloadAt(next time.Time) (at time.Time, may bool) {
	at = fold.Later(t.attendance.loaded, t.attendance.used).Add(t.cfg.Linger)
	return at, t.unneeded(next, fold.Later(at, t.now()))
}

func (t *Table) unloadsNow(next time.Time) bool {
	at, may := t.unloadAt(next)
	return may && !at.After(t.now())
}

// unneeded reports whether the table can be unloaded at a time: nobody is connected
// to it, everything is stored, and there is nothing to do soon.
func (t *Table) unneeded(next, at time.Time) bool {
	soon := !next.IsZero() && !next.After(at.Add(t.cfg.Linger))
	if t.cfg.Linger == 0 || soon || len(t.talks) > 0 || !t.outage.IsZero() || len(t.outages) > 0 || t.retry.After(t.now()) {
		return false
	}
	if v := t.View(); v.Aside != "" || t.state.RematchAgreed() || t.cfg.Busy != nil && t.cfg.Busy(v) {
		return false
	}
	t.audience.mu.Lock()
	defer t.audience.mu.Unlock()
	return len(t.audience.watchers) == 0
}

// unload ends the loop, unless somebody came to watch just now.
func (t *Table) unload() {
	t.audience.mu.Lock()
	defer t.audience.mu.Unlock()
	if len(t.audience.watchers) == 0 {
		t.audience.unloaded = true
		t.closing = errUnloaded
	}
}
