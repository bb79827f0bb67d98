package live_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// kinds returns the kinds of the table's events from the given number on.
func (b *testTable) kinds(from int) (kinds []table.Kind) {
	for _, e := range b.events()[from:] {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

// TestReturnWhenATableIsAbandoned has a player connect at the moment when the table would be
// closed, also after a failure of the disk.
func TestReturnWhenATableIsAbandoned(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(four...)
		advance(table.AbandonedFor - time.Minute)
		b.log.fail(errors.New("disk full"))
		advance(2 * time.Minute)
		defer b.Watch(inky).Close()
		b.log.fix()
		advance(5 * time.Second)
		if v := b.View(); v.Fault != "" || v.Phase != table.Playing {
			t.Errorf("phase %d, fault %q", v.Phase, v.Fault)
		}
		for range 20 {
			c := newUncheckedTable(t, chess4)
			c.startGame(four...)
			time.Sleep(table.AbandonedFor)
			w := c.Watch(inky)
			advance(5 * time.Second)
			if v := c.View(); v.Fault != "" {
				t.Errorf("the table was set aside: %s", v.Fault)
			}
			w.Close()
			if err := c.Stop(context.Background()); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestChatCountsAsActivity checks that a player who is away and writes a line is not marked as
// away again at once.
func TestChatCountsAsActivity(t *testing.T) {
	inVirtualTime(t, table.Terms{Game: "chess4", Chat: true}, func(b *testTable) {
		b.startGame(four...)
		advance(table.AwayAfter + 10*time.Second)
		before := len(b.events())
		b.do(table.Command{By: inky, Kind: table.Chat, Text: "hello"})
		advance(time.Second)
		if got := b.kinds(before); !slices.Equal(got, []table.Kind{table.Returned, table.Chatted}) {
			t.Errorf("events %q", got)
		}
	})
}

// TestRequestAtTheUnloadTime checks that a table is unloaded although a request arrives at the
// moment when it would have been.
func TestRequestAtTheUnloadTime(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		cfg := b.config()
		cfg.UnloadAfter = time.Minute
		cfg.Reopen = func(context.Context, table.ID) (*live.Table, error) { return nil, context.Canceled }
		for range 50 {
			one, err := live.Open(cfg, b.events())
			if err != nil {
				t.Fatal(err)
			}
			b.Table = one
			time.Sleep(time.Minute)
			go func() { _ = one.Do(context.Background(), table.Command{By: sue, Kind: table.Ready}) }()
			advance(time.Hour)
			if !one.Unloaded() {
				t.Error("the table is still loaded after an hour")
				if err := one.Stop(context.Background()); err != nil {
					t.Error(err)
				}
			}
		}
	})
}
