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

func TestMoveNotStoredHasNoEffect(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(four...)
	w := b.Watch(sue)
	defer w.Close()
	before := b.View()
	b.log.fail(errors.New("disk full"))
	move := b.move("m7-k7")
	move.ID = "again"
	b.wantRefusal(move, table.CannotStore)
	v, _ := w.Take(context.Background())
	if v.Fault == "" || len(v.Moves) != 0 || v.Position != before.Position || v.Seq != before.Seq {
		t.Errorf("fault %q, %d moves, seq %d", v.Fault, len(v.Moves), v.Seq)
	}
	if err := b.Do(context.Background(), move); strings.Contains(err.Error(), "disk full") {
		t.Errorf("the error shows %q", err)
	}
	b.log.fix()
	b.do(move)
	b.do(move)
	if v := b.View(); v.Fault != "" || len(v.Moves) != 1 {
		t.Errorf("fault %q, %d moves", v.Fault, len(v.Moves))
	}
}

func TestUnknownStoreStateSetsTableAside(t *testing.T) {
	for name, fault := range map[string]error{"gap": table.ErrGap, "unsure": table.ErrUnsure} {
		t.Run(name, func(t *testing.T) {
			b := newUncheckedTable(t, chess4)
			b.startGame(four...)
			w := b.Watch(sue)
			defer w.Close()
			move := b.move("m7-k7")
			b.log.storesAnyway.Store(true)
			b.log.fail(errors.Join(errors.New("cut off"), fault))
			move.ID = "again"
			b.wantRefusal(move, table.TableFailed)
			b.log.fix()
			if v, _ := w.Take(context.Background()); v.Fault == "" || len(v.Moves) != 0 {
				t.Errorf("fault %q, %d moves", v.Fault, len(v.Moves))
			}
			b.wantRefusal(move, table.TableFailed)
			b.open() // the table reads its log, which shows whether the move was stored
			b.do(move)
			if n := len(b.View().Moves); n != 1 {
				t.Errorf("%d moves", n)
			}
			b.check()
		})
	}
}

type panickingVariant struct{ rules.Variant }

func (s panickingVariant) Apply(dst, src *rules.Position, a rules.Action) rules.Effects {
	if a.Type == rules.Move && src.QuietPlies == 1 {
		panic("bug in the rules")
	}
	return s.Variant.Apply(dst, src, a)
}

func TestPanicSetsTableAside(t *testing.T) {
	b := newUncheckedTable(t, chess4)
	_ = b.Stop(context.Background())
	cfg := b.config()
	cfg.Variant = func(game string, options map[string]string) (rules.Variant, error) {
		v, err := b.config().Variant(game, options)
		return panickingVariant{v}, err
	}
	var err error
	if b.Table, err = live.Open(cfg, b.events()); err != nil {
		t.Fatal(err)
	}
	b.startGame(inky)
	w := b.Watch(sue)
	defer w.Close()
	b.moves("n5-l6")
	b.wantRefusal(b.move("j1-k3"), table.TableFailed)
	b.wantRefusal(b.move("j1-k3"), table.TableFailed)
	if v, _ := w.Take(context.Background()); v.Fault == "" || len(v.Moves) != 1 {
		t.Errorf("fault %q, %d moves", v.Fault, len(v.Moves))
	}
	b.open() // open the table again with rules that do not panic
	b.moves("j1-k3")
	b.check()
}

func TestPanicInChangedSetsTableAside(t *testing.T) {
	b := newUncheckedTable(t, chess4)
	_ = b.Stop(context.Background())
	b.changed = func(v *table.View) {
		if v.Seats[white].Player == inky {
			panic("panic in Changed")
		}
	}
	b.open()
	b.wantRefusal(table.Command{By: inky, Kind: table.Sit, Seat: white}, table.TableFailed)
	if err := b.Stop(context.Background()); err != nil {
		t.Error(err)
	}
	b.checkViews()
}

func TestOpenReturnsErrorOnPanic(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(inky)
	b.moves("n5-l6", "j1-k3")
	cfg := b.config()
	cfg.Variant = func(game string, options map[string]string) (rules.Variant, error) {
		v, err := b.config().Variant(game, options)
		return panickingVariant{v}, err
	}
	if _, err := live.Open(cfg, b.events()); err == nil {
		t.Error("opened")
	}
}

func TestCancelledCommandLeavesTableIntact(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newUncheckedTable(t, chess4)
		b.startGame(four...)
		open := b.log.block()
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

func TestStopReturnsWhenContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newUncheckedTable(t, timed)
		b.startGame(four...)
		w := b.Watch(sue)
		open := b.log.block()
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err := b.Stop(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Stop: %v", err)
		}
		_, _ = w.Take(context.Background())
		if _, ok := w.Take(context.Background()); ok {
			t.Error("the watcher is still open")
		}
		open()
	})
}
