package fold

import (
	"errors"
	"fmt"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

// Clocks holds the clocks of all seats. Only the clock of the seat to move can run (G6).
type Clocks struct {
	Settings table.Clock
	Left     [rules.SeatCount]time.Duration // time left on each clock; for the running clock, the time that was left at the time `Since`
	Running  rules.Seat                     // the seat whose clock runs or is paused, or NoSeat
	Since    time.Time
	Paused   bool      // whether the clock of the seat in the field Running is paused, for example after an outage
	Resumed  time.Time // when a paused clock last resumed; zero if there was no pause
	// Vacation holds, for each seat, when its player's vacation ends or ended. The seat's
	// clock does not run before that time.
	Vacation [rules.SeatCount]time.Time
}

func newClocks(settings table.Clock) Clocks {
	c := Clocks{Settings: settings, Running: rules.NoSeat}
	for i := range c.Left {
		c.Left[i] = settings.Start + settings.PerMove
	}
	return c
}

// run starts the clock of a seat, unless it is already running.
func (c *Clocks) run(seat rules.Seat, at time.Time) {
	if c.Settings != (table.Clock{}) && c.Running != seat {
		c.Running = seat
		c.startAt(at)
	}
}

func (c *Clocks) Stop() { c.Running = rules.NoSeat }

// restart starts a new turn of a seat, even if the seat's clock is already running.
func (c *Clocks) restart(seat rules.Seat, at time.Time) {
	c.Stop()
	c.run(seat, at)
}

// Charge subtracts from a seat's clock the time that the turn took beyond the delay. If the
// seat moved, Charge also adds the increment or, in a correspondence game, resets the clock.
func (c *Clocks) Charge(seat rules.Seat, spent time.Duration, moved bool, at time.Time) {
	if c.Running != seat {
		return
	}
	c.Left[seat] = max(0, c.Left[seat]-max(0, spent-c.Settings.Delay))
	switch {
	case moved && c.Settings.Correspondence():
		c.Left[seat] = c.Settings.PerMove
	case moved:
		c.Left[seat] += c.Settings.Increment
	}
	c.startAt(at)
}

// startAt makes the running clock count from the given time, or from the end of its player's
// vacation if that is later.
func (c *Clocks) startAt(at time.Time) {
	if c.Since = at; c.Running != rules.NoSeat {
		c.Since = Later(at, c.Vacation[c.Running])
	}
}

// SetVacation charges a seat's clock for the current turn and stops it until the given time.
// The zero time lets the clock run again.
func (c *Clocks) SetVacation(seat rules.Seat, until, at time.Time) {
	if c.Running == seat && !c.Paused {
		c.Charge(seat, c.Spent(at), false, at)
	}
	if c.Vacation[seat] = until; c.Running == seat {
		c.startAt(at)
	}
}

// Ticking reports whether a clock is running and not paused.
func (c *Clocks) Ticking() bool { return c.Running != rules.NoSeat && !c.Paused }

// deadline returns when the running clock runs out.
func (c *Clocks) deadline() time.Time {
	return c.Since.Add(c.Settings.Delay + c.Left[c.Running])
}

// Spent returns how much time of the current turn had passed at the given time.
func (c *Clocks) Spent(at time.Time) time.Duration { return max(0, at.Sub(c.Since)) }

// View returns the clocks for a view, or nil if the game has no clock.
func (c *Clocks) View() *table.ClockView {
	if c.Settings == (table.Clock{}) {
		return nil
	}
	v := &table.ClockView{Left: c.Left, Running: rules.NoSeat, Since: c.Since, Delay: c.Settings.Delay}
	if c.Ticking() {
		v.Running, v.Deadline = c.Running, c.deadline()
	}
	return v
}

func applyPaused(s *State, e table.Event) error {
	if !s.Clocks.Ticking() {
		return errors.New("a clock was paused, but no clock runs")
	}
	s.Clocks.Charge(s.Clocks.Running, e.Spent, false, e.At)
	s.Clocks.Paused = true
	return nil
}

func applyResumed(s *State, e table.Event) error {
	if !s.Clocks.Paused || s.Vote.Adjourned {
		return errors.New("a clock was resumed, but no clock is paused")
	}
	s.Clocks.Paused, s.Clocks.Resumed = false, e.At
	s.Clocks.startAt(e.At)
	return nil
}

func applyVacationStarted(s *State, e table.Event) error {
	if !e.Until.After(e.At) {
		return errors.New("a vacation ends before it starts")
	}
	return setVacation(s, e)
}

func applyVacationEnded(s *State, e table.Event) error { return setVacation(s, e) }

func setVacation(s *State, e table.Event) error {
	held := s.HeldBy(e.Player.ID) & s.Game.Position.Expected()
	if held == 0 || !s.Terms.Vacations() {
		return fmt.Errorf("event %q: this player has no clock that a vacation can stop", e.Kind)
	}
	for seat := range held.All() {
		s.Clocks.SetVacation(seat, e.Until, e.At)
	}
	return nil
}
