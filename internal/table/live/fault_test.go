package live_test

import (
	"context"
	"errors"
	"fmt"
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

// TestTableReadsItsLogAfterAFailedSync checks commands whose events may have been stored. The
// answer says that their outcome is unknown, also if they are repeated. After the next commit
// the table reads its log, and the repeated command has been carried out once, whether or not
// the log had its events.
func TestTableReadsItsLogAfterAFailedSync(t *testing.T) {
	for name, fault := range map[string]error{"unsure": table.ErrUnsure, "gap": table.ErrGap} {
		for _, stored := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, stored %t", name, stored), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					reason := table.InDoubt
					if fault == table.ErrGap {
						reason = table.CannotStore
					}
					b := newUncheckedTable(t, chess4)
					b.startGame(four...)
					w := b.Watch(sue)
					defer w.Close()
					move := b.move("m7-k7")
					move.ID = "again"
					other := table.Command{By: pinky, Kind: table.OfferDraw, ID: "other"}
					b.log.storesAnyway.Store(stored)
					b.log.fail(errors.Join(errors.New("cut off"), fault))
					b.wantRefusal(move, reason)
					b.log.storesAnyway.Store(false)
					if v, _ := w.Take(context.Background()); v.Fault == "" || len(v.Moves) != 0 || !b.InDoubt() {
						t.Errorf("fault %q, %d moves, in doubt %t", v.Fault, len(v.Moves), b.InDoubt())
					}
					appends := b.log.appends.Load()
					for range 3 {
						b.wantRefusal(move, table.InDoubt)
						b.wantRefusal(other, table.InDoubt)
						b.wantRefusal(table.Command{By: sue, Kind: table.Chat, Text: "hello?", ID: "chat"}, table.InDoubt)
						time.Sleep(table.RetryAfter)
					}
					if n := b.log.appends.Load(); n != appends {
						t.Errorf("%d more attempts to append to a log whose end is unknown", n-appends)
					}
					b.log.fix()
					time.Sleep(table.RetryAfter)
					b.do(move)
					b.do(move)
					if v := b.View(); v.Fault != "" || len(v.Moves) != 1 || b.InDoubt() {
						t.Errorf("fault %q, %d moves, in doubt %t", v.Fault, len(v.Moves), b.InDoubt())
					}
					b.do(other)
					b.check()
				})
			})
		}
	}
}

// TestTableInDoubtGoesOnWithoutACommand checks that a table in doubt tries again by itself. The
// clock of the player to move is not charged for the time of the fault.
func TestTableInDoubtGoesOnWithoutACommand(t *testing.T) {
	for _, stored := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			b := newUncheckedTable(t, timed)
			b.startGame(four...)
			var watchers []*live.Watcher
			for _, p := range four {
				watchers = append(watchers, b.Watch(p))
			}
			b.moves("m7-k7")
			v := b.View()
			next, left := v.Actor, v.Clock.Left[v.Actor]
			move := table.Command{By: v.Seats[next].Player, Kind: table.Play, Seat: next, Action: v.Legal[0], Answers: 1, ID: "again"}
			b.log.storesAnyway.Store(stored)
			b.log.fail(errors.Join(errors.New("cut off"), table.ErrUnsure))
			b.wantRefusal(move, table.InDoubt)
			b.log.storesAnyway.Store(false)
			time.Sleep(time.Minute)
			synctest.Wait()
			if v := b.View(); v.Fault == "" || !b.InDoubt() {
				t.Errorf("fault %q, in doubt %t", v.Fault, b.InDoubt())
			}
			b.log.fix()
			time.Sleep(2 * table.RetryAfter)
			synctest.Wait()
			v = b.View()
			moves := 1
			if stored {
				moves = 2
			}
			if v.Fault != "" || b.InDoubt() || len(v.Moves) != moves {
				t.Errorf("stored %t: fault %q, in doubt %t, %d moves", stored, v.Fault, b.InDoubt(), len(v.Moves))
			}
			b.do(move)
			for seat, now := range b.View().Clock.Left {
				if spent := left - now; spent > 5*time.Second {
					t.Errorf("stored %t: seat %d was charged %v during the fault", stored, seat, spent)
				}
			}
			if n := len(b.View().Moves); n != 2 {
				t.Errorf("%d moves", n)
			}
			for _, w := range watchers {
				w.Close()
			}
			b.check()
		})
	}
}

// TestFaultDisappearsWhenTheStoreAcceptsWrites checks that a table without a clock, at which
// nobody does anything, shows the fault of a failed write only as long as the store refuses
// writes.
func TestFaultDisappearsWhenTheStoreAcceptsWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newUncheckedTable(t, chess4)
		b.startGame(four...)
		b.log.fail(table.DiskFull.Refuse())
		b.wantRefusal(b.move("m7-k7"), table.DiskFull)
		time.Sleep(time.Minute)
		if b.View().Fault == "" || b.InDoubt() {
			t.Errorf("fault %q, in doubt %t", b.View().Fault, b.InDoubt())
		}
		b.log.fix()
		time.Sleep(2 * table.RetryAfter)
		synctest.Wait()
		if fault := b.View().Fault; fault != "" {
			t.Errorf("the view still says %q", fault)
		}
		b.check()
	})
}

// TestSeatAndChatInDoubt checks the commands of people who do not play: to sit down and to chat.
func TestSeatAndChatInDoubt(t *testing.T) {
	for _, stored := range []bool{true, false} {
		for _, c := range []table.Command{
			{By: inky, Kind: table.Sit, Seat: white, ID: "mine"},
			{By: inky, Kind: table.Chat, Text: "hello", ID: "mine"},
		} {
			synctest.Test(t, func(t *testing.T) {
				b := newUncheckedTable(t, table.Terms{Game: "chess4", Chat: true})
				b.log.storesAnyway.Store(stored)
				b.log.fail(errors.Join(errors.New("cut off"), table.ErrUnsure))
				before := len(b.events())
				b.wantRefusal(c, table.InDoubt)
				b.log.storesAnyway.Store(false)
				b.wantRefusal(c, table.InDoubt)
				b.log.fix()
				time.Sleep(table.RetryAfter)
				b.do(c)
				b.do(c)
				if n := len(b.events()); n != before+1 {
					t.Errorf("%v, stored %t: %d events became %d", c.Kind, stored, before, n)
				}
				b.check()
			})
		}
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
