package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"

	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// Environment variables that make the test binary act as a child process whose system calls
// strace lets fail: the data directory, and what the child does.
const (
	faultyDir = "QUADRILLE_TEST_FAULTY_DIR"
	faultyAct = "QUADRILLE_TEST_FAULTY_ACT"
)

// underFaults runs a test of this package in a child process under strace with the given
// options, and returns what the child printed. It skips the test if strace cannot run.
func underFaults(t *testing.T, dir, act string, options ...string) string {
	t.Helper()
	if exec.Command("strace", "-qq", "-o", os.DevNull, "true").Run() != nil {
		t.Skip("strace cannot run here")
	}
	words := slices.Concat([]string{"-f", "-qq", "-o", os.DevNull}, options, []string{os.Args[0], "-test.run=^TestFaultyChild$"})
	child := exec.Command("strace", words...)
	child.Env = append(os.Environ(), faultyDir+"="+dir, faultyAct+"="+act)
	var out bytes.Buffer
	child.Stdout, child.Stderr = &out, &out
	_ = child.Run() // the child may kill itself; what counts is what it has printed
	if !strings.Contains(out.String(), "\nend\n") {
		t.Fatalf("%v: the child did not reach its end:\n%s", options, out.String())
	}
	return out.String()
}

// TestFaultyChild runs as the child process of the tests below.
func TestFaultyChild(t *testing.T) {
	dir, act := os.Getenv(faultyDir), os.Getenv(faultyAct)
	if dir == "" {
		t.Skip("this test is the child process of others")
	}
	s, err := Open(t.Context(), dir, slog.New(slog.NewTextHandler(os.Stdout, nil)))
	if err != nil {
		t.Fatal(err)
	}
	if act == "checkpoint" {
		failCheckpoint(t, s)
	} else {
		playThroughFaults(t, s)
	}
	fmt.Print("\nend\n")
	if act == "kill" {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	_ = s.Close()
}

// playThroughFaults appends events to table 1 and prints which are acknowledged. After an append
// with an unknown outcome it asks the store, as a table does.
func playThroughFaults(t *testing.T, s *Store) {
	ctx := context.Background()
	events := load(t, s, 1)
	doubts, seq := 0, len(events)+1
	for tries := 0; seq < 60; tries++ {
		if tries > 500 {
			t.Fatal("the store does not recover")
		}
		err := s.Tables.Append(ctx, 1, seq, []table.Event{move(seq)}, nil)
		switch {
		case err == nil:
			fmt.Printf("\nacknowledged %d\n", seq)
			seq++
			continue
		case errors.Is(err, table.InDoubt.Refuse()):
			doubts++
			for ; err != nil; tries++ {
				if s.Writable(ctx) == nil && tries > 500 {
					t.Fatal("the store does not settle")
				}
				events, err = s.Tables.Settle(ctx, 1)
			}
		default:
			events = load(t, s, 1)
			if len(events) != seq-1 {
				t.Errorf("event %d is stored, but the answer was %v", seq, err)
			}
		}
		for n := seq; n <= len(events); n++ {
			fmt.Printf("\nacknowledged %d\n", n)
		}
		seq = len(events) + 1
	}
	fmt.Printf("\ndoubts %d\n", doubts)
}

// TestAppendsGoOnAfterFailedSyncs lets each of the first syncs of a store fail, one or several in
// a row, and again later. After each failure the store accepts writes again without a
// restart, and a restart or a crash finds every acknowledged event once.
func TestAppendsGoOnAfterFailedSyncs(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	t.Parallel()
	doubts := 0
	for _, c := range []struct{ act, calls, when string }{
		// Without an end, each attempt may come to need the number of calls after which one fails.
		{"close", "fsync,fdatasync:error=EIO", "3"},
		{"kill", "fsync,fdatasync:error=EIO", "4"},
		{"close", "fsync,fdatasync:error=EIO", "5..7"},
		{"kill", "fsync,fdatasync:error=EIO", "7..200+7"},
		{"close", "fsync,fdatasync:error=ENOSPC", "5..200+5"},
		{"kill", "fsync,fdatasync:error=EIO", "3..200+3"},
		{"close", "pwrite64:error=EIO", "20..150+11"},
		{"kill", "pwrite64:error=ENOSPC", "20..150+9"},
	} {
		t.Run(c.act+" "+c.calls+" "+c.when, func(t *testing.T) {
			dir := t.TempDir()
			s := reopened(t, dir)
			create(t, s)
			s.Close()
			printed := underFaults(t, dir, c.act, "-e", "inject="+c.calls+":when="+c.when)
			if strings.Contains(printed, "--- FAIL") {
				t.Fatal(printed)
			}
			acknowledged, n := 0, 0
			for line := range strings.Lines(printed) {
				_, _ = fmt.Sscanf(line, "acknowledged %d", &acknowledged)
				if _, err := fmt.Sscanf(line, "doubts %d", &n); err == nil {
					doubts += n
				}
			}
			events := load(t, reopened(t, dir), 1)
			if acknowledged != 59 || len(events) != acknowledged {
				t.Errorf("%d events are stored, %d were acknowledged", len(events), acknowledged)
			}
			for i, e := range events[1:] {
				if e.CommandID != move(i+2).CommandID {
					t.Errorf("event %d is %s", i+2, e.CommandID)
				}
			}
			if n > 0 && !strings.Contains(printed, "opened the database again after a failed sync") {
				t.Errorf("the log does not say that the database was opened again:\n%s", printed)
			}
		})
	}
	if doubts < 3 {
		t.Errorf("only %d appends had an unknown outcome", doubts)
	}
}

// failCheckpoint moves a part of the WAL to the database file while another connection reads,
// and then the rest. All syncs of the database file fail.
func failCheckpoint(t *testing.T, s *Store) {
	ctx := context.Background()
	seq := len(load(t, s, 1)) + 1
	appendTo(t, s, 1, seq, move(seq))
	reader, err := s.read.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := reader.QueryRow(`SELECT count(*) FROM event_log`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	appendTo(t, s, 1, seq+1, move(seq+1))
	checkpoint := func() error { // the writer waits for requests, so the connection is not in use
		_, err := s.writer.conn.runCheckpoint("PASSIVE")
		return err
	}
	if err := checkpoint(); err != nil || !s.writer.conn.partial {
		t.Errorf("a checkpoint beside a reader: %v, partial %t", err, s.writer.conn.partial)
	}
	_ = reader.Rollback()
	if err := checkpoint(); err == nil {
		t.Error("the sync of the database file did not fail")
	}
	err = s.Tables.Append(ctx, 1, seq+2, []table.Event{move(seq + 2)}, nil)
	wantReason(t, err, datadir.Untrusted)
	if err := s.Writable(ctx); err == nil || !strings.Contains(err.Error(), "restart the server") {
		t.Errorf("Writable returns %v", err)
	}
}

// TestNothingIsStoredIfTheDatabaseFileCannotBeTrusted checks the one fault after which only a
// restart makes SQLite write the data again: the sync of the database file fails after a part
// of the WAL was moved there.
func TestNothingIsStoredIfTheDatabaseFileCannotBeTrusted(t *testing.T) {
	dir := t.TempDir()
	s := reopened(t, dir)
	create(t, s)
	s.Close()
	path := s.dir.Database()
	printed := underFaults(t, dir, "checkpoint", "-P", path, "-e", "inject=fsync,fdatasync:error=EIO")
	if strings.Contains(printed, "--- FAIL") {
		t.Fatal(printed)
	}
	if n := len(load(t, reopened(t, dir), 1)); n != 3 {
		t.Errorf("%d events after the restart, want 3", n)
	}
}
