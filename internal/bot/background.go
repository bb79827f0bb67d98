package bot

import (
	"context"
	"slices"

	"quadrille/rules"
)

// ChooseInBackground searches like [Pool.Choose], but only while no table is waiting for a
// search. If a table requests a search, the background search is stopped and later restarted
// from the beginning. If the limits are on nodes or depth, and Keep is not set, the choice
// therefore depends only on the game and the limits.
func (p *Pool) ChooseInBackground(ctx context.Context, g *rules.Game, l Limits) (Choice, error) {
	t := &request{ctx: ctx, game: g, limits: l, done: make(chan struct{})}
	p.mu.Lock()
	p.background = append(p.background, t)
	p.changed.Signal()
	p.mu.Unlock()
	return p.await(t, func() bool { return p.cancelBackground(t) })
}

// cancelBackground removes a request from the queue unless a worker has started it, and
// reports whether it removed the request.
func (p *Pool) cancelBackground(t *request) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t.started {
		return false
	}
	p.background = slices.DeleteFunc(p.background, func(other *request) bool { return other == t })
	return true
}

// nextBackground takes the next background request. The caller holds the lock.
func (p *Pool) nextBackground() *request {
	t := p.background[0]
	p.background = p.background[1:]
	t.started = true
	t.attempt, t.preempt = context.WithCancel(t.ctx)
	p.preemptible = append(p.preemptible, t)
	return t
}

// preempt stops a background search if there are fewer idle workers than hosts whose tables
// have queued requests. The lock must be held.
func (p *Pool) preempt() {
	if last := len(p.preemptible) - 1; last >= 0 && p.idle < len(p.hosts) {
		p.preemptible[last].preempt()
		p.preemptible = p.preemptible[:last]
	}
}

// runBackground runs a background request. If the search was preempted, runBackground puts
// the request back at the front of the queue. It returns false if the search panicked.
func (p *Pool) runBackground(searcher *Searcher, t *request) (sound bool) {
	sound = p.search(t.attempt, searcher, t)
	p.mu.Lock()
	defer p.mu.Unlock()
	completed := slices.Contains(p.preemptible, t)
	p.preemptible = slices.DeleteFunc(p.preemptible, func(other *request) bool { return other == t })
	t.preempt()
	t.preempt = nil
	if completed || !sound || t.ctx.Err() != nil || p.open.Err() != nil {
		close(t.done)
		return sound
	}
	t.started = false
	p.background = slices.Insert(p.background, 0, t)
	p.changed.Signal()
	return sound
}
