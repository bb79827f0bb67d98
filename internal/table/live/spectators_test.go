package live_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// viewer collects the views that a watcher receives.
type viewer struct {
	views []*table.View
	done  chan struct{}
}

func follow(w *live.Watcher) *viewer {
	f := &viewer{done: make(chan struct{})}
	go func() {
		defer close(f.done)
		for v, ok := w.Take(context.Background()); ok; v, ok = w.Take(context.Background()) {
			f.views = append(f.views, v)
		}
	}()
	return f
}

// last returns the last view of the watcher. It waits until the watcher is closed.
func (f *viewer) last() *table.View {
	<-f.done
	return f.views[len(f.views)-1]
}

func spectator(n int) player.Player {
	return player.Player{ID: player.ID(fmt.Sprintf("guest:%d", n)), Name: fmt.Sprintf("guest-%d", n)}
}

func TestNumberOfSpectatorsIsSentTwiceASecond(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		published := 0
		b.changed = func(*table.View) { published++ }
		_ = b.Stop(context.Background())
		b.open()
		b.startGame(inky)
		w := b.Watch(inky)
		f := follow(w)
		synctest.Wait()
		f.views, published = nil, 0
		const spectators = 200
		var all []*live.Watcher
		for n := range spectators {
			s := b.Watch(spectator(n))
			if v, ok := s.Take(context.Background()); !ok || len(v.Moves) != 0 {
				t.Errorf("spectator %d has no first view", n)
			}
			all = append(all, s)
			time.Sleep(time.Second / spectators)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if len(f.views) > 3 || published > 3 || f.views[len(f.views)-1].Spectators != spectators {
			t.Errorf("the player got %d views, the server %d; %d spectators", len(f.views), published, f.views[len(f.views)-1].Spectators)
		}
		f.views = nil
		for _, s := range all {
			s.Close()
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if len(f.views) > 2 || f.views[len(f.views)-1].Spectators != 0 {
			t.Errorf("the player got %d views; %d spectators", len(f.views), f.views[len(f.views)-1].Spectators)
		}
		f.views = nil
		b.Watch(spectator(0)).Close()
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(f.views) > 2 {
			t.Errorf("%d views after one spectator came and left", len(f.views))
		}
		w.Close()
		<-f.done
	})
}

func TestPlayerIsReportedPresentAtOnce(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(inky, blinky)
		for n := range 3 {
			defer b.Watch(spectator(n)).Close()
		}
		w := b.Watch(blinky)
		if v := b.View(); !v.Seats[silver].Present || v.Spectators != 3 {
			t.Errorf("present: %v, %d spectators", v.Seats[silver].Present, v.Spectators)
		}
		w.Close()
		if b.View().Seats[silver].Present {
			t.Error("present after leaving")
		}
	})
}

// TestSpectatorsGetTheLastView checks that every spectator receives the last view of a game
// that is played without a pause. One of the spectators takes no views until the end.
func TestSpectatorsGetTheLastView(t *testing.T) {
	for _, spectators := range []int{3, 100, 500} {
		inVirtualTime(t, chess4, func(b *testTable) {
			b.startGame(inky)
			slow := b.Watch(sue)
			var all []*live.Watcher
			var viewers []*viewer
			for n := range spectators {
				w := b.Watch(spectator(n))
				all, viewers = append(all, w), append(viewers, follow(w))
			}
			b.moves(record(t)...)
			time.Sleep(time.Second)
			for i, w := range all {
				w.Close()
				if v := viewers[i].last(); len(v.Moves) != len(record(t)) || v.Phase != table.Finished {
					t.Errorf("spectator %d of %d: the last view has %d moves, phase %d", i, spectators, len(v.Moves), v.Phase)
				}
			}
			if v, ok := slow.Take(context.Background()); !ok || len(v.Moves) != len(record(t)) {
				t.Errorf("slow spectator: %v, %d moves", ok, len(v.Moves))
			}
			slow.Close()
		})
	}
}

func TestStoppedTableSendsTheLastViewToAllSpectators(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(inky)
		var all []*live.Watcher
		for n := range 100 {
			all = append(all, b.Watch(spectator(n)))
		}
		b.moves("m7-k7")
		_ = b.Stop(context.Background())
		for i, w := range all {
			if v, ok := w.Take(context.Background()); !ok || len(v.Moves) != 1 {
				t.Errorf("spectator %d: %v, %d moves", i, ok, len(v.Moves))
			}
			if _, ok := w.Take(context.Background()); ok {
				t.Errorf("spectator %d: a view after the last", i)
			}
		}
	})
}

// TestPlayersGetViewsBeforeSpectators checks that all players, but no spectators, have
// received the view of a move when the table calls Config.Changed.
func TestPlayersGetViewsBeforeSpectators(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		done, cancel := context.WithCancel(context.Background())
		cancel()
		// newest returns the number of moves in the watcher's unread view, or 0 if there is no such view
		newest := func(w *live.Watcher) (moves int) {
			if v, ok := w.Take(done); ok {
				moves = len(v.Moves)
			}
			return moves
		}
		var seated, spectators []*live.Watcher
		moves := 0
		b.changed = func(v *table.View) {
			if len(v.Moves) == moves {
				return
			}
			moves = len(v.Moves)
			for i, w := range seated {
				if got := newest(w); got != moves {
					t.Errorf("move %d: seat %d has %d moves", moves, i, got)
				}
			}
			for i, w := range spectators {
				if newest(w) != 0 {
					t.Errorf("move %d: spectator %d was served before the table was unlocked", moves, i)
				}
			}
		}
		_ = b.Stop(context.Background())
		b.open()
		for n := range 100 {
			spectators = append(spectators, b.Watch(spectator(n)))
		}
		b.startGame(four...)
		for _, p := range four {
			seated = append(seated, b.Watch(p))
		}
		time.Sleep(time.Second) // wait until the table publishes the number of spectators
		for _, w := range append(seated, spectators...) {
			newest(w)
		}
		for _, word := range record(t)[:20] {
			b.moves(word)
			time.Sleep(time.Second) // wait until spectators have received the view
			for i, w := range spectators {
				if got := newest(w); got != moves {
					t.Errorf("move %d: spectator %d has %d moves", moves, i, got)
				}
			}
		}
		if moves != 20 {
			t.Errorf("%d moves were reported", moves)
		}
		for _, w := range append(seated, spectators...) {
			w.Close()
		}
	})
}
