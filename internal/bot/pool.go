package bot

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"quadrille/rules"
)

// ErrClosed is what a pool answers that was closed.
var ErrClosed = errors.New("the bots have gone home")

// Pool thinks for all tables with a share of the machine. Tables take turns: one
// that asks for much waits for its own questions, not the others for it. It is
// safe for concurrent use.
type Pool struct {
	duty float64 // of each worker's time, how much it may work

	mu      sync.Mutex
	woken   sync.Cond
	waiting map[string][]*question // by table, in the order of asking
	turns   []string               // the tables that have questions, the next one first
	closed  bool
	ctx     context.Context // of all searches
	close   context.CancelFunc
	workers sync.WaitGroup
}

// question is a search that somebody waits for.
type question struct {
	ctx    context.Context
	game   *rules.Game
	limits Limits
	done   chan struct{}
	choice Choice
	err    error
}

// NewPool starts a pool that uses at most a share of the machine, above 0 and up
// to 1; its searchers' tables have 1<<bits entries each.
func NewPool(share float64, bits int) *Pool {
	cores := share * float64(runtime.GOMAXPROCS(0))
	workers := max(1, int(cores))
	p := &Pool{duty: min(1, cores/float64(workers)), waiting: map[string][]*question{}}
	p.woken.L = &p.mu
	p.ctx, p.close = context.WithCancel(context.Background())
	for range workers {
		p.workers.Go(func() { p.work(bits) })
	}
	return p
}

// Choose searches a copy of the game as soon as it is the table's turn. It fails
// if the context is done before there is an answer, or the pool is closed.
func (p *Pool) Choose(ctx context.Context, table string, g *rules.Game, l Limits) (Choice, error) {
	q := &question{ctx: ctx, game: g.Clone(), limits: l, done: make(chan struct{})}
	if !p.ask(table, q) {
		return Choice{}, ErrClosed
	}
	select {
	case <-q.done:
		return q.choice, q.err
	case <-ctx.Done():
		return Choice{}, ctx.Err() // who takes the question finds that nobody waits for it
	}
}

// Close ends all searches, refuses what still waits, and waits for the workers.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.close()
	p.woken.Broadcast()
	p.workers.Wait()
}

func (p *Pool) ask(table string, q *question) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	if len(p.waiting[table]) == 0 {
		p.turns = append(p.turns, table)
	}
	p.waiting[table] = append(p.waiting[table], q)
	p.woken.Signal()
	return true
}

// take waits for a question and takes it; nil when the pool is closed and nobody
// waits any more.
func (p *Pool) take() *question {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.turns) == 0 {
		if p.closed {
			return nil
		}
		p.woken.Wait()
	}
	table := p.turns[0]
	p.turns = p.turns[1:]
	q := p.waiting[table][0]
	if p.waiting[table] = p.waiting[table][1:]; len(p.waiting[table]) > 0 {
		p.turns = append(p.turns, table)
	} else {
		delete(p.waiting, table)
	}
	return q
}

func (p *Pool) work(bits int) {
	s := NewSearcher(bits)
	for q := p.take(); q != nil; q = p.take() {
		if !p.answer(s, q) {
			s = NewSearcher(bits) // nobody knows what the old one was left like
		}
		close(q.done)
	}
}

// answer searches, and reports whether the searcher came out of it whole: a search
// that panics is its table's loss alone.
func (p *Pool) answer(s *Searcher, q *question) (whole bool) {
	defer func() {
		if cause := recover(); cause != nil {
			q.err = fmt.Errorf("the bot's search broke off: %v", cause)
			whole = false
		}
	}()
	if p.ctx.Err() != nil {
		q.err = ErrClosed
		return true
	}
	if q.err = q.ctx.Err(); q.err != nil {
		return true
	}
	ctx, cancel := context.WithCancel(q.ctx)
	defer cancel()
	defer context.AfterFunc(p.ctx, cancel)()
	s.pace = pacer{duty: p.duty}
	s.pace.begin()
	q.choice = s.Choose(ctx, q.game, q.limits)
	s.pace.rest()
	return true
}
