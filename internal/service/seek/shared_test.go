package seek_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/clock"
	"quadrille/internal/news"
	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/seek"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
)

// newsOf holds the news of one node.
type newsOf struct {
	mu    sync.Mutex
	items []news.Item
	fails bool
}

func (n *newsOf) Publish(_ context.Context, topic string, data any) (int64, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.fails {
		return 0, table.Refuse(table.CannotStore)
	}
	text, err := json.Marshal(data)
	n.items = append(n.items, news.Item{Number: int64(len(n.items) + 1), Topic: topic, Data: text})
	return int64(len(n.items)), err
}

func (n *newsOf) PublishNext(ctx context.Context, topic string, data any, _ int64) (int64, error) {
	return n.Publish(ctx, topic, data)
}

func (n *newsOf) Topic(context.Context, string, int64) ([]news.Item, error) {
	return n.published(), nil
}

func (n *newsOf) published() []news.Item {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.items)
}

// TestJoinedTableIsNoSeekElsewhere has a seeker join a table that its host has opened by hand. It
// must not become a seek on the other nodes.
func TestJoinedTableIsNoSeekElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := bot.NewPool(1)
		defer pool.Close()
		logger := slog.New(slog.DiscardHandler)
		l, err := lobby.Open(ctx, lobby.Config{Store: logtest.NewMemory(), Bots: pool, Logger: logger})
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close(ctx)
		shared := &newsOf{}
		s := seek.New(seek.Config{Tables: lobby.ForSeeks(l), Logger: logger, News: shared})
		defer s.Close()
		h := &testSeeks{T: t, lobby: l, Service: s}
		visits := []*lobby.Session{l.Connect(inky), l.Connect(blinky)}
		terms := table.Terms{Game: "forchess", Clock: table.Clock{Start: 5 * time.Minute, Increment: 10 * time.Second}}
		one, err := l.Create(ctx, blinky, terms)
		if err != nil {
			t.Fatal(err)
		}
		h.do(one, table.Command{By: blinky, Kind: table.Sit, Seat: 2})
		if got := h.start(inky, "forchess", "never"); got.View().ID != one.View().ID {
			t.Fatalf("the seeker sits at table %d", got.View().ID)
		}
		text, err := json.Marshal(map[string]any{"table": one.View().ID})
		if err != nil || len(shared.published()) > 0 {
			t.Errorf("news %v, %v", shared.published(), err)
		}
		// An older node may still have told of such a table.
		other := seek.New(
			seek.Config{
				Tables: lobby.ForSeeks(l), Logger: logger,
				News: &newsOf{items: []news.Item{{Number: 1, Topic: news.Seeks, Data: text}}},
			},
		)
		defer other.Close()
		if err := other.Reload(ctx); err != nil || len(other.Open()) > 0 {
			t.Errorf("open seeks %v, %v", other.Open(), err)
		}
		for _, v := range visits {
			v.Leave()
		}
		time.Sleep(20 * time.Second)
		if v := one.View(); v.Phase != table.Waiting || v.Held(blinky.ID) == 0 {
			t.Errorf("phase %d, seats of the host %v", v.Phase, v.Held(blinky.ID))
		}
	})
}

// TestSeekStoredInDoubtIsOpen opens the table of a seek without the service, as if the outcome of its
// creation was unknown, or another node had opened it and could not tell. Each node must list the
// seek, and close its table if nobody takes a seat there. In an earlier version only a node that
// started later listed it.
func TestSeekStoredInDoubtIsOpen(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		defer h.lobby.Connect(inky).Leave()
		defer h.lobby.Connect(blinky).Leave()
		terms := h.start(inky, "forchess", "never").View().Terms
		if err := h.Cancel(ctx, inky); err != nil {
			t.Fatal(err)
		}
		create := func() *live.Table {
			one, err := h.lobby.Create(ctx, inky, terms)
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
			return one
		}
		one := create()
		h.do(one, table.Command{By: inky, Kind: table.Sit, Seat: 0})
		time.Sleep(time.Second)
		if list := h.Open(); len(list) != 1 || list[0].ID != one.View().ID {
			t.Errorf("open seeks %+v, want the table that was opened without the service", list)
		}
		empty := create()
		time.Sleep(3 * time.Second)
		h.phase(empty, table.Waiting) // somebody may still take a seat
		time.Sleep(10 * time.Second)
		h.phase(empty, table.Finished)
		if met := h.start(blinky, "forchess", "never"); met.View().ID != one.View().ID {
			t.Errorf("the seek met table %d", met.View().ID)
		}
	})
}

// TestSeekIsSharedAgainAfterAFailure starts a seek while nothing can be published to other nodes. The
// seek must be published later.
func TestSeekIsSharedAgainAfterAFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := bot.NewPool(1)
		defer pool.Close()
		logger := slog.New(slog.DiscardHandler)
		l, err := lobby.Open(ctx, lobby.Config{Store: logtest.NewMemory(), Bots: pool, Logger: logger})
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close(ctx)
		defer l.Connect(inky).Leave()
		shared := &newsOf{fails: true}
		s := seek.New(seek.Config{Tables: lobby.ForSeeks(l), Logger: logger, News: shared})
		defer s.Close()
		h := &testSeeks{T: t, lobby: l, Service: s}
		watcher := h.start(inky, "forchess", "10m").Watch(inky)
		defer watcher.Close()
		time.Sleep(8 * time.Second)
		shared.mu.Lock()
		shared.fails = false
		shared.mu.Unlock()
		time.Sleep(6 * time.Second)
		if items := shared.published(); len(items) != 1 || !strings.Contains(string(items[0].Data), string(inky.ID)) {
			t.Errorf("published %+v, want the seek and when bots may come", items)
		}
	})
}

// TestBotsOfASeekWhileTheClockIsSet reads the news of a seek after the database's clock was set forward by an hour, from a node
// that had not noticed it, and before it, from one that had. In an earlier version bots came at once, or an hour late.
func TestBotsOfASeekWhileTheClockIsSet(t *testing.T) {
	for name, step := range map[string]time.Duration{"the reader has noticed it": time.Hour, "the sender has noticed it": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			withSeeks(t, func(h *testSeeks) {
				defer h.lobby.Connect(inky).Leave()
				one := h.start(inky, "forchess", "5m")
				watcher := one.Watch(inky)
				defer watcher.Close()
				clk := clock.New(clock.Config{Logger: slog.New(slog.DiscardHandler)})
				database := clk.Wall()
				clk.Follow(database, clk.Steady())
				time.Sleep(time.Second)
				sent := clk.Now()
				if step > 0 {
					clk.Follow(clk.Now().Add(step), clk.Steady())
				} else {
					sent = sent.Add(-step)
				}
				text, err := json.Marshal(map[string]any{
					"table": one.View().ID, "level": 3, "came": inky.ID, "at": sent,
					"wishes": map[player.ID]time.Time{inky.ID: sent.Add(5 * time.Minute)},
				})
				if err != nil {
					t.Fatal(err)
				}
				other := seek.New(seek.Config{
					Tables: lobby.ForSeeks(h.lobby), Logger: slog.New(slog.DiscardHandler), Clock: clk,
					News: &newsOf{items: []news.Item{{Number: 1, Topic: news.Seeks, Data: text}}},
				})
				defer other.Close()
				if err := other.Reload(ctx); err != nil {
					t.Fatal(err)
				}
				if in := other.BotsAt(one.View().ID).Sub(clk.Now()).Round(time.Second); in != 5*time.Minute {
					t.Errorf("bots come in %v, want 5m", in)
				}
			})
		})
	}
}

// doubtful is a store that once stores events and does not know whether it did.
type doubtful struct {
	*logtest.Memory
	next atomic.Bool
}

func (d *doubtful) Append(ctx context.Context, id table.ID, seq int, events []table.Event, s *table.Summary) error {
	err := d.Memory.Append(ctx, id, seq, events, s)
	if err == nil && d.next.CompareAndSwap(true, false) {
		return table.ErrUnsure
	}
	return err
}

// TestSeatInDoubtOpensNoOtherTable has somebody seek the game of an open seek while it is not known whether their seat is
// stored. The seek must not open a second table: then the player would wait for two games.
func TestSeatInDoubtOpensNoOtherTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := bot.NewPool(1)
		defer pool.Close()
		logger := slog.New(slog.DiscardHandler)
		store := &doubtful{Memory: logtest.NewMemory()}
		l, err := lobby.Open(ctx, lobby.Config{Store: store, Bots: pool, Logger: logger})
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close(ctx)
		defer l.Connect(inky).Leave()
		defer l.Connect(blinky).Leave()
		s := seek.New(seek.Config{Tables: lobby.ForSeeks(l), Logger: logger})
		defer s.Close()
		h := &testSeeks{T: t, lobby: l, Service: s}
		one := h.start(inky, "forchess", "never")
		watcher := one.Watch(inky)
		defer watcher.Close()
		want, err := seek.Parse([]string{"forchess"})
		if err != nil {
			t.Fatal(err)
		}
		store.next.Store(true)
		if _, err := h.Start(ctx, blinky, want); !errors.Is(err, table.Refuse(table.InDoubt)) {
			t.Errorf("the seek answers %v, want that it is not known", err)
		}
		time.Sleep(10 * time.Second)
		if tables := l.View().Tables; len(tables) != 1 {
			t.Errorf("%d tables, want one", len(tables))
		}
		if met, err := h.Start(ctx, blinky, want); err != nil || met.View().ID != one.View().ID {
			t.Errorf("the next seek: %v", err)
		}
	})
}
