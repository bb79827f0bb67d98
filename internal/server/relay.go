package server

import (
	"runtime"
	"sync"
	"time"
)

const (
	// relayStall is the longest time that a worker of a [relay] may spend on one session. A
	// worker that takes longer is replaced, at the latest after twice this time.
	relayStall = 5 * time.Millisecond
	// relayBatch is the number of sessions that a worker serves before it lets other
	// goroutines run.
	relayBatch = 32
)

// relay sends new frames to the sessions that wait for a value of a [kit.Feed], such as a new
// view of a table. A few workers serve all these sessions, because waking the goroutine of
// each session would cost more. A worker that is blocked by a slow client is replaced.
type relay struct {
	mu      sync.Mutex
	queue   []*feedWait
	workers int // number of running workers, without blocked workers that were replaced
}

// add queues a [feedWait] whose feed has a value. A worker then passes the value to the
// program. add does not block.
func (r *relay) add(w *feedWait) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.queue = append(r.queue, w)
	if r.workers < max(1, runtime.GOMAXPROCS(0)/2) {
		r.workers++
		go r.work()
	}
}

// next removes the first element of the queue and returns it. It returns nil if the worker
// must end.
func (r *relay) next(w *relayWorker) *feedWait {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case w.replaced:
		return nil
	case len(r.queue) == 0:
		r.queue = nil
		r.workers--
		w.ended = true
		return nil
	}
	wait := r.queue[0]
	r.queue = r.queue[1:]
	w.served++
	return wait
}

// relayWorker is a worker of a relay. The relay's lock guards its fields.
type relayWorker struct {
	served   int // number of sessions that the worker has begun to serve
	replaced bool
	ended    bool
}

// work runs a worker, which serves the sessions in the queue until the queue is empty or
// [relay.watch] has replaced the worker.
func (r *relay) work() {
	var w relayWorker
	r.watch(&w, 0)
	for n := 1; ; n++ {
		wait := r.next(&w)
		if wait == nil {
			return
		}
		wait.program.follow(wait)
		if n%relayBatch == 0 {
			runtime.Gosched()
		}
	}
}

// watch starts another worker in place of w if w takes longer than relayStall to serve one
// session. The parameter `served` is the current value of w.served.
func (r *relay) watch(w *relayWorker, served int) {
	time.AfterFunc(relayStall, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		switch {
		case w.ended:
		case w.served == served && served > 0:
			w.replaced = true
			go r.work()
		default:
			r.watch(w, w.served)
		}
	})
}
