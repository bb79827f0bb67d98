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
	if !t.safely(t.loop) {
		t.closing = refuse(SetAside)
		t.safely(func() { t.tell(t.snapshot(t.state, asideLine), t.state.secrets(), everyone) })
		return
	}
	if t.cfg.Ended != nil && (t.Unloaded() || t.state.phase == Finished) {
		due, _ := t.nextTask()
		t.safely(func() { t.cfg.Ended(t, due) })
	}
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
	if len(t.outages) > 0 {
		t.onTime()
	}
	for t.closing == nil {
		select {
		case r := <-t.requests:
			t.receive(r)
		case <-t.stirred: // whoever came or went, there may be something to do
			t.attendance.used = t.now()
		case <-t.alarm():
			t.drain()
			if t.closing == nil {
				t.onTime()
			}
		case <-t.stop:
			t.recite()
			t.pause()
			t.closing = refuse(Stopped)
		}
	}
	t.hush()
}

// receive answers a request, or lets what somebody says wait for company: lines
// share a commit.
func (t *Table) receive(r request) {
	if r.own != nil {
		r.own()
		r.answer <- nil
		return
	}
	t.attendance.used = t.now()
	if !r.talk {
		r.answer <- t.answer(r)
		return
	}
	if len(t.talks) == 0 {
		t.talkBy = t.now().Add(company)
	}
	t.talks = append(t.talks, r)
	if len(t.talks) == linesTogether {
		t.recite()
	}
}

// drain answers what was received before the alarm was heard.
func (t *Table) drain() {
	heard := t.now()
	for t.closing == nil {
		select {
		case r := <-t.requests:
			t.receive(r)
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

// nextTime is when there is something to do, or the table unloads itself.
func (t *Table) nextTime() (at time.Time, ok bool) {
	at, ok = t.nextTask()
	if unload, may := t.unloadAt(at); may {
		return unload, true
	}
	return at, ok
}

// nextTask is the earliest of what is due by itself, but not before the log is
// tried again.
func (t *Table) nextTask() (at time.Time, ok bool) {
	for _, due := range []time.Time{t.clockDue(), t.rollCall(), t.talkDue(), t.closingDue()} {
		if !due.IsZero() && (!ok || due.Before(at)) {
			at, ok = due, true
		}
	}
	if ok {
		at = later(at, t.retry)
	}
	return at, ok
}

func (t *Table) clockDue() time.Time {
	c := &t.state.clock
	switch {
	case !t.outage.IsZero() || len(t.outages) > 0:
		return t.now()
	case c.running == rules.NoSeat || t.state.vote.adjourned:
		return time.Time{}
	case c.paused && t.actorIsHere():
		return t.now()
	case c.paused:
		return t.resumeBy
	case t.state.terms.Clock.Correspondence():
		return c.deadline().Add(grace)
	}
	return earlier(c.deadline().Add(grace), t.state.last.Add(beat))
}

// closingDue is when a table ends by itself; zero if it does not.
func (t *Table) closingDue() time.Time {
	switch t.state.phase {
	case Waiting:
		return t.state.idleness(t.cfg.Up)
	case Playing:
		return t.state.desertion(t.cfg.Up)
	}
	return t.restsAt()
}

// onTime does what the alarm was set for.
func (t *Table) onTime() {
	if due := t.talkDue(); !due.IsZero() && !due.After(t.now()) {
		t.recite()
		return
	}
	if t.phaseEnds() && t.state.phase == Finished {
		t.closing = refuse(GameOver)
		return
	}
	if next, _ := t.nextTask(); t.unloadsNow(next) {
		t.unload()
		return
	}
	d := t.draft()
	for _, do := range []func(*draft) error{t.tick, t.attend, t.close} {
		if err := do(d); err != nil {
			panic(err) // the fold refused what was decided from it
		}
	}
	if len(d.events) == 0 { // heard too early: nothing is due twice at once
		t.retry = t.now().Add(patience)
	}
	_ = t.commit(d) // said by the view; tried again after some patience
}

// tick decides what a clock brings about.
func (t *Table) tick(d *draft) error {
	switch {
	case d.vote.adjourned:
	case d.clock.paused:
		if t.actorIsHere() || !d.now.Before(t.resumeBy) && len(d.events) == 0 {
			return d.emit(Event{Kind: Resumed})
		}
	case d.clock.ticking() && !d.now.Before(d.clock.deadline().Add(grace)):
		return d.flag()
	case d.clock.ticking() && !d.terms.Clock.Correspondence() && !d.now.Before(d.last.Add(beat)):
		return d.emit(Event{Kind: Heartbeat})
	}
	return nil
}

func (t *Table) phaseEnds() bool {
	due := t.closingDue()
	return !due.IsZero() && !due.After(t.now())
}

// close decides that a table ends that nobody gets ready at, or that everybody
// left.
func (t *Table) close(d *draft) error {
	if d.phase == Finished || !t.phaseEnds() {
		return nil
	}
	return d.emit(Event{Kind: Closed, Action: abandoned})
}

// flag decides that the clock of the actor ran out (G6).
func (d *draft) flag() error {
	seat := d.clock.running
	if err := d.emit(Event{Kind: Flagged, Seat: &seat}); err != nil {
		return err
	}
	return d.conclude()
}

// pause lets the clock of minutes that runs stand. A clock of days is not paused by
// each table: the server knows when it was down.
func (t *Table) pause() {
	d := t.draft()
	if d.clock.ticking() && !d.terms.Clock.Correspondence() {
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
