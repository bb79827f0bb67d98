package lobby_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/evening"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
)

// failingLadder is a ladder that does not answer the first question about rating changes.
type failingLadder struct {
	club.Ladder
	reads atomic.Int32
}

func (*failingLadder) Record(context.Context, player.ID) ([]club.Career, error) { return nil, nil }

func (l *failingLadder) Changes(ctx context.Context, _ int64) ([]player.RatingChange, error) {
	if l.reads.Add(1) == 1 {
		<-ctx.Done()
		return nil, errors.New("no answer")
	}
	return []player.RatingChange{{Player: inky.ID, Before: 1, After: 2}}, nil
}

// TestRatingChangesAreReadAgainAfterAnError checks that a finished table shows its rating changes
// although they could not be read at first, and that the lobby does not ask for them again and
// again meanwhile.
func TestRatingChangesAreReadAgainAfterAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ladder := &failingLadder{}
		l, err := lobby.Open(ctx, lobby.Config{Store: logtest.NewMemory(), Ladder: ladder, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		h := &testLobby{TB: t, Lobby: l}
		defer h.close()
		terms := duel
		terms.Rated = true
		one, err := h.Create(ctx, inky, terms)
		if err != nil {
			t.Fatal(err)
		}
		defer one.Watch(inky).Close()
		h.begin(one)
		h.finish(one)
		time.Sleep(10 * time.Second)
		w := l.Watch()
		defer w.Close()
		w.Take(ctx)
		begun := time.Now()
		h.create(inky)
		if w.Take(ctx); time.Since(begun) > time.Second {
			t.Errorf("a new table appears after %v", time.Since(begun))
		}
		if n := ladder.reads.Load(); n != 1 {
			t.Errorf("%d reads within 10 s", n)
		}
		time.Sleep(2 * time.Minute)
		if v := one.View(); len(v.Ratings) == 0 || ladder.reads.Load() != 2 {
			t.Errorf("%d reads, ratings %v", ladder.reads.Load(), v.Ratings)
		}
	})
}

// TestTableOfAnEveningIsLoadedOnce has somebody open the table of a board while its players are
// being seated.
func TestTableOfAnEveningIsLoadedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l *lobby.Lobby
		var asked bool
		opened := make(chan *live.Table, 1)
		changed := func(s *table.Summary) {
			if s == nil || s.Terms.Evening == nil || asked {
				return
			}
			asked = true
			list, _ := l.Tables("", 0, 10)
			began := make(chan struct{})
			go func() {
				close(began)
				one, err := l.TableFor(ctx, "", list[0].ID)
				if err != nil {
					t.Error(err)
				}
				opened <- one
			}()
			<-began
		}
		var err error
		l, err = lobby.Open(
			ctx,
			lobby.Config{Store: logtest.NewMemory(), Evenings: &eveningLog{}, Changed: changed, Logger: slog.New(slog.DiscardHandler)},
		)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close(ctx)
		var people []player.Player
		for _, name := range []string{"A", "B", "C", "D"} {
			people = append(people, player.Player{ID: player.ID("SHA256:" + name), Name: name})
		}
		plan, err := evening.NewPlan("x", pairing.Rotating, strings.Fields("verney"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = l.Evenings().Begin(ctx, inky, plan, people); err != nil {
			t.Fatal(err)
		}
		on, err := l.Evenings().Next(ctx, inky)
		if err != nil {
			t.Fatal(err)
		}
		one, err := l.TableFor(ctx, "", table.ID(on.Rounds[0].Games[0].Table))
		if err != nil || one != <-opened {
			t.Errorf("two tables have the same log; %v", err)
		}
	})
}
