package lobby_test

import (
	"context"
	"testing"
	"time"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
)

// slowStore is a store that lists finished tables so slowly that the publisher builds a view
// first.
type slowStore struct{ lobby.Store }

func (u slowStore) Finished(ctx context.Context, limit int) ([]table.Stored, error) {
	time.Sleep(time.Second) // the time is virtual
	return u.Store.Finished(ctx, limit)
}

// A view that is built while the lobby is opening must not make the lobby hide finished
// tables later.
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
