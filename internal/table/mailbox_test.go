package table_test

import (
	"testing"

	"quadrille/internal/table"
)

// TestMailboxNotifies checks that a mailbox calls each function passed to Notify exactly
// once, and that it does so immediately if it has a value or is closed.
func TestMailboxNotifies(t *testing.T) {
	m, calls := table.NewMailbox[int](), 0
	notify := func() { m.Notify(func() { calls++ }) }
	expect := func(want int, after string) {
		t.Helper()
		if calls != want {
			t.Errorf("%d calls after %s, want %d", calls, after, want)
		}
	}
	notify()
	expect(0, "Notify on an empty mailbox")
	m.Put(1)
	m.Put(2)
	expect(1, "two values")
	notify()
	expect(2, "Notify while a value waits")
	if v, ok := m.Take(t.Context()); v != 2 || !ok {
		t.Errorf("took %d, %v", v, ok)
	}
	notify()
	expect(2, "Notify after the value was taken")
	m.Close()
	m.Close()
	expect(3, "Close")
	notify()
	expect(4, "Notify on a closed mailbox")
}
