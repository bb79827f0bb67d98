package tui

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/rules"
)

// act asks something of the table, off the screen's own thread.
func (t *tableScreen) act(a table.Act) tea.Cmd {
	if t.room == nil || t.acting {
		return nil
	}
	t.acting, t.refusal = true, ""
	a.By, a.ID, a.Answers, a.Received = t.env.me, t.env.actID(), len(t.view.Moves), t.env.now
	return func() tea.Msg { return actedMsg{t, a, t.room.do(t.ctx, a)} }
}

func (t *tableScreen) acted(msg actedMsg) tea.Cmd {
	if msg.t != t {
		return nil
	}
	t.acting = false
	if msg.err != nil {
		if msg.act.Do == table.Lift {
			t.hand.lifted = rules.NoSquare
		}
		if msg.act.Do == table.Play || msg.act.Do == table.Premove {
			return t.refuseLine(msg.err.Error())
		}
		return t.refuse(msg.err.Error())
	}
	if msg.act.Do == table.Play {
		if msg.act.Action.Verb != rules.Resign { // which may be no more than a wish
			t.expects = msg.act.Answers + 1
			t.past.looking = false // to see it played
		}
	}
	switch {
	case msg.act.Do == table.Play, msg.act.Do == table.Premove:
		t.line.text, t.guesses = "", guesses{}
		t.hand.lifted = rules.NoSquare
	case t.prompt != nil && t.prompt.does == msg.act.Do:
		t.prompt = nil
	}
	return nil
}

// busy reports whether something that this person did is not on the screen yet.
// What he types meanwhile is for the position that he will see then.
func (t *tableScreen) busy() bool {
	return t.acting || t.view != nil && !t.closed && len(t.view.Moves) < t.expects
}

const queueLimit = 64

// later keeps what is done meanwhile. Where the mouse only passes does not matter.
func (t *tableScreen) later(msg tea.Msg) {
	if _, passes := msg.(tea.MouseMotionMsg); !passes && len(t.queue) < queueLimit {
		t.queue = append(t.queue, msg)
	}
}

// hear takes a key or the mouse.
func (t *tableScreen) hear(msg tea.Msg) (step, tea.Cmd) {
	if key, ok := msg.(tea.KeyPressMsg); ok {
		return t.key(key)
	}
	return t.mouse(msg.(tea.MouseMsg))
}

// catchUp takes what was done while the table was busy, after cmd.
func (t *tableScreen) catchUp(cmd tea.Cmd) (step, tea.Cmd) {
	for len(t.queue) > 0 && !t.busy() {
		msg := t.queue[0]
		t.queue = t.queue[1:]
		to, more := t.hear(msg)
		cmd = tea.Batch(cmd, more)
		if to.leave || to.quit || to.next != nil {
			t.queue = nil
			return to, cmd
		}
	}
	return stay, cmd
}

// refuseLine refuses what stands in the move line: whoever types on then begins a
// new one, and does not make one of two.
func (t *tableScreen) refuseLine(why string) tea.Cmd {
	t.refusedLine = t.line.text
	return t.refuse(why)
}

// refuse says what was wrong, keeps what was typed, and beeps once.
func (t *tableScreen) refuse(why string) tea.Cmd {
	t.refusal = why
	return t.env.bell()
}
