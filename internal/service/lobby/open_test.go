package lobby_test

import (
	"context"
	"testing"
	"time"

	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
)

// slowStore is a store that takes so long to list finished tables that the publisher builds
// a view before they are listed.
type slowStore struct{ lobby.Store }

func (u slowStore) Finished(ctx context.Context, limit int) ([]table.Stored, error) {
	time.Sleep(time.Second) // takes no real time, because the test runs in virtual time
	return u.Store.Finished(ctx, limit)
}

// TestFinishedTablesAreListedAfterASlowStart checks that the lobby lists finished tables
// even if somebody requested a view while the lobby was still opening.
func TestFinishedTablesAreListedAfterASlowStart(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		live, over := h.create(inky), h.create(inky)
		h.begin(over)
		h.finish(over)
		h.store = slowStore{h.store}
		h.restart()
		if got, want := h.phases(), "w1 f2"; got != want {
			t.Errorf("tables %q, want %q; %d waits", got, want, live.View().ID)
		}
	})
}

// doubtfulStore stores new tables, but does not know whether it has.
type doubtfulStore struct {
	lobby.Store
	doubt bool
}

func (d *doubtfulStore) Create(ctx context.Context, opened table.Event, s *table.Summary) (table.ID, error) {
	id, err := d.Store.Create(ctx, opened, s)
	if err == nil && d.doubt {
		return 0, table.ErrUnsure
	}
	return id, err
}

// TestTableCreatedInDoubtIsListed lets the store create a table without an answer. The lobby must list
// the table. In an earlier version nobody could see it before a restart.
func TestTableCreatedInDoubtIsListed(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		h.close()
		store := &doubtfulStore{h.store, true}
		h.Lobby = open(t, store).Lobby
		if _, err := h.Create(ctx, inky, duel); err == nil {
			t.Fatal("a table was created although its outcome is unknown")
		}
		store.doubt = false
		h.create(blinky)
		time.Sleep(2 * time.Second)
		if got, want := h.phases(), "w1 w2"; got != want {
			t.Errorf("tables %q, want %q", got, want)
		}
		one, err := h.Table(ctx, 1)
		if err != nil {
			t.Fatal(err)
		}
		h.do(one, table.Command{By: inky, Kind: table.Sit, Seat: 0})
	})
}
