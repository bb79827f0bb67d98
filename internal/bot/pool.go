package bot

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/rules"
)

// maxThinkTime is the maximum time for one move. When many tables are waiting, each of them
// gets less time, but at least minThinkTime.
const (
	maxThinkTime = 2 * time.Second
	minThinkTime = 20 * time.Millisecond
)

// TableBits sets the size of the transposition table of a bot at a table: 1<<TableBits entries
// of 16 bytes, 1 MB.
const TableBits = 16

// ErrClosed is returned by a closed pool.
var ErrClosed = errors.New("the server is stopping: bots no longer play")

// Pool runs the searches of all bots of a server, and uses a given share of the processors.
// The hosts of tables take turns: a host who opens more tables does not get more search time.
// The more hosts wait, the less time each table gets. Background requests are searched only
// while no table is waiting; see [worker].
type Pool struct {
	engine     func(*rules.Game, Limits) Choice // replaces the searches; nil except in a pool of [PoolOf]
	pauseRatio float64                          // how long a worker pauses, as a multiple of the time it worked
	workers    int
	open       context.Context
	close      context.CancelFunc
	done       sync.WaitGroup

	busy atomic.Pointer[func() bool]

	mu      sync.Mutex
	changed sync.Cond
	queued  map[string][]*request // requests that wait for a worker, oldest first; the key is the host of their tables
	// players whose tables have queued requests; the next request to run is for a table of the first player
	hosts      []string
	background []*request // background requests; the first is next
	idle       int        // number of idle workers
	// number of helpers: searchers that take the place of idle workers and take part in the searches of the other
	// workers
	helpers int
}

// request is one search and its result.
type request struct {
	ctx        context.Context
	game       *rules.Game
	limits     Limits
	background bool // whether the request is not for a table
	started    bool // whether a worker has taken the request; until then it can be removed from its queue
	found      Choice
	err        error
	done       chan struct{} // closed when `found` and `err` are set
}

// workersFor returns the number of workers that use the given share (0 to 1) of the
// processors, and the ratio of their pauses to their working time. The workers get at
// least a twentieth of one processor.
func workersFor(share float64, processors int) (workers int, pauseRatio float64) {
	busy := max(share*float64(processors), 0.05)
	workers = int(math.Ceil(busy))
	return workers, float64(workers)/busy - 1
}

// NewPool returns a pool that uses the given share of the processors, between 0 and 1.
func NewPool(share float64) *Pool {
	p := &Pool{queued: map[string][]*request{}}
	p.workers, p.pauseRatio = workersFor(share, runtime.GOMAXPROCS(0))
	p.open, p.close = context.WithCancel(context.Background())
	p.changed.L = &p.mu
	for range p.workers {
		p.done.Go(newWorker(p).run)
	}
	return p
}

// PoolOf returns a pool without workers, in which the given function chooses the moves instead
// of a search. Simulations use it for bots that need no processor time.
func PoolOf(engine func(g *rules.Game, l Limits) Choice) *Pool {
	p := &Pool{engine: engine, queued: map[string][]*request{}}
	p.open, p.close = context.WithCancel(context.Background())
	p.changed.L = &p.mu
	return p
}

// SlowDown makes background searches pause longer while the function `busy` returns true, so that
// they and other work that is not urgent do not take all processors together. The function must
// not block.
func (p *Pool) SlowDown(busy func() bool) { p.busy.Store(&busy) }

// isBusy reports whether background searches must pause longer.
func (p *Pool) isBusy() bool {
	busy := p.busy.Load()
	return busy != nil && (*busy)()
}

// Choose queues a search for a table whose host is the player `host`, waits until a worker
// has searched the game, and returns the choice. The caller must not use the game until
// Choose returns. The game must not be over.
func (p *Pool) Choose(ctx context.Context, host string, g *rules.Game, l Limits) (Choice, error) {
	if p.engine != nil {
		return p.engine(g, l), ctx.Err()
	}
	t := &request{ctx: ctx, game: g, limits: l, done: make(chan struct{})}
	p.enqueue(host, t)
	return p.await(t, func() bool { return p.cancelQueued(host, t) })
}

// await waits for the result of a request. If the request's context ends or the pool is
// closed first, await calls `cancel`, which removes the request from its queue unless a
// worker has started it. It then waits until a started search for a table has noticed this,
// because the search uses the caller's game.
func (p *Pool) await(t *request, cancel func() bool) (Choice, error) {
	select {
	case <-t.done:
	case <-t.ctx.Done():
		if cancel() || t.background {
			return Choice{}, t.ctx.Err()
		}
		<-t.done
	case <-p.open.Done():
		if cancel() || t.background {
			return Choice{}, ErrClosed
		}
		<-t.done
	}
	if p.open.Err() != nil {
		return Choice{}, ErrClosed
	}
	if t.err != nil {
		return Choice{}, t.err
	}
	return t.found, t.ctx.Err()
}

func (p *Pool) enqueue(host string, t *request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.queued[host]) == 0 {
		p.hosts = append(p.hosts, host)
	}
	p.queued[host] = append(p.queued[host], t)
	p.changed.Signal()
}

// cancelQueued removes a request from its queue unless a worker has started it, and reports
// whether it removed the request.
func (p *Pool) cancelQueued(host string, t *request) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t.started {
		return false
	}
	p.queued[host] = slices.DeleteFunc(p.queued[host], func(other *request) bool { return other == t })
	if len(p.queued[host]) == 0 {
		delete(p.queued, host)
		p.hosts = slices.DeleteFunc(p.hosts, func(other string) bool { return other == host })
	}
	return true
}

// isWaitedFor reports whether a table waits for a search.
func (p *Pool) isWaitedFor() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.hosts) > 0
}

// maxHelpers is the maximum number of helpers of one search. In a free-for-all, each of them
// may take 45 MB of memory.
const maxHelpers = 3

// startHelping returns a helper for each idle worker, at most maxHelpers. It returns none for
// a background request, or if the limits of the request do not set the field Until.
func (p *Pool) startHelping(t *request) (helpers []*Searcher) {
	if t.background || t.limits.Until.IsZero() {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for range min(p.idle-p.helpers, maxHelpers) {
		yields := newYielder(p, workPause)
		h := NewSearcher(0)
		h.Yield, h.Wanted = yields.yield, p.helpersMustStop
		helpers = append(helpers, h)
	}
	p.helpers += len(helpers)
	return helpers
}

func (p *Pool) endHelping(helpers []*Searcher) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.helpers -= len(helpers)
}

// helpersMustStop reports whether the helpers, which search in place of idle workers, must
// stop. They must stop if a table waits for a search, or if there are more helpers than idle
// workers.
func (p *Pool) helpersMustStop() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.hosts) > 0 || p.helpers > p.idle
}

// pause waits for d, or until the pool is closed.
func (p *Pool) pause(d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-p.open.Done():
	}
}

// Close cancels all searches, answers all requests with [ErrClosed], and waits until
// the workers have ended.
func (p *Pool) Close() {
	p.close()
	p.mu.Lock()
	p.changed.Broadcast()
	p.mu.Unlock()
	p.done.Wait()
}
