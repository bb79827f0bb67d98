package botplay

import (
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// Config is what bots need.
type Config struct {
	Pool *bot.Pool // nil: there are none
	// Table returns a table that is loaded, nil if it is not.
	Table  func(table.ID) *live.Table
	Now    func() time.Time
	Logger *slog.Logger
}

// Bots are the programs that play at the tables of a server. A table's bots have a
// goroutine while there is something for one of them to do, and else nothing.
type Bots struct {
	cfg   Config
	open  context.Context
	close context.CancelFunc
	done  sync.WaitGroup

	mu       sync.Mutex
	busy     map[table.ID]bool                  // whether something has changed since they looked
	hopeless map[table.ID]*[rules.SeatCount]int // how often in a row a seat has seen that its game is lost
}

// New returns bots that have nothing to do yet.
func New(cfg Config) *Bots {
	b := &Bots{cfg: cfg, busy: map[table.ID]bool{}, hopeless: map[table.ID]*[rules.SeatCount]int{}}
	b.open, b.close = context.WithCancel(context.Background())
	return b
}

// Look wakes a table's bots if one of them has something to do. A table calls it in
// the middle of its work: it waits for nothing.
func (b *Bots) Look(v *table.View) {
	if !b.Busy(v) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, at := b.busy[v.ID]; at {
		b.busy[v.ID] = true
		return
	}
	if b.open.Err() == nil {
		b.busy[v.ID] = false
		b.done.Go(func() { b.attend(v.ID) })
	}
}

// Busy reports whether a bot has something to do at a table.
func (b *Bots) Busy(v *table.View) bool {
	if b.cfg.Pool == nil {
		return false
	}
	_, what := owed(v)
	return what != nothing
}

// attend does what a table's bots have to do, until there is nothing more. What a
// table refuses is not tried again before something changes there.
func (b *Bots) attend(id table.ID) {
	defer b.contain(id)
	for b.open.Err() == nil {
		t := b.cfg.Table(id)
		if t == nil { // not yet, or not any more
			if b.rest(id, false) {
				return
			}
			continue
		}
		v := t.View()
		seat, what := owed(v)
		done := what != nothing && b.do(t, v, seat, what) == nil && t.View().Seq > v.Seq
		if !done && b.rest(id, v.Phase == table.Finished) {
			return
		}
	}
}

// rest reports whether nothing has changed since they looked; then they look no
// more. Both are decided under one lock, so that no change is missed.
func (b *Bots) rest(id table.ID, over bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.busy[id] {
		b.busy[id] = false
		return false
	}
	delete(b.busy, id)
	if over {
		delete(b.hopeless, id)
	}
	return true
}

// contain keeps a fault of the bots at one table away from all others.
func (b *Bots) contain(id table.ID) {
	fault := recover()
	if fault == nil {
		return // rest has seen to it; others may be at work there by now
	}
	b.cfg.Logger.Error("a table's bots fell over", slog.Int64("table", int64(id)), slog.Any("fault", fault), slog.String("stack", string(debug.Stack())))
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.busy, id)
}

// Close ends what the bots do, and lets them begin nothing more.
func (b *Bots) Close() { b.close() }

// Stop is Close, and waits for the end.
func (b *Bots) Stop() {
	b.mu.Lock()
	b.close()
	b.mu.Unlock()
	b.done.Wait()
}
