package store

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

func TestEveningsAreStored(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	open := func() *Store {
		s, err := Open(ctx, dir, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	defer func() { s.Close() }()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	by := player.Player{ID: "SHA256:ann", Name: "Ann"}
	log := []pairing.Event{
		pairing.Begin(
			by,
			pairing.Plan{Name: "Tuesday", Method: pairing.Rotating, Seed: 1 << 63},
			time.Date(2026, 11, 21, 19, 30, 0, 5000, time.UTC),
		),
		{Kind: pairing.Added, By: &by, People: []player.Player{by, {ID: "SHA256:bob", Name: "山田"}}},
		{Kind: pairing.ScoredByHand, By: &by, Round: 1, Board: 2, Scores: [4]uint8{3, 0, 6, 1}, Reason: "why not"},
	}
	for want := range pairing.Number(2) {
		n, err := s.Evenings.BeginEvening(ctx, want, log[0])
		must(err)
		if n != want+1 {
			t.Fatalf("evening %d", n)
		}
	}
	if _, err := s.Evenings.BeginEvening(ctx, 1, log[0]); !errors.Is(err, table.ErrGap) {
		t.Errorf("an evening after the last but one: %v", err)
	}
	must(s.Evenings.AppendEvening(ctx, 1, 2, log[1:]))
	if err := s.Evenings.AppendEvening(ctx, 1, 3, log[1:]); !errors.Is(err, table.ErrGap) {
		t.Errorf("a repeated event: %v", err)
	}
	if err := s.Evenings.AppendEvening(ctx, 3, 1, log[1:]); !errors.Is(err, pairing.ErrNone) {
		t.Errorf("an event of an unknown evening: %v", err)
	}
	must(s.Close())
	s = open()
	got, err := s.Evenings.LoadEvening(ctx, 1)
	must(err)
	if !reflect.DeepEqual(got, log) {
		t.Errorf("kept\n%+v\nfor\n%+v", got, log)
	}
	if _, err := s.Evenings.LoadEvening(ctx, 3); !errors.Is(err, pairing.ErrNone) {
		t.Errorf("evening 3: %v", err)
	}
	list, err := s.Evenings.Evenings(ctx, 1)
	if err != nil || !reflect.DeepEqual(list, []pairing.Number{2}) {
		t.Errorf("%v, %v", list, err)
	}

	// A changed byte of an event must be noticed both by the next read of the evening and by
	// the check of a backup.
	must(s.Close())
	execSQL(
		`UPDATE evening_events SET data = replace(data, 'why not', 'why hot') WHERE evening = 1`,
	)(
		t,
		filepath.Join(dir, datadir.DatabaseName),
	)
	s = open()
	if _, err := s.Evenings.LoadEvening(ctx, 1); err == nil || !strings.Contains(logged(err), "event 3 of evening 1") {
		t.Errorf("damage: %v", err)
	} else if !strings.Contains(logged(err), filepath.Join(dir, datadir.DatabaseName)) {
		t.Errorf("the database is not named: %v", err)
	}
	must(s.Close())
	found, err := datadir.Examine(ctx, filepath.Join(dir, datadir.DatabaseName), "it")
	if err != nil || !reflect.DeepEqual(found.Damaged, []string{"event 3 of evening 1"}) {
		t.Errorf("%+v, %v", found, err)
	}
	s = open()
}
