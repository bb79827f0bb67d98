package live

import (
	"context"
	"log/slog"

	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
)

// The outcome of an append may be unknown, for example because a sync of the disk failed, or while
// the synchronous standby of the database is away. The table is then in doubt: it carries out
// no command and its clock stands still, until it is known which events are stored.

// doubtFault is the text of View.Fault while the table is in doubt.
const doubtFault = "the last command is not stored yet; clocks stand still until the database answers"

// settle tries to end the fault of the last append: it waits until the log accepts a commit, or in
// a cluster until the events in the log are durable. A table in doubt then reads the log. If
// that fails, the table tries again later.
func (l *loop) settle() {
	failed, doubt := l.outages.writeFailed, l.outages.inDoubt
	if err := l.replica.settle(); err != nil {
		l.cfg.Logger.Warn("the table still cannot store events", slog.Bool("doubt", doubt), slog.Any("error", err))
		l.outages.retryAt = l.now().Add(table.RetryAfter)
		return
	}
	if l.closing != nil {
		return
	}
	l.outages.clear()
	l.inDoubt.Store(false)
	if l.state.Clocks.Ticking() { // the time since the write failed is not charged to the player who is now to move
		l.outages.writeFailed, l.outages.over = failed, !failed.IsZero()
	}
	switch l.subscribers.view.Load().Fault {
	case doubtFault, notStoredFault, diskFullFault:
		v := l.snapshot(l.state, "")
		l.outages.freeze(v)
		l.subscribers.publish(v, l.state.Secrets(), fold.Everyone)
	}
	if doubt {
		l.cfg.Logger.Info("it is known again which events of the table are stored", slog.Int("last", l.state.Seq))
	}
}

// settled returns a refusal if the outcome of the last append is still unknown.
func (l *loop) settled() error {
	if l.outages.inDoubt && !l.now().Before(l.outages.retryAt) {
		l.settle()
	}
	switch {
	case l.closing != nil:
		return l.closing
	case l.outages.inDoubt:
		return table.Refuse(table.InDoubt)
	}
	return nil
}

// settle reads the log of a table in doubt, once it is known which events are durable. Outside
// a cluster it also waits until the log accepts a commit after another failed write.
func (r *replica) settle() error {
	l := r.loop
	if l.cfg.Cluster != nil {
		_, err := r.catchUp()
		return err
	}
	events, err := l.cfg.Log.Settle(l.ctx, l.cfg.ID)
	if err == nil && l.outages.inDoubt {
		err = r.replace(events, 0)
	}
	return err
}

// InDoubt reports whether the table accepts no commands, because it is not known whether its
// last events were stored.
func (t *Table) InDoubt() bool { return t.latest().loop.inDoubt.Load() }

// Confirm returns nil if all events that this node has shown before the call, and still shows after
// it, are durable. Outside a cluster it does nothing. Otherwise the error is a [*table.Refusal].
func (t *Table) Confirm(ctx context.Context) error {
	if err := t.cfg.confirm(ctx); err != nil {
		return err
	}
	_, err := t.CatchUp(ctx)
	return err
}

// confirm returns a refusal unless the log confirms that its events are durable. A copy of the table
// must then be compared with the log: after a fail-over, the new server of the database confirms its
// own events, and may lack some of those that the copy has read.
func (cfg *Config) confirm(ctx context.Context) error {
	if cfg.Cluster != nil && cfg.Cluster.Log.Confirm(ctx, cfg.ID) != nil {
		return table.Refuse(table.InDoubt)
	}
	return nil
}

// durable returns nil if all events that this copy has applied are durable, and no fail-over has lost
// them. Call it before a command is answered with success because of events that another node may have
// stored. If the copy has changed, the error is [errOvertaken], and the command must be handled again.
func (r *replica) durable() error {
	if err := r.loop.cfg.confirm(r.loop.ctx); err != nil {
		return err
	}
	return r.confirm()
}

// confirmed returns nil if the log may be read: after an append with an unknown outcome, the
// log must first confirm that the events it returns are durable.
func (r *replica) confirmed() error {
	if !r.loop.outages.inDoubt {
		return nil
	}
	return r.loop.cfg.confirm(r.loop.ctx)
}

// freeze makes a view show the running clock as it was when writes began to fail.
func (o *outages) freeze(v *table.View) {
	if v.Clock == nil || o.writeFailed.IsZero() || v.Clock.Running == rules.NoSeat {
		return
	}
	seat := v.Clock.Running
	v.Clock.Left[seat] = v.Clock.Shows(seat, o.writeFailed)
	v.Clock.Running = rules.NoSeat
}
