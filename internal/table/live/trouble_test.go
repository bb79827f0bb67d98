package live_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

func TestWhatCannotBeStoredDidNotHappen(t *testing.T) {
	b := lay(t, chess4)
	b.begin(four...)
	w := b.Watch(sue)
	defer w.Close()
	before := b.View()
	b.diary.fail(errors.New("disk full"))
	move := b.move("m7-k7")
	move.ID = "again"
	b.refused(move, table.CannotStore)
	v, _ := w.Take(context.Background())
	if v.Fault == "" || len(v.Moves) != 0 || v.Position != before.Position || v.Seq != before.Seq {
		t.Errorf("aside %q, %d moves, seq %d", v.Fault, len(v.Moves), v.Seq)
	}
	if err := b.Do(context.Background(), move); strings.Contains(err.Error(), "disk full") {
		t.Errorf("people are told %q", err)
	}
	b.diary.mend()
	b.do(move)
	b.do(move)
	if v := b.View(); v.Fault != "" || len(v.Moves) != 1 {
		t.Errorf("aside %q, %d moves", v.Fault, len(v.Moves))
	}
}

func TestWhatTheDiskHoldsIsUnknownSoTheTableIsSetAside(t *testing.T) {
	for name, fault := range map[string]error{"gap": table.ErrGap, "unsure": table.ErrUnsure} {
		t.Run(name, func(t *testing.T) {
			b := layBare(t, chess4)
			b.begin(four...)
			w := b.Watch(sue)
			defer w.Close()
			move := b.move("m7-k7")
			b.diary.lies.Store(true)
			b.diary.fail(errors.Join(errors.New("cut off"), fault))
			move.ID = "again"
			b.refused(move, table.TableFailed)
			b.diary.mend()
			if v, _ := w.Take(context.Background()); v.Fault == "" || len(v.Moves) != 0 {
				t.Errorf("aside %q, %d moves", v.Fault, len(v.Moves))
			}
			b.refused(move, table.TableFailed)
			b.open() // after a restart it shows that the move was kept
			b.do(move)
			if n := len(b.View().Moves); n != 1 {
				t.Errorf("%d moves", n)
			}
			b.check()
		})
	}
}

// shaky is a game whose law has a hole.
type shaky struct{ rules.Variant }

func (s shaky) Apply(dst, src *rules.Position, a rules.Action) rules.Effects {
	if a.Type == rules.Move && src.QuietPlies == 1 {
		panic("a hole in the law")
	}
	return s.Variant.Apply(dst, src, a)
}

func TestAPanicSetsTheTableAside(t *testing.T) {
	b := layBare(t, chess4)
	_ = b.Stop(context.Background())
	cfg := b.config()
	cfg.Variant = func(game string, options map[string]string) (rules.Variant, error) {
		v, err := b.config().Variant(game, options)
		return shaky{v}, err
	}
	var err error
	if b.Table, err = live.Open(cfg, b.events()); err != nil {
		t.Fatal(err)
	}
	b.begin(inky)
	w := b.Watch(sue)
	defer w.Close()
	b.moves("n5-l6")
	b.refused(b.move("j1-k3"), table.TableFailed)
	b.refused(b.move("j1-k3"), table.TableFailed)
	if v, _ := w.Take(context.Background()); v.Fault == "" || len(v.Moves) != 1 {
		t.Errorf("aside %q, %d moves", v.Fault, len(v.Moves))
	}
	b.open() // under a better law it goes on
	b.moves("j1-k3")
	b.check()
}

func TestAPanicOfTheListenerSetsTheTableAside(t *testing.T) {
	b := layBare(t, chess4)
	_ = b.Stop(context.Background())
	b.changed = func(v *table.View) {
		if v.Seats[white].Player == inky {
			panic("the listener fell over")
		}
	}
	b.open()
	b.refused(table.Command{By: inky, Kind: table.Sit, Seat: white}, table.TableFailed)
	if err := b.Stop(context.Background()); err != nil {
		t.Error(err)
	}
	b.same()
}

func TestALogThatMakesTheLawFallOverIsAnError(t *testing.T) {
	b := lay(t, chess4)
	b.begin(inky)
	b.moves("n5-l6", "j1-k3")
	cfg := b.config()
	cfg.Variant = func(game string, options map[string]string) (rules.Variant, error) {
		v, err := b.config().Variant(game, options)
		return shaky{v}, err
	}
	if _, err := live.Open(cfg, b.events()); err == nil {
		t.Error("opened")
	}
}

func TestGivingUpTheWaitLeavesTheTableWell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := layBare(t, chess4)
		b.begin(four...)
		open := b.diary.hold()
		ctx, cancel := context.WithCancel(context.Background())
		answers := make(chan error, 2)
		move := b.move("m7-k7")
		move.ID = "mine"
		go func() { answers <- b.Do(ctx, move) }()
		synctest.Wait()
		go func() { answers <- b.Do(ctx, table.Command{By: inky, Kind: table.OfferDraw}) }()
		synctest.Wait()
		cancel()
		for range 2 {
			if err := <-answers; !errors.Is(err, context.Canceled) {
				t.Errorf("answered %v", err)
			}
		}
		open()
		b.do(move)
		if n := len(b.View().Moves); n != 1 {
			t.Errorf("%d moves", n)
		}
		b.check()
	})
}

func TestStopDoesNotWaitForADiskThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := layBare(t, timed)
		b.begin(four...)
		w := b.Watch(sue)
		open := b.diary.hold()
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err := b.Stop(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Stop: %v", err)
		}
		_, _ = w.Take(context.Background())
		if _, ok := w.Take(context.Background()); ok {
			t.Error("a watcher is kept waiting")
		}
		open()
	})
}
