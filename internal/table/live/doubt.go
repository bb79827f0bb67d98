package live

import (
	"context"
	"log/slog"

	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
)

// In a cluster, the outcome of an append may be unknown, for example while the synchronous
// standby of the database is away. The table is then in doubt: it carries out no command and
// its clock stands still, until the log confirms that the events it returns are durable.

// doubtFault is the text of View.Fault while the table is in doubt.
const doubtFault = "the last command is not stored yet; clocks stand still until the database answers"

// settle tries to end the doubt about the last append: it waits until the events in the log are
// durable, and reads them. If that fails, the table tries again later.
func (l *loop) settle() {
	failed := l.outages.writeFailed
	if _, err := l.replica.catchUp(); err != nil {
		l.cfg.Logger.Warn("it is still unknown whether the table's last events were stored", slog.Any("error", err))
		l.outages.retryAt = l.now().Add(table.RetryAfter)
		return
	}
	if l.closing != nil {
		return
	}
	l.outages.clear()
	if l.state.Clocks.Ticking() { // the time since the write failed is not charged to the player who is now to move
		l.outages.writeFailed, l.outages.over = failed, !failed.IsZero()
	}
	if l.subscribers.view.Load().Fault == doubtFault {
		v := l.snapshot(l.state, "")
		l.outages.freeze(v)
		l.subscribers.publish(v, l.state.Secrets(), fold.Everyone)
	}
	l.cfg.Logger.Info("it is known again which events of the table are stored", slog.Int("last", l.state.Seq))
}

// settled returns a refusal if the outcome of the last append is still unknown.
func (l *loop) settled() error {
	if l.outages.inDoubt && !l.now().Before(l.outages.retryAt) {
		l.settle()
	}
	if l.outages.inDoubt {
		return table.Refuse(table.InDoubt)
	}
	return nil
}

// repeated returns the result of a command that was carried out before. Another node may have
// stored its events, so the log must confirm that they are durable.
func (l *loop) repeated(ctx context.Context, err error) error {
	if err != nil || l.cfg.Cluster == nil {
		return err
	}
	if l.cfg.Cluster.Log.Confirm(ctx) != nil {
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
	return r.loop.cfg.Cluster.Log.Confirm(r.loop.ctx)
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
