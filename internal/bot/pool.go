package bot

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"quadrille/rules"
)

// How long the pool thinks about one move at most, and how long however many wait.
const (
	longest  = 2 * time.Second
	shortest = 20 * time.Millisecond
)

// poolBits is the size of a worker's table: 1<<16 entries, 1.5 MB.
const poolBits = 16

// ErrClosed is what a pool says that thinks no more.
var ErrClosed = errors.New("the bots think no more: the server stops")

// Pool thinks for all bots of a server, within a share of the machine: what is left
// of it is for people. Hosts take turns, so that nobody has more of it than others
// for opening more tables; the more of them wait, the less long each table is thought
// about. What nobody waits for at a board is thought about only while no
// table waits.
type Pool struct {
	rest    float64 // how long a worker rests, in times of what it has worked
	workers int
	open    context.Context
	close   context.CancelFunc
	done    sync.WaitGroup

	mu      sync.Mutex
	changed sync.Cond
	waiting map[string][]*thought // by the table's host, in the order of asking
	turns   []string              // hosts with something that waits, the next first
	leisure []*thought            // what has time until no table waits, the next first
	musing  []*thought            // of those, what workers think about
	free    int                   // workers with nothing to do
}

// thought is a question, and what came of it.
type thought struct {
	ctx    context.Context
	game   *rules.Game
	limits Limits
	taken  bool               // by a worker; before that, who asked may take it back
	trial  context.Context    // of what has time: ends when it must give way
	yield  context.CancelFunc // makes it do so; nil for what a table asks
	found  Choice
	err    error
	done   chan struct{} // closed when found and err hold
}

// staff is how many workers take a share of so many processors, from 0 to 1, and
// how long each rests, in times of what it has worked. It is never less than a
// twentieth of one processor.
func staff(share float64, processors int) (workers int, rest float64) {
	busy := max(share*float64(processors), 0.05)
	workers = int(math.Ceil(busy))
	return workers, float64(workers)/busy - 1
}

// NewPool is a pool that takes a share of the machine, from 0 to 1.
func NewPool(share float64) *Pool {
	p := &Pool{waiting: map[string][]*thought{}}
	p.workers, p.rest = staff(share, runtime.GOMAXPROCS(0))
	p.open, p.close = context.WithCancel(context.Background())
	p.changed.L = &p.mu
	for range p.workers {
		p.done.Go(p.work)
	}
	return p
}

// Choose thinks about the game of a host's table when its turn comes. The game is the
// caller's again when Choose returns; it must not be over.
func (p *Pool) Choose(ctx context.Context, host string, g *rules.Game, l Limits) (Choice, error) {
	t := &thought{ctx: ctx, game: g, limits: l, done: make(chan struct{})}
	p.ask(host, t)
	return p.await(t, func() bool { return p.takeBack(host, t) })
}

// await is the answer, unless the question could be taken back before a worker had
// it.
func (p *Pool) await(t *thought, takeBack func() bool) (Choice, error) {
	select {
	case <-t.done:
	case <-t.ctx.Done():
		if takeBack() {
			return Choice{}, t.ctx.Err()
		}
		<-t.done // at once
	case <-p.open.Done():
		if takeBack() {
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

func (p *Pool) ask(host string, t *thought) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.waiting[host]) == 0 {
		p.turns = append(p.turns, host)
	}
	p.waiting[host] = append(p.waiting[host], t)
	p.interrupt()
	p.changed.Signal()
}

// takeBack reports whether no worker has the question, nor will have it.
func (p *Pool) takeBack(host string, t *thought) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t.taken {
		return false
	}
	p.waiting[host] = slices.DeleteFunc(p.waiting[host], func(other *thought) bool { return other == t })
	if len(p.waiting[host]) == 0 {
		delete(p.waiting, host)
		p.turns = slices.DeleteFunc(p.turns, func(other string) bool { return other == host })
	}
	return true
}

// next waits for the question whose turn it is; nil ends the worker. It may be
// thought about for as long as is allowed; what has time, until its limits are reached.
func (p *Pool) next() (t *thought, allowed time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free++
	for len(p.turns)+len(p.leisure) == 0 && p.open.Err() == nil {
		p.changed.Wait()
	}
	p.free--
	if p.open.Err() != nil {
		return nil, 0
	}
	if len(p.turns) == 0 {
		return p.muse(), 0
	}
	host := p.turns[0]
	p.turns = p.turns[1:]
	t = p.waiting[host][0]
	t.taken = true
	if p.waiting[host] = p.waiting[host][1:]; len(p.waiting[host]) > 0 {
		p.turns = append(p.turns, host) // behind all others
	} else {
		delete(p.waiting, host)
	}
	others := max(len(p.turns)/p.workers, len(p.waiting[host])) // a host's tables share his part
	return t, max(longest/time.Duration(1+others), shortest)
}

// work is a worker's life.
func (p *Pool) work() {
	air := breaths{pause: p.pause}
	searcher := newWorkersSearcher(&air)
	for t, allowed := p.next(); t != nil; t, allowed = p.next() {
		began := time.Now()
		air.start()
		if !p.answer(searcher, t, allowed) {
			searcher = newWorkersSearcher(&air) // nobody knows what the old one was left like
		}
		worked := time.Since(began) - air.taken
		p.pause(time.Duration(p.rest*float64(worked)) - air.taken)
	}
}

// answer thinks about a question, and reports whether the searcher came through it.
func (p *Pool) answer(searcher *Searcher, t *thought, allowed time.Duration) (sound bool) {
	if t.yield != nil {
		return p.dwell(searcher, t)
	}
	defer close(t.done)
	ctx, cancel := context.WithTimeout(t.ctx, allowed)
	defer cancel()
	return p.search(ctx, searcher, t)
}

// search is the work itself. A panic in it is the loss of who asked, and of nobody
// else.
func (p *Pool) search(ctx context.Context, searcher *Searcher, t *thought) (sound bool) {
	defer func() {
		if cause := recover(); cause != nil {
			t.err = fmt.Errorf("the bot lost its thread: %v", cause)
		}
	}()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(p.open, cancel)()
	t.found = searcher.Choose(ctx, t.game, t.limits)
	return true
}

// pause leaves the processor to others.
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

// Close ends what is thought just now, answers all who wait, and returns when no
// worker runs any more.
func (p *Pool) Close() {
	p.close()
	p.mu.Lock()
	p.changed.Broadcast()
	p.mu.Unlock()
	p.done.Wait()
}
