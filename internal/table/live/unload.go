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
	return t.audience.isUnloaded()
}

// ReplaceWith tells a table that was unloaded which one was loaded in its place. Who kept
// a reference to the first sees what becomes of the second.
func (t *Table) ReplaceWith(next *Table) { t.next.Store(next) }

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

// Publish calls Config.Changed with the table as it is, in order with its changes.
func (t *Table) Publish() {
	t.audience.mu.Lock()
	defer t.audience.mu.Unlock()
	t.cfg.Changed(t.View())
}

// Watched reports whether somebody is connected to the table.
func (t *Table) Watched() bool {
	return t.audience.isWatched()
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

// RunDue does what is due by now. A table that was loaded for that alone is unloaded
// then, unless there is more to do soon.
func (t *Table) RunDue(ctx context.Context) error { return t.inLoop(ctx, t.loop.settle) }

// Unload unloads the table at once if nobody is connected to it and it has nothing to
// do soon.
func (t *Table) Unload(ctx context.Context) error { return t.inLoop(ctx, t.loop.unloadUnneeded) }

// inLoop has the loop do something. A table whose loop has ended has nothing to do.
func (t *Table) inLoop(ctx context.Context, do func()) error {
	r := request{own: do, answer: make(chan error, 1)}
	select {
	case t.loop.requests <- r:
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

func (l *loop) settle() {
	for range settledAfter {
		next, due := l.nextTask()
		if !due || next.After(l.now()) || l.closing != nil {
			break
		}
		l.onTime()
	}
	if l.attendance.used.IsZero() {
		l.unloadUnneeded()
	}
}

func (l *loop) unloadUnneeded() {
	if next, _ := l.nextTask(); l.closing == nil && l.unneeded(next, l.now()) {
		l.unload()
	}
}

// unloadAt is when the table unloads itself if nothing happens until then; next is
// when it has something to do.
func (l *loop) unloadAt(next time.Time) (at time.Time, may bool) {
	at = fold.Later(l.attendance.loaded, l.attendance.used).Add(l.cfg.UnloadAfter)
	return at, l.unneeded(next, fold.Later(at, l.now()))
}

func (l *loop) unloadsNow(next time.Time) bool {
	at, may := l.unloadAt(next)
	return may && !at.After(l.now())
}

// unneeded reports whether the table can be unloaded at a time: nobody is connected
// to it, everything is stored, and there is nothing to do soon.
func (l *loop) unneeded(next, at time.Time) bool {
	soon := !next.IsZero() && !next.After(at.Add(l.cfg.UnloadAfter))
	if l.cfg.UnloadAfter == 0 || soon || len(l.chat.waiting) > 0 || l.outages.open() || l.outages.retry.After(l.now()) {
		return false
	}
	if v := l.audience.view.Load(); v.Fault != "" || l.state.RematchAccepted() || l.cfg.Busy != nil && l.cfg.Busy(v) {
		return false
	}
	return !l.audience.isWatched()
}

// unload ends the loop, unless somebody came to watch just now.
func (l *loop) unload() {
	if l.audience.leaveEmpty() {
		l.closing = errUnloaded
	}
}
