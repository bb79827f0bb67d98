package live

import (
	"errors"
	"log/slog"
	"time"

	"quadrille/internal/table"
	"quadrille/internal/table/decide"
	"quadrille/internal/table/fold"
)

// What a view says when something is wrong.
const (
	asideLine    = "the table stopped after a fault; the moves so far are stored"
	troubleLine  = "what happens here cannot be stored just now, and is refused until it can"
	diskFullLine = "the server's disk is full: nothing is stored, and all is refused until its host makes room"
)

// draft begins to decide something now. If the log was lost while a clock ran,
// the first thing is that the clock stood since.
func (l *loop) draft() *decide.Decision {
	stalls := l.stalls() // before the time is taken: a stall ends before what is decided
	env := decide.Env{UpSince: l.cfg.UpSince, Present: l.audience.holds, Rights: l.cfg.Rights, NewGames: l.cfg.NewGames, Bots: l.cfg.Bots}
	d := &decide.Decision{State: l.state.Clone(), Now: l.now(), Env: env}
	decide.PauseForStalls(d, stalls)
	if !d.State.Clocks.Ticking() {
		return d
	}
	for _, o := range l.outages.known {
		d.Must(table.Event{Kind: table.Paused, At: o.From, Spent: d.State.Clocks.Spent(o.From)})
		d.Must(table.Event{Kind: table.Resumed, At: o.Until})
	}
	if !l.outages.lost.IsZero() {
		d.Must(table.Event{Kind: table.Paused, At: l.outages.lost, Spent: d.State.Clocks.Spent(l.outages.lost)})
	}
	return d
}

// answer decides a request and stores what was decided.
func (l *loop) answer(r request) error {
	if err, known := l.repeats.answer(r.key); known {
		return err
	}
	if l.tooLate(r) {
		if err := l.fallFlag(); err != nil {
			return err
		}
		if l.closing != nil {
			return l.closing
		}
	}
	d := l.draft()
	if err := r.decide(d); err != nil {
		l.repeats.wasRefused(r.key, err)
		return err
	}
	if err := l.keep(r, d); err != nil {
		return err
	}
	l.attendance.heardOf(r.by, l.now())
	l.repeats.wasDone(r.key)
	return nil
}

// keep stores what a command came to, if its player does not do too much.
func (l *loop) keep(r request, d *decide.Decision) error {
	if len(d.Events) == 0 {
		return nil
	}
	if err := l.pace.Check(r.by, r.cost, d.Now); err != nil {
		return err
	}
	if err := l.charge(r, weight(d.Events), l.state.Phase == table.Playing); err != nil {
		return err
	}
	if err := l.commit(d); err != nil {
		return err
	}
	if r.by == l.state.Host.ID && r.from.IsValid() {
		l.hostFrom = r.from
	}
	l.pace.Spend(r.by, r.cost, d.Now)
	return nil
}

// tooLate reports whether a request is the actor's own and was received after
// their deadline: the flag falls before it. Others' need not wait for that.
func (l *loop) tooLate(r request) bool {
	c := &l.state.Clocks
	if l.outages.open() || !c.Ticking() || !l.state.HeldBy(r.by).Has(c.Running) {
		return false
	}
	deadline := c.Deadline()
	for _, s := range l.stalls() {
		deadline = deadline.Add(s.Until.Sub(s.From))
	}
	return !r.received.Before(deadline)
}

func (l *loop) fallFlag() error {
	d := l.draft()
	if err := decide.Flag(d); err != nil {
		panic(err)
	}
	return l.commit(d)
}

// commit stores what was decided; then, and only then, it is so and is told.
func (l *loop) commit(d *decide.Decision) error {
	if len(d.Events) == 0 {
		return nil
	}
	if err := l.mark(d); err != nil {
		return err
	}
	v, secrets := l.snapshot(d.State, ""), d.State.Secrets()
	to, summary := secrets.Recipients(d.Events), v.Summary
	if !to.Server { // what concerns only some people changes nothing of the summary
		summary = nil
	}
	if err := l.cfg.Log.Append(l.ctx, l.cfg.ID, l.state.Seq+1, d.Events, summary); err != nil {
		return l.notStored(d.Now, err)
	}
	if d.State.Clocks.Paused && !l.state.Clocks.Paused {
		l.outages.resumeBy = d.Now.Add(table.ReconnectTime)
	}
	l.state = d.State
	l.outages.stored()
	if l.state.Phase == table.Finished && l.state.Times.Started.IsZero() {
		l.closing = table.Refuse(table.GameOver)
	}
	if l.audience.view.Load().Fault != "" {
		to = fold.Everyone
	}
	l.audience.publish(v, secrets, to)
	return nil
}

// mark has the club mark the account for which a program plays: that is kept before
// anybody is told of a seat of its.
func (l *loop) mark(d *decide.Decision) error {
	if d.Marks == "" || l.cfg.Rights == nil {
		return nil
	}
	if err := l.cfg.Rights.MarkBotAccount(l.ctx, d.Marks); err != nil {
		l.cfg.Logger.Error("an account could not be marked as a machine", slog.Any("error", err))
		return table.NotStored(err)
	}
	return nil
}

// notStored keeps to what is on the disk. Where that is not known any more, the
// table is set aside until its log is read again.
func (l *loop) notStored(at time.Time, err error) error {
	r, line := table.NotStored(err), troubleLine
	if r.Reason == table.DiskFull {
		line = diskFullLine
	}
	if errors.Is(err, table.ErrGap) || errors.Is(err, table.ErrUnsure) || errors.Is(err, table.ErrNoTable) {
		r, line = &table.Refusal{Reason: table.TableFailed, Cause: err}, asideLine
		l.closing = r
	}
	l.cfg.Logger.Error("a table's events could not be stored", slog.Bool("aside", l.closing != nil), slog.Any("error", err))
	if l.outages.lost.IsZero() && l.state.Clocks.Ticking() {
		l.outages.lost = at
	}
	l.outages.retry = at.Add(table.RetryAfter)
	if l.audience.view.Load().Fault != line {
		l.audience.publish(l.snapshot(l.state, line), l.state.Secrets(), fold.Everyone)
	}
	return r
}
