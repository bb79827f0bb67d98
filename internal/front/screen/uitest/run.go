package uitest

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/kit"
)

// Program runs a model on a terminal, as the server does for a session.
type Program struct {
	ctx   context.Context
	msgs  chan tea.Msg
	group sync.WaitGroup // commands that run
	Ended chan struct{}  // closed when the program and all its commands have ended
}

// Run runs a model on a terminal until the model quits or ctx is done.
func Run(ctx context.Context, m kit.Model, width, height int, profile colorprofile.Profile, terminal io.Writer) *Program {
	ctx, cancel := context.WithCancel(ctx)
	p := &Program{ctx: ctx, msgs: make(chan tea.Msg), Ended: make(chan struct{})}
	go func() {
		defer close(p.Ended)
		defer p.group.Wait()
		defer cancel()
		p.run(m, wire.New("xterm-256color", profile, width, height), terminal)
	}()
	p.Send(tea.ColorProfileMsg{Profile: profile})
	return p
}

// Send sends a message to the model.
func (p *Program) Send(msg tea.Msg) {
	select {
	case p.msgs <- msg:
	case <-p.ctx.Done():
	}
}

func (p *Program) run(m kit.Model, screen *wire.Screen, terminal io.Writer) {
	p.start(m.Init())
	for {
		_, _ = terminal.Write(screen.Frame(nil, m.View(), nil))
		var rest <-chan time.Time
		if screen.Rest() {
			rest = time.After(m.(interface{ Output() kit.Output }).Output().FirstLasts)
		}
		select {
		case <-rest:
			_, _ = terminal.Write(screen.AppendRest(nil))
		case <-p.ctx.Done():
			return
		case msg := <-p.msgs:
			switch msg := msg.(type) {
			case tea.QuitMsg:
				return
			case tea.BatchMsg:
				for _, cmd := range msg {
					p.start(cmd)
				}
			case kit.WaitMsg:
				go p.finish(msg.Block) // may wait forever: a timer of a session that has ended never fires
			case tea.RawMsg:
				_, _ = terminal.Write(screen.Raw(nil, fmt.Sprint(msg.Msg)))
			default:
				var cmd tea.Cmd
				m, cmd = m.Update(msg)
				p.start(cmd)
			}
		}
	}
}

// start runs a command and sends its result to the model.
func (p *Program) start(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	p.group.Go(func() { p.finish(cmd) })
}

func (p *Program) finish(cmd tea.Cmd) {
	if msg := cmd(); msg != nil {
		p.Send(msg)
	}
}
