package bot

import (
	"context"
	"errors"
	"slices"
	"testing"

	"quadrille/rules"
)

// still is a pool whose workers are the test itself.
func still(t *testing.T) *Pool {
	p := &Pool{workers: 1, waiting: map[string][]*thought{}}
	p.open, p.close = context.WithCancel(t.Context())
	p.changed.L = &p.mu
	return p
}

// What has time waits until no table does, gives way to a table that asks while it is
// thought about, and is thought about anew after that.
func TestTablesComeBeforeWhatHasTime(t *testing.T) {
	p := still(t)
	answers := make(chan Choice, 1)
	game := opening(t, "forchess")
	limits := Limits{Nodes: 3_000}
	table := &thought{ctx: t.Context(), game: opening(t, "verney"), limits: limits, done: make(chan struct{})}
	p.ask("1", table)
	asked := make(chan struct{})
	go func() {
		close(asked)
		c, err := p.Consider(t.Context(), game, limits)
		if err != nil {
			t.Error(err)
		}
		answers <- c
	}()
	<-asked
	searcher := NewSearcher(poolBits)
	if one, allowed := p.next(); one != table || !p.answer(searcher, one, allowed) {
		t.Fatal("a table had to wait")
	}
	leisurely, _ := p.next()
	second := &thought{ctx: t.Context(), game: opening(t, "verney"), limits: limits, done: make(chan struct{})}
	p.ask("2", second)
	if leisurely.trial.Err() == nil {
		t.Fatal("what has time does not give way")
	}
	p.answer(searcher, leisurely, 0)
	if one, _ := p.next(); one != second {
		t.Error("what gave way came back before the table")
	}
	again, _ := p.next()
	if again != leisurely {
		t.Fatal("what gave way is forgotten")
	}
	p.answer(searcher, again, 0)
	if got, want := <-answers, NewSearcher(poolBits).Choose(t.Context(), game, limits); got != want {
		t.Errorf("after giving way %+v, undisturbed %+v", got, want)
	}
	if len(p.leisure)+len(p.musing) > 0 {
		t.Errorf("%d wait, %d are thought about", len(p.leisure), len(p.musing))
	}
}

// A free worker is enough for a table: nothing need give way.
func TestAFreeWorkerIsEnough(t *testing.T) {
	p := still(t)
	p.free = 1
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	t1 := &thought{ctx: ctx, yield: func() { t.Error("it was put off") }}
	p.musing = []*thought{t1}
	p.ask("1", &thought{ctx: ctx, done: make(chan struct{})})
	if !slices.Contains(p.musing, t1) {
		t.Error("it is not thought about any more")
	}
}

func TestWhatHasTimeIsTakenBack(t *testing.T) {
	p := NewPool(0)
	ctx, cancel := context.WithCancel(t.Context())
	errs := make(chan error, 3)
	for range cap(errs) {
		go func() {
			_, err := p.Consider(ctx, opening(t, "chess4"), Limits{})
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
		_, err := p.Consider(t.Context(), opening(t, "chess4"), Limits{})
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
	if _, err := p.Consider(t.Context(), bad, Limits{Nodes: 10}); err == nil {
		t.Error("a search that panicked found something")
	}
}
