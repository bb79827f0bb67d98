package game

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// clocks shows the clocks, and schedules ticks while a clock runs.
type clocks struct {
	t       *Screen
	ticking bool // whether a tick is scheduled
}

// arm schedules a tick for the time when a text on the screen changes next: a clock, the time
// that a player has been away, or the time until bots fill the empty seats. At most one tick
// is scheduled at a time.
func (cl *clocks) arm() tea.Cmd {
	if cl.ticking || cl.t.View == nil {
		return nil
	}
	wait, ok := cl.untilClockChange()
	if next, away := cl.t.absent().UntilChange(); away && (!ok || next < wait) {
		wait, ok = next, true
	}
	if cl.t.waiting.botsIn() > 0 {
		wait, ok = time.Second, true
	}
	if !ok {
		return nil
	}
	cl.ticking = true
	return cl.t.env.After(wait, tickMsg{cl.t})
}

// untilClockChange returns the time until the text of the running clock changes, including
// the delay during which the clock stands still. It returns false if no clock runs.
func (cl *clocks) untilClockChange() (time.Duration, bool) {
	v := cl.t.View
	if v.Phase != table.Playing || v.Clock == nil || v.Clock.Running == rules.NoSeat {
		return 0, false
	}
	left := v.Clock.Deadline.Sub(cl.t.env.Now)
	if left <= 0 {
		return 0, false
	}
	delayed := max(0, left-v.Clock.Left[v.Clock.Running])
	return delayed + untilChange(v.Clock.Shows(v.Clock.Running, cl.t.env.Now)), true
}

// untilChange returns the time until the text of a clock changes. The parameter `left` is
// the remaining time of that clock.
func untilChange(left time.Duration) time.Duration {
	beat := time.Second
	if left <= present.Tenths {
		beat = time.Second / 5
	}
	if rest := left % beat; rest > 0 {
		return rest + time.Millisecond
	}
	return time.Millisecond
}

func (cl *clocks) ticked(msg tickMsg) tea.Cmd {
	if msg.t != cl.t {
		return nil
	}
	cl.ticking = false
	return cl.arm()
}

// clockText returns the text of the clock of a seat.
func (cl *clocks) clockText(s rules.Seat) string {
	c := cl.t.View.Clock
	if c == nil || cl.t.View.Seats[s].Closed || cl.t.View.Phase == table.Waiting {
		return ""
	}
	return present.ClockColumn(cl.left(s))
}

// left returns the remaining time of a seat.
func (cl *clocks) left(s rules.Seat) time.Duration {
	return cl.t.View.Clock.Shows(s, cl.t.env.Now)
}
