package lobby_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table/logtest"
)

// failingStart is a store that cannot read the outages: the periods in which the server did
// not run.
type failingStart struct{ *logtest.Memory }

func (failingStart) Started(context.Context, time.Time) (clock.Outages, error) {
	return nil, errors.New("no answer")
}

// A lobby that does not know the outages must not open, because correspondence clocks would
// then run during the outages.
func TestNoLobbyWithoutOutages(t *testing.T) {
	l, err := lobby.Open(ctx, lobby.Config{Store: failingStart{logtest.NewMemory()}, Logger: slog.New(slog.DiscardHandler)})
	if err == nil {
		_ = l.Close(ctx)
		t.Error("the lobby was opened")
	}
}
