package store

import (
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"

	"quadrille/internal/table"
)

// BenchmarkDurableAppend is one durable move at one table, beside a bare append
// and fdatasync of the same bytes.
func BenchmarkDurableAppend(b *testing.B) {
	b.Run("bare", func(b *testing.B) {
		file, err := os.OpenFile(filepath.Join(b.TempDir(), "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			b.Fatal(err)
		}
		defer file.Close()
		for n := 0; b.Loop(); n++ {
			e := move(n)
			text, err := encode(&e)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := file.WriteString(text); err != nil {
				b.Fatal(err)
			}
			if err := syscall.Fdatasync(int(file.Fd())); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("store", func(b *testing.B) {
		s := opened(b)
		id := create(b, s)
		for seq := 2; b.Loop(); seq++ {
			appendTo(b, s, id, seq, move(seq))
		}
	})
}

// BenchmarkGroupCommit64 is 64 tables that move at once.
func BenchmarkGroupCommit64(b *testing.B) {
	s := opened(b)
	ids := make(chan table.ID, 64)
	for range cap(ids) {
		ids <- create(b, s)
	}
	var writers atomic.Int64
	b.SetParallelism(cap(ids)) // times the processors; those without a table are idle
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		if writers.Add(1) > int64(cap(ids)) {
			return
		}
		id := <-ids
		for seq := 2; pb.Next(); seq++ {
			if err := s.Append(context.Background(), id, seq, []table.Event{move(seq)}); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}
