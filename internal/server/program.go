package server

import (
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"quadrille/internal/ui"
	"quadrille/internal/wire"
)

const (
	// drawDelay is how long a change waits for those that come with it.
	drawDelay = 3 * time.Millisecond
	// frameInterval is the least time from one frame to the next.
	frameInterval = time.Second / 60
	// loneEscape is how long an escape waits for the rest of a key.
	loneEscape = 50 * time.Millisecond
)

// program runs a Bubble Tea model on a channel. Bubble Tea's own program wakes sixty
// times a second in every session, and takes the server down where its renderer
// panics; a model is no more than three methods, which the session's goroutine
// calls itself. It alone uses the model, the screen and the keys, so there is no
// lock; what could hold it up is done elsewhere and comes back over a channel.
//
// The model is drawn when something changed, and not while a frame is still being
// sent: however slow the client, the next frame is the newest.
type program struct {
	session *session
	model   tea.Model
	screen  *wire.Screen
	keys    wire.Keys
	quit    bool // by the person

	msgs  chan tea.Msg  // what commands came back with
	input chan []byte   // what was typed
	sent  chan struct{} // the frame is; has room for one

	dirty       bool
	waiting     bool // for due
	sending     bool
	raw         []byte    // goes out before the next frame
	lastDraw    time.Time // when the last frame was made
	drawTimer   *time.Timer
	escapeTimer *time.Timer
	resizeTimer *time.Timer
}

func newProgram(v *session, model tea.Model, profile colorprofile.Profile, terminal size) *program {
	p := &program{
		session: v, model: model,
		screen: wire.New(v.term(), profile, terminal.width, terminal.height),
		msgs:   make(chan tea.Msg), input: make(chan []byte), sent: make(chan struct{}, 1),
		drawTimer: stoppedTimer(), escapeTimer: stoppedTimer(), resizeTimer: stoppedTimer(),
	}
	p.recoverPanic("screen init", func() { p.runCommand(p.model.Init()) })
	p.handle(tea.ColorProfileMsg{Profile: profile})
	p.handle(tea.WindowSizeMsg{Width: terminal.width, Height: terminal.height})
	return p
}

func stoppedTimer() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

// run returns when the person has left, or the session's context is done, and the
// terminal is as it was.
func (p *program) run() {
	go p.session.server.recoverPanic("read", func() { p.session.readInput(p.input) }, p.session.channel.end)
	sizes := p.session.channel.sizes
	for !p.quit && p.session.ctx.Err() == nil {
		select {
		case <-p.session.ctx.Done():
		case msg := <-p.msgs:
			p.handle(msg)
		case input := <-p.input:
			p.handleInput(func() []tea.Msg { return p.keys.Take(nil, input) })
		case <-p.escapeTimer.C:
			p.handleInput(func() []tea.Msg { return p.keys.Expire(nil) })
		case now := <-sizes:
			p.screen.Resize(now.width, now.height)
			p.handle(tea.WindowSizeMsg{Width: now.width, Height: now.height})
			sizes = nil
			p.resizeTimer.Reset(p.session.server.limits.Load().ResizeEvery)
		case <-p.resizeTimer.C:
			sizes = p.session.channel.sizes
		case <-p.drawTimer.C:
			p.draw()
		case <-p.sent:
			p.sending = false
			p.scheduleDraw()
		}
	}
	p.close()
}

// typed takes what somebody typed.
func (p *program) handleInput(decode func() []tea.Msg) {
	p.recoverPanic("keys", func() {
		for _, msg := range decode() {
			p.session.channel.notUnderstood.Store(0)
			if !p.quit {
				p.handle(msg)
			}
		}
	})
	p.escapeTimer.Stop()
	if p.keys.Waiting() {
		p.escapeTimer.Reset(loneEscape)
	}
}

// take does what a message says, which is mostly to tell the model.
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
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeSynchronizedOutput {
			p.screen.SetAtomic(msg.Value == ansi.ModeSet || msg.Value == ansi.ModeReset)
		}
	}
	if msg == clearScreen {
		p.screen.Redraw()
	}
	if cmds, _ := commands(msg); cmds != nil {
		p.runAll(msg)
		return
	}
	p.recoverPanic("screen update", func() {
		var cmd tea.Cmd
		p.model, cmd = p.model.Update(msg)
		p.runCommand(cmd)
		p.applyOutput()
	})
	p.dirty = true
	p.scheduleDraw()
}

// fit sends frames as the model wants them sent, if it knows: what somebody chose
// counts more than what their terminal says.
func (p *program) applyOutput() {
	if m, ok := p.model.(interface{ Output() ui.Output }); ok {
		out := m.Output()
		p.screen.SetProfile(out.Profile)
		p.screen.SetAtomic(out.Atomic)
	}
}

var clearScreen = tea.ClearScreen()

// acceptedChannel calls f; a panic in it ends this session.
func (p *program) recoverPanic(what string, f func()) {
	p.session.server.recoverPanic(what, f, func() { p.session.end(errInternal) })
}

// await has the next frame drawn as soon as it may be.
func (p *program) scheduleDraw() {
	if p.dirty && !p.sending && !p.waiting {
		p.waiting = true
		p.drawTimer.Reset(max(drawDelay, frameInterval-time.Since(p.lastDraw)))
	}
}

// frames are lent to what is being sent.
var frames = sync.Pool{New: func() any { return new([]byte) }}

// frameKept is the largest that is kept for the next.
const frameKept = 64 << 10

// draw sends what is new.
func (p *program) draw() {
	p.dirty, p.waiting, p.lastDraw = false, false, time.Now()
	b := frames.Get().(*[]byte)
	*b = append((*b)[:0], p.raw...)
	p.raw = nil
	p.recoverPanic("screen view", func() { *b = p.screen.Frame(*b, p.model.View()) })
	if len(*b) == 0 {
		frames.Put(b)
		return
	}
	p.sending = true
	go p.recoverPanic("send", func() {
		defer func() { p.sent <- struct{}{} }()
		_, _ = p.session.ssh.Write(*b) // an error ends the channel, and its context is done
		if cap(*b) <= frameKept {
			frames.Put(b)
		}
	})
}

// close gives the terminal back.
func (p *program) close() {
	for _, t := range []*time.Timer{p.drawTimer, p.escapeTimer, p.resizeTimer} {
		t.Stop()
	}
	if p.sending {
		<-p.sent // the client is cut if that takes too long
	}
	p.recoverPanic("screen close", func() { _, _ = p.session.ssh.Write(p.screen.Close(p.raw)) })
}
