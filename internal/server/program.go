package server

import (
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"quadrille/internal/clock"
	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/kit"
)

const (
	// drawDelay is the longest time that the program waits for the results of commands that the model has started, so that one
	// frame shows them too.
	drawDelay = 1 * time.Millisecond
	// answerDelay is the longest time that the program waits for an answer that the model expects. Otherwise it would draw a frame
	// without a change for each move.
	answerDelay = 50 * time.Millisecond
	// frameInterval is the minimum time between frames, on average. Two frames may follow each other at once, so that a key
	// is answered immediately after a frame that had nothing to do with it.
	frameInterval = time.Second / 60
	// escapeTimeout is how long the program waits for the rest of a key sequence after an
	// escape byte.
	escapeTimeout = 50 * time.Millisecond
)

// program runs a Bubble Tea model on a channel. The server does not use tea.Program, which
// wakes up sixty times a second in every session, and ends the server if its renderer panics.
// The session's goroutine uses the model, the screen and the keys. So does a goroutine that
// serves many sessions (see [relay]), while the terminal shows a shared frame: one that is
// the same for several sessions. Work that can block, except sending frames, runs on other
// goroutines, which send their results over channels.
//
// The program draws the model after a change, and sends the frame before it does anything else. So the first frame
// after a slow write shows the newest state, and the program handles no input while the client does not read. Another
// goroutine could send the frame meanwhile, but to wake it would cost more than the write.
type program struct {
	session *session

	mu     sync.Mutex // guards the model, the screen and the fields about frames
	model  kit.Model
	screen *wire.Screen
	keys   keyDecoder
	quit   bool // whether the model has returned tea.Quit

	ready readyCommands
	msgs  chan result // messages that Bubble Tea commands have returned
	input chan []byte // typed input

	terminal    terminal
	dirty       bool // whether the model has changed since the last frame
	shared      bool // whether other sessions may show the same frame
	following   following
	drawn       int       // number of frames that were drawn
	started     int       // number of commands started since the last frame that have not returned a message yet
	waiting     bool      // whether drawTimer is running
	due         time.Time // when drawTimer fires
	raw         []byte    // bytes to send before the next frame
	lastDraw    time.Time // when the last frame was drawn
	beforeLast  time.Time // when the frame before it was drawn
	drawTimer   *time.Timer
	restTimer   *time.Timer // fires when the rest of the newest frame must be sent
	escapeTimer *time.Timer
	resizeTimer *time.Timer
}

// newProgram returns a program that runs the model that the function `model` creates. The
// function `model` receives [program.await].
func newProgram(v *session, model func(await func(kit.WaitMsg)) kit.Model, profile colorprofile.Profile, terminal size) *program {
	p := &program{
		session: v,
		ready:   readyCommands{wake: make(chan struct{}, 1)},
		screen:  wire.New(v.term(), profile, terminal.width, terminal.height),
		msgs:    make(chan result), input: make(chan []byte),
		drawTimer: stoppedTimer(), restTimer: stoppedTimer(), escapeTimer: stoppedTimer(), resizeTimer: stoppedTimer(),
	}
	p.terminal = terminalOf(v)
	p.screen.Know(p.terminal.stored.Asked)
	p.model = model(p.await)
	p.recoverPanic("screen init", func() { p.runCommand(p.model.Init()) })
	p.handle(tea.ColorProfileMsg{Profile: profile})
	p.handle(tea.WindowSizeMsg{Width: terminal.width, Height: terminal.height})
	for _, answer := range p.terminal.answers() {
		p.handle(answer)
	}
	return p
}

func stoppedTimer() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

// run runs the model until the model quits or the session's context is done. Then run
// restores the terminal.
func (p *program) run() {
	go p.session.conn.recoverPanic("read", func() { p.session.readInput(p.input) }, p.session.channel.end)
	p.locked(func() { p.started++ }) // the first frame waits for what the model loads
	sizes := p.session.channel.sizes
	for !p.quit && p.session.ctx.Err() == nil {
		select {
		case <-p.session.ctx.Done():
		case <-p.ready.wake:
			p.locked(p.runReady)
		case r := <-p.msgs:
			p.locked(func() { p.take(r) })
		case input := <-p.input:
			p.locked(func() { p.handleInput(func() []tea.Msg { return p.keys.take(nil, input) }) })
		case <-p.escapeTimer.C:
			p.locked(func() { p.handleInput(func() []tea.Msg { return p.keys.expire(nil) }) })
		case now := <-sizes:
			p.locked(func() {
				p.screen.Resize(now.width, now.height)
				p.handle(tea.WindowSizeMsg{Width: now.width, Height: now.height})
			})
			sizes = nil
			p.resizeTimer.Reset(p.session.server.limits.Load().ResizeEvery)
		case <-p.resizeTimer.C:
			sizes = p.session.channel.sizes
		case <-p.drawTimer.C:
			p.locked(p.draw)
		case <-p.restTimer.C:
			p.locked(p.drawRest)
		}
	}
	p.locked(p.close)
}

// locked calls f with the lock held. If the frame on the terminal was drawn by another
// session, the model may be older than the frame, so locked updates the model first. After
// the call of f, it schedules the next frame.
func (p *program) locked(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wake()
	f()
	p.settle()
}

// handleInput handles the messages that the function `decode` returns.
func (p *program) handleInput(decode func() []tea.Msg) {
	p.recoverPanic("keys", func() {
		for _, msg := range decode() {
			p.session.channel.unrecognized.Store(0)
			if !p.quit {
				p.handle(msg)
			}
		}
	})
	p.escapeTimer.Stop()
	if p.keys.waiting() {
		p.escapeTimer.Reset(escapeTimeout)
	}
}

// handle handles a message. Most messages are passed to the model.
func (p *program) handle(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
		return
	case tea.QuitMsg:
		p.quit = true
		return
	case tea.RawMsg:
		p.print(msg)
		return
	case tea.ColorProfileMsg:
		p.screen.SetProfile(msg.Profile)
	case tea.KeyPressMsg:
		p.rememberTerminal(true)
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeSynchronizedOutput {
			p.screen.SetAtomic(msg.Value == ansi.ModeSet || msg.Value == ansi.ModeReset)
		}
	}
	if msg == clearScreen {
		p.screen.Redraw()
		p.screen.AskAgain()
		p.terminal.forget()
	}
	if cmds, _ := commands(msg); cmds != nil {
		p.runAll(msg)
		return
	}
	before, _ := p.output()
	p.recoverPanic("screen update", func() {
		var cmd tea.Cmd
		p.model, cmd = p.model.Update(msg)
		p.runCommand(cmd)
		p.applyOutput()
	})
	if after, known := p.output(); p.terminal.take(msg) {
		p.rememberTerminal(false)
		if known && before.Look == after.Look { // the answer changes nothing that the screen shows
			return
		}
	}
	p.dirty = true
}

// applyOutput applies the output settings of the model, if it has any. They override what
// the terminal reports about itself.
func (p *program) applyOutput() {
	if out, ok := p.output(); ok {
		p.screen.SetProfile(out.Profile)
		p.screen.SetAtomic(out.Atomic)
	}
}

func (p *program) output() (out kit.Output, ok bool) {
	m, ok := p.model.(interface{ Output() kit.Output })
	if ok {
		out = m.Output()
	}
	return out, ok
}

// appendFrame draws the model's view and appends the output to b.
func (p *program) appendFrame(b []byte) []byte {
	v := p.model.View()
	p.shared = v.Key != nil
	return p.screen.Frame(b, v, p.session.server.pictures.drawn)
}

var clearScreen = tea.ClearScreen()

// recoverPanic calls f. If f panics, only this session ends.
func (p *program) recoverPanic(what string, f func()) {
	p.session.conn.recoverPanic(what, f, func() { p.session.end(errInternal) })
}

// scheduleDraw draws the next frame if the model has changed, or schedules it. It waits for answers and for the results of
// commands that the model has started.
func (p *program) scheduleDraw() {
	if !p.dirty {
		return
	}
	now := clock.Steady()
	wait := 2*frameInterval - now.Sub(p.beforeLast)
	if out, _ := p.output(); out.Busy {
		wait = max(wait, answerDelay)
	} else if p.started > 0 {
		wait = max(wait, drawDelay)
	}
	if wait <= 0 {
		p.draw()
		return
	}
	if due := now.Add(wait); !p.waiting || due.Before(p.due) {
		p.waiting, p.due = true, due
		p.drawTimer.Reset(due.Sub(now))
	}
}

// frames is a pool of buffers. Each buffer holds the bytes of one frame.
var frames = sync.Pool{New: func() any { return new([]byte) }}

// maxPooledFrame is the maximum capacity of a buffer that is put back into the pool `frames`.
const maxPooledFrame = 64 << 10

// draw draws the model, and sends to the terminal what has changed on the screen.
func (p *program) draw() { p.sendFrame(p.drawFrame()) }

// drawFrame returns the bytes that make the terminal show the model, or what it shows at first; see [wire.Screen.Rest].
func (p *program) drawFrame() *[]byte {
	p.dirty, p.waiting, p.started = false, false, 0
	p.drawn++
	p.beforeLast, p.lastDraw = p.lastDraw, clock.Steady()
	p.drawTimer.Stop()
	if p.terminal.asked.IsZero() {
		p.terminal.asked = p.lastDraw
	}
	b := frames.Get().(*[]byte)
	*b = append((*b)[:0], p.raw...)
	p.raw, p.following.frame = nil, nil
	p.recoverPanic("screen view", func() { *b = p.appendFrame(*b) })
	p.restTimer.Stop()
	if p.screen.Rest() {
		out, _ := p.output()
		p.restTimer.Reset(out.FirstLasts)
	}
	return b
}

// drawRest sends the rest of the newest frame, if it has one.
func (p *program) drawRest() {
	b := frames.Get().(*[]byte)
	*b = p.screen.AppendRest((*b)[:0])
	p.sendFrame(b)
}

// sendFrame sends the bytes of a frame. It blocks while the client does not read, until the write timeout disconnects
// the client.
func (p *program) sendFrame(b *[]byte) {
	if begun := clock.Steady(); len(*b) > 0 {
		p.recoverPanic("send", func() { p.write(*b) })
		if now := clock.Steady(); now.Sub(begun) > frameInterval { // the next frame shows all that has happened meanwhile
			p.beforeLast, p.lastDraw = now, now
		}
	}
	if cap(*b) <= maxPooledFrame {
		frames.Put(b)
	}
}

// write sends bytes to the terminal. It bypasses the ssh package, which would insert a
// carriage return before each line feed; the bytes already contain carriage returns.
func (p *program) write(b []byte) {
	_, _ = p.session.channel.output.Write(b) // ignore errors: after an error, the channel closes and its context is cancelled
}

// close restores the terminal.
func (p *program) close() {
	p.quit = true
	for _, t := range []*time.Timer{p.drawTimer, p.restTimer, p.escapeTimer, p.resizeTimer} {
		t.Stop()
	}
	p.recoverPanic("screen close", func() { _, _ = p.session.ssh.Write(p.screen.Close(p.raw)) })
}
