package game

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/table"
	"quadrille/rules"
)

// link opens the table and sends commands to it, one at a time.
type link struct {
	t             *Screen
	Target        nav.Table // the table to open
	cancel        context.CancelFunc
	room          *kit.TableHandle
	Failed        string // reason why the table could not be opened
	closed        bool   // whether the table has closed
	running       bool   // whether a command was sent and has not been answered
	expectedMoves int    // number of moves that the view will have when it includes the move that was sent last
	queue         []tea.Msg
}

// Act sends a command to the table in the background.
func (li *link) Act(a table.Command) tea.Cmd {
	if li.room == nil || li.running {
		return nil
	}
	li.begin()
	a.By, a.ID, a.Answers, a.Received = li.t.env.Me, li.t.env.CommandID(), len(li.t.View.Moves), li.t.env.Now
	return func() tea.Msg { return ActedMsg{li.t, a, li.room.Do(li.t.ctx, a)} }
}

// begin records that a command was sent, and clears the last refusal.
func (li *link) begin() {
	li.running = true
	li.t.Input.refuse("")
}

func (li *link) done() { li.running = false }

func (li *link) ended() bool { return li.closed }

func (li *link) acted(msg ActedMsg) tea.Cmd {
	if msg.T != li.t {
		return nil
	}
	li.running = false
	if msg.Err != nil {
		if msg.Act.Kind == table.Lift {
			li.t.Input.deselect()
		}
		if msg.Act.Kind == table.Play || msg.Act.Kind == table.Premove {
			return li.refuseLine(msg.Err.Error())
		}
		return li.refuse(msg.Err.Error())
	}
	if msg.Act.Kind == table.Play {
		// skip resignations: in team games a resignation may be only a proposal, which adds no move
		if msg.Act.Action.Type != rules.Resign {
			li.expectedMoves = msg.Act.Answers + 1
			li.t.History.toEnd()
		}
	}
	switch {
	case msg.Act.Kind == table.Play, msg.Act.Kind == table.Premove:
		li.t.Input.played()
	case li.t.Input.typing() != nil && li.t.Input.typing().kind == msg.Act.Kind:
		li.t.Input.ask(nil)
	}
	return nil
}

// busy reports whether a command has not been answered, or the current view does not contain
// the viewer's last move yet. Input that arrives meanwhile is queued.
func (li *link) busy() bool {
	return li.running || li.t.View != nil && !li.closed && len(li.t.View.Moves) < li.expectedMoves
}

const maxQueue = 64

// enqueue adds a key or mouse event to the queue. It drops mouse movements, and all events
// while the queue is full.
func (li *link) enqueue(msg tea.Msg) {
	if _, passes := msg.(tea.MouseMotionMsg); !passes && len(li.queue) < maxQueue {
		li.queue = append(li.queue, msg)
	}
}

// handleInput handles a key or a mouse event.
func (li *link) handleInput(msg tea.Msg) (kit.Step, tea.Cmd) {
	if key, ok := msg.(tea.KeyPressMsg); ok {
		return li.t.key(key)
	}
	return li.t.Input.mouse(msg.(tea.MouseMsg))
}

// catchUp handles the queued input until the queue is empty or [link.busy] returns true.
func (li *link) catchUp(cmd tea.Cmd) (kit.Step, tea.Cmd) {
	for len(li.queue) > 0 && !li.busy() {
		msg := li.queue[0]
		li.queue = li.queue[1:]
		to, more := li.handleInput(msg)
		cmd = tea.Batch(cmd, more)
		if to.Leave || to.Quit || to.Next != nil {
			li.queue = nil
			return to, cmd
		}
	}
	return kit.Stay, cmd
}

// refuseLine shows why the text in the move line was refused, and rings the bell.
func (li *link) refuseLine(why string) tea.Cmd {
	li.t.Input.refuseLine(why)
	return li.t.env.Bell()
}

// refuse shows why an action was refused, and rings the bell. The typed line stays.
func (li *link) refuse(why string) tea.Cmd {
	li.t.Input.refuse(why)
	return li.t.env.Bell()
}
