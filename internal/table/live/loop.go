package live

import (
	"log/slog"
	"runtime/debug"
	"time"

	"quadrille/internal/table"
	"quadrille/internal/table/decide"
	"quadrille/internal/table/fold"
	"quadrille/rules"
)

// run is the table's goroutine. A panic sets the table aside; its log is intact.
func (t *Table) run() {
	defer close(t.done)
	defer t.cancel()
	t.timer = time.NewTimer(time.Hour)
	defer t.timer.Stop()
	if !t.safely(t.loop) {
		t.closing = table.Refuse(table.SetAside)
		t.safely(func() { t.tell(t.snapshot(t.state, asideLine), t.state.Secrets(), fold.Everyone) })
		return
	}
	if t.cfg.Ended != nil && (t.Unloaded() || t.state.Phase == table.Finished) {
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
			t.closing = table.Refuse(table.Stopped)
		}
	}
	t.hush()
}

// receive answers a request, or lets what somebody says wait for Company: lines
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
		t.talkBy = t.now().Add(table.Company)
	}
	t.talks = append(t.talks, r)
	if len(t.talks) == table.LinesTogether {
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
		at = fold.Later(at, t.retry)
	}
	return at, ok
}

func (t *Table) clockDue() time.Time {
	c := &t.state.Clocks
	switch {
	case !t.outage.IsZero() || len(t.outages) > 0:
		return t.now()
	case c.Running == rules.NoSeat || t.state.Vote.Adjourned:
		return time.Time{}
	case c.Paused && t.actorIsHere():
		return t.now()
	case c.Paused:
		return t.resumeBy
	case t.state.Terms.Clock.Correspondence():
		return c.Deadline().Add(table.Grace)
	}
	return earlier(c.Deadline().Add(table.Grace), t.state.Times.Last.Add(table.Beat))
}

// closingDue is when a table ends by itself; zero if it does not.
func (t *Table) closingDue() time.Time {
	switch t.state.Phase {
	case table.Waiting:
		return t.state.IdleAt(t.cfg.Up)
	case table.Playing:
		return t.state.DesertedAt(t.cfg.Up)
	}
	return t.restsAt()
}

// onTime does what the alarm was set for.
func (t *Table) onTime() {
	if due := t.talkDue(); !due.IsZero() && !due.After(t.now()) {
		t.recite()
		return
	}
	if t.phaseEnds() && t.state.Phase == table.Finished {
		t.closing = table.Refuse(table.GameOver)
		return
	}
	if next, _ := t.nextTask(); t.unloadsNow(next) {
		t.unload()
		return
	}
	d := t.draft()
	must(decide.Tick(d, t.actorIsHere(), t.resumeBy))
	must(decide.Attendance(d, t.attendance.missing))
	if d.State.Phase != table.Finished && t.phaseEnds() {
		must(decide.Close(d))
	}
	if len(d.Events) == 0 { // heard too early: nothing is due twice at once
		t.retry = t.now().Add(table.Patience)
	}
	_ = t.commit(d) // said by the view; tried again after some time
}

func (t *Table) phaseEnds() bool {
	due := t.closingDue()
	return !due.IsZero() && !due.After(t.now())
}

// must panics: the fold refused what was decided from it.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// pause stops a clock of minutes and stores that.
func (t *Table) pause() {
	d := t.draft()
	must(decide.Pause(d))
	t.farewell = t.commit(d)
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
