package postgres

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"quadrille/internal/store/pgtest"
	"quadrille/internal/table"
)

// PostgreSQL fails and a synchronous standby takes over. No acknowledged event is lost.
func TestFailoverToSynchronousStandby(t *testing.T) {
	lost, of := failOver(t, true)
	if lost != 0 {
		t.Errorf("%d of %d acknowledged events are lost", lost, of)
	}
}

// An asynchronous standby that lacks the last events takes over. Each log loses only
// its last events, and nodes append after the last event that remains in the log.
func TestFailoverToAsynchronousStandby(t *testing.T) {
	if lost, of := failOver(t, false); lost == 0 {
		t.Errorf("none of %d acknowledged events is lost, although the standby had stopped", of)
	}
}

// failOver lets two nodes append to tables, stops PostgreSQL and promotes its standby. It
// returns the number of acknowledged events that are lost, and checks the order of the
// remaining events.
func failOver(t *testing.T, synchronous bool) (lost, acknowledged int) {
	t.Parallel()
	const tables, before, after = 8, 200, 200 // before and after are the least numbers of events before and after the fail-over
	primary := pgtest.Start(t)
	url := primary.Database(t)
	standby := primary.Standby(t, synchronous)
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	replica, err := pgx.Connect(t.Context(), standby.URL("quadrille", config.Database))
	if err != nil {
		t.Fatal(err)
	}
	url = primary.Both(t, standby, url)
	nodes := []*Store{opened(t, url, "a"), opened(t, url, "b")}

	stop := make(chan struct{})
	var stored atomic.Int64
	var all sync.WaitGroup
	texts, ids := make([][]string, tables), make([]table.ID, tables)
	for n := range tables {
		s := nodes[n%len(nodes)]
		ids[n] = newTable(t, s)
		all.Go(func() {
			for seq, attempt := 2, 0; ; attempt++ {
				select {
				case <-stop:
					return
				default:
				}
				text := fmt.Sprintf("%d/%d", n, attempt)
				switch err := s.Tables.Append(t.Context(), ids[n], seq, chat(text), nil); {
				case err == nil:
					texts[n] = append(texts[n], text)
					stored.Add(1)
					seq++
				case errors.Is(err, table.ErrGap) || errors.Is(err, table.ErrUnsure):
					if events, err := s.Tables.Load(t.Context(), ids[n]); err == nil {
						seq = len(events) + 1
					}
				}
			}
		})
	}
	await := func(more int64) {
		for want, begun := stored.Load()+more, time.Now(); stored.Load() < want && time.Since(begun) < time.Minute; {
			time.Sleep(time.Millisecond)
		}
	}
	await(before)
	for replicated, begun := 0, time.Now(); replicated < tables && time.Since(begun) < time.Minute; {
		if err := replica.QueryRow(t.Context(), `SELECT count(DISTINCT table_id) FROM events WHERE seq > 2`).Scan(&replicated); err != nil {
			t.Fatal(err)
		}
	}
	closeConn(replica)
	if !synchronous { // stop the standby, so that it lacks all later events
		standby.Kill()
		await(before)
	}
	primary.Kill()
	if !synchronous {
		if err := standby.Run(); err != nil {
			t.Fatal(err)
		}
	}
	standby.Promote(t)
	begun := time.Now()
	await(1)
	first := time.Since(begun)
	await(after)
	close(stop)
	all.Wait()
	for n, id := range ids {
		lost += lostEvents(t, nodes[0], id, texts[n])
		acknowledged += len(texts[n])
	}
	t.Logf(
		"lost %d of %d acknowledged events; the first event was stored %v after the promotion",
		lost,
		acknowledged,
		first.Round(time.Millisecond),
	)
	return lost, acknowledged
}

// lostEvents returns the number of acknowledged events that are missing from a log. It
// requires that the log has no gap and no event twice, and that the missing events are
// consecutive.
func lostEvents(t *testing.T, s *Store, id table.ID, acknowledged []string) (lost int) {
	events, err := s.Tables.Load(t.Context(), id)
	if err != nil {
		t.Error(err)
		return 0
	}
	at := map[string]int{}
	for i, e := range events[1:] {
		if _, twice := at[e.Text]; twice {
			t.Errorf("table %d has the event %q twice", id, e.Text)
		}
		at[e.Text] = i
	}
	var kept []int
	gaps := 0
	missing := false
	for _, text := range acknowledged {
		i, ok := at[text]
		if !ok && !missing {
			gaps++
		}
		if missing = !ok; ok {
			kept = append(kept, i)
		} else {
			lost++
		}
	}
	if gaps > 1 || !slices.IsSorted(kept) || len(kept) == 0 {
		t.Errorf("table %d has lost events in %d places; the others are at %v", id, gaps, kept)
	}
	return lost
}
