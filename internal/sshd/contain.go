package sshd

import (
	"errors"
	"reflect"
	"runtime/debug"

	tea "charm.land/bubbletea/v2"
)

var errPanic = errors.New("a fault of ours")

// guard runs f on a goroutine of ours. A panic in it is logged, and ends what
// the goroutine served by way of end, not the server.
func (s *Server) guard(what string, f func(), end func()) {
	defer func() {
		if r := recover(); r != nil {
			s.fault(what, r)
			end()
		}
	}()
	f()
}

func (s *Server) fault(what string, r any) {
	s.logger.Error("panic", "in", what, "panic", r, "stack", string(debug.Stack()))
}

// contained is a model whose panics end its own session: end is called with
// [errPanic], which is to stop the program.
type contained struct {
	model  tea.Model
	server *Server
	end    func(error)
}

func (c contained) Init() (cmd tea.Cmd) {
	c.server.guard("screen init", func() { cmd = c.wrap(c.model.Init()) }, c.fail)
	return cmd
}

func (c contained) Update(msg tea.Msg) (model tea.Model, cmd tea.Cmd) {
	model = c
	c.server.guard("screen update", func() {
		next, following := c.model.Update(msg)
		model, cmd = contained{next, c.server, c.end}, c.wrap(following)
	}, c.fail)
	return model, cmd
}

func (c contained) View() (view tea.View) {
	c.server.guard("screen view", func() { view = c.model.View() }, c.fail)
	return view
}

func (c contained) fail() { c.end(errPanic) }

// wrap contains a command and those that it leads to.
func (c contained) wrap(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		c.server.guard("screen command", func() { msg = c.wrapAll(cmd()) }, c.fail)
		return msg
	}
}

var cmdsType = reflect.TypeFor[[]tea.Cmd]()

// wrapAll contains the commands of a batch or a sequence. The type of a sequence
// is Bubble Tea's own; both are lists of commands.
func (c contained) wrapAll(msg tea.Msg) tea.Msg {
	if msg == nil {
		return nil
	}
	list := reflect.ValueOf(msg)
	if list.Kind() == reflect.Slice && list.CanConvert(cmdsType) {
		cmds := list.Convert(cmdsType).Interface().([]tea.Cmd)
		for i, cmd := range cmds {
			cmds[i] = c.wrap(cmd)
		}
	}
	return msg
}
