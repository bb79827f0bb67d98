package game

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/table"
	"quadrille/rules"
)

// subscription connects a screen to its table. It sends one command at a time and keeps the input that
// arrives meanwhile.
type subscription struct {
	Target        nav.Table // the table to open
	cancel        context.CancelFunc
	handle        *kit.TableHandle
	Failed        string // reason why the table could not be opened
	closed        bool   // whether the table has closed
	running       bool   // whether a command was sent and has not been answered
	expectedMoves int    // number of moves that the view will have when it includes the move that was sent last
	queue         []tea.Msg
}

// busy reports whether a command has not been answered, or the current view does not contain
// the viewer's last move yet. Input that arrives meanwhile is queued.
func (s *subscription) busy(v *table.View) bool {
	return s.running || v != nil && !s.closed && len(v.Moves) < s.expectedMoves
}

const maxQueue = 64

// enqueue adds a key or mouse event to the queue. It drops mouse movements, and all events
// while the queue is full.
func (s *subscription) enqueue(msg tea.Msg) {
	if _, passes := msg.(tea.MouseMotionMsg); !passes && len(s.queue) < maxQueue {
		s.queue = append(s.queue, msg)
	}
}

// close records that the table has closed.
func (s *subscription) close() { s.closed, s.expectedMoves = true, 0 }

// answered takes the answer to a command.
func (s *subscription) answered(sent *table.Command, err error) {
	s.running = false
	// skip resignations: in team games a resignation may be only a proposal, which adds no move
	if err == nil && sent.Kind == table.Play && sent.Action.Type != rules.Resign {
		s.expectedMoves = sent.Answers + 1
	}
}

// Busy reports whether the screen waits for the table.
func (t *Screen) Busy() bool { return t.Subscription.busy(t.View) }

// begin records that a command was sent, and clears the last refusal.
func (t *Screen) begin() {
	t.Subscription.running = true
	t.Input.refuse("", aboutTable)
}

// Act sends a command to the table in the background.
func (t *Screen) Act(c table.Command) tea.Cmd {
	if t.Subscription.handle == nil || t.Subscription.running {
		return nil
	}
	t.begin()
	c.By, c.ID, c.Answers, c.Received = t.env.Me, t.env.CommandID(), len(t.View.Moves), t.env.Now
	do, ctx, to := t.Subscription.handle.Do, t.ctx, t.address
	return func() tea.Msg { return actedMsg{to, c, do(ctx, c)} }
}

// acted takes the answer to a command.
func (t *Screen) acted(msg actedMsg) tea.Cmd {
	kind := msg.act.Kind
	t.Subscription.answered(&msg.act, msg.err)
	moves := kind == table.Play || kind == table.Premove
	switch {
	case msg.err != nil && kind == table.Lift:
		t.Input.deselect()
		return t.refuse(msg.err.Error(), aboutPosition)
	case msg.err != nil && moves:
		return t.refuse(msg.err.Error(), aboutLine)
	case msg.err != nil:
		return t.refuse(msg.err.Error(), aboutTable)
	case moves:
		t.Input.played()
	case t.Input.prompt != nil && t.Input.prompt.kind == kind:
		t.Input.prompt = nil
	}
	if kind == table.Play && msg.act.Action.Type != rules.Resign {
		t.History.toEnd()
	}
	return nil
}

// handleInput handles a key or a mouse event.
func (t *Screen) handleInput(msg tea.Msg) (kit.Step, tea.Cmd) {
	if key, ok := msg.(tea.KeyPressMsg); ok {
		return t.key(key)
	}
	return t.mouse(msg.(tea.MouseMsg))
}

// catchUp handles the queued input until the queue is empty or the screen is busy again.
func (t *Screen) catchUp(cmd tea.Cmd) (kit.Step, tea.Cmd) {
	for len(t.Subscription.queue) > 0 && !t.Busy() {
		msg := t.Subscription.queue[0]
		t.Subscription.queue = t.Subscription.queue[1:]
		to, more := t.handleInput(msg)
		cmd = tea.Batch(cmd, more)
		if to.Leave || to.Quit || to.Next != nil || to.To != nil {
			t.Subscription.queue = nil
			return to, cmd
		}
	}
	return kit.Stay, cmd
}
