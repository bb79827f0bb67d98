package bot

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/rules"
)

func newGame(t *testing.T) *rules.Game { return rules.NewGame(forms[0].variant(t)) }

func TestPoolAnswersAsASearcherDoes(t *testing.T) {
	p := NewPool(1, 10)
	defer p.Close()
	g := newGame(t)
	for level := Weakest; level < Strongest-1; level++ {
		l := level.Limits(9)
		got, err := p.Choose(context.Background(), "a", g, l)
		if want := NewSearcher(10).Choose(context.Background(), g, l); err != nil || got != want {
			t.Errorf("level %d: %+v, %v; alone %+v", level, got, err, want)
		}
	}
}

// Who asks for much does not make the others wait.
func TestPoolTakesTablesInTurn(t *testing.T) {
	p := &Pool{waiting: map[string][]*question{}}
	asked := map[*question]string{}
	for _, table := range []string{"a", "a", "a", "b", "c", "b"} {
		q := &question{}
		asked[q] = table
		p.ask(table, q)
	}
	order := ""
	for range 6 {
		order += asked[p.take()]
	}
	if order != "abcaba" || len(p.waiting) != 0 || len(p.turns) != 0 {
		t.Errorf("%s, and %d tables still wait", order, len(p.waiting))
	}
}

func TestPoolLetsGoOfWhatNobodyWaitsFor(t *testing.T) {
	p := NewPool(0.01, 10) // one worker
	defer p.Close()
	ctx, cancel := context.WithCancel(context.Background())
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if _, err := p.Choose(ctx, "endless", newGame(t), Limits{}); !errors.Is(err, context.Canceled) {
				t.Errorf("%v", err)
			}
		})
	}
	cancel()
	both.Wait()
	if c, err := p.Choose(context.Background(), "other", newGame(t), Limits{Nodes: 100}); err != nil || c.Nodes == 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestClosedPoolAnswersNobody(t *testing.T) {
	p := NewPool(0.01, 10)
	var waiting sync.WaitGroup
	for range 3 {
		waiting.Go(func() {
			// the search that runs ends early and has an answer; nobody waits for ever
			if _, err := p.Choose(context.Background(), "a", newGame(t), Limits{}); err != nil && !errors.Is(err, ErrClosed) {
				t.Errorf("%v", err)
			}
		})
	}
	p.Close()
	waiting.Wait()
	if _, err := p.Choose(context.Background(), "a", newGame(t), Limits{Nodes: 10}); !errors.Is(err, ErrClosed) {
		t.Errorf("%v", err)
	}
}

// broken is a game whose law breaks down in the middle of a search.
type broken struct{ rules.Variant }

func (b broken) Reach() *rules.Reach                         { return b.Variant.(rules.Appraiser).Reach() }
func (b broken) Promotes(a rules.Army, sq rules.Square) bool { return false }
func (b broken) Weights() rules.Weights { return rules.Weights{} }

func (b broken) Apply(*rules.Position, *rules.Position, rules.Action) rules.Effects { panic("no law") }

func TestPanicIsOneTablesLoss(t *testing.T) {
	p := NewPool(0.01, 10)
	defer p.Close()
	g := newGame(t)
	bad := g.Clone()
	bad.Variant = broken{g.Variant}
	if _, err := p.Choose(context.Background(), "bad", bad, Limits{Nodes: 100}); err == nil {
		t.Error("a search that panicked has an answer")
	}
	if _, err := p.Choose(context.Background(), "good", g, Limits{Nodes: 100}); err != nil {
		t.Error(err)
	}
}

func TestPacerWorksItsShareOfTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, worked := time.Now(), time.Duration(0)
		p := pacer{duty: 0.25}
		p.begin()
		for range 40 {
			time.Sleep(5 * time.Millisecond) // work
			worked += 5 * time.Millisecond
			p.rest()
		}
		if share := float64(worked) / float64(time.Since(began)); share < 0.24 || share > 0.26 {
			t.Errorf("it works %.0f %% of the time", 100*share)
		}
	})
}
