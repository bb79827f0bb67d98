package table

import (
	"errors"
	"log/slog"
	"time"
)

// What a view says when something is wrong.
const (
	asideLine    = "this table was set aside after a fault; what was played is kept"
	troubleLine  = "what happens here cannot be stored just now, and is refused until it can"
	diskFullLine = "the server's disk is full: nothing is stored, and all is refused until its host makes room"
)

// draft begins to decide something now. If the log was lost while a clock ran,
// the first thing is that the clock stood since.
func (t *Table) draft() *draft {
	stalls := t.stalls() // before the time is taken: a stall ends before what is decided
	d := &draft{state: t.state.clone(), now: t.now(), up: t.cfg.Up, here: t.audience.holds, rights: t.cfg.Rights, newGames: t.cfg.NewGames, bots: t.cfg.Bots}
	d.excuse(stalls)
	if !d.clock.ticking() {
		return d
	}
	for _, o := range t.outages {
		d.must(Event{Kind: Paused, At: o.From, Spent: d.clock.spent(o.From)})
		d.must(Event{Kind: Resumed, At: o.Until})
	}
	if !t.outage.IsZero() {
		d.must(Event{Kind: Paused, At: t.outage, Spent: d.clock.spent(t.outage)})
	}
	return d
}

// must adds an event that always can follow.
func (d *draft) must(e Event) {
	if err := d.add(e); err != nil {
		panic(err)
	}
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
func (t *Table) keep(r request, d *draft) error {
	if len(d.events) == 0 {
		return nil
	}
	if err := t.pace.Check(r.by, r.cost, ahead, d.now); err != nil {
		return err
	}
	if r.charge != nil {
		if err := r.charge(weight(d.events), t.state.phase == Playing); err != nil {
			return err
		}
	}
	if err := t.commit(d); err != nil {
		return err
	}
	t.pace.Spend(r.by, r.cost, d.now)
	return nil
}

// tooLate reports whether a request is the actor's own and was received after
// his deadline: the flag falls before it. Others' need not wait for that.
func (t *Table) tooLate(r request) bool {
	c := &t.state.clock
	if !t.outage.IsZero() || len(t.outages) > 0 || !c.ticking() || !t.state.heldBy(r.by).Has(c.running) {
		return false
	}
	deadline := c.deadline()
	for _, s := range t.stalls() {
		deadline = deadline.Add(s.Until.Sub(s.From))
	}
	return !r.received.Before(deadline)
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
	if err := t.mark(d); err != nil {
		return err
	}
	v, secrets := t.snapshot(d.state, ""), d.state.secrets()
	to, summary := secrets.earsFor(d.events), v.Summary
	if !to.server { // what concerns only some people changes nothing of the summary
		summary = nil
	}
	if err := t.cfg.Log.Append(t.ctx, t.cfg.ID, t.state.seq+1, d.events, summary); err != nil {
		return t.notStored(d.now, err)
	}
	if d.clock.paused && !t.state.clock.paused {
		t.resumeBy = d.now.Add(comeback)
	}
	t.state = d.state
	t.outage, t.outages, t.retry = time.Time{}, nil, time.Time{}
	if t.state.phase == Finished && t.state.begun.IsZero() {
		t.closing = refuse(GameOver)
	}
	if t.View().Aside != "" {
		to = everyone
	}
	t.tell(v, secrets, to)
	return nil
}

// mark has the house mark the account for which a program plays: that is kept before
// anybody is told of a seat of its.
func (t *Table) mark(d *draft) error {
	if d.marks == "" || t.cfg.Rights == nil {
		return nil
	}
	if err := t.cfg.Rights.MarkMachine(t.ctx, d.marks); err != nil {
		t.cfg.Logger.Error("an account could not be marked as a machine", slog.Any("error", err))
		return NotStored(err)
	}
	return nil
}

// notStored keeps to what is on the disk. Where that is not known any more, the
// table is set aside until its log is read again.
func (t *Table) notStored(at time.Time, err error) error {
	r, line := NotStored(err), troubleLine
	if r.Reason == DiskFull {
		line = diskFullLine
	}
	if errors.Is(err, ErrGap) || errors.Is(err, ErrUnsure) || errors.Is(err, ErrNoTable) {
		r, line = &Refusal{Reason: SetAside, Cause: err}, asideLine
		t.closing = r
	}
	t.cfg.Logger.Error("a table's events could not be stored", slog.Bool("aside", t.closing != nil), slog.Any("error", err))
	if t.outage.IsZero() && t.state.clock.ticking() {
		t.outage = at
	}
	t.retry = at.Add(patience)
	if t.View().Aside != line {
		t.tell(t.snapshot(t.state, line), t.state.secrets(), everyone)
	}
	return r
}
