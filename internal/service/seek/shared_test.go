package seek_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/news"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/seek"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
)

// newsOf holds the news of one node.
type newsOf struct{ items []news.Item }

func (n *newsOf) Publish(_ context.Context, topic string, data any) (int64, error) {
	text, err := json.Marshal(data)
	n.items = append(n.items, news.Item{Number: int64(len(n.items) + 1), Topic: topic, Data: text})
	return int64(len(n.items)), err
}

func (n *newsOf) PublishNext(ctx context.Context, topic string, data any, _ int64) (int64, error) {
	return n.Publish(ctx, topic, data)
}

func (n *newsOf) Topic(context.Context, string, int64) ([]news.Item, error) { return n.items, nil }

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
		if err != nil || len(shared.items) > 0 {
			t.Errorf("news %v, %v", shared.items, err)
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
