package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"quadrille/internal/store/datadir"
)

func TestOpenMakesAPrivateDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "data?#% x")
	s := reopened(t, dir)
	create(t, s)
	wantMode(t, dir, os.ModeDir|0o700)
	files, _ := os.ReadDir(dir)
	if len(files) < 4 {
		t.Errorf("%d files, want database, lock, WAL and its index", len(files))
	}
	for _, f := range files {
		wantMode(t, filepath.Join(dir, f.Name()), 0o600)
	}
}

func TestCloseCheckpointsAndClosesFiles(t *testing.T) {
	dir := t.TempDir()
	s := reopened(t, dir)
	load(t, s, create(t, s))
	s.Close()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 3 {
		t.Errorf("%v are left, %v, want database, lock and number of commits", files, err)
	}
	held, _ := filepath.Glob("/proc/self/fd/*")
	for _, fd := range held {
		if path, _ := os.Readlink(fd); strings.HasPrefix(path, dir) {
			t.Errorf("%s is still open", path)
		}
	}
}

func TestCommitsDoNotExtendWAL(t *testing.T) {
	s := opened(t)
	id := create(t, s)
	for seq := 2; seq < 100; seq++ {
		appendTo(t, s, id, seq, move(seq))
	}
	if wal, err := os.Stat(s.dir.Database() + "-wal"); err != nil || wal.Size() != datadir.WalLength {
		t.Errorf("the WAL: %v, %v, want %d bytes", wal, err, datadir.WalLength)
	}
}

func wantMode(t *testing.T, path string, want os.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil || info.Mode() != want {
		t.Errorf("%s: mode %v, error %v, want %v", path, info.Mode(), err, want)
	}
}

func TestConnectionsAreSetForDurability(t *testing.T) {
	s := opened(t)
	conn := s.writer.conn.conn
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000",
		"application_id": "1365537388", "user_version": fmt.Sprint(len(datadir.Migrations)),
	} {
		var got string
		if err := conn.QueryRowContext(context.Background(), "PRAGMA "+pragma).Scan(&got); got != want || err != nil {
			t.Errorf("%s = %s, %v; want %s", pragma, got, err, want)
		}
	}
	if _, err := s.read.Exec(`DELETE FROM events`); err == nil {
		t.Error("a reader may write")
	}
}

func TestSecondServerIsRefused(t *testing.T) {
	dir := t.TempDir()
	s := reopened(t, dir)
	_, err := open(dir)
	wantReason(t, err, datadir.InUse)
	if !strings.Contains(err.Error(), "another server is using "+dir) {
		t.Error(err)
	}
	s.Close()
	reopened(t, dir)
}

// A child process has the lock file open until it executes its program. Closing the store
// must release the lock even then.
func TestChildProcessKeepsNoLock(t *testing.T) {
	dir := t.TempDir()
	s := reopened(t, dir)
	child, err := os.StartProcess("/bin/sleep", []string{"sleep", "60"}, &os.ProcAttr{Files: []*os.File{lockFile(t, dir)}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = child.Kill()
		_, _ = child.Wait()
	}()
	if _, err := open(dir); err == nil {
		t.Fatal("two servers use one directory")
	}
	s.Close()
	reopened(t, dir)
}

// lockFile returns the descriptor with which this process has locked a directory.
func lockFile(t *testing.T, dir string) *os.File {
	descriptors, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range descriptors {
		name, _ := os.Readlink("/proc/self/fd/" + d.Name())
		if name == filepath.Join(dir, datadir.LockName) {
			fd, _ := strconv.Atoi(d.Name())
			file, err := syscall.Dup(fd) // shares its lock
			if err != nil {
				t.Fatal(err)
			}
			copied := os.NewFile(uintptr(file), name)
			t.Cleanup(func() { _ = copied.Close() })
			return copied
		}
	}
	t.Fatal("the lock file is not open")
	return nil
}

// [datadir.Running] locks the data directory for a moment. A server that starts at that moment
// must wait for the lock and not fail.
func TestRunningCheckDoesNotPreventStart(t *testing.T) {
	dir := t.TempDir()
	reopened(t, dir).Close()
	lock := flock.New(filepath.Join(dir, datadir.LockName))
	if err := lock.RLock(); err != nil {
		t.Fatal(err)
	}
	unlocked := make(chan struct{})
	time.AfterFunc(datadir.LockRetry/2, func() {
		_ = lock.Unlock()
		close(unlocked)
	})
	reopened(t, dir)
	<-unlocked
	if !datadir.Running(dir) {
		t.Error("the running server is not noticed")
	}
}

func TestForeignFilesAreRefusedUnchanged(t *testing.T) {
	for name, c := range map[string]struct {
		make func(t *testing.T, path string)
		want datadir.Reason
	}{
		"text":             {write("These are my notes.\n"), datadir.NotDatabase},
		"long text":        {write(strings.Repeat("These are my notes.\n", 5000)), datadir.NotDatabase},
		"zeros":            {write(strings.Repeat("\x00", 8192)), datadir.NotDatabase},
		"half a header":    {write("SQLite format 3\x00"), datadir.NotDatabase},
		"another program":  {execSQL(`CREATE TABLE recipes (name); PRAGMA application_id = 77`), datadir.ForeignDatabase},
		"unmarked tables":  {execSQL(`CREATE TABLE recipes (name)`), datadir.ForeignDatabase},
		"another's, empty": {execSQL(`PRAGMA user_version = 3`), datadir.ForeignDatabase},
		"newer": {execSQL(fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = 99; CREATE TABLE tables (id)`,
			datadir.ApplicationID)), datadir.NewerSchema},
		"before 0.2.0": {
			execSQL(`CREATE TABLE tables (n); PRAGMA application_id = 0x51756164; PRAGMA user_version = 1`),
			datadir.OlderRelease,
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, datadir.DatabaseName)
			c.make(t, path)
			before := sum(t, path)
			_, err := open(dir)
			wantReason(t, err, c.want)
			if sum(t, path) != before {
				t.Error("the file was changed")
			}
			if strings.ContainsAny(err.Error(), "\n") || !strings.Contains(err.Error(), path) {
				t.Errorf("the refusal %q is not one sentence about %s", err, path)
			}
		})
	}
}

func write(text string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func execSQL(text string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
}

func sum(t *testing.T, path string) [32]byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(data)
}

func TestUnusableDirectoryIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write("x")(t, file)
	taken := t.TempDir()
	if err := os.Mkdir(filepath.Join(taken, datadir.DatabaseName), 0o700); err != nil {
		t.Fatal(err)
	}
	locked := t.TempDir()
	if err := os.Mkdir(filepath.Join(locked, datadir.LockName), 0o700); err != nil {
		t.Fatal(err)
	}
	closed := t.TempDir()
	if err := os.Chmod(closed, 0o500); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "data"), taken, locked, "/proc/quadrille", closed} {
		if dir == closed && os.Geteuid() == 0 {
			continue // skip this case: root can write to every file
		}
		_, err := open(dir)
		wantReason(t, err, datadir.CannotUse)
		if !strings.Contains(err.Error(), "choose a directory that this user can write to") {
			t.Error(err)
		}
	}
}

func TestMigrationIsAtomic(t *testing.T) {
	defer func(steps []string) { datadir.Migrations = steps }(datadir.Migrations)
	datadir.Migrations = append(
		datadir.Migrations[:len(datadir.Migrations):len(datadir.Migrations)],
		`CREATE TABLE clubs (id); CREATE TABLE clubs (id)`,
	)
	dir := t.TempDir()
	_, err := open(dir)
	wantReason(t, err, datadir.DiskFault)
	datadir.Migrations = datadir.Migrations[:len(datadir.Migrations)-1]
	s := reopened(t, dir) // the earlier migrations remain, and the failed one has changed nothing
	var n int
	if err := s.read.QueryRow(`SELECT count(*) FROM sqlite_schema WHERE name = 'clubs'`).Scan(&n); n != 0 || err != nil {
		t.Errorf("%d tables of a failed step, %v", n, err)
	}
	id := create(t, s)
	s.Close()
	datadir.Migrations = append(datadir.Migrations[:len(datadir.Migrations):len(datadir.Migrations)], `CREATE TABLE clubs (id)`)
	if n := len(load(t, reopened(t, dir), id)); n != 1 {
		t.Errorf("%d events after a migration", n)
	}
}

func TestRefusalNamesDamagedEvent(t *testing.T) {
	s := opened(t)
	id := create(t, s)
	appendTo(t, s, id, 2, move(1), move(2))
	if err := s.writer.submit(context.Background(), (*writeConn).mergeRecent); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{ // in this order, because the second statement deletes the event that the first one changes
		{`UPDATE events SET data = '{"kind":"acted","novelty":1}',
			checksum = event_checksum(table_id, seq, '{"kind":"acted","novelty":1}') WHERE seq = 2`, "event 2 of table"},
		{`DELETE FROM events WHERE seq = 2`, "event 3 of table"},
	} {
		change, place := c[0], c[1]
		if _, err := s.writer.conn.conn.ExecContext(context.Background(), change); err != nil {
			t.Fatal(err)
		}
		_, err := s.Tables.Load(context.Background(), id)
		wantReason(t, err, datadir.Unreadable)
		if !strings.Contains(logged(err), place) {
			t.Errorf("%q does not name the place %q", logged(err), place)
		}
	}
}

func open(dir string) (*Store, error) {
	logger, _ := testLogger()
	return Open(context.Background(), dir, logger)
}
