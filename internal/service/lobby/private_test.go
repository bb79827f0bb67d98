package lobby_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/lobby/password"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
)

var locked = table.Terms{Game: "verney", Private: table.ByPassword}

const sesame = "sesame open"

func lockedTable(t *testing.T, h *testLobby) *live.Table {
	t.Helper()
	made, err := h.CreateWithPassword(t.Context(), inky, locked, sesame)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// TestPasswordAttemptsOfAPlayerAreLimited checks that a player may try five wrong passwords,
// whether for one table or for several. Correct passwords do not count.
func TestPasswordAttemptsOfAPlayerAreLimited(t *testing.T) {
	h := open(t, logtest.NewMemory())
	defer h.close()
	id := lockedTable(t, h).View().ID
	guesser := player.Player{ID: "SHA256:guesser", Name: "Guesser"}
	var wrong, refused int
	var mu sync.Mutex
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			_, err := h.Unlock(t.Context(), guesser, id+table.ID(i%2), fmt.Sprintf("guess number %d", i))
			mu.Lock()
			defer mu.Unlock()
			switch {
			case refusal.Of(err) == lobby.NoEntry:
				wrong++
			case refusal.Of(err) == password.TooManyTries:
				refused++
			}
		})
	}
	all.Wait()
	if wrong != 5 || refused != 35 {
		t.Errorf("%d guesses were checked and %d refused", wrong, refused)
	}
	if _, err := h.Unlock(t.Context(), guesser, id, sesame); refusal.Of(err) != password.TooManyTries {
		t.Errorf("the correct password after that: %v", err)
	}
	for range 20 {
		if _, err := h.Unlock(t.Context(), blinky, id, sesame); err != nil {
			t.Fatal("a correct password:", err)
		}
	}
}

// The number of wrong passwords for one table is limited, even if many accounts try.
func TestPasswordAttemptsAtATableAreLimited(t *testing.T) {
	h := open(t, logtest.NewMemory())
	defer h.close()
	id := lockedTable(t, h).View().ID
	checked := 0
	for i := range 70 {
		who := player.Player{ID: player.ID(fmt.Sprintf("SHA256:%d", i)), Name: "Guesser"}
		// this counts as a guess, although the password is too long to be hashed
		_, err := h.Unlock(t.Context(), who, id, strings.Repeat("x", 200))
		if refusal.Of(err) == lobby.NoEntry {
			checked++
		} else if refusal.Of(err) != password.TooManyTries {
			t.Fatal(err)
		}
	}
	if checked != 60 {
		t.Errorf("%d guesses were checked at", checked)
	}
}

func TestViewsOmitPrivateTables(t *testing.T) {
	h := open(t, logtest.NewMemory())
	defer h.close()
	made := lockedTable(t, h)
	if _, err := h.Create(t.Context(), inky, table.Terms{Game: "verney"}); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[player.ID]int{"": 1, blinky.ID: 1, inky.ID: 2} {
		if n := len(h.ViewFor(id).Tables); n != want {
			t.Errorf("%s sees %d tables, want %d", id, n, want)
		}
		w := h.WatchFor(id)
		if v, ok := w.Take(t.Context()); !ok || len(v.Tables) != want {
			t.Errorf("%s watches %d tables, want %d", id, len(v.Tables), want)
		}
		w.Close()
	}
	if err := h.Invite(blinky, made.View().ID, 0, inky.ID); !errors.Is(err, table.ErrNoTable) {
		t.Errorf("a player who cannot see the table invites: %v", err)
	}
	if err := h.Admit(t.Context(), blinky, made.View().ID, blinky); !errors.Is(err, table.ErrNoTable) {
		t.Errorf("a player who cannot see the table admits themselves: %v", err)
	}
	defer h.Connect(blinky).Leave()
	if err := h.Invite(inky, made.View().ID, 0, blinky.ID); err != nil || len(h.ViewFor(blinky.ID).Tables) != 2 {
		t.Errorf("invited: %v; sees %d tables", err, len(h.ViewFor(blinky.ID).Tables))
	}
}

// slowSearches is a store whose search for a table takes longer if the table exists.
type slowSearches struct{ *logtest.Memory }

func (s slowSearches) Readable(ctx context.Context, id table.ID, by player.ID, all bool) (bool, error) {
	time.Sleep(100 * time.Microsecond)
	if _, err := s.Load(ctx, id); err == nil {
		time.Sleep(700 * time.Microsecond)
	}
	return s.Memory.Readable(ctx, id, by, all)
}

// TestPrivateTablesCannotBeFoundByTiming compares the times after which a stranger is refused at
// private tables and at a table that does not exist.
func TestPrivateTablesCannotBeFoundByTiming(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, slowSearches{logtest.NewMemory()})
		defer h.close()
		waiting := lockedTable(t, h)
		closed, err := h.CreateWithPassword(t.Context(), inky, locked, sesame)
		if err != nil {
			t.Fatal(err)
		}
		if err := closed.CloseWaiting(t.Context()); err != nil {
			t.Fatal(err)
		}
		took := func(id table.ID, by player.ID) time.Duration {
			began := time.Now()
			if _, err := h.TableFor(t.Context(), by, id); !errors.Is(err, table.ErrNoTable) {
				t.Errorf("table %d: %v", id, err)
			}
			return time.Since(began)
		}
		for _, by := range []player.ID{"", blinky.ID} {
			absent := took(999, by)
			for _, id := range []table.ID{waiting.View().ID, closed.View().ID} {
				if got := took(id, by); got != absent {
					t.Errorf("private table %d: refused after %v, not after %v as an absent one", id, got, absent)
				}
			}
		}
	})
}
