package game

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// autoplay plays a finished or annotated game on the board, a move at a time, until a key.
type autoplay struct {
	on  bool
	run int // number of times that it was started; messages of earlier runs do nothing
}

// autoplayDelay is the time between two moves.
const autoplayDelay = 1200 * time.Millisecond

// autoplayMsg shows the next move.
type autoplayMsg struct {
	to  Address
	run int
}

// toggleAutoplay starts or stops the autoplay. At the end of the game it starts from the first position.
func (t *Screen) toggleAutoplay() tea.Cmd {
	a := &t.autoplay
	if a.on = !a.on; !a.on {
		return nil
	}
	a.run++
	if !t.History.back {
		t.look(0)
	}
	return t.scheduleAutoplay()
}

func (t *Screen) scheduleAutoplay() tea.Cmd {
	return t.env.After(autoplayDelay, autoplayMsg{t.address, t.autoplay.run})
}

// playOn shows the next move and schedules the one after it. At the newest move it stops.
func (t *Screen) playOn(msg autoplayMsg) tea.Cmd {
	if !t.autoplay.on || msg.run != t.autoplay.run {
		return nil
	}
	t.look(t.History.lookedAt(len(t.View.Moves)) + 1)
	if t.autoplay.on = t.History.back; !t.autoplay.on {
		return nil
	}
	return t.scheduleAutoplay()
}
