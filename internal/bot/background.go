package bot

import (
	"context"
	"slices"

	"quadrille/rules"
)

// ChooseInBackground searches like [Pool.Choose], but only while no table is waiting for a
// search. If a table requests a search, the background search stops until the table has been
// served. A cancelled request returns at once, although the worker may still serve a table
// before it notices. If the limits are on nodes or depth, and Keep is not set, the choice depends only on
// the game and the limits.
func (p *Pool) ChooseInBackground(ctx context.Context, g *rules.Game, l Limits) (Choice, error) {
	t := &request{ctx: ctx, game: g.Clone(), limits: l, background: true, done: make(chan struct{})}
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
