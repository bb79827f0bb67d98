package live_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/table"
)

func TestFirstTakeReturnsPresentView(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(inky)
	b.moves("m7-k7")
	w := b.Watch(sue)
	defer w.Close()
	if v, ok := w.Take(context.Background()); !ok || len(v.Moves) != 1 || v.Spectators != 1 {
		t.Errorf("%v, %+v", ok, v)
	}
}

func TestSlowWatcherGetsNewestView(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(inky)
		w := b.Watch(sue)
		defer w.Close()
		words := record(t)[:40]
		b.moves(words...)
		if v, ok := w.Take(context.Background()); !ok || len(v.Moves) != len(words) {
			t.Errorf("%d moves", len(v.Moves))
		}
		more := make(chan *table.View)
		go func() {
			v, _ := w.Take(context.Background())
			more <- v
		}()
		synctest.Wait()
		select {
		case v := <-more:
			t.Errorf("a second view: %d moves", len(v.Moves))
		default:
		}
		b.moves(record(t)[40])
		if v := <-more; len(v.Moves) != len(words)+1 {
			t.Errorf("%d moves", len(v.Moves))
		}
	})
}

func TestIdleWatchersDoNotBlockTable(t *testing.T) {
	b := newTable(t, chess4)
	for range 50 {
		defer b.Watch(sue).Close()
	}
	b.startGame(inky)
	b.moves(record(t)...)
	if v := b.View(); v.Phase != table.Finished || v.Spectators != 50 {
		t.Errorf("phase %d, %d watchers", v.Phase, v.Spectators)
	}
}

func TestPresentWhileWatcherIsOpen(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		first, second, other := b.Watch(inky), b.Watch(inky), b.Watch(sue)
		if v := b.View(); !v.Seats[white].Present || v.Spectators != 1 {
			t.Fatalf("seats %+v, %d watchers", v.Seats, v.Spectators)
		}
		first.Close()
		first.Close()
		other.Close()
		advance(time.Second)
		if v := b.View(); !v.Seats[white].Present || v.Spectators != 0 {
			t.Fatalf("seats %+v, %d watchers", v.Seats, v.Spectators)
		}
		second.Close()
		if v := b.View(); v.Seats[white].Present || v.Seats[white].Player != inky {
			t.Fatalf("seats %+v", v.Seats)
		}
	})
}

func TestStopClosesWatchers(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		w := b.Watch(sue)
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		if v, ok := w.Take(context.Background()); !ok || v.Seats[white].Player != inky {
			t.Error("no last view")
		}
		if _, ok := w.Take(context.Background()); ok {
			t.Error("a view after the last")
		}
		late := b.Watch(sue)
		if _, ok := late.Take(context.Background()); !ok {
			t.Error("no view for a late watcher")
		}
		if _, ok := late.Take(context.Background()); ok {
			t.Error("a view after the last")
		}
		late.Close()
		w.Close()
	})
}

func TestExpiredTableHasNoGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // synctest.Test fails if a goroutine of the table is still running at the end
		b := newUncheckedTable(t, table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}})
		b.startGame(inky)
		b.moves("resign")
		advance(table.AfterGame)
		b.wantRefusal(table.Command{By: inky, Kind: table.Chat, Text: "once more"}, table.GameOver)
		b.open()
		w := b.Watch(sue)
		if v, _ := w.Take(context.Background()); v.Phase != table.Finished || v.Spectators != 1 {
			t.Errorf("phase %d", v.Phase)
		}
		w.Close()
		b.checkViews()
	})
}
