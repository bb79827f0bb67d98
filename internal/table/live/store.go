package live

import (
	"crypto/rand"
	"errors"
	"log/slog"
	"math/big"
	"time"

	"quadrille/internal/table"
	"quadrille/internal/table/decide"
	"quadrille/internal/table/fold"
)

// The texts of View.Fault.
const (
	lostFault      = "the database has lost this table; open another one"
	lostEndFault   = "the database has lost the end of this game; open the table again"
	setAsideFault  = "the table stopped after an internal error; the moves so far are stored"
	notStoredFault = "moves cannot be stored right now and are refused; try again soon"
	diskFullFault  = "the server's disk is full; moves are refused until its operator frees space"
)

// newDecision starts a decision at the current time. It first adds events that stop the
// clock during the outages of the server, and for the time since writes began to fail.
func (l *loop) newDecision() *decide.Decision {
	missed := l.missed() // before l.now, so that none of these outages ends after d.Now
	d := l.decisionOn(l.state.Clone())
	decide.PauseForOutages(d, missed)
	if from := l.schedule.pauseFrom(d.Now); !from.IsZero() {
		d.Must(table.Event{Kind: table.Paused, At: from, Spent: d.State.Clocks.Spent(from)})
	}
	return d
}

// decisionOn returns a decision on a state at the current time.
func (l *loop) decisionOn(s *fold.State) *decide.Decision {
	d := &decide.Decision{State: s, Now: l.now(), Env: decide.Env{
		UpSince: l.cfg.UpSince, Outages: l.cfg.Clock.Outages(), Present: l.subscribers.isPresent, Rights: l.cfg.Rights,
		NewGames: l.cfg.NewGames,
		Bots:     l.cfg.Bots, Roll: roll, Expected: l.expected, Vacation: l.cfg.Vacation,
		Invited: l.cfg.Invited, MayPair: l.cfg.MayPair,
	}}
	d.Now = fold.Later(d.Now, s.Times.Last) // the clock of another node may be ahead by milliseconds
	return d
}

// roll returns a random number from 0 to n-1 that nobody can foresee.
func roll(n int) int {
	number, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		panic(err) // cannot happen: the system's source of random numbers does not fail
	}
	return int(number.Int64())
}

// expected returns the number of invited people who are connected to the table and have no
// seat yet.
func (l *loop) expected() (n int) {
	if l.cfg.Invited == nil {
		return 0
	}
	for _, id := range l.subscribers.list() {
		if l.state.HeldBy(id) == 0 && l.cfg.Invited(id) {
			n++
		}
	}
	return n
}

// answer handles a request and stores the resulting events. If another node appends events
// first, answer handles the request again. The request's time of receipt stays the same.
func (l *loop) answer(r request) error {
	for again := newRace(); ; {
		err := l.tryAnswer(&r)
		switch {
		case !errors.Is(err, errOvertaken):
			return err
		case !again.again(l):
			return table.NotStored(err)
		}
	}
}

func (l *loop) tryAnswer(r *request) error {
	if err := l.settled(); err != nil {
		return err
	}
	if err, known := l.history.answer(r.key); known {
		if err == nil {
			err = l.replica.durable()
		}
		return err
	}
	if l.tooLate(r) {
		if err := l.dropFlag(); err != nil {
			return err
		}
	}
	if l.closing != nil {
		return l.closing
	}
	d := l.newDecision()
	err := r.decide(d)
	if err != nil {
		if overtaken := l.replica.confirm(); overtaken != nil {
			return overtaken
		}
		l.history.recordRefused(r.key, err)
		return err
	}
	if err := l.store(r, d); err != nil {
		return err
	}
	l.presence.recordActivity(r.by, l.now())
	l.history.recordDone(r.key)
	return nil
}

// store checks the limits and quotas of a request, and then stores the events of its decision. A
// decision without events succeeds if those that make the command unnecessary are durable.
func (l *loop) store(r *request, d *decide.Decision) error {
	if len(d.Events) == 0 {
		return l.replica.durable()
	}
	if err := tooFast(l.limiter.Wait(r.by, r.cost, l.cfg.Clock.Steady())); err != nil {
		return err
	}
	if !r.charged {
		if err := l.charge(r, totalSize(d.Events), l.state.Phase == table.Playing); err != nil {
			return err
		}
		r.charged = true
	}
	if err := l.commit(d); err != nil {
		return err
	}
	if r.by == l.state.Host.ID && r.from.IsValid() {
		l.hostFrom = r.from
	}
	l.limiter.Spend(r.by, r.cost, l.cfg.Clock.Steady())
	return nil
}

// tooLate reports whether the player to move sent a request after the deadline. Such a player
// loses on time before the request is handled. Requests of other players are never too late.
func (l *loop) tooLate(r *request) bool {
	c := &l.state.Clocks
	if l.outages.pending() || !l.schedule.pauseFrom(l.now()).IsZero() || !c.Ticking() || !l.state.HeldBy(r.by).Has(c.Running) {
		return false
	}
	return !r.received.Before(l.state.Deadline().Add(l.missed().Between(c.Since, l.now())))
}

func (l *loop) dropFlag() error {
	d := l.newDecision()
	if err := decide.Flag(d); err != nil {
		panic(err)
	}
	return l.commit(d)
}

// commit stores the events of a decision. Only then does it change and publish the state.
func (l *loop) commit(d *decide.Decision) error {
	if len(d.Events) == 0 {
		return nil
	}
	if err := l.markBotAccount(d); err != nil {
		return err
	}
	v, secrets := l.snapshot(d.State, ""), d.State.Secrets()
	to, summary := secrets.Recipients(d.Events), v.Summary
	if !to.Server { // store no summary, because events that only some people may see do not change the summary
		summary = nil
	}
	chain, err := l.replica.append(d, summary)
	switch {
	case errors.Is(err, errOvertaken):
		return err
	case l.cfg.Cluster != nil && errors.Is(err, table.ErrNoTable):
		return table.NotStored(l.vanish(err))
	case err != nil:
		return l.notStored(d.Now, err)
	}
	l.subscribers.remember(numbered(d))
	l.adopt(d.State, chain, v, to)
	return nil
}

// numbered returns the events of a decision as the log returns them.
func numbered(d *decide.Decision) []table.Numbered {
	list := make([]table.Numbered, len(d.Events))
	for i, e := range d.Events {
		e.At = e.At.UTC()
		list[i] = table.Numbered{Event: e, Seq: d.State.Seq - len(d.Events) + 1 + i}
	}
	return list
}

// adopt replaces the state by a later state whose events are all stored, and publishes the
// new view.
func (l *loop) adopt(s *fold.State, chain table.Chain, v *table.View, to fold.Recipients) {
	if s.Clocks.Paused && !l.state.Clocks.Paused {
		l.outages.pausedAt = l.now()
	}
	l.state = s
	l.reachLast()
	l.replica.tip.Store(&tip{s.Seq, chain})
	l.outages.clear()
	l.inDoubt.Store(false)
	if s.Phase == table.Finished && s.Times.Started.IsZero() {
		l.closing = table.Refuse(table.GameOver)
	}
	if v.Fault != "" || l.subscribers.view.Load().Fault != "" {
		to = fold.Everyone
	}
	l.subscribers.publish(v, s.Secrets(), to)
}

// markBotAccount makes the club mark an account as a bot account. It runs before the table
// stores the event that gives the account a seat.
func (l *loop) markBotAccount(d *decide.Decision) error {
	if d.Marks == "" || l.cfg.Rights == nil {
		return nil
	}
	if err := l.cfg.Rights.MarkBotAccount(l.ctx, d.Marks); err != nil {
		l.cfg.Logger.Error("cannot mark an account as a bot account", slog.Any("error", err))
		return table.NotStored(err)
	}
	return nil
}

// notStored handles a failed write. It publishes a view that tells people about the fault.
// If it is unknown whether the events were stored, the table also refuses commands until
// [loop.settle] finds out.
func (l *loop) notStored(at time.Time, err error) error {
	r, line := table.NotStored(err), notStoredFault
	switch r.Reason {
	case table.DiskFull:
		line = diskFullFault
	case table.InDoubt:
		line = doubtFault
	}
	if errors.Is(err, table.ErrNoTable) {
		r, line = &table.Refusal{Reason: table.TableFailed, Cause: err}, setAsideFault
		l.closing = r
	} else {
		alone := l.cfg.Cluster == nil
		doubt := errors.Is(err, table.ErrUnsure) || alone && errors.Is(err, table.ErrGap)
		l.outages.failed, l.outages.inDoubt = alone || doubt, doubt
		l.inDoubt.Store(doubt)
	}
	l.cfg.Logger.Error("cannot store the table's events", slog.Bool("aside", l.closing != nil), slog.Any("error", err))
	if l.outages.writeFailed.IsZero() && l.state.Clocks.Ticking() {
		l.outages.writeFailed = at
	}
	l.outages.retryAt = l.now().Add(table.RetryAfter)
	if l.subscribers.view.Load().Fault != line {
		l.subscribers.publish(l.snapshot(l.state, line), l.state.Secrets(), fold.Everyone)
	}
	return r
}
