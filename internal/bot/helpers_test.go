package bot

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"quadrille/rules"
)

// TestHelpersSearchTheSameGame checks that a search with helpers returns a legal action, and
// that the counts of a tree search include the nodes that the helpers searched.
func TestHelpersSearchTheSameGame(t *testing.T) {
	eachVariant(t, func(t *testing.T, _ variantCase, v rules.Variant) {
		dice := rand.New(rand.NewPCG(8, 9))
		s := NewSearcher(10)
		for range 3 {
			g := playRandom(v, dice, dice.IntN(100))
			if g.Position.Over() {
				continue
			}
			helpers := []*Searcher{NewSearcher(0), NewSearcher(0)}
			c := s.ChooseWith(t.Context(), g, Limits{Nodes: 600, Method: Tree}, helpers)
			if err := g.Validate(c.Action); err != nil {
				t.Fatalf("%+v: %v", c, err)
			}
			if !s.usesTree() {
				continue
			}
			sum := 0
			for _, a := range s.Searched() {
				sum += a.Nodes
			}
			if grown := len(s.tree.nodes) - 1; sum < grown || helpers[0].nodes+helpers[1].nodes > 0 && sum == grown {
				t.Errorf(
					"the root has %d searches; the searchers have %d, %d and %d nodes",
					sum,
					s.nodes,
					helpers[0].nodes,
					helpers[1].nodes,
				)
			}
		}
	})
}

// TestHelperUsesTheGivenTable checks that a helper stores its results in the transposition
// table of the searcher that it helps.
func TestHelperUsesTheGivenTable(t *testing.T) {
	table := newTranspositionTable(12)
	table.nextSearch(false)
	help(t.Context(), NewSearcher(0), opening(t, "verney"), Limits{Depth: 3}, table, 1)
	stored := 0
	for i := range table.slots {
		if table.slots[i].data.Load() != 0 {
			stored++
		}
	}
	if stored < 10 {
		t.Errorf("the helper stored %d entries", stored)
	}
}

// TestHelperPanicReachesSearcher checks that a panic of a helper becomes a panic of the
// search, which the pool recovers.
func TestHelperPanicReachesSearcher(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	good, bad := NewSearcher(4), NewSearcher(0)
	bad.Yield = func() {
		cancel()
		panic("broken helper")
	}
	defer func() {
		if cause := recover(); cause != "broken helper" {
			t.Errorf("recovered %v", cause)
		}
	}()
	good.ChooseWith(ctx, opening(t, "verney"), Limits{}, []*Searcher{bad})
}

// TestPanicOfASearchStopsItsHelpers checks that no helper still reads the game when the panic of
// a search reaches the caller.
func TestPanicOfASearchStopsItsHelpers(t *testing.T) {
	helping := make(chan struct{})
	bad, helper := NewSearcher(4), NewSearcher(0)
	helper.Yield = sync.OnceFunc(func() { close(helping) })
	bad.Yield = func() {
		<-helping
		panic("broken search")
	}
	func() {
		defer func() {
			if cause := recover(); cause != "broken search" {
				t.Errorf("recovered %v", cause)
			}
		}()
		bad.ChooseWith(t.Context(), opening(t, "verney"), Limits{Until: time.Now().Add(time.Hour)}, []*Searcher{helper})
	}()
	if !helper.stopped {
		t.Error("the helper still searches")
	}
}

// TestIdleWorkersHelp checks that a request of a table gets a helper for each idle worker, and
// that the helpers stop when a worker is no longer idle or another table requests a search.
func TestIdleWorkersHelp(t *testing.T) {
	p := newStoppedPool(t)
	p.idle = 2
	wait := time.Now().Add(time.Hour)
	if helpers := p.startHelping(&request{}); len(helpers) != 0 {
		t.Error("a search with a limit of nodes got helpers")
	}
	if helpers := p.startHelping(&request{limits: Limits{Until: wait}, background: true}); len(helpers) != 0 {
		t.Error("a background search got helpers")
	}
	helpers := p.startHelping(&request{limits: Limits{Until: wait}})
	if len(helpers) != 2 || p.helpersMustStop() {
		t.Fatalf("%d helpers for 2 idle workers", len(helpers))
	}
	if more := p.startHelping(&request{limits: Limits{Until: wait}}); len(more) != 0 {
		t.Error("idle workers were counted twice")
	}
	p.idle = 1
	if !p.helpersMustStop() {
		t.Error("a helper does not stop although its worker is busy")
	}
	p.idle = 2
	p.enqueue("1", &request{done: make(chan struct{})})
	if !p.helpersMustStop() {
		t.Error("the helpers do not stop although a table waits")
	}
	p.endHelping(helpers)
	if p.helpers != 0 {
		t.Errorf("%d helpers are left", p.helpers)
	}
}

// TestSharedTableKeepsEntriesWhole checks that an entry read from a table contains the fields
// of one stored entry, even if other goroutines write the same slot.
func TestSharedTableKeepsEntriesWhole(t *testing.T) {
	table := newTranspositionTable(1)
	table.nextSearch(false)
	entryOf := func(key uint64) entry {
		return entry{
			key: key, value: int32(key%16_000_000) - 8_000_000, depth: int8(key % 30), bound: bound(key % 3), age: table.age,
			action: rules.Action{
				Type:    rules.Move,
				Path:    rules.Path{From: rules.Square(key >> 8), To: rules.Square(key >> 16)},
				Promote: rules.Kind(key >> 24 & 7),
			},
		}
	}
	var all sync.WaitGroup
	for worker := range uint64(4) {
		all.Go(func() {
			dice := rand.New(rand.NewPCG(worker, 1))
			found := 0
			for range 20_000 {
				table.store(entryOf(dice.Uint64N(64) * 0x9E3779B97F4A7C15))
				key := dice.Uint64N(64) * 0x9E3779B97F4A7C15
				if e, ok := table.probe(key); ok {
					if found++; e != entryOf(key) {
						t.Errorf("found %+v, want %+v", e, entryOf(key))
						return
					}
				}
			}
			if found == 0 {
				t.Error("no entry was found")
			}
		})
	}
	all.Wait()
}
