package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/rules"
)

// hurry is when a clock begins to show tenths.
const hurry = 10 * time.Second

// arm sends a tick for when the running clock will look different. There is
// never more than one on its way, and none when no clock runs.
func (t *tableScreen) arm() tea.Cmd {
	v := t.view
	if t.ticking || v == nil || v.Phase != table.Playing || v.Clock == nil || v.Clock.Running == rules.NoSeat {
		return nil
	}
	left := v.Clock.Deadline.Sub(t.env.now)
	if left <= 0 {
		return nil // the table will say what follows
	}
	t.ticking = true
	return t.env.after(untilChange(left), tickMsg{t})
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

func (t *tableScreen) ticked(msg tickMsg) tea.Cmd {
	if msg.t != t {
		return nil
	}
	t.ticking = false
	return t.arm()
}
