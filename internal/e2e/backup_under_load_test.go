package e2e

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules/variants"
)

// busyTable is a table whose players make moves until they are stopped.
type busyTable struct {
	*commandGame
	mu    sync.Mutex
	acked []string
	moved chan struct{} // receives a value after each move; its capacity is 1
}

func (b *busyTable) played() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.acked)
}

func (b *busyTable) play(t *testing.T, address string, stop chan struct{}) {
	defer close(b.moved)
	tick := time.NewTicker(30 * time.Millisecond) // stay below the rate limit on commands
	defer tick.Stop()
	for n := 0; !b.game.Position.Over(); n++ {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		who, plain, a := b.pick(17 * n)
		if _, err := who.run(address, fmt.Sprintf("move %d %s --after %d", b.id, plain, n)); err != nil {
			t.Errorf("table %d: %s: %v", b.id, plain, err)
			return
		}
		if _, err := b.game.Play(a); err != nil {
			t.Errorf("table %d: %s: %v", b.id, plain, err)
			return
		}
		b.mu.Lock()
		b.acked = append(b.acked, plain)
		b.mu.Unlock()
		select {
		case b.moved <- struct{}{}:
		default:
		}
	}
}

// Backups are made during play. Each restored backup contains every action that was
// acknowledged before the backup started, and no action that was never played.
func TestBackupUnderLoad(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	var tables []*busyTable
	for _, def := range variants.All() {
		tables = append(tables, &busyTable{commandGame: gatherCommandGame(t, s.address, def.Name), moved: make(chan struct{}, 1)})
	}
	stop := make(chan struct{})
	var all sync.WaitGroup
	for _, b := range tables {
		all.Go(func() { b.play(t, s.address, stop) })
	}
	dir := t.TempDir()
	for n := range 2 {
		for _, b := range tables {
			for len(b.played()) < 10*(n+1) {
				if _, ok := <-b.moved; !ok {
					t.Fatalf("table %d: no move is played any more", b.id)
				}
			}
		}
		var before, after [][]string
		for _, b := range tables {
			before = append(before, b.played())
		}
		file := filepath.Join(dir, fmt.Sprint("backup", n))
		s.command(t, "backup", file, "--data", s.data)
		during := 0
		for i, b := range tables {
			after = append(after, b.played())
			during += len(after[i]) - len(before[i])
		}
		t.Logf("backup %d: %d actions were acknowledged while it was made", n, during)
		if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
			t.Errorf("the backup: %v, %v", info.Mode(), err)
		}
		restored := filepath.Join(dir, fmt.Sprint("restored", n))
		s.command(t, "restore", file, "--data", restored)
		for i, b := range tables {
			b.compare(t, restored, before[i], after[i])
		}
		if n == 1 {
			close(stop)
			all.Wait()
			s.checkRestored(t, restored, tables)
		}
	}
}

// command runs the program with the server's data directory. It fails the test if the program
// fails.
func (s *testServer) command(t *testing.T, words ...string) {
	t.Helper()
	if out, err := exec.Command(program, words...).CombinedOutput(); err != nil {
		t.Fatalf("%q: %v\n%s", words, err, out)
	}
}

// compare compares a table in a restored backup with the moves that were played before and
// during the backup.
func (b *busyTable) compare(t *testing.T, data string, before, after []string) {
	t.Helper()
	kept, err := store.Open(context.Background(), data, slog.New(slog.DiscardHandler))
	must(t, err)
	defer func() { _ = kept.Close() }()
	events, err := kept.Tables.Load(context.Background(), table.ID(b.id))
	must(t, err)
	tab, err := live.Open(
		live.Config{ID: table.ID(b.id), Log: logtest.NewMemory(), Variant: variants.New, Logger: slog.New(slog.DiscardHandler)},
		events,
	)
	must(t, err)
	var got []string
	for _, m := range tab.View().Moves {
		got = append(got, m.Plain)
	}
	_ = tab.Stop(context.Background())
	// Allow one more action, which may have been stored but not acknowledged.
	if len(got) < len(before) || len(got) > len(after)+1 || !slices.Equal(got[:len(before)], before) ||
		!slices.Equal(got[:min(len(got), len(after))], after[:min(len(got), len(after))]) {
		t.Errorf("table %d: %q was played before the backup, %q when it was done; it holds %q", b.id, before, after, got)
	}
}

// checkRestored starts the restored server and checks that its host key, accounts and
// seats are unchanged.
func (s *testServer) checkRestored(t *testing.T, data string, tables []*busyTable) {
	t.Helper()
	key := func(printed string) string {
		_, rest, _ := strings.Cut(printed, "host key ")
		key, _, _ := strings.Cut(rest, "\n")
		return key
	}
	s.kill()
	other := newServer(t, data)
	other.address = s.address
	other.start()
	if key(s.greeting) == "" || key(s.greeting) != key(other.greeting) {
		t.Errorf("the host key was %q and is %q", key(s.greeting), key(other.greeting))
	}
	for _, b := range tables {
		for _, who := range b.seats {
			who.disconnect()
		}
		if _, err := b.seats[0].run(other.address, fmt.Sprintf("record %d", b.id)); err != nil {
			t.Errorf("table %d: %v", b.id, err)
		}
		if name := b.seats[1].mustRun(t, other.address, "whoami"); !strings.HasPrefix(name, b.seats[1].name) {
			t.Errorf("%s is called %q", b.seats[1].name, name)
		}
	}
}
