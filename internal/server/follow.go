package server

import (
	"bytes"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/clock"
	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/kit"
)

// Each session has a program, which runs the model of its screens. Spectators who see the
// same frame and receive the same view will see the same next frame. Therefore only the
// program that receives the view first runs its model and draws that frame; the programs of
// the other spectators send the same bytes without running their models. A model that was
// not run receives the newest view before it handles anything else.

// sharedFrame is a frame that several sessions show, on terminals that need the same bytes
// to show any other frame. Any number of goroutines may use it.
type sharedFrame struct {
	state wire.SharedState

	mu    sync.Mutex
	steps []frameStep // the newest steps that begin at this frame; at most maxFrameSteps
}

// frameStep holds the bytes that change a terminal from one [sharedFrame] to another.
type frameStep struct {
	value any    // what the next frame shows, such as a view of a table
	bytes []byte // the bytes to send to the terminal
	to    *sharedFrame
}

const maxFrameSteps = 4

// stallPenalty is the time during which a [relay] sends nothing to a client that was too
// slow to read a frame. It doubles each time the client is also too slow to read the next
// frame, up to maxStallDoublings times. It is short at first, because a busy server can
// also cause a single slow frame.
const (
	stallPenalty      = time.Second
	maxStallDoublings = 5
)

// after returns the bytes that change a terminal from this frame to the frame that shows
// `value`, such as a view of a table. The second result is false if no program has drawn
// that other frame yet.
func (f *sharedFrame) after(value any) (frameStep, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.steps {
		if f.steps[i].value == value {
			return f.steps[i], true
		}
	}
	return frameStep{}, false
}

// add stores s, the bytes that change a terminal from this frame to another frame. If
// maxFrameSteps of these are stored already, it removes the oldest.
func (f *sharedFrame) add(s frameStep) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.steps) == maxFrameSteps {
		f.steps = append(f.steps[:0], f.steps[1:]...)
	}
	f.steps = append(f.steps, s)
}

// sharedFrames contains, by the state of the terminals, the shared frames that terminals show now. The zero value
// contains no frames. Any number of goroutines may use it.
type sharedFrames struct {
	mu    sync.Mutex
	known map[wire.SharedState]weak.Pointer[sharedFrame]
}

// get returns the shared frame that terminals in the given state show, and creates it if there is
// none.
func (a *sharedFrames) get(k wire.SharedState) *sharedFrame {
	a.mu.Lock()
	defer a.mu.Unlock()
	if f := a.known[k].Value(); f != nil {
		return f
	}
	if a.known == nil {
		a.known = map[wire.SharedState]weak.Pointer[sharedFrame]{}
	}
	f := &sharedFrame{state: k}
	a.known[k] = weak.Make(f)
	runtime.AddCleanup(f, a.forget, k)
	return f
}

// forget removes a shared frame if no program shows it any more.
func (a *sharedFrames) forget(k wire.SharedState) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known[k].Value() == nil {
		delete(a.known, k)
	}
}

// feedWait represents the wait of a program's model for the next value of a feed.
type feedWait struct {
	program *program
	feed    kit.Feed
	wait    kit.WaitMsg
	arrived func() // called when the feed has a value
	done    bool   // whether the wait has ended; guarded by the lock of the program
}

// take ends the wait and returns the message for the model. If the wait has ended already,
// take returns nil. The lock of the program must be held.
func (w *feedWait) take() tea.Msg {
	if w.done {
		return nil
	}
	w.done = true
	return w.wait.Then()
}

// with ends the wait and returns the message that carries the feed's `value` to the model.
// The caller must hold the lock of the program.
func (w *feedWait) with(value any) tea.Msg {
	w.done = true
	return w.wait.With(value)
}

// following holds the fields of a program that concern frames which several sessions show.
// The lock of the program guards all of them except the atomic fields.
type following struct {
	feed    atomic.Pointer[feedWait] // the feed whose next value the model waits for
	active  atomic.Bool              // whether a [relay], and not the program, handles the next value of the feed
	effects atomic.Int64             // number of Bubble Tea commands that the model has started
	frame   *sharedFrame             // the frame on the terminal; valid only while `active` is true
	// the feed's latest value that is on the terminal but that the model has not received; nil if there is none
	behind  any
	stalled time.Time // when the client was last too slow to read a frame
	stalls  int       // number of frames in a row that the client was too slow to read
}

// penalized reports whether the client was recently too slow (see stallPenalty), so that
// the program must draw its own frames and no [relay] may send frames to the client.
func (f *following) penalized() bool {
	return f.stalls > 0 && clock.Steady().Sub(f.stalled) < stallPenalty<<min(f.stalls-1, maxStallDoublings)
}

// waitForFeed arranges for the program to handle the next value of a feed.
func (p *program) waitForFeed(feed kit.Feed, wait kit.WaitMsg) {
	w := &feedWait{program: p, feed: feed, wait: wait}
	w.arrived = func() {
		if p.following.active.Load() {
			p.session.server.pictures.relay.add(w)
		} else {
			p.ready.add(w.take)
		}
	}
	p.following.feed.Store(w)
	feed.Notify(w.arrived)
}

// follow handles the next value of a feed. A [relay] calls it. If the program of another
// session has already drawn the frame for this value, follow sends the bytes of that frame.
// Otherwise it makes this program's model draw the frame.
func (p *program) follow(w *feedWait) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case w.done:
	case !p.following.active.Load() || p.following.feed.Load() != w || clock.Steady().Sub(p.lastDraw) < frameInterval:
		p.ready.add(w.take)
	default:
		p.recoverPanic("screen", func() { p.showNext(w) })
	}
}

// showNext reads the next value of a feed, and writes the frame for this value to the
// terminal.
func (p *program) showNext(w *feedWait) {
	f := &p.following
	value, ok := w.feed.Poll()
	if !ok { // the feed is closed
		p.ready.add(w.take)
		return
	}
	step, known := f.frame.after(value)
	if !known {
		p.lead(w, value)
		return
	}
	f.frame, f.behind, p.lastDraw = step.to, value, clock.Steady()
	if len(step.bytes) > 0 {
		p.write(step.bytes)
	}
	f.noteWrite(p.lastDraw)
	w.feed.Notify(w.arrived)
}

// noteWrite records whether the client was too slow to read a frame. `began` is the time at
// which the write of the frame began.
func (f *following) noteWrite(began time.Time) {
	if now := clock.Steady(); now.Sub(began) <= relayStall {
		f.stalls = 0
	} else {
		f.stalled, f.stalls = now, f.stalls+1
	}
}

// lead passes a value that a feed has sent, such as a view of a table, to the model. Then
// it draws the next frame and sends it. If the value had no effect but the new frame, lead
// stores the bytes that turn the previous frame into the new one. The programs of other
// sessions that show the previous frame send these bytes when they get the same value, and
// do not run their models.
func (p *program) lead(w *feedWait, value any) {
	f, from := &p.following, p.following.frame
	f.catchUp(p.screen)
	before := f.effects.Load()
	p.handle(w.with(value))
	alone := p.quit || len(p.raw) > 0 || f.effects.Load() != before+1 || f.feed.Load() == w
	b := p.drawFrame()
	sent := bytes.Clone(*b)
	p.sendFrame(b)
	p.settle()
	if !alone && f.active.Load() {
		from.add(frameStep{value, sent, f.frame})
	}
}

// catchUp makes the program send its own frames from now on, instead of a [relay]. It sets
// `screen` to the frame that the terminal shows. It returns the feed's value that this
// frame shows, such as a view of a table, or nil if the model has already received that
// value.
func (f *following) catchUp(screen *wire.Screen) (behind any) {
	f.active.Store(false)
	if behind = f.behind; behind != nil {
		screen.Continue(f.frame.state)
		f.behind = nil
	}
	return behind
}

// wake makes the program draw its own frames again, instead of sending frames that another
// program drew. It updates the program's screen and model. The lock of the program must be
// held.
func (p *program) wake() {
	if behind := p.following.catchUp(p.screen); behind != nil {
		p.handle(p.following.feed.Load().with(behind))
	}
}

// settle schedules a frame if one is due. If no frame is due, and the terminal shows a frame
// that other sessions may show too, settle lets the workers of a relay send the next frames. The
// lock must be held.
func (p *program) settle() {
	if p.quit {
		return
	}
	p.scheduleDraw()
	f := &p.following
	if !p.shared || p.dirty || p.waiting || f.feed.Load() == nil || f.penalized() {
		return
	}
	if f.frame == nil {
		state, ok := p.screen.Shared()
		if !ok {
			return
		}
		f.frame = p.session.server.pictures.followed.get(state)
	}
	f.active.Store(true)
}
