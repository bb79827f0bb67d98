package live

import (
	"slices"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// minCorrespondenceOutage is the shortest period during which the process did not run that a
// correspondence game takes into account.
const minCorrespondenceOutage = time.Minute

// outages says since when the table has not been able to store events.
type outages struct {
	writeFailed time.Time // when writes began to fail while a clock was running; zero if writes succeed
	retryAt     time.Time // time of the next attempt to store events, after a failed attempt
	failed      bool      // whether the last append failed and the table must call [loop.settle]
	inDoubt     bool      // whether the outcome of the last append is unknown
	over        bool      // whether the log can be written again after a failure whose pause is not stored yet
	pausedAt    time.Time // when the clock was last paused, or the table loaded
}

// pending reports whether the clock must be paused from a time in the past.
func (o *outages) pending() bool { return !o.writeFailed.IsZero() }

// clear removes the failure after its events have been stored.
func (o *outages) clear() { *o = outages{pausedAt: o.pausedAt} }

// load determines since when the clock of a table that was just loaded has been stopped. A
// correspondence clock stops only while the server is down; see [loop.missed]. Without a
// cluster, any other clock also stops while the table is not loaded, so it is paused from the
// last stored event on. In a cluster, another node may have had the table in memory.
func (o *outages) load(s *fold.State, cfg *Config) {
	if s.Clocks.Ticking() && !s.Terms.Clock.Correspondence() && cfg.Cluster == nil {
		o.writeFailed = s.Times.Last
	}
}

// resumeBy returns the latest time at which a paused clock resumes, even if its player is not
// connected.
func (l *loop) resumeBy() time.Time {
	return l.cfg.Clock.Outages().Shift(l.outages.pausedAt).Add(table.ReconnectTime)
}

// missed returns the outages that must not be charged to the running clock and are not stored
// yet. In a cluster it leaves out a period in which only this node did not run, if the player
// to move is connected to another node.
func (l *loop) missed() (list clock.Outages) {
	c := &l.state.Clocks
	if !c.Ticking() || l.outages.pending() {
		return nil
	}
	elsewhere := l.cfg.Cluster != nil && l.subscribers.isElsewhere(l.schedule.actor())
	for _, o := range l.cfg.Clock.Outages() {
		if !(o.Local && elsewhere) && (!c.Settings.Correspondence() || o.Until.Sub(o.From) >= minCorrespondenceOutage) {
			list = append(list, o)
		}
	}
	if c.Settings.Correspondence() && l.cfg.Outages != nil { // an event shows that the server was up again, or still
		list = slices.Concat(l.cfg.Outages().After(l.state.Times.Last), list).Merged()
	}
	return list.After(c.Since)
}
