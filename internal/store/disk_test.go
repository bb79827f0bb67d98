package store

import (
	"context"
	"database/sql"
	"fmt"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// If the database reaches its maximum size during a request, no part of the request is
// stored.
func TestNoPartialWriteInFullDatabase(t *testing.T) {
	s := opened(t)
	id := create(t, s)
	pragma(t, s, "max_page_count = 1")
	seq := fillUp(t, s, id, datadir.DiskFull)
	wantReason(t, untilError(func(int) error {
		_, err := s.Tables.Create(context.Background(), opening(), nil)
		return err
	}), datadir.DiskFull)
	wantReason(t, untilError(func(n int) error {
		_, err := s.Accounts.Claim(context.Background(), player.ID(fmt.Sprint("SHA256:", n)), fmt.Sprint("Inky ", n))
		return err
	}), datadir.DiskFull)
	pragma(t, s, "max_page_count = 1000000")
	continueAppending(t, s, id, seq)
}

// If the operating system refuses to write a commit, no data of the commit is stored.
func TestNoPartialWriteAtFileSizeLimit(t *testing.T) {
	dir := t.TempDir()
	lift := limitFiles(t, 450_000) // maximum size of a file: enough for a new database (200 kB) and its first WAL (300 kB)
	s := reopened(t, dir)
	id := create(t, s)
	seq := fillUp(t, s, id, datadir.DiskFault)
	lift()
	continueAppending(t, s, id, seq)
	s.Close()
	if n := len(load(t, reopened(t, dir), id)); n != seq {
		t.Errorf("%d events after reopening, want %d", n, seq)
	}
}

// limitFiles limits the size of files. Writes beyond the limit fail as on a full disk,
// but with a different error.
func limitFiles(t *testing.T, size uint64) (lift func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	t.Cleanup(func() { signal.Reset(syscall.SIGXFSZ) })
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	limited := syscall.Rlimit{Cur: size, Max: before.Max}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limited); err != nil {
		t.Fatal(err)
	}
	lift = func() { syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before) }
	t.Cleanup(lift)
	return lift
}

func pragma(t *testing.T, s *Store, text string) {
	t.Helper()
	if _, err := s.writer.conn.conn.ExecContext(context.Background(), "PRAGMA "+text); err != nil {
		t.Fatal(err)
	}
}

// fillUp appends events until one is refused, and returns the sequence number of that event.
func fillUp(t *testing.T, s *Store, id table.ID, want datadir.Reason) (seq int) {
	t.Helper()
	for seq = 2; ; seq++ {
		if err := s.Tables.Append(context.Background(), id, seq, []table.Event{move(seq)}, nil); err != nil {
			wantReason(t, err, want)
			if strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "try again") || strings.Contains(err.Error(), "/") {
				t.Errorf("the refusal is not one sentence: %q", err)
			}
			return seq
		}
	}
}

func untilError(do func(n int) error) error {
	for n := 0; ; n++ {
		if err := do(n); err != nil {
			return err
		}
	}
}

// continueAppending appends the event that the store has refused before, and checks that
// all events are stored.
func continueAppending(t *testing.T, s *Store, id table.ID, seq int) {
	t.Helper()
	if n := len(load(t, s, id)); n != seq-1 {
		t.Fatalf("%d events on a full disk, want %d", n, seq-1)
	}
	appendTo(t, s, id, seq, move(seq))
	if n := len(load(t, s, id)); n != seq {
		t.Fatalf("%d events after making room, want %d", n, seq)
	}
}

func TestRefusalWhenLockedByAnotherProgram(t *testing.T) {
	dir := t.TempDir()
	s := reopened(t, dir)
	id := create(t, s)
	other, err := sql.Open("sqlite", datadir.DSN(s.dir.Database()))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec("UPDATE tables SET id = id"); err != nil {
		t.Fatal(err)
	}
	pragma(t, s, "busy_timeout = 1")
	wantReason(t, s.Tables.Append(context.Background(), id, 2, []table.Event{move(2)}, nil), datadir.Locked)
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	continueAppending(t, s, id, 2)
}

// pagesOf returns the numbers of the database pages of an SQL table, counted from 1.
func pagesOf(t *testing.T, s *Store, name string) (pages []int) {
	t.Helper()
	rows, err := s.read.Query("SELECT pageno FROM dbstat WHERE name = ?", name)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var n int
		if err := rows.Scan(&n); err != nil {
			t.Fatal(err)
		}
		pages = append(pages, n)
	}
	return pages
}

func TestRefusalOfDamagedDatabase(t *testing.T) {
	dir := t.TempDir()
	s := reopened(t, dir)
	id := create(t, s)
	for seq := 2; seq < 200; seq++ {
		appendTo(t, s, id, seq, move(seq))
	}
	s.Close()
	s = reopened(t, dir) // opening the store merges the recent events into the table of all events
	pages := append(pagesOf(t, s, "events"), pagesOf(t, s, "recent_events")...)
	s.Close()
	s = reopened(t, dir)
	path := filepath.Join(dir, datadir.DatabaseName)
	data := []byte(readAll(t, path))
	for i := range data {
		if slices.Contains(pages, i/datadir.PageSize+1) {
			data[i] ^= 0x5a
		}
	}
	write(string(data))(t, path) // damage the file while the server runs
	_, err := s.Tables.Load(context.Background(), id)
	wantReason(t, err, datadir.Damaged)
	if !strings.Contains(logged(err), "restore a backup") {
		t.Error(err)
	}
	s.Close()
	_, err = open(dir)
	wantReason(t, err, datadir.Damaged)
	if _, err := datadir.Diagnose(context.Background(), dir); reasonIn(err) != datadir.Damaged {
		t.Errorf("the diagnosis is %v", err)
	}
}

// A server must refuse to start if the database has damage that the command "doctor" would
// find. Otherwise it would write to a damaged database.
func TestNoStartWithDamagedPage(t *testing.T) {
	dir := furnished(t)
	s := reopened(t, dir)
	unused := pagesOf(t, s, "rating_decisions") // damage an SQL table that the server does not read when it starts
	s.Close()
	path := filepath.Join(dir, datadir.DatabaseName)
	data := []byte(readAll(t, path))
	for i := range datadir.PageSize {
		data[(unused[0]-1)*datadir.PageSize+i] ^= 0x5a
	}
	write(string(data))(t, path)
	_, err := open(dir)
	wantReason(t, err, datadir.Damaged)
	if _, err := datadir.AcceptLoss(t.Context(), dir); reasonIn(err) != datadir.Damaged {
		t.Errorf("AcceptLoss of a damaged database: %v", err)
	}
	if readAll(t, path) != string(data) {
		t.Error("the refused start changed it")
	}
}

func TestCloseLeavesNoGoroutine(t *testing.T) {
	s := opened(t)
	load(t, s, create(t, s))
	s.Close()
	stacks := make([]byte, 1<<20)
	for {
		text := string(stacks[:runtime.Stack(stacks, true)])
		if !strings.Contains(text, "store.(*writer)") && !strings.Contains(text, "database/sql") {
			return
		}
		runtime.Gosched()
	}
}
