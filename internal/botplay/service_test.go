package botplay

import (
	"log/slog"
	"testing"

	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// If a table changes while its bots look at it, they must look again.
func TestChangeDuringLookIsNotMissed(t *testing.T) {
	b := New(Config{Table: func(table.ID) *live.Table { return nil }, Logger: slog.New(slog.DiscardHandler)})
	b.busy[7] = true // as if the table had changed
	if b.finish(7, false) {
		t.Error("finish ended the goroutine although the table had changed")
	}
	if !b.finish(7, false) {
		t.Error("finish kept the goroutine although the table had not changed")
	}
	b.busy[7] = true
	b.run(7) // table 7 is not loaded: the bots look twice and stop
	if _, at := b.busy[7]; at {
		t.Error("run left the table's entry, so no later goroutine can start")
	}
}

// A goroutine that ends must not remove the busy entry of a newer goroutine for the same
// table. After a panic, a new goroutine must be able to start.
func TestFinishedBotsDoNotAffectNextGoroutine(t *testing.T) {
	b := New(Config{Table: func(table.ID) *live.Table { return nil }, Logger: slog.New(slog.DiscardHandler)})
	b.busy[7] = false
	func() { defer b.recoverPanic(7) }()
	if _, at := b.busy[7]; !at {
		t.Error("recoverPanic removed the entry of a newer goroutine")
	}
	func() {
		defer b.recoverPanic(7)
		panic("as a bot would")
	}()
	if _, at := b.busy[7]; at {
		t.Error("a panic left the table's entry, so no later goroutine can start")
	}
}
