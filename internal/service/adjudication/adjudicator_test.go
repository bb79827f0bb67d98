package adjudication_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/service/adjudication"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
)

// The administrator has no account. If the administrator closes tables, the events name the
// server as the author.
func TestCloseAllByTheAdministratorNamesTheServer(t *testing.T) {
	theClub, err := clubtest.Open(t.Context(), club.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	log := logtest.NewMemory()
	l, err := lobby.Open(t.Context(), lobby.Config{Store: log, Rights: theClub, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := l.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	host := player.Player{ID: "SHA256:inky", Name: "Inky"}
	opened, err := l.Create(t.Context(), host, table.Terms{Game: "chess4"})
	if err != nil {
		t.Fatal(err)
	}
	adjudicator := adjudication.Adjudicator{Club: theClub}
	n, err := adjudicator.CloseAll(t.Context(), []*live.Table{opened}, club.AuditEntry{Target: host.ID, Reason: "spam"})
	if err != nil || n != 1 {
		t.Fatalf("%d tables are closed, %v", n, err)
	}
	events, err := log.Load(t.Context(), opened.View().ID)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(events, func(e table.Event) bool { return e.Kind == table.Adjudicated })
	if i < 0 || events[i].Player == nil || *events[i].Player != player.Server {
		t.Errorf("%+v", events)
	}
}
