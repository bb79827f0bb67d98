package server

import (
	"fmt"
	"reflect"
	"sync"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
)

// result is a message that a Bubble Tea command has returned.
type result struct {
	msg   tea.Msg
	drawn int // number of frames that were drawn before the command started, or noFrame
}

// noFrame marks messages for which no frame waits.
const noFrame = -1

// runCommand runs a command on a new goroutine and delivers its result.
func (p *program) runCommand(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	p.following.effects.Add(1)
	p.started++
	drawn := p.drawn
	go p.recoverPanic("screen command", func() { p.answer(result{cmd(), drawn}) })
}

// deliver sends a message to the program, unless the session has ended.
func (p *program) deliver(msg tea.Msg) { p.answer(result{msg, noFrame}) }

// answer sends the result of a command to the program, unless the session has ended.
func (p *program) answer(r result) {
	if r.msg == nil {
		return
	}
	if wait, ok := r.msg.(kit.WaitMsg); ok {
		p.await(wait)
		return
	}
	select {
	case p.msgs <- r:
	case <-p.session.ctx.Done():
	}
}

// take handles the result of a command.
func (p *program) take(r result) {
	if r.drawn == p.drawn {
		p.started--
	}
	p.handle(r.msg)
}

// await makes the program run the Bubble Tea command wait.Then as soon as wait.For has a
// value, or can have no more values. Any goroutine may call await.
func (p *program) await(wait kit.WaitMsg) {
	p.following.effects.Add(1)
	if feed, ok := wait.For.(kit.Feed); ok {
		p.waitForFeed(feed, wait)
		return
	}
	wait.For.Notify(func() { p.ready.add(wait.Then) })
}

// runReady runs the commands in p.ready, and handles the messages that these commands
// return.
func (p *program) runReady() {
	p.recoverPanic("screen command", func() {
		for _, cmd := range p.ready.take() {
			if !p.quit {
				p.handle(cmd())
			}
		}
	})
}

// readyCommands holds the commands that the program's goroutine runs next. None of them may
// block.
type readyCommands struct {
	mu   sync.Mutex
	cmds []tea.Cmd
	wake chan struct{} // capacity 1; a value means that cmds may contain commands
}

func (r *readyCommands) add(cmd tea.Cmd) {
	r.mu.Lock()
	r.cmds = append(r.cmds, cmd)
	r.mu.Unlock()
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

func (r *readyCommands) take() []tea.Cmd {
	r.mu.Lock()
	defer r.mu.Unlock()
	cmds := r.cmds
	r.cmds = nil
	return cmds
}

// runAll starts the commands of a batch or of a sequence.
func (p *program) runAll(msg tea.Msg) {
	cmds, inOrder := commands(msg)
	if inOrder {
		p.runCommand(func() tea.Msg {
			p.runInOrder(msg)
			return nil
		})
		return
	}
	for _, cmd := range cmds {
		p.runCommand(cmd)
	}
}

// runInOrder runs the commands in msg if msg is a batch or a sequence, and returns when all
// of them are done. It delivers any other message to the program.
func (p *program) runInOrder(msg tea.Msg) {
	cmds, inOrder := commands(msg)
	var all sync.WaitGroup
	defer all.Wait()
	for _, cmd := range cmds {
		switch {
		case cmd == nil:
		case inOrder:
			p.runInOrder(cmd())
		default:
			all.Go(func() { p.recoverPanic("screen command", func() { p.runInOrder(cmd()) }) })
		}
	}
	if cmds == nil {
		p.deliver(msg)
	}
}

var cmdsType = reflect.TypeFor[[]tea.Cmd]()

// commands returns the commands of a batch or of a sequence, and whether they must run in
// order. It detects a sequence by the underlying type, because Bubble Tea does not export
// the type of sequences.
func commands(msg tea.Msg) (cmds []tea.Cmd, inOrder bool) {
	if batch, ok := msg.(tea.BatchMsg); ok {
		return batch, false
	}
	if msg == nil {
		return nil, false
	}
	list := reflect.ValueOf(msg)
	if list.Kind() != reflect.Slice || !list.CanConvert(cmdsType) {
		return nil, false
	}
	return list.Convert(cmdsType).Interface().([]tea.Cmd), true
}

// print outputs text that is not part of a frame, such as the bell character, before the
// next frame.
func (p *program) print(msg tea.RawMsg) {
	p.raw = p.screen.Raw(p.raw, fmt.Sprint(msg.Msg))
	p.dirty = true
}
