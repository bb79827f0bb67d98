package server

import (
	"fmt"
	"reflect"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// do runs a command on a goroutine of its own. What it returns is taken like any
// other message, unless the session is over by then.
func (p *program) runCommand(cmd tea.Cmd) {
	if cmd != nil {
		go p.recoverPanic("screen command", func() { p.deliver(cmd()) })
	}
}

func (p *program) deliver(msg tea.Msg) {
	if msg == nil {
		return
	}
	select {
	case p.msgs <- msg:
	case <-p.session.ctx.Done():
	}
}

// start runs the commands of a batch, or of a sequence.
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

// follow runs the commands of a message and returns when all are done; a message
// of another kind is told.
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

// commands are those of a batch or a sequence. The type of a sequence is Bubble
// Tea's own; both are lists of commands.
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

// print sends what is no part of a frame: the bell.
func (p *program) print(msg tea.RawMsg) {
	p.raw = p.screen.Raw(p.raw, fmt.Sprint(msg.Msg))
	p.dirty = true
	p.scheduleDraw()
}
