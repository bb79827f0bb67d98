package store

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// crashed is the data directory of a killed server with two tables. The server had appended
// two events at a time, alternately to each table, and acknowledged all appends. Most of
// these events are only in the WAL.
type crashed struct {
	dir string
	ids [2]table.ID
}

const eventsInCrashed = 2 * 29

func crash(t *testing.T) crashed {
	t.Helper()
	s := opened(t)
	ids := [2]table.ID{create(t, s), create(t, s)}
	for seq := 2; seq < 30; seq += 2 {
		for _, id := range ids {
			appendTo(t, s, id, seq, move(seq), move(seq+1))
		}
	}
	return crashed{s.dir.Path, ids}.copy(t)
}

// copy copies the data directory without the index of the WAL. It omits the zeros at the
// end of each file.
func (c crashed) copy(t *testing.T) crashed {
	t.Helper()
	to := t.TempDir()
	for name, size := range map[string]func(int64) int64{
		datadir.DatabaseName: func(n int64) int64 { return roundUp(n, datadir.PageSize) },
		datadir.DatabaseName + "-wal": func(n int64) int64 {
			return walHeader +
				roundUp(max(n-walHeader, 0), frameHeader+datadir.PageSize)
		},
		datadir.CommitsName: func(n int64) int64 { return n },
	} {
		text := readAll(t, filepath.Join(c.dir, name))
		used := int64(len(strings.TrimRight(text, "\x00")))
		write(text[:min(size(used), int64(len(text)))])(t, filepath.Join(to, name))
	}
	return crashed{to, c.ids}
}

// Sizes of the header of a WAL file and of the header of each frame.
const walHeader, frameHeader = 32, 24

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }

func (c crashed) wal() string { return filepath.Join(c.dir, datadir.DatabaseName+"-wal") }

// events opens the directory and counts the events of both tables. The test fails if an
// event has changed, or if only one of the two events of an append is present.
func (c crashed) events(t *testing.T) (n int) {
	t.Helper()
	s, err := open(c.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, id := range c.ids {
		events, err := s.Tables.Load(context.Background(), id)
		if err != nil {
			continue
		}
		n += len(events)
		if len(events)%2 != 1 {
			t.Errorf("table %d: %d events: half an append", id, len(events))
		}
		for i, e := range events[1:] {
			if e.CommandID != move(i+2).CommandID {
				t.Errorf("table %d: event %d is %s", id, i+2, e.CommandID)
			}
		}
	}
	return n
}

// refused requires that a server refuses to start and changes nothing. The refusal must be
// one sentence that names the repair command.
func (c crashed) refused(t *testing.T, want datadir.Reason, how string) {
	t.Helper()
	before := sum(t, filepath.Join(c.dir, datadir.DatabaseName))
	s, err := open(c.dir)
	if err == nil {
		s.Close()
		t.Fatalf("%s: the server starts", how)
	}
	wantReason(t, err, want)
	if command := "quadrille doctor --accept-loss --data " + c.dir; strings.Contains(err.Error(), "\n") ||
		!strings.HasSuffix(err.Error(), command) {
		t.Errorf("%s: the refusal is not one sentence with the command: %q", how, err)
	}
	if _, err := datadir.Diagnose(context.Background(), c.dir); reasonIn(err) != want {
		t.Errorf("%s: the diagnosis is %v", how, err)
	}
	if after := sum(t, filepath.Join(c.dir, datadir.DatabaseName)); after != before {
		t.Errorf("%s: the refused start changed the database", how)
	}
}

// accepted calls AcceptLoss to accept the loss of commits. It requires that the server then
// starts with at least the given number of events, and that each table has lost only its
// newest events.
func (c crashed) accepted(t *testing.T, least int) (events int) {
	t.Helper()
	loss, err := datadir.AcceptLoss(context.Background(), c.dir)
	if err != nil || loss == nil || loss.Lost == 0 {
		t.Fatalf("the loss: %+v, %v", loss, err)
	}
	events = c.events(t)
	if events < least || events > eventsInCrashed {
		t.Errorf("%d events, but %d with a shorter WAL", events, least)
	}
	if loss, err := datadir.AcceptLoss(context.Background(), c.dir); loss != nil || err != nil {
		t.Errorf("no commits are lost, but AcceptLoss returns %+v, %v", loss, err)
	}
	return events
}

// If the WAL is missing, or is truncated at any point, acknowledged commits are lost. A
// server must refuse to start.
func TestTruncatedWALIsRefused(t *testing.T) {
	t.Parallel()
	whole := crash(t)
	info, err := os.Stat(whole.wal())
	if err != nil {
		t.Fatal(err)
	}
	missing := whole.copy(t)
	if err := os.Remove(missing.wal()); err != nil {
		t.Fatal(err)
	}
	missing.refused(t, datadir.LostCommits, "without a WAL")
	const frame = 24 + datadir.PageSize
	least, cuts := 0, 0
	for at := int64(0); at < info.Size(); at += frame*4/5 + 7 {
		c := whole.copy(t)
		if err := os.Truncate(c.wal(), at); err != nil {
			t.Fatal(err)
		}
		c.refused(t, datadir.LostCommits, "a WAL that is cut off")
		// if the WAL still contains both tables, accept the loss of commits in every twelfth copy
		if cuts++; cuts%12 == 0 && at > 15*frame {
			least = c.accepted(t, least)
		}
	}
	if cuts < 40 || least == 0 {
		t.Fatalf("%d cuts, %d events", cuts, least)
	}
	if n := whole.events(t); n != eventsInCrashed {
		t.Errorf("with the complete WAL there are %d events", n)
	}
}

// A server must refuse to start if a frame of the WAL is damaged: SQLite would ignore this
// frame and all later ones, so commits would be lost.
func TestDamagedWALIsRefused(t *testing.T) {
	t.Parallel()
	whole := crash(t)
	wal := readAll(t, whole.wal())
	for _, at := range []int{0, 9, 17, 31, 33, len(wal) / 3, len(wal) / 2, len(wal) - datadir.PageSize - 20, len(wal) - 1} {
		c := whole.copy(t)
		flipped := []byte(wal)
		flipped[at] ^= 0x10
		write(string(flipped))(t, c.wal())
		c.refused(t, datadir.LostCommits, "a flipped byte")
	}
}

// After a checkpoint, SQLite overwrites the WAL from the start. A server must not report
// lost commits because of the old frames that follow the new frames.
func TestOldWALFramesAreNoLoss(t *testing.T) {
	t.Parallel()
	s := opened(t)
	id := create(t, s)
	seq := 2
	for range 3 {
		for range 40 - seq/4 {
			appendTo(t, s, id, seq, move(seq))
			seq++
		}
		pragma(t, s, "wal_checkpoint(RESTART)")
	}
	appendTo(t, s, id, seq, move(seq))
	c := crashed{dir: s.dir.Path}.copy(t)
	if n := len(load(t, reopened(t, c.dir), id)); n != seq {
		t.Errorf("%d events, want %d", n, seq)
	}
}

// A power failure may leave an old or half-written commits file. A server must not report
// lost commits because of this.
func TestOldOrTornCommitsFileIsNoLoss(t *testing.T) {
	t.Parallel()
	whole := crash(t)
	text := readAll(t, filepath.Join(whole.dir, datadir.CommitsName))
	n, err := datadir.ReadCommits(filepath.Join(whole.dir, datadir.CommitsName))
	if err != nil || n < 30 {
		t.Fatalf("%d commits, %v", n, err)
	}
	for how, content := range map[string]string{
		"behind": string(datadir.CommitsText(n - 7)), "at the beginning": string(datadir.CommitsText(0)),
		"torn": string(datadir.CommitsText(n - 7))[:38] + text[38:], "zeros": strings.Repeat("\x00", datadir.CommitsLength),
	} {
		c := whole.copy(t)
		write(content)(t, filepath.Join(c.dir, datadir.CommitsName))
		if _, err := datadir.ReadCommits(filepath.Join(c.dir, datadir.CommitsName)); how == "torn" && err != datadir.ErrTorn {
			t.Errorf("%s: %v", how, err)
		}
		if got := c.events(t); got != eventsInCrashed {
			t.Errorf("%s: %d events", how, got)
		}
		if got, err := datadir.ReadCommits(filepath.Join(c.dir, datadir.CommitsName)); err != nil || got <= n {
			t.Errorf("%s: after the start %d, %v", how, got, err)
		}
	}
}

// Without the commits file, a server would not notice lost commits, so it refuses to start.
// Only an unused database needs no commits file.
func TestMissingCommitsFileIsRefused(t *testing.T) {
	t.Parallel()
	whole := crash(t)
	for how, spoil := range map[string]func(path string) error{
		"removed": os.Remove,
		"empty":   func(path string) error { return os.Truncate(path, 0) },
		"longer":  func(path string) error { return os.Truncate(path, int64(datadir.CommitsLength)+1) },
	} {
		c := whole.copy(t)
		if err := spoil(filepath.Join(c.dir, datadir.CommitsName)); err != nil {
			t.Fatal(err)
		}
		c.refused(t, datadir.NoCommitsFile, how)
		if n := c.accepted(t, eventsInCrashed); n != eventsInCrashed {
			t.Errorf("%s: %d events", how, n)
		}
	}
	withoutDatabase := whole.copy(t)
	for _, path := range []string{filepath.Join(withoutDatabase.dir, datadir.DatabaseName), withoutDatabase.wal()} {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	withoutDatabase.refusedWithoutDatabase(t)
	fresh := t.TempDir()
	if _, err := datadir.AcceptLoss(t.Context(), fresh); reasonIn(err) != datadir.NoData {
		t.Errorf("without a database: %v", err)
	}
	write("")(t, filepath.Join(fresh, datadir.DatabaseName)) // a server that was killed during its first start leaves an empty file
	reopened(t, fresh)
	if _, err := datadir.AcceptLoss(t.Context(), fresh); reasonIn(err) != datadir.InUse {
		t.Errorf("while a server runs: %v", err)
	}
}

// A used database without its WAL and commits file must not look like a new directory:
// otherwise the next start would offer to make the first visitor the owner.
func TestDatabaseFileAloneIsNotNew(t *testing.T) {
	t.Parallel()
	c := crash(t)
	for _, path := range []string{c.wal(), filepath.Join(c.dir, datadir.CommitsName)} {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	c.refused(t, datadir.NoCommitsFile, "a copy of the database alone")
	if found, err := datadir.Inspect(t.Context(), filepath.Join(c.dir, datadir.DatabaseName)); err != nil ||
		found.Schema != len(datadir.Migrations) {
		t.Errorf("found in the database file: %+v, %v", found, err)
	}
	c.accepted(t, 0)
	for how, content := range map[string]string{"as an earlier program left it": walDatabase(t), "of no bytes": ""} {
		c := crashed{dir: t.TempDir()}
		write(content)(t, filepath.Join(c.dir, datadir.DatabaseName))
		write("a host key")(t, filepath.Join(c.dir, "host_ed25519"))
		c.refused(t, datadir.EmptyDatabase, how)
		c.accepted(t, 0)
	}
}

// walDatabase returns an empty database file in WAL mode.
func walDatabase(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, datadir.DatabaseName)
	write("")(t, path)
	db, err := sql.Open("sqlite", datadir.WriterDSN(path))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Ping(); err != nil {
		t.Fatal(err)
	}
	text := readAll(t, path)
	if len(text) != datadir.PageSize {
		t.Fatalf("the database has %d bytes", len(text))
	}
	return text
}

// If a server is killed at any point of its first start, the next start must succeed. The
// first start writes the commits file first and the host key last.
func TestStartAfterKilledFirstStart(t *testing.T) {
	t.Parallel()
	c := crashed{dir: t.TempDir()}
	write(walDatabase(t))(t, filepath.Join(c.dir, datadir.DatabaseName))
	reopened(t, c.dir).Close()
	for _, schema := range []int{0, len(datadir.Migrations)} {
		c := crashed{dir: t.TempDir()}
		path := filepath.Join(c.dir, datadir.DatabaseName)
		write("")(t, path)
		db, err := sql.Open("sqlite", datadir.WriterDSN(path))
		if err != nil {
			t.Fatal(err)
		}
		for n, step := range datadir.Migrations[:schema] {
			if _, err := db.Exec(step + fmt.Sprintf("; PRAGMA user_version = %d", n+1)); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if schema == 0 { // the server was killed before it wrote the schema: it must start
			reopened(t, c.dir).Close()
			continue
		}
		c.refused(t, datadir.NoCommitsFile, "counted commits without a file")
		write(string(datadir.CommitsText(0)))(t, filepath.Join(c.dir, datadir.CommitsName))
		write("a host key")(t, filepath.Join(c.dir, "host_ed25519"))
		reopened(t, c.dir).Close()
	}
}

func (c crashed) refusedWithoutDatabase(t *testing.T) {
	t.Helper()
	_, err := open(c.dir)
	wantReason(t, err, datadir.LostCommits)
	if loss, err := datadir.AcceptLoss(t.Context(), c.dir); err != nil || loss.Lost < 30 || loss.Kept != 0 {
		t.Errorf("%+v, %v", loss, err)
	}
	reopened(t, c.dir)
}

// TestLostWALAfterKillIsRefused kills a server while it appends, and removes or truncates
// its WAL. It requires that the next start is refused or finds all acknowledged events.
func TestLostWALAfterKillIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := reopened(t, dir)
	for range 8 {
		create(t, s)
	}
	s.Close()
	rounds := 6
	if testing.Short() {
		rounds = 2
	}
	refusals, starts := 0, 0
	for range rounds {
		acknowledged := appendUntilKilled(t, dir, 100+rand.IntN(400))
		left := crashed{dir: dir}
		for _, part := range []float64{0, 0.2, 0.5, 0.9, 0.999, 1} {
			c := left.copy(t)
			if part == 0 {
				if err := os.Remove(c.wal()); err != nil {
					t.Fatal(err)
				}
			} else if err := os.Truncate(c.wal(), int64(part*float64(len(readAll(t, c.wal()))))); err != nil {
				t.Fatal(err)
			}
			starts++
			s, err := open(c.dir)
			if err != nil {
				// Without its WAL, a database that was being checkpointed is a mixture of old and new pages.
				if reason := reasonOf(t, err); reason != datadir.LostCommits && reason != datadir.Damaged {
					t.Errorf("refused with reason %d: %v", reason, err)
				}
				refusals++
				if part == 1 {
					t.Errorf("a complete WAL is refused: %v", err)
				}
				continue
			}
			for id, last := range acknowledged {
				checkLog(t, s, id, last)
			}
			s.Close()
		}
	}
	t.Logf("%d of %d starts refused", refusals, starts)
	if refusals < rounds {
		t.Errorf("%d of %d starts refused", refusals, starts)
	}
}

// Transactions that change nothing are neither counted nor synced.
func TestRefusedRequestIsNotCounted(t *testing.T) {
	s := opened(t)
	id := create(t, s)
	path := filepath.Join(s.dir.Path, datadir.CommitsName)
	before, err := datadir.ReadCommits(path)
	if err != nil || before != s.writer.conn.commits.N {
		t.Fatalf("%d, %v; counted %d", before, err, s.writer.conn.commits.N)
	}
	wantReason(t, s.Tables.Append(t.Context(), id, 7, []table.Event{move(7)}, nil), datadir.OutOfOrder)
	if n, err := datadir.ReadCommits(path); n != before || err != nil {
		t.Errorf("after a refusal %d, %v; before %d", n, err, before)
	}
	appendTo(t, s, id, 2, move(2))
	if n, err := datadir.ReadCommits(path); n != before+1 || err != nil {
		t.Errorf("after an append %d, %v; before %d", n, err, before)
	}
}

// A lost WAL is also noticed in a directory restored from a backup.
func TestRestoredDatabaseCountsCommits(t *testing.T) {
	dir := restored(t, backedUp(t, furnished(t)))
	wantMode(t, filepath.Join(dir, datadir.CommitsName), 0o600)
	s := reopened(t, dir)
	c := crashed{dir: dir, ids: [2]table.ID{create(t, s)}}.copy(t)
	if err := os.Remove(c.wal()); err != nil {
		t.Fatal(err)
	}
	c.refused(t, datadir.LostCommits, "after a restore")
}

func TestShellQuote(t *testing.T) {
	for word, want := range map[string]string{
		"/var/lib/quadrille": "/var/lib/quadrille", "/a b": "'/a b'", "it's": `'it'\''s'`, "": "''", "$HOME": "'$HOME'", "~x": "'~x'",
	} {
		if got := datadir.ShellQuote(word); got != want {
			t.Errorf("%q is quoted %s, want %s", word, got, want)
		}
	}
}
