package game

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
	"quadrille/rules"
)

// link opens the table and asks it for things, one at a time.
type link struct {
	t             *Screen
	Target        nav.Table          // how the table was asked for
	cancel        context.CancelFunc // ends the screen, and the watcher with it
	room          *kit.TableHandle
	Failed        string // why the table could not be opened
	closed        bool   // the table tells no more
	running       bool   // an act is under way
	expectedMoves int    // moves that the view will have when it shows what was played
	queue         []tea.Msg
}

// Act asks something of the table, off the screen's own thread.
func (li *link) Act(a table.Command) tea.Cmd {
	if li.room == nil || li.running {
		return nil
	}
	li.begin()
	a.By, a.ID, a.Answers, a.Received = li.t.env.Me, li.t.env.CommandID(), len(li.t.View.Moves), li.t.env.Now
	return func() tea.Msg { return ActedMsg{li.t, a, li.room.Do(li.t.ctx, a)} }
}

// begin notes that a command is under way, and forgets the last refusal.
func (li *link) begin() {
	li.running = true
	li.t.Input.refuse("")
}

// done notes that it is not under way any more.
func (li *link) done() { li.running = false }

// ended reports whether the table tells no more.
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
		if msg.Act.Action.Type != rules.Resign { // which may be no more than a wish
			li.expectedMoves = msg.Act.Answers + 1
			li.t.History.toEnd() // to see it played
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

// busy reports whether something that this person did is not on the screen yet.
// What he types meanwhile is for the position that he will see then.
func (li *link) busy() bool {
	return li.running || li.t.View != nil && !li.closed && len(li.t.View.Moves) < li.expectedMoves
}

const maxQueue = 64

// later keeps what is done meanwhile. Where the mouse only passes does not matter.
func (li *link) enqueue(msg tea.Msg) {
	if _, passes := msg.(tea.MouseMotionMsg); !passes && len(li.queue) < maxQueue {
		li.queue = append(li.queue, msg)
	}
}

// hear takes a key or the mouse.
func (li *link) handleInput(msg tea.Msg) (kit.Step, tea.Cmd) {
	if key, ok := msg.(tea.KeyPressMsg); ok {
		return li.t.key(key)
	}
	return li.t.Input.mouse(msg.(tea.MouseMsg))
}

// catchUp takes what was done while the table was busy, after cmd.
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

// refuseLine refuses what stands in the move line: whoever types on then begins a
// new one, and does not make one of two.
func (li *link) refuseLine(why string) tea.Cmd {
	li.t.Input.refuseLine(why)
	return li.t.env.Bell()
}

// refuse says what was wrong, keeps what was typed, and beeps once.
func (li *link) refuse(why string) tea.Cmd {
	li.t.Input.refuse(why)
	return li.t.env.Bell()
}
