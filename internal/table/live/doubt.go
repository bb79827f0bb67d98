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

// repeated returns the result of a command that was carried out before. Another node may have
// stored its events, so the log must confirm that they are durable.
func (l *loop) repeated(ctx context.Context, err error) error {
	if err != nil || l.cfg.Cluster == nil {
		return err
	}
	if l.cfg.Cluster.Log.Confirm(ctx, l.cfg.ID) != nil {
		return table.Refuse(table.InDoubt)
	}
	return nil
}

// confirmed returns nil if the log may be read: after an append with an unknown outcome, the
// log must first confirm that the events it returns are durable.
func (r *replica) confirmed() error {
	if !r.loop.outages.inDoubt {
		return nil
	}
	return r.loop.cfg.Cluster.Log.Confirm(r.loop.ctx, r.loop.cfg.ID)
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
