package live

import (
	"context"
	"log/slog"
	"net/netip"
	"runtime/debug"
	"sync/atomic"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/reserve"
	"quadrille/internal/table"
	"quadrille/internal/table/decide"
	"quadrille/internal/table/fold"
)

// loop holds the state that only the goroutine of a table uses. Other goroutines may read it
// after Table.done is closed.
type loop struct {
	cfg         *Config
	subscribers *subscribers
	requests    chan request
	stop        chan struct{}
	ctx         context.Context

	state    *fold.State
	history  history
	limiter  *reserve.Buckets[player.ID] // see newLimiter
	chat     chatBatch
	outages  outages
	presence presence
	replica  replica
	schedule schedule
	hostFrom netip.Prefix // address of the host's last command; the zero Prefix if unknown
	timer    *time.Timer
	vanished bool        // whether the table is no longer in the database
	closing  error       // error for all further commands; set when the loop ends
	stopErr  error       // why the last events could not be stored
	inDoubt  atomic.Bool // the same as outages.inDoubt, for other goroutines
}

// request is a command to handle or a task to run in the loop.
type request struct {
	key      commandKey
	received time.Time
	by       player.ID
	cost     int                               // cost of the command for the rate limit; see costOf
	from     netip.Prefix                      // address of the client; the zero Prefix if unknown
	charge   func(events int, play bool) error // counts stored events against quotas; see [loop.charge]
	// whether the function `charge` was already called; a request that is decided again is not charged again
	charged  bool
	repeated bool // whether the request is a chat message that was already stored or refused
	size     int  // if the request is a chat message, the number of events that the quotas count for it
	// whether the request is a chat message; chat messages are stored in batches and have their own rate limit
	chat   bool
	task   func() // if not nil, the loop runs this function instead of handling a command
	decide func(*decide.Decision) error
	answer chan error // capacity 1: the loop never waits for the receiver
}

func (l *loop) now() time.Time { return l.cfg.Clock.Now() }

// reachLast makes sure that the clock is not earlier than the last event of a running game. It
// is earlier if it was set back while the server was down.
func (l *loop) reachLast() {
	if l.state.Phase != table.Finished {
		l.cfg.Clock.Reach(l.state.Times.Last)
	}
}

// run handles requests and timers until the table ends. It returns false if it ended because
// of a panic: the table then refuses all commands, but its stored events are intact.
func (l *loop) run() bool {
	l.timer = time.NewTimer(time.Hour)
	defer l.timer.Stop()
	if l.recoverPanic(l.handle) {
		return true
	}
	l.closing = table.Refuse(table.TableFailed)
	l.recoverPanic(func() { l.subscribers.publish(l.snapshot(l.state, setAsideFault), l.state.Secrets(), fold.Everyone) })
	return false
}

// recoverPanic calls f, logs a panic in it, and reports whether f returned normally.
func (l *loop) recoverPanic(f func()) (returned bool) {
	defer func() {
		if fault := recover(); fault != nil {
			l.cfg.Logger.Error("the table stopped after a panic", slog.Any("fault", fault), slog.String("stack", string(debug.Stack())))
		}
	}()
	f()
	return true
}

func (l *loop) handle() {
	if len(l.missed()) > 0 && l.cfg.Cluster == nil {
		l.onTimer()
	}
	for l.closing == nil {
		if l.handleWaiting() {
			if at, ok := l.nextTime(); l.closing == nil && ok &&
				!at.After(l.now()) { // waiting requests must not delay tasks that are due
				l.onAlarm()
			}
			select {
			case <-l.stop:
				l.onStop()
			default:
			}
			continue
		}
		select {
		case r := <-l.requests:
			l.receive(r)
		case <-l.subscribers.wake: // a watcher was opened or closed: the next call of l.alarm sets the timer again
			l.presence.usedAt = l.now()
		case <-l.replica.wake:
			l.replica.follow()
		case <-l.alarm():
			l.onAlarm()
		case <-l.stop:
			l.onStop()
		}
	}
	l.chat.refuse(l.closing)
}

// handleWaiting handles what waits for the table, at most one of each kind, and reports whether
// there was anything. The order is fixed: what other nodes have appended comes before the next
// request, because a decision on an outdated state would have to be made again.
func (l *loop) handleWaiting() (handled bool) {
	select {
	case <-l.subscribers.wake:
		l.presence.usedAt, handled = l.now(), true
	default:
	}
	select {
	case <-l.replica.wake:
		l.replica.follow()
		handled = true
	default:
	}
	if l.closing != nil {
		return true
	}
	select {
	case r := <-l.requests:
		l.receive(r)
		handled = true
	default:
	}
	return handled
}

func (l *loop) onAlarm() {
	l.drain()
	if l.closing == nil {
		l.onTimer()
	}
}

func (l *loop) onStop() {
	if l.closing != nil {
		return
	}
	l.storeChat()
	if l.cfg.Cluster == nil {
		l.pause()
	}
	l.closing = table.Refuse(table.ServerStopping)
}

// receive carries out a request. It only adds a chat message to the batch of chat messages
// that wait to be stored.
func (l *loop) receive(r request) {
	if r.task != nil {
		r.task()
		r.answer <- nil
		return
	}
	l.presence.usedAt = l.now()
	if !r.chat {
		r.answer <- l.answer(r)
		return
	}
	if err := l.settled(); err != nil {
		r.answer <- err
		return
	}
	if l.chat.add(r, l.now()) {
		l.storeChat()
	}
}

// drain handles the requests that arrived before the timer fired.
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

// alarm sets the loop's timer to the time of the next task and returns the timer's channel,
// or nil if there is no next task.
func (l *loop) alarm() <-chan time.Time {
	at, ok := l.nextTime()
	if !ok {
		l.timer.Stop()
		return nil
	}
	l.timer.Reset(at.Sub(l.now()))
	return l.timer.C
}

// nextTime returns when the loop must wake up, either to run the next task or to unload
// the table. If it need not wake up, ok is false.
func (l *loop) nextTime() (at time.Time, ok bool) {
	at, ok = l.nextTask()
	if unload, may := l.unloadAt(at); may {
		return unload, true
	}
	return at, ok
}

// nextTask returns the time at which the next task is due. After a failed write, no task
// is due before the next attempt to write.
func (l *loop) nextTask() (at time.Time, ok bool) {
	if l.outages.failed {
		return l.outages.retryAt, true
	}
	at = clock.Earliest(l.schedule.clockDue(), l.schedule.attendanceDue(), l.chat.due(), l.schedule.closingDue())
	if at.IsZero() {
		return at, false
	}
	return fold.Later(at, l.outages.retryAt), true
}

// onTimer runs the tasks whose time has come.
func (l *loop) onTimer() {
	if l.outages.failed {
		if !l.now().Before(l.outages.retryAt) {
			l.settle()
		}
		if l.outages.inDoubt {
			l.chat.refuse(table.Refuse(table.InDoubt))
		}
		return
	}
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
	clock, attendance := l.schedule.isDue(l.schedule.clockDue()), l.schedule.isDue(l.schedule.attendanceDue())
	d := l.newDecision()
	if clock {
		must(decide.Tick(d, l.subscribers.isPresent(l.schedule.actor()), l.resumeBy()))
	}
	if attendance {
		must(decide.Attendance(d, l.presence.missing))
	}
	if len(d.Events) == 0 && l.phaseEnds() { // otherwise the new events may put off the end; the next call checks it again
		must(decide.Close(d))
	}
	// no event was due yet: try again later instead of spinning
	if next, due := l.nextTask(); len(d.Events) == 0 && due && !next.After(l.now()) {
		l.outages.retryAt = l.now().Add(table.RetryAfter)
	}
	_ = l.commit(d) // if this fails, the view shows the fault, and the table tries again later
}

func (l *loop) phaseEnds() bool { return l.schedule.isDue(l.schedule.closingDue()) }

// must panics on an error of package fold. Such an error means that a decision was invalid.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// pause stores an event that pauses the clock, unless it is a correspondence clock.
func (l *loop) pause() {
	if l.stopErr = l.settled(); l.stopErr != nil {
		return
	}
	d := l.newDecision()
	must(decide.Pause(d))
	l.stopErr = l.commit(d)
}

// snapshot returns a view of a state, without the data on who is connected.
func (l *loop) snapshot(s *fold.State, fault string) *table.View {
	v := l.cfg.snapshot(s)
	v.Fault = fault
	if fault != "" {
		l.outages.freeze(v)
	} else if !l.isExpired() {
		v.Allowed = l.decisionOn(s).Allowed(v.Legal)
	}
	return v
}

// check returns the refusal that a command would get now, or nil.
func (l *loop) check(a table.Command) error {
	if l.closing != nil {
		return l.closing
	}
	return l.decisionOn(l.state).Check(a)
}

// isExpired reports whether the table accepts no more commands.
func (l *loop) isExpired() bool {
	s := l.state
	return s.Phase == table.Finished && (l.cfg.ReadOnly || s.Times.Started.IsZero() || !l.now().Before(l.schedule.expiresAt()))
}
