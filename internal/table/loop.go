package table

import (
	"errors"
	"log/slog"
	"runtime/debug"
	"time"

	"quadrille/rules"
)

// patience is how long the table waits before it tries by itself to store what
// could not be stored.
const patience = time.Second

// What a view says when something is wrong.
const (
	asideLine   = "this table was set aside after a fault; what was played is kept"
	troubleLine = "what happens here cannot be stored just now, and is refused until it can"
)

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

// draft begins to decide something now. If the log was lost while a clock ran,
// the first thing is that the clock stood since.
func (t *Table) draft() *draft {
	d := &draft{state: t.state.clone(), now: t.now()}
	if t.outage.IsZero() || !d.clock.ticking() {
		return d
	}
	if err := d.add(Event{Kind: Paused, At: t.outage, Spent: d.clock.spent(t.outage)}); err != nil {
		panic(err)
	}
	return d
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

// answer decides a request and stores what was decided.
func (t *Table) answer(r request) error {
	if err, known := t.repeats.answer(r.key); known {
		return err
	}
	if t.tooLate(r) {
		if err := t.fallFlag(); err != nil {
			return err
		}
		if t.closing != nil {
			return t.closing
		}
	}
	d := t.draft()
	if err := r.decide(d); err != nil {
		t.repeats.wasRefused(r.key, err)
		return err
	}
	if err := t.commit(d); err != nil {
		return err
	}
	t.repeats.wasDone(r.key)
	return nil
}

// tooLate reports whether a request is the actor's own and was received after
// his deadline: the flag falls before it. Others' need not wait for that.
func (t *Table) tooLate(r request) bool {
	c := &t.state.clock
	return t.outage.IsZero() && c.ticking() && t.state.heldBy(r.by).Has(c.running) && !r.received.Before(c.deadline())
}

func (t *Table) fallFlag() error {
	d := t.draft()
	if err := d.flag(); err != nil {
		panic(err)
	}
	return t.commit(d)
}

// commit stores what was decided; then, and only then, it is so and is told.
func (t *Table) commit(d *draft) error {
	if len(d.events) == 0 {
		return nil
	}
	err := t.cfg.Log.Append(t.ctx, t.cfg.ID, t.state.seq+1, d.events)
	if err != nil {
		return t.notStored(d.now, err)
	}
	if d.clock.paused && !t.state.clock.paused {
		t.resumeBy = d.now.Add(comeback)
	}
	t.state = d.state
	t.outage, t.retry = time.Time{}, time.Time{}
	if t.state.phase == Finished {
		t.closing = refuse(GameOver)
	}
	t.tell(t.snapshot(""), !onlyBeats(d.events) || t.View().Aside != "")
	return nil
}

// notStored keeps to what is on the disk. Where that is not known any more, the
// table is set aside until its log is read again.
func (t *Table) notStored(at time.Time, err error) error {
	r := &Refusal{Reason: CannotStore, Cause: err}
	line := troubleLine
	if errors.Is(err, ErrGap) || errors.Is(err, ErrUnsure) || errors.Is(err, ErrNoTable) {
		r.Reason, line = SetAside, asideLine
		t.closing = r
	}
	t.cfg.Logger.Error("a table's events could not be stored", slog.Bool("aside", t.closing != nil), slog.Any("error", err))
	if t.outage.IsZero() && t.state.clock.ticking() {
		t.outage = at
	}
	t.retry = at.Add(patience)
	if t.View().Aside != line {
		t.tell(t.snapshot(line), true)
	}
	return r
}

func onlyBeats(events []Event) bool {
	for _, e := range events {
		if e.Kind != Heartbeat {
			return false
		}
	}
	return true
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
