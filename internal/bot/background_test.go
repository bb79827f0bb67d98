package bot

import (
	"context"
	"errors"
	"runtime"
	"sync"
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

// TestTablesInterruptBackgroundRequests checks that a request of a table is served during a
// background search, and that this search then continues and finds the same.
func TestTablesInterruptBackgroundRequests(t *testing.T) {
	p := newStoppedPool(t)
	w := newWorker(p)
	limits := Limits{Nodes: 3_000}
	slow := &request{ctx: t.Context(), game: opening(t, "forchess"), limits: limits, background: true, done: make(chan struct{})}
	table := &request{ctx: t.Context(), game: opening(t, "verney"), limits: limits, done: make(chan struct{})}
	p.background = append(p.background, slow)
	p.enqueue("1", table)
	if first, _ := p.next(); first != table {
		t.Error("the background request came before that of a table")
	}
	interrupted := 0
	w.background = NewSearcher(TableBits)
	w.background.Yield = func() {
		if interrupted++; interrupted == 5 {
			table = &request{ctx: t.Context(), game: opening(t, "verney"), limits: limits, done: make(chan struct{})}
			p.enqueue("2", table)
			if w.yieldToTables(); !isDone(table) || isDone(slow) {
				t.Error("the background search was not interrupted")
			}
		}
	}
	w.serveInBackground(slow)
	if want := NewSearcher(TableBits).Choose(t.Context(), slow.game, limits); interrupted < 5 || slow.found != want {
		t.Errorf("with an interruption %+v, without %+v", slow.found, want)
	}
}

func isDone(t *request) bool {
	select {
	case <-t.done:
		return true
	default:
		return false
	}
}

// TestAnalysisAdvancesWhileBotsPlay checks that a background search ends although a table
// requests one search after the other.
func TestAnalysisAdvancesWhileBotsPlay(t *testing.T) {
	p := NewPool(1 / float64(runtime.GOMAXPROCS(0))) // one worker
	defer p.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var all sync.WaitGroup
	defer all.Wait()
	analysis := opening(t, "forchess")
	all.Go(func() {
		if c, err := p.ChooseInBackground(ctx, analysis, Limits{Nodes: 20_000}); err != nil || c.Nodes < 20_000 {
			t.Errorf("%+v, %v", c, err)
		}
		cancel()
	})
	game := opening(t, "verney")
	for range 10_000 {
		if _, err := p.Choose(ctx, "1", game, Limits{Nodes: 300}); ctx.Err() != nil {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
	t.Error("the background search has not ended after 10,000 searches for a table")
}

// TestCancelledAnalysisDoesNotWaitForTables cancels a background search while the worker serves a
// table in the middle of it.
func TestCancelledAnalysisDoesNotWaitForTables(t *testing.T) {
	p := newStoppedPool(t)
	w := newWorker(p)
	ctx, cancel := context.WithCancel(t.Context())
	returned := make(chan error)
	w.background = NewSearcher(TableBits)
	w.background.Yield = sync.OnceFunc(func() {
		cancel()
		if err := <-returned; !errors.Is(err, context.Canceled) {
			t.Errorf("the request returned %v", err)
		}
	})
	go func() {
		_, err := p.ChooseInBackground(ctx, opening(t, "forchess"), Limits{Nodes: 3_000})
		returned <- err
	}()
	slow, _ := p.next()
	w.serveInBackground(slow)
}

func TestIdleWorkerServesTablesDuringBackgroundSearches(t *testing.T) {
	p := newStoppedPool(t)
	p.idle = 1
	p.enqueue("1", &request{ctx: t.Context(), done: make(chan struct{})})
	if one, _ := p.nextOfTable(); one != nil {
		t.Error("a background search was interrupted although a worker was idle")
	}
	p.enqueue("2", &request{ctx: t.Context(), done: make(chan struct{})})
	if one, _ := p.nextOfTable(); one == nil {
		t.Error("the second of two tables was not served")
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
