package table

import (
	"errors"
	"time"

	"quadrille/rules"
)

// When clocks stop and go on.
const (
	// grace is what an act may need from where it was received to the table's
	// loop. A flag falls that much after the deadline, so that an act received
	// before it can still be heard (G6).
	grace = 100 * time.Millisecond
	// beat is how often the disk hears that a clock runs: after a crash the time
	// of death is known that well, and the doubt goes to the player. Where there
	// are days for a move the table need not be loaded: the server stores when it was
	// down, see [Outage].
	beat = 10 * time.Second
	// comeback is how long after an outage the actor may take to connect again
	// before his clock goes on without him. The outage was not his fault; but
	// nobody shall hold up a game by staying away.
	comeback = 60 * time.Second
)

// clocks are those of all seats: at most one runs, that of the actor (G6).
type clocks struct {
	settings Clock
	left     [rules.SeatCount]time.Duration // of the running seat, as of since
	running  rules.Seat                     // NoSeat when none could run
	since    time.Time
	paused   bool // the clock of running stands while the server is away
}

func newClocks(settings Clock) clocks {
	c := clocks{settings: settings, running: rules.NoSeat}
	for i := range c.left {
		c.left[i] = settings.Start + settings.PerMove
	}
	return c
}

// run lets the clock of seat go from then on, unless it goes already.
func (c *clocks) run(seat rules.Seat, at time.Time) {
	if c.settings != (Clock{}) && c.running != seat {
		c.running, c.since = seat, at
	}
}

func (c *clocks) stop() { c.running = rules.NoSeat }

// again lets a turn begin anew, whoever's clock ran.
func (c *clocks) again(seat rules.Seat, at time.Time) {
	c.stop()
	c.run(seat, at)
}

// charge takes what the seat spent on its turn beyond the delay, and adds the
// increment of a move. A move at a table with time for each gives all of it back.
func (c *clocks) charge(seat rules.Seat, spent time.Duration, moved bool, at time.Time) {
	if c.running != seat {
		return
	}
	c.left[seat] = max(0, c.left[seat]-max(0, spent-c.settings.Delay))
	switch {
	case moved && c.settings.Correspondence():
		c.left[seat] = c.settings.PerMove
	case moved:
		c.left[seat] += c.settings.Increment
	}
	c.since = at
}

// ticking reports whether a clock runs now.
func (c *clocks) ticking() bool { return c.running != rules.NoSeat && !c.paused }

// deadline is when the clock that runs will have run out.
func (c *clocks) deadline() time.Time {
	return c.since.Add(c.settings.Delay + c.left[c.running])
}

// spent is how much of the present turn had gone by at a time.
func (c *clocks) spent(at time.Time) time.Duration { return max(0, at.Sub(c.since)) }

// view is nil without a clock.
func (c *clocks) view() *ClockView {
	if c.settings == (Clock{}) {
		return nil
	}
	v := &ClockView{Left: c.left, Running: rules.NoSeat, Since: c.since, Delay: c.settings.Delay}
	if c.ticking() {
		v.Running, v.Deadline = c.running, c.deadline()
	}
	return v
}

func (s *state) paused(e Event) error {
	if !s.clock.ticking() {
		return errors.New("paused, but no clock runs")
	}
	s.clock.charge(s.clock.running, e.Spent, false, e.At)
	s.clock.paused = true
	return nil
}

func (s *state) resumed(e Event) error {
	if !s.clock.paused || s.vote.adjourned {
		return errors.New("resumed, but no clock is paused")
	}
	s.clock.paused, s.clock.since = false, e.At
	return nil
}
