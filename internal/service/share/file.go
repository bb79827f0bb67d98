package share

import (
	"context"
	"io"
	"net/netip"
	"runtime"
	"sync/atomic"
	"time"

	"quadrille/internal/clock"
)

// file is a file that is being made. Only the goroutine that makes it calls its methods, except
// end.
type file struct {
	studio *Studio
	job    Job
	from   netip.Prefix // the client's address; not valid if it is not known
	turn   *turn
	out    io.Writer
	ctx    context.Context
	end    context.CancelCauseFunc // ends the file with an error for its client
	unsent []byte
	held   int64     // reserved memory
	worked time.Time // when the work began again after the last pause
	inSlot bool
	begun  atomic.Bool // whether the file has had a slot
}

// make waits for a slot, calls f and sends the file.
func (w *file) make(f func(ctx context.Context, out io.Writer) error) error {
	q := &w.studio.queue
	defer func() {
		w.leave()
		q.reserve(-w.held)
	}()
	if err := q.wait(w.ctx, &q.files, w.turn, w.job.Place); err != nil {
		return err
	}
	w.begun.Store(true)
	w.inSlot, w.held, w.worked = true, w.turn.memory, clock.Steady()
	w.turn.memory = 0
	if err := f(w.ctx, w); err != nil {
		if w.ctx.Err() != nil {
			return context.Cause(w.ctx)
		}
		return err
	}
	w.leave()
	q.reserve(part - w.held) // what was needed for making the file is free now
	w.held = part
	return w.flush()
}

// leave gives back the slot, if the file has one.
func (w *file) leave() {
	if w.inSlot {
		w.inSlot = false
		w.studio.queue.release()
	}
}

// enter waits for a slot. A file that has been begun comes before the other files of its address
// and before all that came later.
func (w *file) enter() error {
	q := &w.studio.queue
	q.mu.Lock()
	q.files.insert(w.turn)
	q.grant()
	q.mu.Unlock()
	err := q.wait(w.ctx, &q.files, w.turn, nil)
	w.inSlot, w.worked = err == nil, clock.Steady()
	return err
}

// Write adds bytes to the file. When a part is complete, Write gives the slot back, and returns
// when the client has read the part and there is a slot again. It also calls Yield.
func (w *file) Write(p []byte) (int, error) {
	if w.ctx.Err() != nil {
		return 0, context.Cause(w.ctx)
	}
	w.unsent = append(w.unsent, p...)
	if len(w.unsent) >= part {
		w.leave()
		if err := w.flush(); err != nil {
			return 0, err
		}
		if err := w.enter(); err != nil {
			return 0, err
		}
	}
	return len(p), w.yield()
}

// While a file is made, it lets other goroutines run, as bots do: without pauses, a key press would
// wait for ten milliseconds when all processors are busy.
const (
	workSlice = 4 * time.Millisecond
	workPause = time.Millisecond
)

// yield is called often while a file is made. It lets the goroutines of players run, and gives the
// slot to a web page that waits. It returns an error if the client has disconnected.
func (w *file) yield() error {
	if w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	if w.studio.queue.pageWaits() {
		w.leave()
		return w.enter()
	}
	runtime.Gosched()
	if clock.Steady().Sub(w.worked) >= workSlice {
		time.Sleep(workPause)
		w.worked = clock.Steady()
	}
	return nil
}

// flush sends what has been written to the client.
func (w *file) flush() error {
	w.studio.spend(w, bytePixels*int64(len(w.unsent)))
	q := &w.studio.queue
	q.flushing(w, true)
	defer q.flushing(w, false)
	for rest := w.unsent; len(rest) > 0; {
		if w.ctx.Err() != nil {
			return context.Cause(w.ctx)
		}
		n, err := w.out.Write(rest[:min(len(rest), piece)])
		if err != nil {
			return err
		}
		rest = rest[n:]
	}
	w.unsent = w.unsent[:0]
	return nil
}
