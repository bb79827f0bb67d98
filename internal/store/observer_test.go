package store

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// countingObserver counts the calls and adds up their arguments.
type countingObserver struct {
	mu                                sync.Mutex
	commits, requests, appends, moves int
	failed                            []datadir.Reason
}

func (c *countingObserver) Committed(requests int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.commits++
	c.requests += requests
}

func (c *countingObserver) Appended(events, moves int, waited time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.appends += events
	c.moves += moves
	if waited <= 0 {
		c.moves = -1000
	}
}

func (c *countingObserver) Failed(reason datadir.Reason) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failed = append(c.failed, reason)
}

func TestObserverCountsCommits(t *testing.T) {
	t.Parallel()
	s, c := opened(t), &countingObserver{}
	s.Observe(c)
	id := create(t, s)
	appendTo(t, s, id, 2, move(1), table.Event{Kind: table.Heartbeat, At: time.Unix(2, 0)})
	if err := s.Tables.Append(context.Background(), id, 9, []table.Event{move(2)}, nil); err == nil {
		t.Fatal("a gap was stored")
	}
	s.Close()
	if c.appends != 2 || c.moves != 1 || len(c.failed) > 0 {
		t.Errorf("observed %d events, %d moves, failures %v", c.appends, c.moves, c.failed)
	}
	if c.requests < 3 || c.commits > c.requests {
		t.Errorf("observed %d requests in %d commits", c.requests, c.commits)
	}
}

func TestWritableReportsMissingDatabase(t *testing.T) {
	t.Parallel()
	s, c := opened(t), &countingObserver{}
	s.Observe(c)
	ctx := context.Background()
	if err := s.Writable(ctx); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.dir.Path, datadir.DatabaseName)
	if err := os.Rename(path, path+".moved"); err != nil {
		t.Fatal(err)
	}
	s.writeCheck.ended = time.Time{} // makes the next call check again instead of reusing the last result
	wantReason(t, s.Writable(ctx), datadir.Vanished)
	if err := os.Rename(path+".moved", path); err != nil {
		t.Fatal(err)
	}
	if err := s.Writable(ctx); err != nil {
		t.Errorf("after the database was moved back: %v", err)
	}
	if len(c.failed) != 1 || c.failed[0] != datadir.Vanished {
		t.Errorf("observed %v", c.failed)
	}
}

func TestWritableReportsHangingDisk(t *testing.T) {
	t.Parallel()
	s := opened(t)
	hangs, begun := make(chan struct{}), make(chan struct{})
	ended := make(chan error, 1)
	go func() {
		ended <- s.writer.submit(context.Background(), func(*writeConn) (refused, failed error) {
			close(begun)
			<-hangs
			return nil, nil
		})
	}()
	<-begun
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for range 3 {
		if err := s.Writable(ctx); err == nil {
			t.Fatal("Writable returned nil while the disk hangs")
		}
	}
	if n := s.Queue(); n > 1 {
		t.Errorf("%d checks wait for the disk", n)
	}
	close(hangs)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if err := s.Writable(context.Background()); err != nil {
		t.Errorf("when the disk responds again: %v", err)
	}
}
