package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/store/backup"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// mounted mounts a file system on a new directory. It skips the test if mounting is not
// allowed.
func mounted(t *testing.T, args ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if out, err := exec.Command("mount", append(args, dir)...).CombinedOutput(); err != nil {
		t.Skipf("mounting is not allowed here: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "-l", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	return dir
}

func smallDisk(t *testing.T, size string) (dir string) {
	return mounted(t, "-t", "tmpfs", "-o", "size="+size, "none")
}

func TestNoPartialWriteOnFullDisk(t *testing.T) {
	disk := smallDisk(t, "1m")
	ballast := filepath.Join(disk, "ballast")
	write(strings.Repeat("x", 400_000))(t, ballast)
	logger, log := testLogger()
	dir := filepath.Join(disk, "data")
	s, err := Open(context.Background(), dir, logger)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { s.Close() }()
	if !strings.Contains(log.String(), "cannot extend") {
		t.Errorf("the log does not report the missing space:\n%s", log)
	}
	id := create(t, s)
	seq := fillUp(t, s, id, datadir.DiskFull)
	if !strings.Contains(log.String(), `error="nothing was stored: the disk of `) {
		t.Errorf("the log does not report the full disk:\n%s", log)
	}
	if n := len(load(t, s, id)); n != seq-1 {
		t.Fatalf("%d events on a full disk, want %d", n, seq-1)
	}
	_, err = sourceIn(dir).Backup(context.Background(), filepath.Join(disk, "backup.tar"))
	wantReason(t, err, datadir.CannotWrite)
	fallen := s
	s = reopenedFull(t, fallen, dir)
	if n := len(load(t, s, id)); n != seq-1 {
		t.Errorf("%d events after a start on a full disk, want %d", n, seq-1)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	continueAppending(t, s, id, seq)
	s.Close()
	if n := len(load(t, reopened(t, dir), id)); n != seq {
		t.Errorf("%d events after reopening, want %d", n, seq)
	}
}

// A first start on a disk without room for the WAL index must report the full disk, and not
// "disk I/O error (4874)".
func TestRefusalOfFirstStartOnFullDisk(t *testing.T) {
	disk := smallDisk(t, "1m")
	ballast := filepath.Join(disk, "ballast")
	for _, room := range []int{0, 4, 8, 16, 32, 64} { // free space in KiB
		dir := filepath.Join(disk, "data")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		_ = exec.Command("sh", "-c", "head -c 2m /dev/zero > "+ballast).Run() // fills the disk; an error is expected
		if err := os.Truncate(ballast, int64(1<<20-room<<10)-3*datadir.PageSize); err != nil {
			t.Fatal(err)
		}
		_, err := open(dir)
		wantReason(t, err, datadir.DiskFull)
		if err := errors.Join(os.Remove(ballast), os.RemoveAll(dir)); err != nil {
			t.Fatal(err)
		}
	}
}

// reopenedFull closes a store and reopens it while the disk is full.
func reopenedFull(t *testing.T, before *Store, dir string) *Store {
	t.Helper()
	_ = before.Close() // ignore the error: the disk has no room for the checkpoint, so the WAL remains
	s, err := open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestNoMigrationWithoutRoomForCopy(t *testing.T) {
	const size = 1 << 20
	disk := smallDisk(t, "1m")
	path := filepath.Join(disk, datadir.DatabaseName)
	old := furnished(t)
	text := readAll(t, filepath.Join(old, datadir.DatabaseName))
	write(text)(t, path)
	write(readAll(t, filepath.Join(old, datadir.CommitsName)))(t, filepath.Join(disk, datadir.CommitsName))
	nextSchema(t, testMigration)
	ballast := filepath.Join(disk, "ballast")
	if err := exec.Command("sh", "-c", "head -c 2m /dev/zero > "+ballast).Run(); err != nil {
		t.Logf("as expected: %v", err)
	}
	if err := os.Truncate(ballast, int64(size-len(text)-(56<<10))); err != nil { // leave some pages for SQLite's own files
		t.Fatal(err)
	}
	before := logOf(t, path)
	_, err := open(disk)
	wantReason(t, err, datadir.NoCopy)
	if !strings.Contains(err.Error(), "make room and start again") || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
	if version, err := datadir.Inspect(context.Background(), path); version.Schema != len(datadir.Migrations)-1 || err != nil {
		t.Errorf("the schema is %d, %v", version.Schema, err)
	}
	if diff := cmp.Diff(before, logOf(t, path)); diff != "" || len(copies(t, disk)) != 0 {
		t.Errorf("copies %v, changes %s", copies(t, disk), diff)
	}
}

func TestRestoreOnFullDiskLeavesNothing(t *testing.T) {
	file := backedUp(t, furnished(t))
	disk := smallDisk(t, "40k")
	_, err := backup.Restore(context.Background(), file, filepath.Join(disk, "data"), plainKey)
	wantReason(t, err, datadir.CannotRestore)
	if files, _ := os.ReadDir(disk); len(files) != 0 {
		t.Errorf("left behind: %v", files)
	}
}

// TestRefusalOfReadOnlyDirectory mounts the directory read-only, because permissions alone
// do not prevent root from writing to it.
func TestRefusalOfReadOnlyDirectory(t *testing.T) {
	dir, file := furnished(t), backedUp(t, furnished(t))
	before := sum(t, filepath.Join(dir, datadir.DatabaseName))
	locked := mounted(t, "--bind", "-o", "ro", dir)
	_, err := open(locked)
	wantReason(t, err, datadir.CannotUse)
	if !strings.Contains(err.Error(), "choose a directory that this user can write to") {
		t.Error(err)
	}
	_, err = sourceIn(furnished(t)).Backup(context.Background(), filepath.Join(locked, "backup.tar"))
	wantReason(t, err, datadir.CannotWrite)
	_, err = backup.Restore(context.Background(), file, filepath.Join(locked, "data"), plainKey)
	wantReason(t, err, datadir.CannotRestore)
	if sum(t, filepath.Join(dir, datadir.DatabaseName)) != before {
		t.Error("the database was changed")
	}
}

// A server must refuse a database file that it cannot write, even if the directory is
// writable. The test makes the file immutable, because root can write to any other file.
func TestRefusalOfReadOnlyDatabase(t *testing.T) {
	dir := furnished(t)
	path := filepath.Join(dir, datadir.DatabaseName)
	if out, err := exec.Command("chattr", "+i", path).CombinedOutput(); err != nil {
		t.Skipf("files cannot be made unchangeable here: %v: %s", err, out)
	}
	thaw := func() { _ = exec.Command("chattr", "-i", path).Run() }
	defer thaw()
	_, err := open(dir)
	wantReason(t, err, datadir.CannotUse)
	thaw()
	reopened(t, dir)
}

func TestRefusalOfDirectoryInPlaceOfFile(t *testing.T) {
	for _, name := range []string{datadir.DatabaseName, datadir.DatabaseName + "-wal", datadir.DatabaseName + "-shm", datadir.LockName} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if name != datadir.DatabaseName {
				dir = furnished(t)
			}
			_ = os.Remove(filepath.Join(dir, name))
			if err := os.MkdirAll(filepath.Join(dir, name, "full"), 0o700); err != nil {
				t.Fatal(err)
			}
			_, err := open(dir)
			var refusal *datadir.Refusal
			if !errors.As(err, &refusal) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), dir) {
				t.Fatalf("refused with %v", err)
			}
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
			reopened(t, dir)
		})
	}
}

func TestMissingWALIndexIsRebuilt(t *testing.T) {
	c := crash(t) // the copied data directory of a killed server; the copy contains no WAL index
	rubbish := c.copy(t)
	if n := c.events(t); n != eventsInCrashed {
		t.Errorf("%d events", n)
	}
	write(strings.Repeat("rubbish ", 4096))(t, filepath.Join(rubbish.dir, datadir.DatabaseName+"-shm"))
	if n := rubbish.events(t); n != eventsInCrashed {
		t.Errorf("with a damaged index: %d events", n)
	}
}

func TestWrongModesAreCorrected(t *testing.T) {
	dir := furnished(t)
	if err := os.Chmod(filepath.Join(dir, datadir.DatabaseName), 0o666); err != nil {
		t.Fatal(err)
	}
	s := reopened(t, dir)
	create(t, s)
	for _, name := range []string{"", "-wal", "-shm"} {
		wantMode(t, filepath.Join(dir, datadir.DatabaseName+name), 0o600)
	}
}

// A write to a removed file is never acknowledged, because its data is lost when the process
// ends.
func TestRemovedFileIsNoticed(t *testing.T) {
	t.Parallel()
	for _, name := range []string{datadir.DatabaseName, datadir.DatabaseName + "-wal", datadir.DatabaseName + "-shm", datadir.CommitsName} {
		t.Run(name, func(t *testing.T) {
			logger, log := testLogger()
			s, err := Open(context.Background(), t.TempDir(), logger)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			id := create(t, s)
			path := filepath.Join(s.dir.Path, name)
			if err := os.Rename(path, path+".moved"); err != nil {
				t.Fatal(err)
			}
			write("another")(t, path)
			seq := fillUp(t, s, id, datadir.Vanished)
			if !strings.Contains(log.String(), path+" was moved or replaced") {
				t.Errorf("the log does not report it:\n%s", log)
			}
			if err := os.Rename(path+".moved", path); err != nil {
				t.Fatal(err)
			}
			continueAppending(t, s, id, seq)
			s.Close()
			if n := len(load(t, reopened(t, s.dir.Path), id)); n != seq {
				t.Errorf("%d events at the end, want %d", n, seq)
			}
		})
	}
}

// After random bytes of the database are changed, the events of each table are either
// refused or unchanged.
func TestDamagedDatabaseNeverChangesALog(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	t.Parallel()
	s := opened(t)
	ids := []table.ID{create(t, s), create(t, s), create(t, s)}
	want := []table.Event{opening()}
	for seq := 2; seq < 60; seq++ {
		want = append(want, move(seq))
		for _, id := range ids {
			appendTo(t, s, id, seq, move(seq))
		}
	}
	s.Close()
	whole := readAll(t, s.dir.Database())
	noticed := 0
	dice := rand.New(rand.NewPCG(1, 2)) // a fixed seed makes the damage reproducible
	for round := range 60 {
		flipped := []byte(whole)
		var at int
		for range 1 + round%3 {
			at = dice.IntN(len(flipped))
			flipped[at] ^= byte(1 + dice.IntN(255))
		}
		noticed += tablesRefused(t, flipped, ids, want, at)
	}
	if noticed == 0 {
		t.Error("nothing was noticed in any round")
	}
}

func tablesRefused(t *testing.T, file []byte, ids []table.ID, want []table.Event, at int) (n int) {
	t.Helper()
	dir := t.TempDir()
	write(string(file))(t, filepath.Join(dir, datadir.DatabaseName))
	write(string(datadir.CommitsText(1)))(t, filepath.Join(dir, datadir.CommitsName))
	s, err := open(dir)
	if err != nil {
		wantSentence(t, err)
		return 1
	}
	defer s.Close()
	for _, id := range ids {
		got, err := s.Tables.Load(context.Background(), id)
		switch {
		case errors.Is(err, table.ErrNoTable):
			t.Errorf("flipped at %d: table %d is missing without an error", at, id)
		case err != nil:
			wantSentence(t, err)
			n++
		case !cmp.Equal(want, got):
			t.Errorf("flipped at %d: table %d has changed, %d events", at, id, len(got))
		}
	}
	return n
}

func wantSentence(t *testing.T, err error) {
	t.Helper()
	var refusal *datadir.Refusal
	if !errors.As(err, &refusal) || strings.Contains(err.Error(), "\n") {
		t.Errorf("not one sentence: %v", err)
	}
}
