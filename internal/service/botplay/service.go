package botplay

import (
	"context"
	"log/slog"
	"runtime/debug"
	"sync"

	"quadrille/internal/bot"
	"quadrille/internal/clock"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Table is a table at which bots play.
type Table interface {
	View() *table.View
	Do(ctx context.Context, c table.Command) error
}

// Config configures [Bots].
type Config struct {
	Pool *bot.Pool // nil if the server has no bots
	// Table returns a table, or nil if it is not loaded.
	Table  func(table.ID) Table
	Clock  *clock.Clock
	Logger *slog.Logger
}

// Bots plays for all bots of a server. A table has a goroutine only while one of its
// bots has something to do.
type Bots struct {
	cfg   Config
	open  context.Context
	close context.CancelFunc
	done  sync.WaitGroup

	mu sync.Mutex
	// tables with a running goroutine; the value is true if the table has changed since the goroutine read it
	busy      map[table.ID]bool
	lostTurns map[table.ID]*[rules.SeatCount]int // for each seat, number of consecutive turns on which its bot considered the game lost
}

// New returns a new [Bots]. It starts no goroutine.
func New(cfg Config) *Bots {
	b := &Bots{cfg: cfg, busy: map[table.ID]bool{}, lostTurns: map[table.ID]*[rules.SeatCount]int{}}
	b.open, b.close = context.WithCancel(context.Background())
	return b
}

// Look starts the bots of a table if one of them has something to do. It does not block,
// because tables call it while they handle a command.
func (b *Bots) Look(v *table.View) {
	busy := b.Busy(v)
	b.mu.Lock()
	defer b.mu.Unlock()
	if v.Phase == table.Finished {
		delete(b.lostTurns, v.ID)
	}
	if !busy {
		return
	}
	if _, at := b.busy[v.ID]; at {
		b.busy[v.ID] = true
		return
	}
	if b.open.Err() == nil {
		b.busy[v.ID] = false
		b.done.Go(func() { b.run(v.ID) })
	}
}

// Busy reports whether a bot has something to do at a table.
func (b *Bots) Busy(v *table.View) bool {
	if b.cfg.Pool == nil {
		return false
	}
	_, what := nextDuty(v)
	return what != noDuty
}

// run performs the duties of a table's bots until no duty is left. After the table refuses a
// command, run waits for a change of the table before it tries again.
func (b *Bots) run(id table.ID) {
	defer b.recoverPanic(id)
	for b.open.Err() == nil {
		t := b.cfg.Table(id)
		if t == nil { // the table is not loaded
			if b.finish(id, false) {
				return
			}
			continue
		}
		v := t.View()
		seat, what := nextDuty(v)
		done := what != noDuty && b.perform(t, v, seat, what) == nil && t.View().Seq > v.Seq
		if !done && b.finish(id, t.View().Phase == table.Finished) {
			return
		}
	}
}

// finish reports whether a table's goroutine may end, because the table has not changed
// since the goroutine read it. If so, finish removes the goroutine's entry under the same
// lock, so that no change is missed.
func (b *Bots) finish(id table.ID, over bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.busy[id] {
		b.busy[id] = false
		return false
	}
	delete(b.busy, id)
	if over {
		delete(b.lostTurns, id)
	}
	return true
}

// recoverPanic recovers from a panic in the bots of one table and logs it, so that other
// tables are not affected.
func (b *Bots) recoverPanic(id table.ID) {
	fault := recover()
	if fault == nil {
		return // leave b.busy alone: `finish` has deleted this goroutine's entry, and a newer goroutine may have added one
	}
	b.cfg.Logger.Error(
		"panic",
		slog.String("in", "bots"),
		slog.Int64("table", int64(id)),
		slog.Any("panic", fault),
		slog.String("stack", string(debug.Stack())),
	)
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.busy, id)
}

// Close cancels the bots' searches and commands, and prevents new ones from starting.
func (b *Bots) Close() { b.close() }

// Stop calls Close and waits until all goroutines have ended.
func (b *Bots) Stop() {
	b.mu.Lock()
	b.close()
	b.mu.Unlock()
	b.done.Wait()
}
