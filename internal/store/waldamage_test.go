package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/internal/table"
)

// fallen is a data directory as a server leaves it that was killed: appends of
// two events each, alternately at two tables, most of them in the WAL alone.
func fallen(t *testing.T) (dir string, ids [2]table.ID) {
	t.Helper()
	s := opened(t)
	ids = [2]table.ID{create(t, s), create(t, s)}
	for seq := 2; seq < 30; seq += 2 {
		for _, id := range ids {
			appendTo(t, s, id, seq, move(seq), move(seq+1))
		}
	}
	return copied(t, s.dir.path), ids
}

// copied is what a data directory holds, but for the index of the WAL and the
// noughts behind it.
func copied(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	wal := filepath.Join(dir, databaseName+"-wal")
	ends, _ := frames(t, wal)
	write(readAll(t, wal)[:ends[len(ends)-1]])(t, filepath.Join(to, databaseName+"-wal"))
	write(readAll(t, filepath.Join(dir, databaseName)))(t, filepath.Join(to, databaseName))
	return to
}

// frames is where those of the WAL end that were written, and which are commits.
func frames(t *testing.T, wal string) (ends []int64, commits map[int64]bool) {
	t.Helper()
	data := readAll(t, wal)
	commits = map[int64]bool{}
	for at := walHeader; at < len(data) && data[at:at+4] != "\x00\x00\x00\x00"; at += frameHeader + pageSize {
		end := int64(at + frameHeader + pageSize)
		ends = append(ends, end)
		commits[end] = data[at+4:at+8] != "\x00\x00\x00\x00"
	}
	return ends, commits
}

// events opens a directory and counts the events of a table, all of which are as
// they were appended, and no append halved.
func (f faultyDir) events(t *testing.T) (n int) {
	t.Helper()
	s, err := open(f.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, id := range f.ids {
		logged, err := s.Load(context.Background(), id)
		if err != nil {
			continue // the table's beginning is not there
		}
		n += len(logged)
		if len(logged)%2 != 1 {
			t.Errorf("table %d: %d events: half an append", id, len(logged))
		}
		for i, e := range logged[1:] {
			if e.ActID != move(i+2).ActID {
				t.Errorf("table %d: event %d is %s", id, i+2, e.ActID)
			}
		}
	}
	return n
}

type faultyDir struct {
	dir string
	ids [2]table.ID
}

// TestAWALTornAnywhereIsABeginning cuts it off before, in and behind every
// frame.
func TestAWALTornAnywhereIsABeginning(t *testing.T) {
	t.Parallel()
	dir, ids := fallen(t)
	ends, commits := frames(t, filepath.Join(dir, databaseName+"-wal"))
	if len(ends) < 28 || len(commits) != len(ends) {
		t.Fatalf("%d frames", len(ends))
	}
	least := 0
	for n, end := range append([]int64{0, 16, walHeader}, ends...) {
		if n > 3 && n%6 != 0 && n < len(ends) {
			continue
		}
		for _, length := range []int64{end, end + 1, end + frameHeader - 1, end + frameHeader, end + frameHeader + pageSize/2, end + frameHeader + pageSize - 1} {
			f := faultyDir{copied(t, dir), ids}
			if err := os.Truncate(filepath.Join(f.dir, databaseName+"-wal"), length); err != nil {
				t.Fatal(err)
			}
			if length < walHeader && n > 0 { // nothing but the file that was folded
				continue
			}
			got := f.events(t)
			if got < least {
				t.Errorf("cut at %d: %d events, at less it was %d", length, got, least)
			}
			least = max(least, got)
		}
	}
	if want := 2 * 29; least != want {
		t.Errorf("with all of the WAL: %d events, want %d", least, want)
	}
}

// TestAFlippedByteInTheWALIsRefusedUnlessItIsTheLastCommit flips one in every
// frame. SQLite would pass over all commits behind.
func TestAFlippedByteInTheWALIsRefusedUnlessItIsTheLastCommit(t *testing.T) {
	t.Parallel()
	dir, ids := fallen(t)
	wal := filepath.Join(dir, databaseName+"-wal")
	ends, commits := frames(t, wal)
	whole := []byte(readAll(t, wal))[:ends[len(ends)-1]]
	lastTwo := ends[:0:0] // where they begin
	for i, end := range ends[:len(ends)-1] {
		if commits[end] {
			lastTwo = append(lastTwo, ends[i])
		}
	}
	lastTwo = lastTwo[len(lastTwo)-2:]
	flips := []int64{0, 5, 9, 13, 17, 21, 25, 31} // in the header
	for _, end := range ends {
		begin := end - frameHeader - pageSize
		flips = append(flips, begin+1, begin+5, begin+17, begin+frameHeader, end-1)
		if begin < lastTwo[0] { // of the last but one it hides that there was one
			flips = append(flips, begin+9)
		}
	}
	for _, at := range flips {
		flipped := append([]byte(nil), whole...)
		flipped[at] ^= 0x10
		path := filepath.Join(t.TempDir(), "wal")
		write(string(flipped))(t, path)
		err := walDamage(path)
		if at < lastTwo[1] {
			if err == nil {
				t.Fatalf("byte %d of %d is not noticed", at, len(whole))
			}
			wantReason(t, err, DamagedWAL)
		} else if err != nil {
			t.Errorf("byte %d, in the last commit: %v", at, err)
		}
	}
	if err := walDamage(wal); err != nil {
		t.Errorf("a whole one: %v", err)
	}
	middle := ends[3*len(ends)/4] // behind the schema
	whole[middle-1] ^= 1
	write(string(whole))(t, wal)
	_, err := open(dir)
	wantReason(t, err, DamagedWAL)
	good := middle - frameHeader - pageSize
	if want := fmt.Sprintf("truncate -s %d %s", good, wal); !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("it says %q, and not %q", err, want)
	}
	if err := os.Truncate(wal, good); err != nil {
		t.Fatal(err)
	}
	if n := (faultyDir{dir, ids}).events(t); n < 4 || n >= 2*29 {
		t.Errorf("with what is left there are %d events", n)
	}
}

// TestAnOldWALBehindTheNewIsNoDamage: after a folding the WAL is written over
// from its beginning, and what stood there follows.
func TestAnOldWALBehindTheNewIsNoDamage(t *testing.T) {
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
	dir := copied(t, s.dir.path)
	if err := walDamage(filepath.Join(dir, databaseName+"-wal")); err != nil {
		t.Fatal(err)
	}
	if n := len(load(t, reopened(t, dir), id)); n != seq {
		t.Errorf("%d events, want %d", n, seq)
	}
}
