package bot

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestBackgroundSearchesPauseWhileFilesAreMade checks the pauses of a background search: they are
// longer while other work takes a processor.
func TestBackgroundSearchesPauseWhileFilesAreMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NewPool(1)
		defer p.Close()
		busy := false
		p.SlowDown(func() bool { return busy })
		w := newWorker(p)
		pause := func() time.Duration {
			w.slowYields.start()
			time.Sleep(workSlice)
			before := w.slowYields.paused
			w.slowYields.yield()
			return w.slowYields.paused - before
		}
		quiet := pause()
		busy = true
		if got := pause(); quiet != workPause || got != busyPause {
			t.Errorf("pauses of %v and %v", quiet, got)
		}
		w.yields.start()
		time.Sleep(workSlice)
		w.yields.yield()
		if w.yields.paused != workPause {
			t.Errorf("searches for tables pause %v", w.yields.paused)
		}
	})
}
