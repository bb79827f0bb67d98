package store

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/storetest"
	"quadrille/internal/table"
)

// After an account is deleted, no row and no page in the WAL contains its name or ID.
// After a vacuum, the database file does not contain them either. The account's games and
// the ratings of other players do not change.
func TestDeletedAccountLeavesNoTrace(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := reopened(t, dir)
	me, id := storetest.FillAccount(t, shared(s))
	before := storetest.Standings(t, storetest.RatingsOf(shared(s)))
	anonymous, err := s.Accounts.Delete(t.Context(), me.ID)
	if err != nil || !strings.HasPrefix(anonymous.Name, "deleted-") || !anonymous.ID.Deleted() {
		t.Fatalf("%v, %v", anonymous, err)
	}
	storetest.WantForgotten(t, shared(s), me, id)
	if p, ok, err := s.Accounts.Lookup(t.Context(), anonymous.ID); err != nil || !ok || p != anonymous {
		t.Errorf("the anonymous player is %v, %v, %v", p, ok, err)
	}
	var rest []club.Standing
	for _, one := range before {
		if one.Player.ID != me.ID {
			rest = append(rest, one)
		}
	}
	after := storetest.Standings(t, storetest.RatingsOf(shared(s)))
	for i := range after {
		if after[i].Player != rest[i].Player || after[i].Rating != rest[i].Rating {
			t.Errorf("the ladder was %+v, and is %+v", rest, after)
		}
	}
	storetest.WantSound(t, storetest.RatingsOf(shared(s)), 1)
	wantEmptyWAL(t, dir)
	wantNoRow(t, s, me)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	vacuumed(t, dir)
	wantNoTrace(t, dir, me)
}

// wantEmptyWAL requires that the WAL has no data.
func wantEmptyWAL(t *testing.T, dir string) {
	t.Helper()
	if wal := strings.Trim(readAll(t, filepath.Join(dir, datadir.DatabaseName+"-wal")), "\x00"); wal != "" {
		t.Errorf("the WAL has %d bytes", len(wal))
	}
}

// wantNoRow requires that no row of any SQL table names the account.
func wantNoRow(t *testing.T, s *Store, me player.Player) {
	t.Helper()
	tables, err := datadir.Texts(s.read.Query(`SELECT name FROM sqlite_schema WHERE type = 'table'`))
	if err != nil || len(tables) < 10 {
		t.Fatal(tables, err)
	}
	for _, name := range tables {
		rows, err := s.read.Query(`SELECT * FROM ` + name)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			values := make([]any, len(columns))
			for i := range values {
				values[i] = new(any)
			}
			if err := rows.Scan(values...); err != nil {
				t.Fatal(err)
			}
			for i := range values {
				text := fmt.Sprintf("%s", *values[i].(*any))
				_, number := (*values[i].(*any)).(int64)
				if !number &&
					(strings.Contains(text, string(me.ID)) || strings.Contains(text, me.Name) || strings.Contains(text, "4711")) {
					t.Errorf("%s.%s still has %.200s", name, columns[i], text)
				}
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

func vacuumed(t *testing.T, dir string) {
	t.Helper()
	v, err := Vacuum(t.Context(), dir, slog.New(slog.DiscardHandler))
	if err != nil || v.After <= 0 || v.After > v.Before {
		t.Errorf("%+v, %v", v, err)
	}
}

// wantNoTrace requires that no file contains any data of the account.
func wantNoTrace(t *testing.T, dir string, me player.Player) {
	t.Helper()
	for _, name := range []string{datadir.DatabaseName, datadir.DatabaseName + "-wal"} {
		file, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil &&
			(bytes.Contains(file, []byte(me.Name)) || bytes.Contains(file, []byte(me.ID)) || bytes.Contains(file, []byte("4711"))) {
			t.Errorf("%s still names the account", name)
		}
	}
}

// After a vacuum no page of the database file contains data of a deleted account, even after
// much chat and many changes of name.
func TestVacuumRemovesDeletedAccounts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := reopened(t, dir)
	me, id := storetest.FillAccount(t, shared(s))
	other := storetest.Member(2)
	said, latest := 0, pairing.Number(1) // the latest evening has number 1, because FillAccount has begun it
	for range 12 {
		var events []table.Event
		for range 100 {
			said++
			by := me
			if said%3 == 0 {
				by = other
			}
			text := fmt.Sprintf("4711 %0*d", said%200, said)
			switch said % 20 {
			case 0: // a text that is longer than a page of the database
				text = strings.Repeat(text, 9000/len(text)+said%7)
			case 10:
				by, text = storetest.Member(3), strings.Repeat("x", 4500+37*(said%97)) // chat of an account that is not deleted
			}
			events = append(events, table.Event{Kind: table.Chatted, At: noon, Player: &by, Text: text})
		}
		appendTo(t, s, id, len(load(t, s, id))+1, events...)
		for n := range 15 {
			p := player.Player{ID: player.ID(fmt.Sprintf("SHA256:guest%d", n)), Name: fmt.Sprintf("Person %d of %d", n, said)}
			_, err := s.Accounts.Claim(t.Context(), p.ID, p.Name)
			if err == nil {
				_, err = s.Accounts.Claim(t.Context(), me.ID, fmt.Sprintf("My 4711 %d", n))
			}
			if err == nil {
				latest, err = s.Evenings.BeginEvening(
					t.Context(),
					latest,
					pairing.Event{Kind: pairing.Added, At: noon, By: &other, People: []player.Player{p, me, other}},
				)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := s.Accounts.Delete(t.Context(), me.ID); err != nil {
		t.Fatal(err)
	}
	// delete this account too, because its chat also contains 4711, which wantNoTrace searches for
	if _, err := s.Accounts.Delete(t.Context(), other.ID); err != nil {
		t.Fatal(err)
	}
	wantEmptyWAL(t, dir)
	wantNoRow(t, s, me)
	wantNoRow(t, s, other)
	if log := load(t, s, id); len(log) < said || log[len(log)-1].Text != table.DeletedText {
		t.Errorf("%d events, the last %+v", len(log), log[len(log)-1])
	}
	if _, err := Vacuum(t.Context(), dir, slog.New(slog.DiscardHandler)); reasonIn(err) != datadir.InUse {
		t.Errorf("while a server runs: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	vacuumed(t, dir)
	wantNoTrace(t, dir, me)
	wantNoTrace(t, dir, other)
	if d, err := datadir.Diagnose(t.Context(), dir); err != nil || len(d.Damaged) > 0 {
		t.Errorf("the database after that: %+v, %v", d, err)
	}
}
