package bot

import (
	"context"
	"slices"

	"quadrille/rules"
)

// Consider is like [Pool.Choose] for what nobody waits for at a board. It is thought
// about while no table waits, and begun anew if one asks in between, so that what it
// finds depends on nothing else than the game and the limits, of which nodes or depth
// should be one.
func (p *Pool) Consider(ctx context.Context, g *rules.Game, l Limits) (Choice, error) {
	t := &thought{ctx: ctx, game: g, limits: l, done: make(chan struct{})}
	p.mu.Lock()
	p.leisure = append(p.leisure, t)
	p.changed.Signal()
	p.mu.Unlock()
	return p.await(t, func() bool { return p.withdraw(t) })
}

// withdraw reports whether no worker has the question, nor will have it.
func (p *Pool) withdraw(t *thought) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t.taken {
		return false
	}
	p.leisure = slices.DeleteFunc(p.leisure, func(other *thought) bool { return other == t })
	return true
}

// muse takes the next question that has time. The lock is held.
func (p *Pool) muse() *thought {
	t := p.leisure[0]
	p.leisure = p.leisure[1:]
	t.taken = true
	t.trial, t.yield = context.WithCancel(t.ctx)
	p.musing = append(p.musing, t)
	return t
}

// interrupt frees a worker for a table, unless there is one. The lock is held.
func (p *Pool) interrupt() {
	if last := len(p.musing) - 1; last >= 0 && p.free < len(p.turns) {
		p.musing[last].yield()
		p.musing = p.musing[:last]
	}
}

// dwell thinks about what has time, and puts it back, the first of its kind, if it
// had to give way.
func (p *Pool) dwell(searcher *Searcher, t *thought) (sound bool) {
	sound = p.search(t.trial, searcher, t)
	p.mu.Lock()
	defer p.mu.Unlock()
	musing := slices.Contains(p.musing, t)
	p.musing = slices.DeleteFunc(p.musing, func(other *thought) bool { return other == t })
	t.yield()
	t.yield = nil
	if musing || !sound || t.ctx.Err() != nil || p.open.Err() != nil {
		close(t.done)
		return sound
	}
	t.taken = false
	p.leisure = slices.Insert(p.leisure, 0, t)
	p.changed.Signal()
	return sound
}
