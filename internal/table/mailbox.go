package table

import (
	"context"
	"sync"
)

// Mailbox passes values to one reader, who receives only the newest value. Put never blocks:
// it replaces a value that the reader has not taken yet.
type Mailbox[T any] struct {
	mu     sync.Mutex
	value  T
	ready  func()        // the function passed to Notify; nil after it has been called
	full   chan struct{} // capacity 1; contains an element while the reader can take a value
	closed chan struct{}
	ended  bool // whether Close has been called
}

// NewMailbox returns an empty mailbox.
func NewMailbox[T any]() *Mailbox[T] {
	return &Mailbox[T]{full: make(chan struct{}, 1), closed: make(chan struct{})}
}

// Put stores a value. It replaces a value that the reader has not taken yet.
func (m *Mailbox[T]) Put(value T) {
	m.mu.Lock()
	m.value = value
	select {
	case m.full <- struct{}{}:
	default:
	}
	m.unlockAndNotify()
}

// Notify registers a function that is called once, as soon as Take would return without
// waiting: when there is a value or the mailbox is closed. It replaces the function of an
// earlier call. The function must not block, because Put and Close call it.
func (m *Mailbox[T]) Notify(ready func()) {
	m.mu.Lock()
	m.ready = ready
	if len(m.full) == 0 && !m.ended {
		m.mu.Unlock()
		return
	}
	m.unlockAndNotify()
}

// unlockAndNotify releases the lock and calls the function that was passed to Notify, if
// any.
func (m *Mailbox[T]) unlockAndNotify() {
	ready := m.ready
	m.ready = nil
	m.mu.Unlock()
	if ready != nil {
		ready()
	}
}

// Take waits for a value. It returns false if the mailbox is closed and empty, or if the
// context is done.
func (m *Mailbox[T]) Take(ctx context.Context) (T, bool) {
	select {
	case <-m.full:
		return m.take(), true
	case <-m.closed:
	case <-ctx.Done():
	}
	select { // deliver a value that was put before Close
	case <-m.full:
		return m.take(), true
	default:
		var none T
		return none, false
	}
}

// Poll returns the value if there is one. It never waits.
func (m *Mailbox[T]) Poll() (value T, ok bool) {
	select {
	case <-m.full:
		return m.take(), true
	default:
		return value, false
	}
}

func (m *Mailbox[T]) take() T {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.value
}

// Close makes all waiting and future calls of Take return. It may be called more than once.
func (m *Mailbox[T]) Close() {
	m.mu.Lock()
	if !m.ended {
		m.ended = true
		close(m.closed)
	}
	m.unlockAndNotify()
}
