package live

import (
	"context"
	"errors"
	"time"

	"quadrille/internal/table/fold"
)

// A table without watchers unloads itself if no task is due soon: its goroutine ends and its
// memory is freed. The log contains all its events. Methods that need the goroutine, such as
// Do and Watch, load the table again.

// errUnloaded ends the loop of a table that unloads itself.
var errUnloaded = errors.New("the table is not loaded")

// reopenTimeout limits how long Watch waits for a table to be loaded again.
const reopenTimeout = 5 * time.Second

// Unloaded reports whether the table has unloaded itself.
func (t *Table) Unloaded() bool {
	return t.subscribers.isUnloaded()
}

// ReplaceWith links an unloaded table to the table that was loaded in its place, so that
// old references use the new table.
func (t *Table) ReplaceWith(next *Table) { t.next.Store(next) }

// latest follows the links set by ReplaceWith, and returns the Table that was loaded last.
func (t *Table) latest() *Table {
	for next := t.next.Load(); next != nil; next = t.next.Load() {
		t = next
	}
	return t
}

// Ended reports whether the table's loop has ended: the table was unloaded, was stopped or
// has failed, or it no longer accepts commands because its game ended long ago.
func (t *Table) Ended() bool {
	select {
	case <-t.done:
		return true
	default:
		return false
	}
}

// Publish calls Config.Changed with the current view. Concurrent calls deliver the views in
// order.
func (t *Table) Publish() {
	t.subscribers.mu.Lock()
	defer t.subscribers.mu.Unlock()
	t.cfg.Changed(t.View())
}

// Watched reports whether anybody is connected to the table.
func (t *Table) Watched() bool {
	return t.subscribers.isWatched()
}

// reopen loads the table again after it has unloaded itself.
func (t *Table) reopen(ctx context.Context) (*Table, error) { return t.cfg.Reopen(ctx, t.cfg.ID) }

// RunDue runs the tasks that are due. If the table was loaded only for this, RunDue then
// unloads it, unless another task is due soon.
func (t *Table) RunDue(ctx context.Context) error { return t.inLoop(ctx, t.loop.runDue) }

// Unload unloads the table immediately if it has no watchers and no task is due soon.
func (t *Table) Unload(ctx context.Context) error { return t.inLoop(ctx, t.loop.unloadIfUnneeded) }

// Recheck makes the table look for due tasks, because the clock was set, or because another
// node may now have to do its chores: the tasks that no command causes. It does not wait.
func (t *Table) Recheck() { t.latest().loop.replica.wake.Send() }

// inLoop runs the function `do` in the table's loop and waits until `do` returns. If the
// loop has ended, inLoop does nothing.
func (t *Table) inLoop(ctx context.Context, do func()) error {
	r := request{task: do, answer: make(chan error, 1)}
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

// maxDueTasks is the maximum number of tasks that one call of RunDue runs. The table's
// timer runs the remaining tasks.
const maxDueTasks = 2 * 4

func (l *loop) runDue() {
	for range maxDueTasks {
		next, due := l.nextTask()
		if !due || next.After(l.now()) || l.closing != nil {
			break
		}
		l.onTimer()
	}
	if l.presence.usedAt.IsZero() {
		l.unloadIfUnneeded()
	}
}

func (l *loop) unloadIfUnneeded() {
	if next, _ := l.nextTask(); l.closing == nil && l.unneeded(next, l.now()) {
		l.unload()
	}
}

// unloadAt returns the time at which the table will have been unused for UnloadAfter. If
// that time is past, `may` tells whether the table may be unloaded now, and otherwise
// whether it may be unloaded then. The parameter `next` is the time of the table's next
// task.
func (l *loop) unloadAt(next time.Time) (at time.Time, may bool) {
	at = fold.Later(l.presence.loadedAt, l.presence.usedAt).Add(l.cfg.UnloadAfter)
	return at, l.unneeded(next, fold.Later(at, l.now()))
}

func (l *loop) unloadsNow(next time.Time) bool {
	at, may := l.unloadAt(next)
	return may && !at.After(l.now())
}

// unneeded reports whether the table may be unloaded at the given time. The table must stay
// loaded while it is watched, has failed, has something to store, waits for a bot or for its
// rematch, or has a task due soon. If UnloadAfter is zero, it always stays loaded.
func (l *loop) unneeded(next, at time.Time) bool {
	soon := !next.IsZero() && !next.After(at.Add(l.cfg.UnloadAfter))
	failed := l.outages.pending() || l.outages.inDoubt || l.outages.retryAt.After(l.now())
	if l.cfg.UnloadAfter == 0 || soon || len(l.chat.waiting) > 0 || failed {
		return false
	}
	if v := l.subscribers.view.Load(); v.Fault != "" || l.state.RematchAccepted() || l.cfg.Busy != nil && l.cfg.Busy(v) {
		return false
	}
	return !l.subscribers.isWatched()
}

// unload ends the table's loop, unless a watcher has been opened in the meantime.
func (l *loop) unload() {
	if l.subscribers.unloadIfEmpty() {
		l.closing = errUnloaded
	}
}
