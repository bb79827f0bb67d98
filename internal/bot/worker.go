package bot

import (
	"context"
	"fmt"
	"time"

	"quadrille/internal/clock"
)

// worker runs the requests of a pool, one at a time. A request of a table interrupts a
// background search: the worker runs it during a call of [Searcher.Yield], and then continues
// the background search.
type worker struct {
	pool       *Pool
	forTables  *Searcher
	background *Searcher
	yields     *yielder // of searches for tables
	slowYields *yielder // of background searches: their pauses keep the pool within its share of the processors
	current    *request // the background request that is being searched; nil if there is none
}

func newWorker(p *Pool) *worker {
	w := &worker{pool: p, yields: newYielder(p, workPause)}
	w.slowYields = newYielder(p, max(workPause, time.Duration(p.pauseRatio*float64(workSlice))))
	w.slowYields.busy = p.isBusy
	return w
}

// run serves requests until the pool is closed.
func (w *worker) run() {
	for t, allowed := w.pool.next(); t != nil; t, allowed = w.pool.next() {
		if t.background {
			w.serveInBackground(t)
		} else {
			w.serve(t, allowed)
		}
	}
}

// serve runs a request of a table, which may take the given time. Then it pauses, so that the
// pool stays within its share of the processors.
func (w *worker) serve(t *request, allowed time.Duration) {
	if w.forTables == nil {
		w.forTables = NewSearcher(TableBits)
		w.forTables.Yield, w.forTables.Wanted = w.yields.yield, w.pool.isWaitedFor
	}
	began := clock.Steady()
	w.yields.start()
	ctx, cancel := context.WithTimeout(t.ctx, allowed)
	defer cancel()
	if !w.pool.search(ctx, w.forTables, t) {
		w.forTables = nil // a panic may have left the searcher inconsistent
	}
	worked := clock.Steady().Sub(began) - w.yields.paused
	w.pool.pause(time.Duration(w.pool.pauseRatio*float64(worked)) - w.yields.paused)
}

// serveInBackground runs a background request until its limits are reached.
func (w *worker) serveInBackground(t *request) {
	if w.background == nil {
		w.background = NewSearcher(TableBits)
		w.background.Yield = w.yieldToTables
	}
	w.current = t
	w.slowYields.start()
	if !w.pool.search(t.ctx, w.background, t) {
		w.background = nil
	}
	w.current = nil
}

// yieldToTables interrupts a background search while tables wait for a worker.
func (w *worker) yieldToTables() {
	w.slowYields.yield()
	for w.current.ctx.Err() == nil {
		t, allowed := w.pool.nextOfTable()
		if t == nil {
			return
		}
		w.serve(t, allowed)
		w.slowYields.start()
	}
}

// next waits for the next request and returns it, or nil if the pool is closed. For a request
// of a table, `allowed` is the time that its search may take.
func (p *Pool) next() (t *request, allowed time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle++
	for len(p.hosts)+len(p.background) == 0 && p.open.Err() == nil {
		p.changed.Wait()
	}
	p.idle--
	switch {
	case p.open.Err() != nil:
		return nil, 0
	case len(p.hosts) > 0:
		return p.takeFromTable()
	}
	t = p.background[0]
	t.started, p.background = true, p.background[1:]
	return t, 0
}

// nextOfTable returns the next request of a table, or nil if no table waits or if there are
// enough idle workers for all that wait.
func (p *Pool) nextOfTable() (t *request, allowed time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open.Err() != nil || p.idle >= len(p.hosts) {
		return nil, 0
	}
	return p.takeFromTable()
}

// takeFromTable removes the next request of a table from its queue. The lock must be held, and
// at least one table must wait.
func (p *Pool) takeFromTable() (t *request, allowed time.Duration) {
	host := p.hosts[0]
	p.hosts = p.hosts[1:]
	t = p.queued[host][0]
	t.started = true
	if p.queued[host] = p.queued[host][1:]; len(p.queued[host]) > 0 {
		p.hosts = append(p.hosts, host)
	} else {
		delete(p.queued, host)
	}
	// Estimate how many requests wait for this worker: its share of one request for each host
	// in the queue, but at least all other requests for tables of the same host.
	others := max(len(p.hosts)/p.workers, len(p.queued[host]))
	return t, max(maxThinkTime/time.Duration(1+others), minThinkTime)
}

// search runs the search of a request. A panic becomes the error of this request, so that
// other tables are not affected; search then returns false.
func (p *Pool) search(ctx context.Context, searcher *Searcher, t *request) (sound bool) {
	defer close(t.done)
	defer func() {
		if cause := recover(); cause != nil {
			t.err = fmt.Errorf("the search of a bot panicked: %v", cause)
		}
	}()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(p.open, cancel)()
	helpers := p.startHelping(t)
	defer p.endHelping(helpers)
	t.found = searcher.ChooseWith(ctx, t.game, t.limits, helpers)
	return true
}
