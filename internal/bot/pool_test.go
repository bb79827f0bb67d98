package bot

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/rules"
	"quadrille/rules/variants"
)

func opening(t testing.TB, game string) *rules.Game {
	t.Helper()
	v, err := variants.New(game, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rules.NewGame(v)
}

// TestPoolAnswersAllTables checks that a pool that serves many tables at the same time chooses
// the same actions as a separate searcher for each table.
func TestPoolAnswersAllTables(t *testing.T) {
	p := NewPool(1)
	defer p.Close()
	var all sync.WaitGroup
	for table := range int64(20) {
		all.Go(func() {
			game := opening(t, variants.All()[table%4].Name)
			limits := Level(1).Limits(game.Variant, uint64(table))
			want := NewSearcher(TableBits).Choose(t.Context(), game, limits)
			got, err := p.Choose(t.Context(), fmt.Sprint(table), game, limits)
			if err != nil || got.Action != want.Action {
				t.Errorf("table %d: %+v, %v; want %+v", table, got, err, want)
			}
		})
	}
	all.Wait()
}

func TestHostsTakeTurns(t *testing.T) {
	p := newStoppedPool(t)
	var asked []*request
	for _, host := range []string{"a", "a", "a", "b", "b", "c"} {
		one := &request{done: make(chan struct{})}
		asked = append(asked, one)
		p.enqueue(host, one)
	}
	var order []int
	var last time.Duration
	for range asked {
		one, allowed := p.next()
		order = append(order, slices.Index(asked, one))
		if allowed < last || allowed < minThinkTime || allowed > maxThinkTime {
			t.Errorf("%v allowed after %v", allowed, last)
		}
		last = allowed
	}
	if want := []int{0, 3, 5, 1, 4, 2}; !slices.Equal(order, want) {
		t.Errorf("the order is %v, want %v", order, want)
	}
	if last != maxThinkTime {
		t.Errorf("the last search was allowed %v", last)
	}
}

// TestRequestsAreCancelled checks that Choose returns immediately if its request is cancelled,
// whether the request is still queued or its search has begun.
func TestRequestsAreCancelled(t *testing.T) {
	p := NewPool(0)
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for table := range int64(3) {
		all.Go(func() {
			if _, err := p.Choose(ctx, fmt.Sprint(table), opening(t, "chess4"), Limits{}); !errors.Is(err, context.Canceled) {
				t.Errorf("table %d: %v", table, err)
			}
		})
	}
	cancel()
	all.Wait()
	all.Go(func() {
		if _, err := p.Choose(t.Context(), "9", opening(t, "chess4"), Limits{}); !errors.Is(err, ErrClosed) {
			t.Errorf("request while the pool closed: %v", err)
		}
	})
	p.Close()
	all.Wait()
	if _, err := p.Choose(t.Context(), "9", opening(t, "chess4"), Limits{}); !errors.Is(err, ErrClosed) {
		t.Errorf("request after the pool closed: %v", err)
	}
	if len(p.queued) > 0 || len(p.hosts) > 0 {
		t.Errorf("still queued: %v, hosts %v", p.queued, p.hosts)
	}
}

// TestWorkersForShare checks that workersFor rounds the number of workers up, and that
// pauses keep the workers within the given share of the processors.
func TestWorkersForShare(t *testing.T) {
	for _, c := range []struct {
		share               float64
		processors, workers int
		rest                float64
	}{{0.5, 2, 1, 0}, {0.25, 2, 1, 1}, {0.75, 2, 2, 1.0 / 3}, {1, 8, 8, 0}, {0, 4, 1, 19}} {
		workers, rest := workersFor(c.share, c.processors)
		if workers != c.workers || math.Abs(rest-c.rest) > 1e-9 {
			t.Errorf(
				"share %v of %d processors: %d workers, pause ratio %v; want %d, %v",
				c.share,
				c.processors,
				workers,
				rest,
				c.workers,
				c.rest,
			)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		p := NewPool(0)
		began := time.Now()
		p.pause(3 * time.Second)
		if got := time.Since(began); got != 3*time.Second {
			t.Errorf("the pause lasted %v", got)
		}
		p.Close()
		p.pause(time.Hour)
		if got := time.Since(began); got != 3*time.Second {
			t.Errorf("a closed pool still pauses; it ended after %v", got)
		}
	})
}

// broken is a variant whose Apply panics.
type broken struct{ *chess }

type chess struct {
	rules.Variant
	rules.Evaluable
}

func (broken) Apply(dst, src *rules.Position, a rules.Action) rules.Effects { panic("no law") }

// TestPanicAffectsOneTable checks that a panic in a search affects only the table that
// requested it.
func TestPanicAffectsOneTable(t *testing.T) {
	p := NewPool(0)
	defer p.Close()
	bad := opening(t, "verney")
	bad.Variant = broken{&chess{bad.Variant, bad.Variant.(rules.Evaluable)}}
	if c, err := p.Choose(t.Context(), "1", bad, Limits{Nodes: 100}); err == nil {
		t.Errorf("a search that panicked found %+v", c)
	}
	if _, err := p.Choose(t.Context(), "2", opening(t, "verney"), Limits{Nodes: 100}); err != nil {
		t.Error(err)
	}
}

// TestWorkerYieldsDuringSearch checks that a worker yields the processor regularly during a
// search, and that the field `paused` is the total of these pauses.
func TestWorkerYieldsDuringSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var rested []time.Duration
		b := yielder{length: workPause, pause: func(d time.Duration) { rested = append(rested, d); time.Sleep(d) }}
		b.start()
		for range 8 {
			time.Sleep(workSlice / 2) // simulates work
			b.yield()
		}
		if len(rested) != 4 || b.paused != 4*workPause {
			t.Errorf("after %v of work: pauses %v, total %v", 4*workSlice, rested, b.paused)
		}
	})
}

// TestSearchGoesOnUntilItIsWanted checks that a search that has reached its limit of nodes
// continues until its time limit, but ends earlier if another search waits for the searcher.
func TestSearchGoesOnUntilItIsWanted(t *testing.T) {
	eachVariant(t, func(t *testing.T, _ variantCase, v rules.Variant) {
		s := NewSearcher(4)
		l := Limits{Nodes: 300, Until: time.Now().Add(time.Hour), Method: Tree}
		calls := 0
		s.Wanted = func() bool {
			calls++
			return calls == 3
		}
		if c := s.Choose(t.Context(), rules.NewGame(v), l); c.Nodes < 1024 || c.Nodes > 1280 {
			t.Errorf("the search ended after %d nodes, want about 1024", c.Nodes)
		}
		l.Until = time.Now()
		if c := s.Choose(t.Context(), rules.NewGame(v), l); c.Nodes > 600 {
			t.Errorf("the search ended after %d nodes, although its time was over", c.Nodes)
		}
	})
}
