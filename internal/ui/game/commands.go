package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// Act asks something of the table, off the screen's own thread.
func (t *Screen) Act(a table.Act) tea.Cmd {
	if t.room == nil || t.acting {
		return nil
	}
	t.acting, t.Refusal = true, ""
	a.By, a.ID, a.Answers, a.Received = t.env.Me, t.env.ActID(), len(t.View.Moves), t.env.Now
	return func() tea.Msg { return ActedMsg{t, a, t.room.Do(t.ctx, a)} }
}

func (t *Screen) acted(msg ActedMsg) tea.Cmd {
	if msg.T != t {
		return nil
	}
	t.acting = false
	if msg.Err != nil {
		if msg.Act.Do == table.Lift {
			t.Hand.Lifted = rules.NoSquare
		}
		if msg.Act.Do == table.Play || msg.Act.Do == table.Premove {
			return t.refuseLine(msg.Err.Error())
		}
		return t.refuse(msg.Err.Error())
	}
	if msg.Act.Do == table.Play {
		if msg.Act.Action.Verb != rules.Resign { // which may be no more than a wish
			t.expects = msg.Act.Answers + 1
			t.past.looking = false // to see it played
		}
	}
	switch {
	case msg.Act.Do == table.Play, msg.Act.Do == table.Premove:
		t.Line.Text, t.guesses = "", guesses{}
		t.Hand.Lifted = rules.NoSquare
	case t.prompt != nil && t.prompt.does == msg.Act.Do:
		t.prompt = nil
	}
	return nil
}

// busy reports whether something that this person did is not on the screen yet.
// What he types meanwhile is for the position that he will see then.
func (t *Screen) busy() bool {
	return t.acting || t.View != nil && !t.closed && len(t.View.Moves) < t.expects
}

const queueLimit = 64

// later keeps what is done meanwhile. Where the mouse only passes does not matter.
func (t *Screen) later(msg tea.Msg) {
	if _, passes := msg.(tea.MouseMotionMsg); !passes && len(t.queue) < queueLimit {
		t.queue = append(t.queue, msg)
	}
}

// hear takes a key or the mouse.
func (t *Screen) hear(msg tea.Msg) (kit.Step, tea.Cmd) {
	if key, ok := msg.(tea.KeyPressMsg); ok {
		return t.key(key)
	}
	return t.mouse(msg.(tea.MouseMsg))
}

// catchUp takes what was done while the table was busy, after cmd.
func (t *Screen) catchUp(cmd tea.Cmd) (kit.Step, tea.Cmd) {
	for len(t.queue) > 0 && !t.busy() {
		msg := t.queue[0]
		t.queue = t.queue[1:]
		to, more := t.hear(msg)
		cmd = tea.Batch(cmd, more)
		if to.Leave || to.Quit || to.Next != nil {
			t.queue = nil
			return to, cmd
		}
	}
	return kit.Stay, cmd
}

// refuseLine refuses what stands in the move line: whoever types on then begins a
// new one, and does not make one of two.
func (t *Screen) refuseLine(why string) tea.Cmd {
	t.refusedLine = t.Line.Text
	return t.refuse(why)
}

// refuse says what was wrong, keeps what was typed, and beeps once.
func (t *Screen) refuse(why string) tea.Cmd {
	t.Refusal = why
	return t.env.Bell()
}
