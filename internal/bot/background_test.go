package bot

import (
	"context"
	"errors"
	"slices"
	"testing"

	"quadrille/rules"
)

// newStoppedPool returns a pool without workers. The test does their work by calling the
// pool's methods.
func newStoppedPool(t *testing.T) *Pool {
	p := &Pool{workers: 1, queued: map[string][]*request{}}
	p.open, p.close = context.WithCancel(t.Context())
	p.changed.L = &p.mu
	return p
}

// TestTablesPreemptBackgroundRequests checks that a background request waits while tables
// have requests. If a table makes a request during a background search, the search is stopped
// and later restarted from the beginning.
func TestTablesPreemptBackgroundRequests(t *testing.T) {
	p := newStoppedPool(t)
	answers := make(chan Choice, 1)
	game := opening(t, "forchess")
	limits := Limits{Nodes: 3_000}
	table := &request{ctx: t.Context(), game: opening(t, "verney"), limits: limits, done: make(chan struct{})}
	p.enqueue("1", table)
	go func() {
		c, err := p.ChooseInBackground(t.Context(), game, limits)
		if err != nil {
			t.Error(err)
		}
		answers <- c
	}()
	p.mu.Lock()
	for len(p.background) == 0 {
		p.changed.Wait()
	}
	p.mu.Unlock()
	searcher := NewSearcher(TableBits)
	if one, allowed := p.next(); one != table || !p.serve(searcher, one, allowed) {
		t.Fatal("the request of a table was not served first")
	}
	background, _ := p.next()
	second := &request{ctx: t.Context(), game: opening(t, "verney"), limits: limits, done: make(chan struct{})}
	p.enqueue("2", second)
	if background.attempt.Err() == nil {
		t.Fatal("the background search was not preempted")
	}
	p.serve(searcher, background, 0)
	if one, _ := p.next(); one != second {
		t.Error("the background request came before that of a table")
	}
	again, _ := p.next()
	if again != background {
		t.Fatal("the preempted request was lost")
	}
	p.serve(searcher, again, 0)
	if got, want := <-answers, NewSearcher(TableBits).Choose(t.Context(), game, limits); got != want {
		t.Errorf("after preemption %+v, without %+v", got, want)
	}
	if len(p.background)+len(p.preemptible) > 0 {
		t.Errorf("%d background requests are queued, %d are being searched", len(p.background), len(p.preemptible))
	}
}

func TestIdleWorkerAvoidsPreemption(t *testing.T) {
	p := newStoppedPool(t)
	p.idle = 1
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	t1 := &request{ctx: ctx, preempt: func() { t.Error("the request was preempted although a worker was idle") }}
	p.preemptible = []*request{t1}
	p.enqueue("1", &request{ctx: ctx, done: make(chan struct{})})
	if !slices.Contains(p.preemptible, t1) {
		t.Error("the request is no longer being searched")
	}
}

func TestBackgroundRequestIsCancelled(t *testing.T) {
	p := NewPool(0)
	ctx, cancel := context.WithCancel(t.Context())
	errs := make(chan error, 3)
	for range cap(errs) {
		go func() {
			_, err := p.ChooseInBackground(ctx, opening(t, "chess4"), Limits{})
			errs <- err
		}()
	}
	cancel()
	for range cap(errs) {
		if err := <-errs; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	go func() {
		_, err := p.ChooseInBackground(t.Context(), opening(t, "chess4"), Limits{})
		errs <- err
	}()
	p.Close()
	if err := <-errs; !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	bad := opening(t, "verney")
	bad.Variant = broken{&chess{bad.Variant, bad.Variant.(rules.Evaluable)}}
	p = NewPool(1)
	defer p.Close()
	if _, err := p.ChooseInBackground(t.Context(), bad, Limits{Nodes: 10}); err == nil {
		t.Error("a search that panicked found something")
	}
}
