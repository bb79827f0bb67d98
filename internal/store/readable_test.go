package store_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/store"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
	"quadrille/rules"
)

// A finished private game can be found and read only by moderators and by the players of
// the game. To other people, its table seems not to exist, even if they request a page of
// search results that begins at this table.
func TestReadersOfPrivateGame(t *testing.T) {
	ctx, at, white := context.Background(), time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), rules.Seat(0)
	s, err := store.Open(ctx, t.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	inky := player.Player{ID: "SHA256:inky", Name: "Inky"}
	for _, private := range []table.Privacy{table.ForAll, table.ForInvited} {
		id, err := s.Tables.Create(
			ctx,
			table.Event{Kind: table.Opened, At: at, Player: &inky, Terms: &table.Terms{Game: "verney", Private: private}},
			nil,
		)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Tables.Append(ctx, id, 2, []table.Event{
			{Kind: table.Seated, At: at, Seat: &white, Player: &inky},
			{Kind: table.Started, At: at},
			{Kind: table.Closed, At: at.Add(time.Duration(id) * time.Hour), Action: "agreement"},
		}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		by    player.ID
		all   bool
		reads bool
	}{{"SHA256:sue", false, false}, {"", false, false}, {inky.ID, false, true}, {"SHA256:sue", true, true}} {
		if may, err := s.Tables.Readable(ctx, 2, c.by, c.all); err != nil || may != c.reads {
			t.Errorf("%q, %v reads it: %v, %v", c.by, c.all, may, err)
		}
		for id, want := range map[table.ID]bool{1: true, 3: false} {
			if may, err := s.Tables.Readable(ctx, id, c.by, c.all); err != nil || may != want {
				t.Errorf("%q reads table %d: %v, %v", c.by, id, may, err)
			}
		}
		found, err := s.Tables.Search(ctx, table.Search{Viewer: c.by, Private: c.all})
		if err != nil || (len(found) == 2) != c.reads || len(found) == 0 {
			t.Errorf("%q finds %d, %v", c.by, len(found), err)
		}
		page, err := s.Tables.Search(ctx, table.Search{Viewer: c.by, Private: c.all, Before: 2})
		if err != nil || (len(page) == 1) != c.reads {
			t.Errorf("%q finds %d before it, %v", c.by, len(page), err)
		}
	}
}

// TestPeopleReadNoPathOfTheServer checks that an error of a read names no path, and that the log
// has the path and the advice.
func TestPeopleReadNoPathOfTheServer(t *testing.T) {
	dir, log := t.TempDir(), &bytes.Buffer{}
	s, err := store.Open(t.Context(), dir, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	log.Reset()
	fault := &datadir.Refusal{Reason: datadir.DiskFault, Path: filepath.Join(dir, "quadrille.db"), Err: io.ErrUnexpectedEOF}
	for name, err := range map[string]error{
		"a fault of the disk": s.Trouble(fault),
		"an error of SQLite":  s.Trouble(io.ErrUnexpectedEOF),
	} {
		if refusal.Of(err) != table.CannotRead || strings.Contains(err.Error(), "/") {
			t.Errorf("%s: people read %q", name, err)
		}
	}
	if strings.Count(log.String(), "cannot read or write "+dir) != 2 || !strings.Contains(log.String(), "check the disk") {
		t.Errorf("the log has %s", log)
	}
	if err := s.Trouble(nil); err != nil {
		t.Error(err)
	}
}
