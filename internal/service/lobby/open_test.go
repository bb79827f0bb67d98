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
