package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
	"quadrille/rules"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 123456789, time.UTC)

// opened opens a store in a new directory, and closes it when the test ends.
func opened(t testing.TB) *Store { return reopened(t, filepath.Join(t.TempDir(), "data")) }

func reopened(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(context.Background(), dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// testLogger returns a logger and the buffer that it writes to.
func testLogger() (*slog.Logger, *bytes.Buffer) {
	var b bytes.Buffer
	return slog.New(slog.NewTextHandler(&b, nil)), &b
}

func opening() table.Event {
	return table.Event{
		Kind: table.Opened, At: noon, Player: &player.Player{ID: "SHA256:inky", Name: "Inky"},
		Terms: &table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}, Clock: table.Clock{Start: time.Minute}},
	}
}

// move returns the event of a move. n determines its seat, its time and its command ID.
func move(n int) table.Event {
	seat := rules.Seat(n % rules.SeatCount)
	return table.Event{
		Kind: table.Acted, At: noon.Add(time.Duration(n) * time.Second), Seat: &seat, Action: "m7-k7",
		CommandID: fmt.Sprintf("3f1c9a5e-%08x", n), Spent: 1234567890,
	}
}

func create(t testing.TB, s *Store) table.ID {
	t.Helper()
	id, err := s.Tables.Create(context.Background(), opening(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func load(t testing.TB, s *Store, id table.ID) []table.Event {
	t.Helper()
	events, err := s.Tables.Load(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

func appendTo(t testing.TB, s *Store, id table.ID, seq int, events ...table.Event) {
	t.Helper()
	if err := s.Tables.Append(context.Background(), id, seq, events, nil); err != nil {
		t.Fatal(err)
	}
}

// logged returns the text of the refusal in an error, which the log has. People get another text.
func logged(err error) string {
	var refusal *datadir.Refusal
	if !errors.As(err, &refusal) {
		return ""
	}
	return refusal.Error()
}

func wantReason(t testing.TB, err error, want datadir.Reason) {
	t.Helper()
	if got := reasonOf(t, err); got != want {
		t.Fatalf("error %v, reason %d, want reason %d", err, got, want)
	}
}

func reasonOf(t testing.TB, err error) datadir.Reason {
	t.Helper()
	var refusal *datadir.Refusal
	if !errors.As(err, &refusal) {
		t.Fatalf("error %v is no refusal", err)
	}
	return refusal.Reason
}
