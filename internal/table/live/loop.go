package live

import (
	"context"
	"log/slog"
	"net/netip"
	"runtime/debug"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/decide"
	"quadrille/internal/table/fold"
	"quadrille/rules"
)

// loop is the goroutine of a table and what it alone touches. Others may read its
// fields when Table.done is closed.
type loop struct {
	cfg      *Config
	audience *audience
	requests chan request
	stop     chan struct{}
	ctx      context.Context

	state      *fold.State
	repeats    repeats
	pace       CommandLimiter
	chat       chatBatch
	outages    outages
	attendance attendance
	hostFrom   netip.Prefix // where the host last did something from; not valid: not known
	timer      *time.Timer
	closing    error // what commands are answered from now on; set, the loop ends
	farewell   error // why the last events could not be stored
}

// request is something for the loop to decide.
type request struct {
	key      actKey
	received time.Time
	by       player.ID
	cost     int                               // see Pace
	from     netip.Prefix                      // where they are; not valid: not known
	charge   func(events int, play bool) error // counts what is stored for them; see [loop.charge]
	size     int                               // of a chat line, in events
	chat     bool                              // it may wait a little for others; its pace is its own
	own      func()                            // instead of deciding anything: the loop's own work
	decide   func(*decide.Decision) error
	answer   chan error // capacity 1
}

func (l *loop) now() time.Time { return l.cfg.Now().UTC() }

// run handles requests and timers until the table ends. After a panic the table is set
// aside; its log is intact. It reports whether the loop ended without a panic.
func (l *loop) run() bool {
	l.timer = time.NewTimer(time.Hour)
	defer l.timer.Stop()
	if l.safely(l.handle) {
		return true
	}
	l.closing = table.Refuse(table.TableFailed)
	l.safely(func() { l.audience.publish(l.snapshot(l.state, asideLine), l.state.Secrets(), fold.Everyone) })
	return false
}

// safely calls f and reports whether it returned.
func (l *loop) safely(f func()) (returned bool) {
	defer func() {
		if fault := recover(); fault != nil {
			l.cfg.Logger.Error("a table is set aside after a panic", slog.Any("fault", fault), slog.String("stack", string(debug.Stack())))
		}
	}()
	f()
	return true
}

func (l *loop) handle() {
	if len(l.outages.known) > 0 {
		l.onTime()
	}
	for l.closing == nil {
		select {
		case r := <-l.requests:
			l.receive(r)
		case <-l.audience.stirred: // whoever came or went, there may be something to do
			l.attendance.used = l.now()
		case <-l.alarm():
			l.drain()
			if l.closing == nil {
				l.onTime()
			}
		case <-l.stop:
			l.storeChat()
			l.pause()
			l.closing = table.Refuse(table.ServerStopping)
		}
	}
	l.chat.refuse(l.closing)
}

// receive answers a request, or lets what somebody says wait for Company: lines
// share a commit.
func (l *loop) receive(r request) {
	if r.own != nil {
		r.own()
		r.answer <- nil
		return
	}
	l.attendance.used = l.now()
	if !r.chat {
		r.answer <- l.answer(r)
		return
	}
	if l.chat.add(r, l.now()) {
		l.storeChat()
	}
}

// drain answers what was received before the alarm was heard.
func (l *loop) drain() {
	heard := l.now()
	for l.closing == nil {
		select {
		case r := <-l.requests:
			l.receive(r)
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
func (l *loop) alarm() <-chan time.Time {
	at, ok := l.nextTime()
	if !ok {
		l.timer.Stop()
		return nil
	}
	l.timer.Reset(at.Sub(l.now()))
	return l.timer.C
}

// nextTime is when there is something to do, or the table unloads itself.
func (l *loop) nextTime() (at time.Time, ok bool) {
	at, ok = l.nextTask()
	if unload, may := l.unloadAt(at); may {
		return unload, true
	}
	return at, ok
}

// nextTask is the earliest of what is due by itself, but not before the log is
// tried again.
func (l *loop) nextTask() (at time.Time, ok bool) {
	for _, due := range []time.Time{l.clockDue(), l.attendance.rollCall(l.state, l.audience.holds, l.now()), l.chat.due(), l.closingDue()} {
		if !due.IsZero() && (!ok || due.Before(at)) {
			at, ok = due, true
		}
	}
	if ok {
		at = fold.Later(at, l.outages.retry)
	}
	return at, ok
}

func (l *loop) clockDue() time.Time {
	c := &l.state.Clocks
	switch {
	case l.outages.open():
		return l.now()
	case c.Running == rules.NoSeat || l.state.Vote.Adjourned:
		return time.Time{}
	case c.Paused && l.actorIsHere():
		return l.now()
	case c.Paused:
		return l.outages.resumeBy
	case l.state.Terms.Clock.Correspondence():
		return c.Deadline().Add(table.Grace)
	}
	return earlier(c.Deadline().Add(table.Grace), l.state.Times.Last.Add(table.HeartbeatEvery))
}

// closingDue is when a table ends by itself; zero if it does not.
func (l *loop) closingDue() time.Time {
	switch l.state.Phase {
	case table.Waiting:
		return l.state.IdleAt(l.cfg.UpSince)
	case table.Playing:
		return l.state.AbandonedAt(l.cfg.UpSince)
	}
	return l.restsAt()
}

// onTime does what the alarm was set for.
func (l *loop) onTime() {
	if due := l.chat.due(); !due.IsZero() && !due.After(l.now()) {
		l.storeChat()
		return
	}
	if l.phaseEnds() && l.state.Phase == table.Finished {
		l.closing = table.Refuse(table.GameOver)
		return
	}
	if next, _ := l.nextTask(); l.unloadsNow(next) {
		l.unload()
		return
	}
	d := l.draft()
	must(decide.Tick(d, l.actorIsHere(), l.outages.resumeBy))
	must(decide.Attendance(d, l.attendance.missing))
	if d.State.Phase != table.Finished && l.phaseEnds() {
		must(decide.Close(d))
	}
	if len(d.Events) == 0 { // heard too early: nothing is due twice at once
		l.outages.retry = l.now().Add(table.RetryAfter)
	}
	_ = l.commit(d) // said by the view; tried again after some time
}

func (l *loop) phaseEnds() bool {
	due := l.closingDue()
	return !due.IsZero() && !due.After(l.now())
}

// must panics: the fold refused what was decided from it.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// pause stops a clock of minutes and stores that.
func (l *loop) pause() {
	d := l.draft()
	must(decide.Pause(d))
	l.farewell = l.commit(d)
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// restsAt returns when nothing more comes of a finished table; zero before its end.
func (l *loop) restsAt() time.Time {
	if l.state.Phase != table.Finished {
		return time.Time{}
	}
	return l.state.Times.Ended.Add(table.AfterGame)
}

// actorIsHere reports whether the player whose clock is paused is connected.
func (l *loop) actorIsHere() bool {
	running := l.state.Clocks.Running
	return running != rules.NoSeat && l.audience.holds(l.state.Seats.List[running].Player.ID)
}

// snapshot returns a state as a view, without the audience.
func (l *loop) snapshot(s *fold.State, aside string) *table.View {
	v := l.cfg.snapshot(s)
	v.Fault = aside
	return v
}

// finishedForGood reports whether nothing more can come.
func (l *loop) finishedForGood() bool {
	s := l.state
	return s.Phase == table.Finished && (l.cfg.ReadOnly || s.Times.Started.IsZero() || !l.now().Before(l.restsAt()))
}
