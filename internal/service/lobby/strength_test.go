package lobby_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
	"quadrille/internal/table/play"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestStrongerTablesComeFirst checks the order of two tables that are equally active and
// have the same number of spectators. The table whose players have the higher ratings comes
// first.
func TestStrongerTablesComeFirst(t *testing.T) {
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	kept, err := store.Open(ctx, t.TempDir(), quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = kept.Close() }()
	l, err := lobby.Open(ctx, lobby.Config{Store: kept.Tables, Ladder: kept.Ratings(variants.New, quiet), Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	h := &testLobby{TB: t, Lobby: l, store: kept.Tables}
	defer h.close()
	for _, p := range []player.Player{inky, blinky} {
		if _, err := kept.Accounts.Claim(ctx, p.ID, p.Name); err != nil {
			t.Fatal(err)
		}
	}
	rated := duel
	rated.Rated = true
	first, err := h.Create(ctx, inky, rated)
	if err != nil {
		t.Fatal(err)
	}
	h.begin(first)
	for i, move := range []string{"m7-k7", "b8-d8", "k7-j7", "d8-e8"} { // each seat moves twice, because a shorter game is not rated
		m := play.Move{By: []player.Player{inky, blinky}[i%2], Text: move, After: i}
		if _, err := play.Text(ctx, first, m); err != nil {
			t.Fatal(err)
		}
	}
	h.finish(first) // Blinky wins, so that the ratings become 1138 and 927
	unknown := h.create(sue)
	h.do(unknown, table.Command{By: sue, Kind: table.Sit, Seat: 0})
	h.do(unknown, table.Command{By: player.Player{ID: "guest:x", Name: "guest-x"}, Kind: table.Sit, Seat: rules.NoSeat})
	h.do(unknown, table.Command{By: sue, Kind: table.Ready})
	h.do(unknown, table.Command{By: player.Player{ID: "guest:x", Name: "guest-x"}, Kind: table.Ready})
	known := h.create(inky)
	h.begin(known)
	watch := h.Watch()
	defer watch.Close()
	for {
		v, ok := watch.Take(t.Context())
		if !ok {
			t.Fatal("no more views")
		}
		if len(v.Tables) == 3 && v.Tables[0].ID == known.View().ID && v.Tables[0].Strength > 0 {
			if got := v.Tables[0].Strength; got != (1138+927)/2 {
				t.Errorf("strength %d", got)
			}
			if v.Tables[1].ID != unknown.View().ID || v.Tables[1].Strength != 0 || v.Tables[2].Strength != 0 {
				t.Errorf("%+v", v.Tables)
			}
			return
		}
	}
}

// unreliableLadder is a ladder whose first read fails.
type unreliableLadder struct {
	club.Ladder
	reads atomic.Int32
}

func (l *unreliableLadder) Record(context.Context, player.ID) ([]club.Career, error) {
	if l.reads.Add(1) == 1 {
		return nil, errors.New("no answer")
	}
	return []club.Career{{Class: club.Class{Game: "chess4", Form: club.FreeForAll}, Rating: club.Rating{Mu: 30, Sigma: 1}}}, nil
}

func (*unreliableLadder) Changes(context.Context, int64) ([]player.RatingChange, error) {
	return nil, nil
}

// If the ratings cannot be read, the strength of a table must be computed later.
func TestStrengthIsComputedAfterFailedRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, err := lobby.Open(
			ctx,
			lobby.Config{Store: logtest.NewMemory(), Ladder: &unreliableLadder{}, Logger: slog.New(slog.DiscardHandler)},
		)
		if err != nil {
			t.Fatal(err)
		}
		h := &testLobby{TB: t, Lobby: l}
		defer h.close()
		h.begin(h.create(inky))
		time.Sleep(2 * time.Minute)
		h.create(sue) // open a table, because any change starts a round of maintenance
		time.Sleep(time.Second)
		if s := h.View().Tables[1]; s.ID != 1 || s.Strength == 0 {
			t.Errorf("%+v", s)
		}
	})
}
