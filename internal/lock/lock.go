// Package lock provides a mutex for sections that wait for the database.
package lock

import "sync"

// Mutex is a mutual exclusion lock like [sync.Mutex]; its zero value is unlocked. In a bubble of
// testing/synctest, a goroutine that waits for a Mutex is durably blocked. So virtual time passes
// while the holder waits for a database that does not answer.
type Mutex struct {
	once sync.Once
	held chan struct{} // capacity 1; contains a value while the mutex is locked
}

// Lock locks the mutex. It waits until the mutex is unlocked.
func (m *Mutex) Lock() {
	m.once.Do(func() { m.held = make(chan struct{}, 1) })
	m.held <- struct{}{}
}

// Unlock unlocks the mutex. It panics if the mutex is not locked.
func (m *Mutex) Unlock() {
	select {
	case <-m.held:
	default:
		panic("lock: unlock of unlocked mutex")
	}
}
