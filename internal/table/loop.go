package table

import (
	"log/slog"
	"runtime/debug"
	"time"

	"quadrille/rules"
)

// patience is how long the table waits before it tries by itself to store what
// could not be stored.
const patience = time.Second

// run is the table's goroutine. A panic sets the table aside; its log is intact.
func (t *Table) run() {
	defer close(t.done)
	defer t.cancel()
	t.timer = time.NewTimer(time.Hour)
	defer t.timer.Stop()
	if t.safely(t.loop) {
		return
	}
	t.closing = refuse(SetAside)
	t.safely(func() { t.tell(t.snapshot(asideLine), true) })
}

// safely calls f and reports whether it returned.
func (t *Table) safely(f func()) (returned bool) {
	defer func() {
		if fault := recover(); fault != nil {
			t.cfg.Logger.Error("a table is set aside after a panic", slog.Any("fault", fault), slog.String("stack", string(debug.Stack())))
		}
	}()
	f()
	return true
}

func (t *Table) loop() {
	for t.closing == nil {
		select {
		case r := <-t.requests:
			r.answer <- t.answer(r)
		case <-t.arrived: // whoever it is, a paused clock may go on
		case <-t.alarm():
			t.drain()
			if t.closing == nil {
				t.onTime()
			}
		case <-t.stop:
			t.pause()
			t.closing = refuse(Stopped)
		}
	}
}

// drain answers what was received before the alarm was heard.
func (t *Table) drain() {
	heard := t.now()
	for t.closing == nil {
		select {
		case r := <-t.requests:
			r.answer <- t.answer(r)
			if !r.received.Before(heard) {
				return
			}
		default:
			return
		}
	}
}

// alarm sets the one timer to when there is something to do without being
// asked; it stays silent when there is nothing.
func (t *Table) alarm() <-chan time.Time {
	at, ok := t.nextTime()
	if !ok {
		t.timer.Stop()
		return nil
	}
	t.timer.Reset(at.Sub(t.now()))
	return t.timer.C
}

func (t *Table) nextTime() (at time.Time, ok bool) {
	c := &t.state.clock
	switch {
	case !t.outage.IsZero():
		at = t.retry
	case c.running == rules.NoSeat:
		return at, false
	case c.paused && t.actorIsHere():
		at = t.retry
	case c.paused:
		at = t.resumeBy
	default:
		at = earlier(c.deadline().Add(grace), t.state.last.Add(beat))
	}
	if at.Before(t.retry) {
		at = t.retry
	}
	return at, true
}

// onTime does what the alarm was set for.
func (t *Table) onTime() {
	d := t.draft()
	var err error
	switch {
	case d.clock.paused:
		if t.actorIsHere() || !d.now.Before(t.resumeBy) && len(d.events) == 0 {
			err = d.emit(Event{Kind: Resumed})
		}
	case d.clock.ticking() && !d.now.Before(d.clock.deadline().Add(grace)):
		err = d.flag()
	case d.clock.ticking() && !d.now.Before(d.last.Add(beat)):
		err = d.emit(Event{Kind: Heartbeat})
	}
	if err != nil {
		panic(err) // the fold refused what was decided from it
	}
	_ = t.commit(d) // said by the view; tried again after some patience
}

// flag decides that the clock of the actor ran out (G6).
func (d *draft) flag() error {
	seat := d.clock.running
	if err := d.emit(Event{Kind: Flagged, Seat: &seat}); err != nil {
		return err
	}
	return d.conclude()
}

// pause lets the clock that runs stand.
func (t *Table) pause() {
	d := t.draft()
	if d.clock.ticking() {
		if err := d.emit(Event{Kind: Paused, Spent: d.clock.spent(d.now)}); err != nil {
			panic(err)
		}
	}
	t.farewell = t.commit(d)
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
