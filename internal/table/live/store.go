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
	asideLine    = "this table was set aside after a fault; what was played is kept"
	troubleLine  = "what happens here cannot be stored just now, and is refused until it can"
	diskFullLine = "the server's disk is full: nothing is stored, and all is refused until its host makes room"
)

// draft begins to decide something now. If the log was lost while a clock ran,
// the first thing is that the clock stood since.
func (t *Table) draft() *decide.Decision {
	stalls := t.stalls() // before the time is taken: a stall ends before what is decided
	env := decide.Env{Up: t.cfg.Up, Here: t.audience.holds, Rights: t.cfg.Rights, NewGames: t.cfg.NewGames, Bots: t.cfg.Bots}
	d := &decide.Decision{State: t.state.Clone(), Now: t.now(), Env: env}
	decide.Excuse(d, stalls)
	if !d.State.Clocks.Ticking() {
		return d
	}
	for _, o := range t.outages {
		d.Must(table.Event{Kind: table.Paused, At: o.From, Spent: d.State.Clocks.Spent(o.From)})
		d.Must(table.Event{Kind: table.Resumed, At: o.Until})
	}
	if !t.outage.IsZero() {
		d.Must(table.Event{Kind: table.Paused, At: t.outage, Spent: d.State.Clocks.Spent(t.outage)})
	}
	return d
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
	if err := t.keep(r, d); err != nil {
		return err
	}
	t.heardOf(r.by)
	t.repeats.wasDone(r.key)
	return nil
}

// keep stores what somebody's act came to, if he does not do too much.
func (t *Table) keep(r request, d *decide.Decision) error {
	if len(d.Events) == 0 {
		return nil
	}
	if err := t.pace.Check(r.by, r.cost, ahead, d.Now); err != nil {
		return err
	}
	if r.charge != nil {
		if err := r.charge(weight(d.Events), t.state.Phase == table.Playing); err != nil {
			return err
		}
	}
	if err := t.commit(d); err != nil {
		return err
	}
	t.pace.Spend(r.by, r.cost, d.Now)
	return nil
}

// tooLate reports whether a request is the actor's own and was received after
// his deadline: the flag falls before it. Others' need not wait for that.
func (t *Table) tooLate(r request) bool {
	c := &t.state.Clocks
	if !t.outage.IsZero() || len(t.outages) > 0 || !c.Ticking() || !t.state.HeldBy(r.by).Has(c.Running) {
		return false
	}
	deadline := c.Deadline()
	for _, s := range t.stalls() {
		deadline = deadline.Add(s.Until.Sub(s.From))
	}
	return !r.received.Before(deadline)
}

func (t *Table) fallFlag() error {
	d := t.draft()
	if err := decide.Flag(d); err != nil {
		panic(err)
	}
	return t.commit(d)
}

// commit stores what was decided; then, and only then, it is so and is told.
func (t *Table) commit(d *decide.Decision) error {
	if len(d.Events) == 0 {
		return nil
	}
	if err := t.mark(d); err != nil {
		return err
	}
	v, secrets := t.snapshot(d.State, ""), d.State.Secrets()
	to, summary := secrets.Recipients(d.Events), v.Summary
	if !to.Server { // what concerns only some people changes nothing of the summary
		summary = nil
	}
	if err := t.cfg.Log.Append(t.ctx, t.cfg.ID, t.state.Seq+1, d.Events, summary); err != nil {
		return t.notStored(d.Now, err)
	}
	if d.State.Clocks.Paused && !t.state.Clocks.Paused {
		t.resumeBy = d.Now.Add(table.Comeback)
	}
	t.state = d.State
	t.outage, t.outages, t.retry = time.Time{}, nil, time.Time{}
	if t.state.Phase == table.Finished && t.state.Times.Began.IsZero() {
		t.closing = table.Refuse(table.GameOver)
	}
	if t.View().Aside != "" {
		to = fold.Everyone
	}
	t.tell(v, secrets, to)
	return nil
}

// mark has the house mark the account for which a program plays: that is kept before
// anybody is told of a seat of its.
func (t *Table) mark(d *decide.Decision) error {
	if d.Marks == "" || t.cfg.Rights == nil {
		return nil
	}
	if err := t.cfg.Rights.MarkMachine(t.ctx, d.Marks); err != nil {
		t.cfg.Logger.Error("an account could not be marked as a machine", slog.Any("error", err))
		return table.NotStored(err)
	}
	return nil
}

// notStored keeps to what is on the disk. Where that is not known any more, the
// table is set aside until its log is read again.
func (t *Table) notStored(at time.Time, err error) error {
	r, line := table.NotStored(err), troubleLine
	if r.Reason == table.DiskFull {
		line = diskFullLine
	}
	if errors.Is(err, table.ErrGap) || errors.Is(err, table.ErrUnsure) || errors.Is(err, table.ErrNoTable) {
		r, line = &table.Refusal{Reason: table.SetAside, Cause: err}, asideLine
		t.closing = r
	}
	t.cfg.Logger.Error("a table's events could not be stored", slog.Bool("aside", t.closing != nil), slog.Any("error", err))
	if t.outage.IsZero() && t.state.Clocks.Ticking() {
		t.outage = at
	}
	t.retry = at.Add(table.Patience)
	if t.View().Aside != line {
		t.tell(t.snapshot(t.state, line), t.state.Secrets(), fold.Everyone)
	}
	return r
}
