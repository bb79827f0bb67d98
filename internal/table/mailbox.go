package table

import (
	"context"
	"sync"
)

// Mailbox passes values to one reader, who receives only the newest value. Put never blocks:
// it replaces a value that the reader has not taken yet.
type Mailbox[T any] struct {
	mu    sync.Mutex
	value T
	full  bool          // whether the reader has not taken the value yet
	ended bool          // whether Close has been called
	ready func()        // the function passed to Notify; nil after it has been called
	woken chan struct{} // made by a call of Take that waits; closed, and set to nil, when there is a value or the mailbox is closed
}

// NewMailbox returns an empty mailbox.
func NewMailbox[T any]() *Mailbox[T] { return &Mailbox[T]{} }

// Put stores a value. It replaces a value that the reader has not taken yet.
func (m *Mailbox[T]) Put(value T) {
	m.mu.Lock()
	m.value, m.full = value, true
	m.unlockAndNotify()
}

// Notify registers a function that is called once, as soon as Take would return without
// waiting: when there is a value or the mailbox is closed. It replaces the function of an
// earlier call. The function must not block, because Put and Close call it.
func (m *Mailbox[T]) Notify(ready func()) {
	m.mu.Lock()
	m.ready = ready
	if !m.full && !m.ended {
		m.mu.Unlock()
		return
	}
	m.unlockAndNotify()
}

// unlockAndNotify releases the lock, wakes calls of Take, and calls the function that was
// passed to Notify, if any.
func (m *Mailbox[T]) unlockAndNotify() {
	ready, woken := m.ready, m.woken
	m.ready, m.woken = nil, nil
	m.mu.Unlock()
	if woken != nil {
		close(woken)
	}
	if ready != nil {
		ready()
	}
}

// Take waits for a value. It returns false if the mailbox is closed and empty, or if the
// context is done.
func (m *Mailbox[T]) Take(ctx context.Context) (T, bool) {
	for {
		m.mu.Lock()
		if m.full || m.ended {
			defer m.mu.Unlock()
			return m.take()
		}
		if m.woken == nil {
			m.woken = make(chan struct{})
		}
		woken := m.woken
		m.mu.Unlock()
		select {
		case <-woken:
		case <-ctx.Done():
			return m.Poll()
		}
	}
}

// Poll returns the value if there is one. It never waits.
func (m *Mailbox[T]) Poll() (T, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.take()
}

// take returns the value if there is one. The lock must be held.
func (m *Mailbox[T]) take() (value T, ok bool) {
	if !m.full {
		return value, false
	}
	m.full = false
	return m.value, true
}

// Close makes all waiting and future calls of Take return. It may be called more than once.
func (m *Mailbox[T]) Close() {
	m.mu.Lock()
	m.ended = true
	m.unlockAndNotify()
}
