package table

import (
	"context"
	"sync"
)

// Mailbox holds the newest value for one reader. Putting never waits: what the
// reader has not taken yet is replaced. A reader that is late sees the newest
// value, not every one.
type Mailbox[T any] struct {
	mu     sync.Mutex
	value  T
	full   chan struct{} // capacity 1: a token while a value waits
	closed chan struct{}
	once   sync.Once
}

// NewMailbox is an empty mailbox.
func NewMailbox[T any]() *Mailbox[T] {
	return &Mailbox[T]{full: make(chan struct{}, 1), closed: make(chan struct{})}
}

// Put replaces whatever waits.
func (m *Mailbox[T]) Put(value T) {
	m.mu.Lock()
	m.value = value
	m.mu.Unlock()
	select {
	case m.full <- struct{}{}:
	default:
	}
}

// Take waits for a value. It returns false when the mailbox is closed and holds
// nothing more, or the context is done.
func (m *Mailbox[T]) Take(ctx context.Context) (T, bool) {
	select {
	case <-m.full:
		return m.take(), true
	case <-m.closed:
	case <-ctx.Done():
	}
	select { // what came with the closing is the reader's
	case <-m.full:
		return m.take(), true
	default:
		var none T
		return none, false
	}
}

func (m *Mailbox[T]) take() T {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.value
}

// Close ends the waiting. It may be called more than once.
func (m *Mailbox[T]) Close() { m.once.Do(func() { close(m.closed) }) }
