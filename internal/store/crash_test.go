package store

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"sync"
	"testing"

	"quadrille/internal/table"
)

// crashDir is the name of an environment variable. Its value is the data directory in which
// a child process stores events until it is killed.
const crashDir = "QUADRILLE_TEST_CRASH_DIR"

func TestMain(m *testing.M) {
	if dir, statement := os.Getenv(crashDir), os.Getenv(stopBefore); statement != "" {
		fmt.Fprintln(os.Stderr, migrateUntilStopped(dir, statement))
		os.Exit(1)
	} else if dir != "" {
		fmt.Fprintln(os.Stderr, appendForever(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// appendForever appends events to every live table. It prints a line for each append that
// succeeds.
func appendForever(dir string) error {
	s, err := open(dir)
	if err != nil {
		return err
	}
	ctx := context.Background()
	live, err := s.Tables.Live(ctx)
	if err != nil {
		return err
	}
	if err := mergeEvery(s, 50); err != nil { // merge the table of recent events often, so that some processes are killed during a merge
		return err
	}
	failed := make(chan error)
	for _, one := range live {
		id := one.ID
		events, err := s.Tables.Load(ctx, id)
		if err != nil {
			return err
		}
		go func() {
			for seq := len(events) + 1; ; seq += 2 {
				if err := s.Tables.Append(ctx, id, seq, []table.Event{move(seq), move(seq + 1)}, nil); err != nil {
					failed <- err
				}
				fmt.Fprintf(os.Stdout, "%d %d\n", id, seq+1)
			}
		}()
	}
	return <-failed
}

// TestAcknowledgedEventsSurviveKill repeatedly kills a process that appends, and requires
// that all acknowledged events are stored.
func TestAcknowledgedEventsSurviveKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := reopened(t, dir)
	for range 8 {
		create(t, s)
	}
	s.Close()
	rounds := 5
	if testing.Short() {
		rounds = 2
	}
	for round := range rounds {
		acknowledged := appendUntilKilled(t, dir, 1+rand.IntN(400))
		s := reopened(t, dir)
		for id, last := range acknowledged {
			checkLog(t, s, id, last)
		}
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
		s.Close()
	}
}

// appendUntilKilled starts a child process, and kills it when it has acknowledged the
// given number of appends. It returns the last acknowledged event of each table.
func appendUntilKilled(t *testing.T, dir string, lines int) map[table.ID]int {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), crashDir+"="+dir)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	kill := sync.OnceFunc(func() { child.Process.Kill() })
	defer kill()
	last := map[table.ID]int{}
	n := 0
	for scanner := bufio.NewScanner(out); scanner.Scan(); n++ {
		var id table.ID
		var seq int
		if _, err := fmt.Sscanf(scanner.Text(), "%d %d", &id, &seq); err != nil {
			t.Fatalf("%q: %v", scanner.Text(), err)
		}
		last[id] = max(last[id], seq)
		if n == lines {
			kill()
		}
	}
	child.Wait() // ignore the error: the process was killed
	if n < lines {
		t.Fatalf("the child ended by itself after %d acknowledgements", n)
	}
	return last
}

func checkLog(t *testing.T, s *Store, id table.ID, last int) {
	t.Helper()
	events := load(t, s, id) // fails the test if the log has a gap
	if len(events) < last {
		t.Errorf("table %d: %d events, but %d were acknowledged", id, len(events), last)
	}
	if len(events)%2 != 1 {
		t.Errorf("table %d: %d events: only half of an append was stored", id, len(events))
	}
	for i, e := range events[1:] {
		if want := move(i + 2); e.CommandID != want.CommandID {
			t.Errorf("table %d: event %d is %s, want %s", id, i+2, e.CommandID, want.CommandID)
		}
	}
}
