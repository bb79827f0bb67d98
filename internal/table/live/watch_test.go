package live_test

import (
	"context"
	"testing"
	"testing/synctest"

	"quadrille/internal/table"
)

func TestTheFirstTakeGivesTheTableAtOnce(t *testing.T) {
	b := lay(t, chess4)
	b.begin(inky)
	b.moves("m7-k7")
	w := b.Watch(sue)
	defer w.Close()
	if v, ok := w.Take(context.Background()); !ok || len(v.Moves) != 1 || v.Spectators != 1 {
		t.Errorf("%v, %+v", ok, v)
	}
}

func TestASlowWatcherGetsOnlyTheNewest(t *testing.T) {
	bubble(t, chess4, func(b *bed) {
		b.begin(inky)
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

func TestAWatcherThatNeverTakesHoldsNobodyUp(t *testing.T) {
	b := lay(t, chess4)
	for range 50 {
		defer b.Watch(sue).Close()
	}
	b.begin(inky)
	b.moves(record(t)...)
	if v := b.View(); v.Phase != table.Finished || v.Spectators != 50 {
		t.Errorf("phase %d, %d watchers", v.Phase, v.Spectators)
	}
}

func TestPresenceIsOpenWatchersOfThePlayer(t *testing.T) {
	b := lay(t, chess4)
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
	first, second, other := b.Watch(inky), b.Watch(inky), b.Watch(sue)
	if v := b.View(); !v.Seats[white].Present || v.Spectators != 1 {
		t.Fatalf("seats %+v, %d watchers", v.Seats, v.Spectators)
	}
	first.Close()
	first.Close()
	other.Close()
	if v := b.View(); !v.Seats[white].Present || v.Spectators != 0 {
		t.Fatalf("seats %+v, %d watchers", v.Seats, v.Spectators)
	}
	second.Close()
	if v := b.View(); v.Seats[white].Present || v.Seats[white].Player != inky {
		t.Fatalf("seats %+v", v.Seats)
	}
}

func TestStopSendsWatchersAway(t *testing.T) {
	bubble(t, chess4, func(b *bed) {
		w := b.Watch(sue)
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		if v, ok := w.Take(context.Background()); !ok || v.Seats[white].Player != inky {
			t.Error("the last view was kept back")
		}
		if _, ok := w.Take(context.Background()); ok {
			t.Error("a view after the last")
		}
		late := b.Watch(sue)
		if _, ok := late.Take(context.Background()); !ok {
			t.Error("who comes late does not see how it stands")
		}
		if _, ok := late.Take(context.Background()); ok {
			t.Error("a view after the last")
		}
		late.Close()
		w.Close()
	})
}

func TestATableThatFinishedLongAgoHasNoGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it would complain of one that is left
		b := layBare(t, table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}})
		b.begin(inky)
		b.moves("resign")
		pass(table.AfterGame)
		b.refused(table.Command{By: inky, Kind: table.Chat, Text: "once more"}, table.GameOver)
		b.open()
		w := b.Watch(sue)
		if v, _ := w.Take(context.Background()); v.Phase != table.Finished || v.Spectators != 1 {
			t.Errorf("phase %d", v.Phase)
		}
		w.Close()
		b.same()
	})
}
