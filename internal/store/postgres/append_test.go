package postgres

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"quadrille/internal/player"
	"quadrille/internal/store/pgtest"
	"quadrille/internal/table"
)

func newTable(t testing.TB, s *Store) table.ID {
	t.Helper()
	id, err := s.Tables.Create(
		t.Context(),
		table.Event{
			Kind:   table.Opened,
			At:     time.Now(),
			Player: &player.Player{ID: "SHA256:inky", Name: "Inky"},
			Terms:  &table.Terms{Game: "go"},
		},
		nil,
	)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func chat(text string) []table.Event {
	return []table.Event{{Kind: table.Chatted, At: time.Now(), Player: &player.Player{ID: "SHA256:inky", Name: "Inky"}, Text: text}}
}

// TestAcknowledgedEventsSurviveCrash crashes PostgreSQL while several tables append. It
// checks that every acknowledged event is stored once and in order.
func TestAcknowledgedEventsSurviveCrash(t *testing.T) {
	t.Parallel()
	server := pgtest.Start(t)
	s := opened(t, server.Database(t), "a")
	const tables, crashes, between = 8, 3, 100 // the constant `between` is the number of events between two crashes
	stop, stored := make(chan struct{}), make(chan struct{}, 1)
	var all sync.WaitGroup
	for n := range tables {
		id := newTable(t, s)
		all.Go(func() {
			var acknowledged []string
			for seq := 2; ; {
				select {
				case <-stop:
					checkChat(t, s, id, acknowledged)
					return
				default:
				}
				text := fmt.Sprintf("%d/%d", n, seq)
				switch err := s.Tables.Append(t.Context(), id, seq, chat(text), nil); {
				case err == nil:
					acknowledged = append(acknowledged, text)
					seq++
					select {
					case stored <- struct{}{}:
					case <-stop:
					}
				case errors.Is(err, table.ErrGap) || errors.Is(err, table.ErrUnsure):
					if events, err := s.Tables.Load(t.Context(), id); err == nil {
						seq = len(events) + 1
					}
				}
			}
		})
	}
	for range crashes {
		for range between {
			<-stored
		}
		server.Kill()
		if err := server.Run(); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	all.Wait()
}

// checkChat requires that a log contains each text once, in this order.
func checkChat(t *testing.T, s *Store, id table.ID, want []string) {
	events, err := s.Tables.Load(t.Context(), id)
	if err != nil {
		t.Error(err)
		return
	}
	var got []string
	for _, e := range events[1:] {
		if slices.Contains(want, e.Text) {
			got = append(got, e.Text)
		}
	}
	if !slices.Equal(got, want) || len(want) == 0 {
		t.Errorf("table %d: %d events stored of %d acknowledged", id, len(got), len(want))
	}
}

// Changed returns a table even if the transaction that stored its event is committed after
// transactions that began later.
func TestChangedFindsLateCommits(t *testing.T) {
	url := pgtest.Database(t)
	s := opened(t, url, "a")
	one, two := newTable(t, s), newTable(t, s)
	_, mark, err := s.Tables.Changed(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer closeConn(conn)
	late, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	insert := `INSERT INTO events (table_id, seq, data, checksum, chain, batch) VALUES ($1, 2, '{}', 0, 1, 1)`
	if _, err := late.Exec(t.Context(), insert, int64(one)); err != nil {
		t.Fatal(err)
	}
	if err := s.Tables.Append(t.Context(), two, 2, chat("hi"), nil); err != nil {
		t.Fatal(err)
	}
	list, mark, err := s.Tables.Changed(t.Context(), mark)
	if err != nil || !slices.Contains(list, table.Change{Table: two, Last: 2}) {
		t.Errorf("changed %v, %v", list, err)
	}
	if err := late.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if list, _, err = s.Tables.Changed(t.Context(), mark); err != nil || !slices.Contains(list, table.Change{Table: one, Last: 2}) {
		t.Errorf("after the late commit, changed %v, %v", list, err)
	}
}

// BenchmarkAppend appends moves to several tables at the same time. Each table sends a move
// as soon as the previous one is acknowledged. The sub-benchmark "insert" measures a plain
// INSERT of the same bytes.
func BenchmarkAppend(b *testing.B) {
	server, err := pgtest.Launch()
	if err != nil {
		b.Skip(err)
	}
	b.Cleanup(server.Kill)
	url := server.Database(b)
	text := strings.Repeat("m7-k7 ", 25)
	b.Run("insert", func(b *testing.B) {
		conn, err := pgx.Connect(b.Context(), url)
		if err != nil {
			b.Fatal(err)
		}
		defer closeConn(conn)
		if _, err := conn.Exec(b.Context(),
			`CREATE TABLE IF NOT EXISTS bare (n BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, data TEXT NOT NULL)`); err != nil {
			b.Fatal(err)
		}
		times := make([]time.Duration, 0, b.N)
		for b.Loop() {
			begun := time.Now()
			if _, err := conn.Exec(b.Context(), `INSERT INTO bare (data) VALUES ($1)`, text); err != nil {
				b.Fatal(err)
			}
			times = append(times, time.Since(begun))
		}
		reportMedian(b, times)
	})
	s := opened(b, url, "a")
	for _, tables := range []int{1, 64, 256} {
		b.Run(fmt.Sprintf("%d-tables", tables), func(b *testing.B) {
			var mu sync.Mutex
			var times []time.Duration
			var all sync.WaitGroup
			ids := make([]table.ID, tables)
			for i := range ids {
				ids[i] = newTable(b, s)
			}
			b.ResetTimer()
			for i, id := range ids {
				count := b.N / tables
				if i < b.N%tables {
					count++
				}
				all.Go(func() {
					own := make([]time.Duration, count)
					for n := range count {
						begun := time.Now()
						if err := s.Tables.Append(b.Context(), id, n+2, chat(text), nil); err != nil {
							b.Error(err)
							return
						}
						own[n] = time.Since(begun)
					}
					mu.Lock()
					defer mu.Unlock()
					times = append(times, own...)
				})
			}
			all.Wait()
			reportMedian(b, times)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
		})
	}
}

func reportMedian(b *testing.B, times []time.Duration) {
	slices.Sort(times)
	if len(times) > 0 {
		b.ReportMetric(float64(times[len(times)/2].Microseconds()), "us-p50")
		b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "us-p99")
	}
}
