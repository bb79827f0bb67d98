package sshd

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
	// settle is how long a change waits for those that come with it.
	settle = 3 * time.Millisecond
	// frame is the least time from one frame to the next.
	frame = time.Second / 60
	// loneEscape is how long an escape waits for the rest of a key.
	loneEscape = 50 * time.Millisecond
)

// program runs a Bubble Tea model on a line. Bubble Tea's own program wakes sixty
// times a second in every session, and takes the server down where its renderer
// panics; a model is no more than three methods, which the session's goroutine
// calls itself. It alone uses the model, the screen and the keys, so there is no
// lock; what could hold it up is done elsewhere and comes back over a channel.
//
// The model is drawn when something changed, and not while a frame is still being
// sent: however slow the client, the next frame is the newest.
type program struct {
	visit  *visit
	model  tea.Model
	screen *wire.Screen
	keys   wire.Keys
	left   bool // by the person

	msgs  chan tea.Msg  // what commands came back with
	input chan []byte   // what was typed
	sent  chan struct{} // the frame is; has room for one

	dirty   bool
	waiting bool // for due
	sending bool
	raw     []byte    // goes out before the next frame
	drawn   time.Time // when the last frame was made
	due     *time.Timer
	escape  *time.Timer
	rested  *time.Timer
}

func newProgram(v *visit, model tea.Model, profile colorprofile.Profile, terminal size) *program {
	p := &program{
		visit: v, model: model,
		screen: wire.New(v.term(), profile, terminal.width, terminal.height),
		msgs:   make(chan tea.Msg), input: make(chan []byte), sent: make(chan struct{}, 1),
		due: stopped(), escape: stopped(), rested: stopped(),
	}
	p.guarded("screen init", func() { p.do(p.model.Init()) })
	p.take(tea.ColorProfileMsg{Profile: profile})
	p.take(tea.WindowSizeMsg{Width: terminal.width, Height: terminal.height})
	return p
}

func stopped() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

// run returns when the person has left, or the session's context is done, and the
// terminal is as it was.
func (p *program) run() {
	go p.visit.server.guard("read", func() { p.visit.read(p.input) }, p.visit.line.hangUp)
	sizes := p.visit.line.sizes
	for !p.left && p.visit.ctx.Err() == nil {
		select {
		case <-p.visit.ctx.Done():
		case msg := <-p.msgs:
			p.take(msg)
		case input := <-p.input:
			p.typed(func() []tea.Msg { return p.keys.Take(nil, input) })
		case <-p.escape.C:
			p.typed(func() []tea.Msg { return p.keys.Expire(nil) })
		case now := <-sizes:
			p.screen.Resize(now.width, now.height)
			p.take(tea.WindowSizeMsg{Width: now.width, Height: now.height})
			sizes = nil
			p.rested.Reset(p.visit.server.limits.Load().ResizeEvery)
		case <-p.rested.C:
			sizes = p.visit.line.sizes
		case <-p.due.C:
			p.draw()
		case <-p.sent:
			p.sending = false
			p.await()
		}
	}
	p.close()
}

// typed takes what somebody typed.
func (p *program) typed(decode func() []tea.Msg) {
	p.guarded("keys", func() {
		for _, msg := range decode() {
			p.visit.line.unheard.Store(0)
			if !p.left {
				p.take(msg)
			}
		}
	})
	p.escape.Stop()
	if p.keys.Waiting() {
		p.escape.Reset(loneEscape)
	}
}

// take does what a message says, which is mostly to tell the model.
func (p *program) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
		return
	case tea.QuitMsg:
		p.left = true
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
		p.start(msg)
		return
	}
	p.guarded("screen update", func() {
		var cmd tea.Cmd
		p.model, cmd = p.model.Update(msg)
		p.do(cmd)
		p.fit()
	})
	p.dirty = true
	p.await()
}

// fit sends frames as the model wants them sent, if it knows: what somebody chose
// is stronger than what his terminal says.
func (p *program) fit() {
	if m, ok := p.model.(interface{ Output() ui.Output }); ok {
		out := m.Output()
		p.screen.SetProfile(out.Profile)
		p.screen.SetAtomic(out.Atomic)
	}
}

var clearScreen = tea.ClearScreen()

// guarded calls f; a panic in it ends this session.
func (p *program) guarded(what string, f func()) {
	p.visit.server.guard(what, f, func() { p.visit.end(errPanic) })
}

// await has the next frame drawn as soon as it may be.
func (p *program) await() {
	if p.dirty && !p.sending && !p.waiting {
		p.waiting = true
		p.due.Reset(max(settle, frame-time.Since(p.drawn)))
	}
}

// frames are lent to what is being sent.
var frames = sync.Pool{New: func() any { return new([]byte) }}

// frameKept is the largest that is kept for the next.
const frameKept = 64 << 10

// draw sends what is new.
func (p *program) draw() {
	p.dirty, p.waiting, p.drawn = false, false, time.Now()
	b := frames.Get().(*[]byte)
	*b = append((*b)[:0], p.raw...)
	p.raw = nil
	p.guarded("screen view", func() { *b = p.screen.Frame(*b, p.model.View()) })
	if len(*b) == 0 {
		frames.Put(b)
		return
	}
	p.sending = true
	go p.guarded("send", func() {
		defer func() { p.sent <- struct{}{} }()
		_, _ = p.visit.Write(*b) // an error is the end of the line, which its context tells
		if cap(*b) <= frameKept {
			frames.Put(b)
		}
	})
}

// close gives the terminal back.
func (p *program) close() {
	for _, t := range []*time.Timer{p.due, p.escape, p.rested} {
		t.Stop()
	}
	if p.sending {
		<-p.sent // the client is cut if that takes too long
	}
	p.guarded("screen close", func() { _, _ = p.visit.Write(p.screen.Close(p.raw)) })
}
