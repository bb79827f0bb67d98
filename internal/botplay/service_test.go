package botplay

import (
	"log/slog"
	"testing"

	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// A change that comes while a table's bots look is looked at too, also where the
// table was not in its place yet.
func TestChangeDuringLookIsNotMissed(t *testing.T) {
	b := New(Config{Table: func(table.ID) *live.Table { return nil }, Logger: slog.New(slog.DiscardHandler)})
	b.busy[7] = true // it changed
	if b.finish(7, false) {
		t.Error("they rest, and have not looked at what changed")
	}
	if !b.finish(7, false) {
		t.Error("they look for ever")
	}
	b.busy[7] = true
	b.run(7) // there is no such table: they look twice, and then no more
	if _, at := b.busy[7]; at {
		t.Error("nobody is at work there, and nobody will be")
	}
}

// Who is done leaves those alone who have begun since; who fell over does not keep
// others from beginning.
func TestFinishedBotsDoNotAffectNextGoroutine(t *testing.T) {
	b := New(Config{Table: func(table.ID) *live.Table { return nil }, Logger: slog.New(slog.DiscardHandler)})
	b.busy[7] = false
	func() { defer b.recoverPanic(7) }()
	if _, at := b.busy[7]; !at {
		t.Error("two would be at work at one table")
	}
	func() {
		defer b.recoverPanic(7)
		panic("as a bot would")
	}()
	if _, at := b.busy[7]; at {
		t.Error("nobody is at work there any more, and nobody will be")
	}
}
