package store

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quadrille/internal/clock/clocktest"
)

func TestKeyUseIsStoredOncePerDay(t *testing.T) {
	s := opened(t)
	r := ringOf(t, s)
	now := noon
	r.Clock = clocktest.At(func() time.Time { return now })
	inky := r.Named("Inky")
	before := changes(t, s)
	for range 50 {
		r.Holder("SHA256:Inky")
	}
	if got := changes(t, s); got != before {
		t.Errorf("%d writes on the day it was made", got-before)
	}
	now = now.Add(36 * time.Hour)
	for range 50 {
		r.Holder("SHA256:Inky")
	}
	if got := changes(t, s); got != before+1 {
		t.Errorf("%d writes for 50 logins of a day", got-before)
	}
	keys, err := r.Keyring.Keys(context.Background(), inky)
	if want := noon.Add(36 * time.Hour).Truncate(24 * time.Hour); err != nil || len(keys) != 1 || !keys[0].Used.Equal(want) ||
		!keys[0].Added.Equal(noon.Truncate(time.Microsecond)) {
		t.Errorf("keys %v, %v; want the use %v", keys, err, want)
	}
}

// changes returns the number of rows written so far. It does not count writes of the commit
// counter.
func changes(t testing.TB, s *Store) (n int) {
	t.Helper()
	count := func(p *writeConn) (refused, failed error) {
		err := p.conn.QueryRowContext(context.Background(), `SELECT total_changes()`).Scan(&n)
		n -= int(p.commits.N)
		return nil, err
	}
	if err := s.writer.submit(context.Background(), count); err != nil {
		t.Fatal(err)
	}
	return n
}

// A login succeeds even while the writer is blocked and its queue is full.
func TestLoginDoesNotWaitForDisk(t *testing.T) {
	s := opened(t)
	r := ringOf(t, s)
	now := noon
	r.Clock = clocktest.At(func() time.Time { return now })
	inky := r.Named("Inky")
	now = now.Add(48 * time.Hour)
	busy, free := make(chan bool), make(chan bool)
	hold := func(*writeConn) (refused, failed error) {
		busy <- true
		<-free
		return nil, nil
	}
	s.writer.offer(hold)
	<-busy
	for range maxGroup + 1 {
		s.writer.offer(func(*writeConn) (refused, failed error) { return nil, nil })
	}
	if id := r.Holder("SHA256:Inky"); id != inky {
		t.Errorf("the key logs in to %s", id)
	}
	close(free)
}

func TestLoginOnReadOnlyDatabase(t *testing.T) {
	s := opened(t)
	r := ringOf(t, s)
	now := noon
	r.Clock = clocktest.At(func() time.Time { return now })
	inky := r.Named("Inky")
	now = now.Add(48 * time.Hour)
	pragma(t, s, "query_only = 1")
	if id := r.Holder("SHA256:Inky"); id != inky {
		t.Errorf("the key logs in to %s", id)
	}
	pragma(t, s, "query_only = 0")
	r.Leads(inky, "SHA256:Inky")
}

// TestCodeIsStoredAsHash checks that no file of the directory contains the text of a code.
func TestCodeIsStoredAsHash(t *testing.T) {
	s := opened(t)
	r := ringOf(t, s)
	code := r.Invite(r.Named("Inky"))
	files, err := filepath.Glob(filepath.Join(s.dir.Path, "*"))
	if err != nil || len(files) < 3 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ToLower(string(data))
		if strings.Contains(text, code) || strings.Contains(text, strings.ReplaceAll(code, "-", "")) {
			t.Errorf("the code is in %s", path)
		}
	}
}
