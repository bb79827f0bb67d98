// Package clock tells the time.
//
// A [Clock] gives three times. Wall is the time of the system's clock, which the host or a
// time server may set forward or back at any time. Steady only measures durations: nobody can
// set it, and it has no date. Now is the time of events: it starts at the wall clock's time,
// advances with the steady clock, and never runs backwards.
//
// Durations, such as the time left on a game clock, are differences between two values of
// Now or of Steady. Dates, such as the end of a ban, are compared with Wall.
package clock

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"quadrille/internal/background"
)

const (
	// Tolerance is the largest difference between two clocks that does not count as a step.
	Tolerance = 3 * time.Second
	// checkEvery is the interval at which [Clock.Watch] checks the clock.
	checkEvery = 500 * time.Millisecond
	// stallAfter is the time since the last check of [Clock.Watch] from which the process
	// counts as stopped.
	stallAfter = 2 * time.Second
	// reachTolerance is the largest difference that [Clock.Reach] ignores.
	reachTolerance = 100 * time.Millisecond
	// maxOutages is the number of outages that a clock remembers.
	maxOutages = 64
)

// Config configures a [Clock]. Its zero value stands for the clocks of the system.
type Config struct {
	Wall   func() time.Time // nil means time.Now
	Steady func() time.Time // nil means time.Now, because Go measures differences with a steady clock
	Logger *slog.Logger     // nil means slog.Default
}

// Clock is a clock whose methods may be called concurrently. A nil *Clock reads the system's
// clock and detects no steps.
type Clock struct {
	cfg  Config
	wake background.Signal // tells Watch that there is a new step; capacity 1

	mu       sync.Mutex
	start    time.Time     // reading of the steady clock when the Clock was created
	first    time.Time     // what Steady was at `start`: the wall clock's time
	zero     time.Time     // what Now was, or would have been, at `start`
	wall     time.Time     // what the wall clock was, or would have been, at `start`; used to log each step once
	last     time.Time     // last result of Now
	checked  time.Time     // time of the steady clock at the last check; zero if Watch is not running
	followed bool          // whether Now follows a database instead of the wall clock
	ahead    time.Duration // if followed, how far Now is ahead of the database
	seen     time.Time     // if followed, the field wall at the last call of Follow
	outages  Outages
	onStep   []func()
}

// New returns a clock that starts at the wall clock's time.
func New(cfg Config) *Clock {
	if cfg.Wall == nil {
		cfg.Wall = time.Now
	}
	if cfg.Steady == nil {
		cfg.Steady = time.Now
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	c := &Clock{cfg: cfg, start: cfg.Steady(), wake: background.NewSignal()}
	c.first = c.Wall()
	c.zero, c.wall, c.last = c.first, c.first, c.first
	return c
}

// Steady returns the time of the system's steady clock, for measurements that need no [Clock].
// Only the difference of two values means something.
func Steady() time.Time { return time.Now() }

// Wall returns the time of the system's clock, for dates that need no [Clock].
func Wall() time.Time { return (*Clock)(nil).Wall() }

// Wall returns the time of the system's clock.
func (c *Clock) Wall() time.Time {
	if c == nil {
		return time.Now().Round(0).UTC()
	}
	return c.cfg.Wall().Round(0).UTC() // Round removes the reading of the steady clock
}

// Steady returns the time of the steady clock. It was the wall clock's time when the process
// started, and nobody can set it. While the machine is suspended, it stands still.
func (c *Clock) Steady() time.Time {
	if c == nil {
		return time.Now()
	}
	return c.first.Add(c.cfg.Steady().Sub(c.start))
}

// EventAt returns the time of an event that happens when the wall clock shows a date.
func (c *Clock) EventAt(date time.Time) time.Time {
	if date.IsZero() {
		return date
	}
	return date.Add(c.Ahead())
}

// Now returns the time of events. If the wall clock is ahead of it by more than [Tolerance],
// somebody has set the wall clock forward, or the machine was suspended: Now then jumps to
// the wall clock's time, and the difference is an outage. If somebody has set the wall clock
// back, Now continues, and is ahead of the wall clock until the server restarts.
func (c *Clock) Now() time.Time {
	if c == nil {
		return c.Wall()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.check()
}

// Ahead returns how far Now is ahead of the wall clock or, if the clock follows a database, of
// the database's clock. It returns 0 for a difference of less than [Tolerance].
func (c *Clock) Ahead() time.Duration {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	now, ahead := c.check(), c.ahead
	if !c.followed {
		ahead = now.Sub(c.Wall())
	}
	if ahead <= Tolerance {
		return 0
	}
	return ahead.Round(time.Second)
}

// check looks for a step or a stall that has just ended, and returns the current time.
// The caller holds the lock.
func (c *Clock) check() time.Time {
	steady, wall := c.Steady(), c.Wall()
	elapsed := steady.Sub(c.first)
	now := c.zero.Add(elapsed)
	if step := wall.Sub(c.wall.Add(elapsed)); step.Abs() > Tolerance {
		c.wall = c.wall.Add(step)
		c.cfg.Logger.Warn("the system's clock was set, or the machine was suspended; players' clocks are not charged",
			slog.Duration("step", step), slog.Duration("ahead", max(0, now.Sub(wall))))
		c.wake.Send()
	}
	if !c.checked.IsZero() {
		if gap := steady.Sub(c.checked); gap > stallAfter {
			c.cfg.Logger.Warn("the server stalled; the stall is not charged to players' clocks", slog.Duration("for", gap))
			c.addOutage(Outage{now.Add(-gap), now, true})
		}
		c.checked = steady
	}
	if jump := wall.Sub(now); !c.followed && jump > Tolerance {
		c.jump(Outage{now, wall, true})
		now = wall
	}
	if now.After(c.last) {
		c.last = now
	}
	return c.last
}

// jump sets the time of events forward by the length of an outage. The caller holds the lock.
func (c *Clock) jump(o Outage) {
	c.zero = c.zero.Add(o.Until.Sub(o.From))
	c.addOutage(o)
}

func (c *Clock) addOutage(o Outage) {
	c.outages = slices.Concat(c.outages, Outages{o}).Merged()
	c.outages = c.outages[max(0, len(c.outages)-maxOutages):]
	c.wake.Send()
}

// Reach makes sure that Now is not earlier than an event that is already stored. If the event
// is later, the clock was set back while the server was down; Now then jumps to the event. Reach
// ignores milliseconds, by which the clocks of two nodes may differ.
func (c *Clock) Reach(event time.Time) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.check()
	step := event.Sub(now)
	switch {
	case step <= reachTolerance:
		return
	case c.followed && step <= Tolerance: // the clock of another node is ahead
		c.zero = c.zero.Add(step)
	default:
		c.cfg.Logger.Warn("a stored event is later than the clock; the time of events continues from there", slog.Duration("step", step))
		c.jump(Outage{now, event, true})
	}
	c.last = event
	if c.followed {
		c.ahead += step
	}
}

// Follow makes Now follow the clock of a database instead of the wall clock: at the given
// time of the steady clock, the database's clock showed `now`. Call it again and again.
// Small differences correct Now. A larger one is a step of the database's clock, or the time
// for which this machine was suspended: like a step of the wall clock, it is charged to nobody.
func (c *Clock) Follow(now, steady time.Time) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	from := c.check()
	set := c.wall.Sub(c.seen) // by how much the wall clock was set since the last call
	c.seen = c.wall
	if !c.followed {
		c.followed = true
		c.zero = now.Round(0).UTC().Add(-steady.Sub(c.first))
		c.last = c.zero
		return
	}
	at := c.zero.Add(steady.Sub(c.first))
	step := now.Add(c.ahead).Sub(at)
	if step.Abs() <= Tolerance {
		c.zero = c.zero.Add(step)
		return
	}
	c.cfg.Logger.Warn("the database's clock was set, or this machine was suspended; players' clocks are not charged",
		slog.Duration("step", step))
	c.wake.Send()
	if step < 0 || step <= c.ahead {
		c.ahead -= step
		return
	}
	local := (set - step).Abs() <= Tolerance // this machine was suspended, or both clocks were set
	step -= c.ahead
	c.ahead = 0
	c.jump(Outage{from, from.Add(step), local})
}

// AheadOfDatabase returns how far Now is ahead of the database's clock. It is zero if the clock
// follows no database, or if the database's clock was never set back.
func (c *Clock) AheadOfDatabase() time.Duration {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ahead
}

// Lead makes Now as far ahead of the database's clock as it is at the other nodes, which ran when
// the database's clock was set back. Call it once, after the first call of Follow.
func (c *Clock) Lead(ahead time.Duration) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.followed && ahead > c.ahead {
		c.zero = c.zero.Add(ahead - c.ahead)
		c.ahead = ahead
		c.check()
	}
}

// Outages returns the newest outages, the earliest first. They are the periods by which Now
// jumped, and those in which the process did not run.
func (c *Clock) Outages() Outages {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.check()
	return c.outages
}

// Since returns how long ago an event was, without the outages since then.
func (c *Clock) Since(event time.Time) time.Duration {
	now := c.Now()
	return now.Sub(event) - c.Outages().Between(event, now)
}

// SteadyAt returns the time of the steady clock at which an event was, or will be. Timers that
// are set by it do not follow later steps of the wall clock.
func (c *Clock) SteadyAt(event time.Time) time.Time { return c.Steady().Add(-c.Since(event)) }

// OnStep arranges that Watch calls a function after each step or outage, for example to set
// timers again. The function must not block. OnStep must not be called after Watch.
func (c *Clock) OnStep(do func()) {
	if c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.onStep = append(c.onStep, do)
	}
}

// Due returns when something ends that another node has set to end at `end` when that node's clock
// showed `set`. One of the two nodes may notice later than the other that the database's clock was
// set.
func (c *Clock) Due(set, end time.Time) time.Time {
	if now := c.Now(); set.Sub(now) > Tolerance {
		return now.Add(end.Sub(set))
	}
	return c.Outages().Shift(set).Add(end.Sub(set))
}

// Watch checks the clock twice a second until ctx is done. If a check is late by seconds, the
// process did not run meanwhile, and that time is an outage.
func (c *Clock) Watch(ctx context.Context) {
	tick := time.NewTicker(checkEvery)
	defer tick.Stop()
	c.mu.Lock()
	c.checked = c.Steady()
	c.mu.Unlock()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			c.Now()
		case <-c.wake:
			c.mu.Lock()
			list := c.onStep
			c.mu.Unlock()
			for _, do := range list {
				do()
			}
		}
	}
}

// Minute formats a time to the minute, with its zone.
func Minute(t time.Time, zone *time.Location) string {
	return t.In(zone).Format("2006-01-02 15:04 MST")
}
