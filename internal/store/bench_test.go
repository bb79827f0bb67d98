package store

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/internal/store/parts"
	"quadrille/internal/table"
)

// BenchmarkDurableAppend measures one durable move at one table (store-ns/op). Before each
// move it measures an append and fdatasync of the same bytes to a file (bare-ns/op). The
// ratio of the two times (x-bare) can be compared between machines.
func BenchmarkDurableAppend(b *testing.B) {
	s := opened(b)
	id := create(b, s)
	bare := bareLog(b)
	var inStore, inFile time.Duration
	for seq := 2; b.Loop(); seq++ {
		e := move(seq)
		begun := time.Now()
		bare(&e)
		between := time.Now()
		appendTo(b, s, id, seq, e)
		inFile += between.Sub(begun)
		inStore += time.Since(between)
	}
	b.ReportMetric(0, "ns/op") // hide ns/op: it would be the sum of store-ns/op and bare-ns/op
	b.ReportMetric(float64(inStore.Nanoseconds())/float64(b.N), "store-ns/op")
	b.ReportMetric(float64(inFile.Nanoseconds())/float64(b.N), "bare-ns/op")
	b.ReportMetric(float64(inStore)/float64(inFile), "x-bare")
}

// bareLog returns a function that appends an event to a file and syncs it.
func bareLog(b *testing.B) func(*table.Event) {
	file, err := os.OpenFile(filepath.Join(b.TempDir(), "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { file.Close() })
	return func(e *table.Event) {
		text, err := parts.Encode(e)
		if err == nil {
			_, err = file.WriteString(text)
		}
		if err == nil {
			err = file.Sync()
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGroupCommit64 measures moves per second when games are played at 64 tables at
// the same time. It reports this rate (moves/s), and the rate divided by the rate with one
// table (x-one).
func BenchmarkGroupCommit64(b *testing.B) {
	const tables, alone = 64, 2000
	s := opened(b)
	begun := time.Now()
	appendMany(b, s, alone, func() bool { return true })
	one := alone / time.Since(begun).Seconds()
	var moves atomic.Int64
	var all sync.WaitGroup
	b.ResetTimer()
	for range tables {
		all.Go(func() { appendMany(b, s, b.N, func() bool { return moves.Add(1) <= int64(b.N) }) })
	}
	all.Wait()
	rate := float64(b.N) / b.Elapsed().Seconds()
	b.ReportMetric(rate, "moves/s")
	b.ReportMetric(rate/one, "x-one")
}

// appendMany creates a table and appends at most `most` moves, one by one, as long as the
// function `more` returns true.
func appendMany(b *testing.B, s *Store, most int, more func() bool) {
	id, err := s.Tables.Create(context.Background(), opening(), nil)
	for seq := 2; err == nil && seq < most+2 && more(); seq++ {
		err = s.Tables.Append(context.Background(), id, seq, []table.Event{move(seq)}, nil)
	}
	if err != nil {
		b.Error(err)
	}
}
