package lock_test

import (
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/lock"
)

// TestMutexLetsVirtualTimePass checks that one goroutine at a time holds the mutex, and that time
// passes in a bubble while others wait for it.
func TestMutexLetsVirtualTimePass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m lock.Mutex
		begun, inside := time.Now(), 0
		done := make(chan struct{})
		for range 3 {
			go func() {
				m.Lock()
				defer m.Unlock()
				if inside++; inside != 1 {
					t.Errorf("%d goroutines hold the mutex", inside)
				}
				time.Sleep(time.Hour)
				inside--
				done <- struct{}{}
			}()
		}
		for range 3 {
			<-done
		}
		if passed := time.Since(begun); passed != 3*time.Hour {
			t.Errorf("%v passed", passed)
		}
	})
}

func TestUnlockOfUnlockedMutexPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Unlock returned")
		}
	}()
	new(lock.Mutex).Unlock()
}
