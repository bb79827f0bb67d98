package store

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

func TestEventsAreKeptAfterReopening(t *testing.T) {
	dir := t.TempDir()
	s := reopened(t, dir)
	id := create(t, s)
	appendTo(t, s, id, 2, move(1), move(2))
	appendTo(t, s, id, 4, move(3))
	want := []table.Event{opening(), move(1), move(2), move(3)}
	if diff := cmp.Diff(want, load(t, s, id)); diff != "" {
		t.Fatal(diff)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, load(t, reopened(t, dir), id)); diff != "" {
		t.Fatal(diff)
	}
}

func TestAppendRefusesGapAndRepetition(t *testing.T) {
	s := opened(t)
	id := create(t, s)
	appendTo(t, s, id, 2, move(1))
	for _, seq := range []int{-1, 0, 1, 2, 4, 100} {
		err := s.Tables.Append(context.Background(), id, seq, []table.Event{move(9)}, nil)
		wantReason(t, err, datadir.OutOfOrder)
		if !strings.Contains(err.Error(), "the next event is number 3") {
			t.Errorf("the refusal does not say what would be right: %v", err)
		}
	}
	if n := len(load(t, s, id)); n != 2 {
		t.Errorf("%d events are kept, want 2", n)
	}
	appendTo(t, s, id, 3, move(2))
}

func TestUnknownTable(t *testing.T) {
	s := opened(t)
	if _, err := s.Tables.Load(context.Background(), 7); !errors.Is(err, table.ErrNoTable) {
		t.Errorf("Load: %v", err)
	}
	if err := s.Tables.Append(context.Background(), 7, 1, []table.Event{move(1)}, nil); !errors.Is(err, table.ErrNoTable) {
		t.Errorf("Append: %v", err)
	}
}

func TestClosedTablesAreFinishedNewestFirst(t *testing.T) {
	dir := t.TempDir()
	s := reopened(t, dir)
	a, b, c, d := create(t, s), create(t, s), create(t, s), create(t, s)
	closed := table.Event{Kind: table.Closed, At: noon, Action: "checkmate"}
	appendTo(t, s, d, 2, closed)
	appendTo(t, s, c, 2, move(1), closed)
	appendTo(t, s, a, 2, closed)
	s.Close()
	s = reopened(t, dir)
	ctx := context.Background()
	live, err := s.Tables.Live(ctx)
	if diff := cmp.Diff([]table.Stored{{ID: b}}, live); diff != "" || err != nil {
		t.Errorf("live: %s %v", diff, err)
	}
	for limit, want := range map[int][]table.Stored{9: {{ID: a}, {ID: c}, {ID: d}}, 2: {{ID: a}, {ID: c}}, 0: nil, -1: nil} {
		finished, err := s.Tables.Finished(ctx, limit)
		if diff := cmp.Diff(want, finished); diff != "" || err != nil {
			t.Errorf("finished, at most %d: %s %v", limit, diff, err)
		}
	}
	if next := create(t, s); next != d+1 {
		t.Errorf("the next table is %d, want %d", next, d+1)
	}
	appendTo(t, s, a, 3, move(9)) // append an event after the end of the game
	if finished, _ := s.Tables.Finished(ctx, 1); len(finished) != 1 || finished[0].ID != a {
		t.Errorf("finished %v after an event at table %d", finished, a)
	}
}

func TestRefusalDoesNotFailGroup(t *testing.T) {
	s := opened(t)
	ids := make([]table.ID, 20)
	for i := range ids {
		ids[i] = create(t, s)
	}
	release := hold(t, s)
	var wg sync.WaitGroup
	errs := make([]error, len(ids))
	for i, id := range ids {
		wg.Go(func() {
			seq := 2
			if i%5 == 3 {
				seq = 3
			}
			errs[i] = s.Tables.Append(context.Background(), id, seq, []table.Event{move(i)}, nil)
		})
	}
	awaitWaiting(s, len(ids))
	release()
	wg.Wait()
	for i, id := range ids {
		kept := len(load(t, s, id)) == 2
		if refused := i%5 == 3; refused == kept || refused == (errs[i] == nil) {
			t.Errorf("table %d: kept %v, error %v", id, kept, errs[i])
		}
	}
}

func TestFailureFailsOnlyItsGroup(t *testing.T) {
	s := opened(t)
	id := create(t, s)
	fault := errors.New("boom")
	for name, do := range map[string]func(*writeConn) (error, error){
		"error": func(*writeConn) (error, error) { return nil, fault },
		"panic": func(*writeConn) (error, error) { panic(fault) },
	} {
		release := hold(t, s)
		var wg sync.WaitGroup
		var appended, failed error
		wg.Go(func() { appended = s.Tables.Append(context.Background(), id, 2, []table.Event{move(1)}, nil) })
		wg.Go(func() { failed = s.writer.submit(context.Background(), do) })
		awaitWaiting(s, 2)
		release()
		wg.Wait()
		if appended == nil || failed == nil || len(load(t, s, id)) != 1 {
			t.Errorf("%s: %v, %v, %d events", name, appended, failed, len(load(t, s, id)))
		}
	}
	appendTo(t, s, id, 2, move(1))
}

// hold blocks the writer until the function `release` is called, so that waiting requests
// form a group.
func hold(t testing.TB, s *Store) (release func()) {
	t.Helper()
	holding, released := make(chan struct{}), make(chan struct{})
	done := make(chan error, 1)
	go func() {
		done <- s.writer.submit(context.Background(), func(*writeConn) (error, error) {
			close(holding)
			<-released
			return nil, nil
		})
	}()
	<-holding
	return func() {
		close(released)
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// awaitWaiting waits until n requests are waiting for the writer.
func awaitWaiting(s *Store, n int) {
	for len(s.writer.requests) < n {
		runtime.Gosched()
	}
}

func TestContextWithdrawsUndeliveredRequest(t *testing.T) {
	s := opened(t)
	id := create(t, s)
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Tables.Append(canceled, id, 2, []table.Event{move(1)}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("appended after cancellation: %v", err)
	}
	if _, err := s.Tables.Load(canceled, id); !errors.Is(err, context.Canceled) {
		t.Errorf("loaded after cancellation: %v", err)
	}
	release := hold(t, s)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Tables.Append(ctx, id, 2, []table.Event{move(1)}, nil) }()
	awaitWaiting(s, 1)
	cancel()
	release()
	if err := <-done; err != nil {
		t.Errorf("cancelled after the writer had received it: %v", err)
	}
	if n := len(load(t, s, id)); n != 2 {
		t.Errorf("%d events, want 2", n)
	}
}

func TestCloseStoresAcceptedRequests(t *testing.T) {
	dir := t.TempDir()
	s := reopened(t, dir)
	id := create(t, s)
	release := hold(t, s)
	done := make(chan error, 1)
	go func() { done <- s.Tables.Append(context.Background(), id, 2, []table.Event{move(1)}, nil) }()
	awaitWaiting(s, 1)
	closed := make(chan error, 1)
	go func() { closed <- s.Close() }()
	release()
	if err := errors.Join(<-done, <-closed); err != nil {
		t.Fatal(err)
	}
	wantReason(t, s.Tables.Append(context.Background(), id, 3, []table.Event{move(2)}, nil), datadir.Closed)
	if err := s.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	if n := len(load(t, reopened(t, dir), id)); n != 2 {
		t.Errorf("%d events, want 2", n)
	}
}
