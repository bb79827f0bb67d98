package game

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/rules"
)

// hurry is when a clock begins to show tenths.
const hurry = 10 * time.Second

// arm sends a tick for when the running clock, or how long somebody is gone, will
// look different. There is never more than one on its way, and none when nothing
// runs.
func (t *Screen) arm() tea.Cmd {
	if t.ticking || t.View == nil {
		return nil
	}
	wait, ok := t.clockChanges()
	if gone, away := t.goneChanges(); away && (!ok || gone < wait) {
		wait, ok = gone, true
	}
	if !ok {
		return nil
	}
	t.ticking = true
	return t.env.After(wait, tickMsg{t})
}

// clockChanges is when the running clock will look different; false if none runs.
// In a delay it stands until the delay is over.
func (t *Screen) clockChanges() (time.Duration, bool) {
	v := t.View
	if v.Phase != table.Playing || v.Clock == nil || v.Clock.Running == rules.NoSeat {
		return 0, false
	}
	left := v.Clock.Deadline.Sub(t.env.Now)
	if left <= 0 {
		return 0, false // the table will say what follows
	}
	delayed := max(0, left-v.Clock.Left[v.Clock.Running])
	return delayed + untilChange(v.Clock.Shows(v.Clock.Running, t.env.Now)), true
}

// untilChange is how long a clock with that much left looks the same.
func untilChange(left time.Duration) time.Duration {
	beat := time.Second
	if left <= hurry {
		beat = time.Second / 5
	}
	if rest := left % beat; rest > 0 {
		return rest + time.Millisecond
	}
	return time.Millisecond
}

func (t *Screen) ticked(msg tickMsg) tea.Cmd {
	if msg.t != t {
		return nil
	}
	t.ticking = false
	return t.arm()
}
