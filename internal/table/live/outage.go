package live

import (
	"time"

	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// outages holds the periods that must not be charged to the running clock. They are kept
// until events for them are stored.
type outages struct {
	writeFailed time.Time      // when writes began to fail while a clock was running; zero if writes succeed
	serverDown  []table.Outage // periods in which the server was down while a correspondence clock was running
	retryAt     time.Time      // time of the next attempt to store events, after a failed attempt
	resumeBy    time.Time      // latest time at which a paused clock resumes, even if its player is not connected
}

// pending reports whether there are outages to store.
func (o *outages) pending() bool { return !o.writeFailed.IsZero() || len(o.serverDown) > 0 }

// clear removes the outages after they have been stored.
func (o *outages) clear() { o.writeFailed, o.serverDown, o.retryAt = time.Time{}, nil, time.Time{} }

// load determines the outages of a table that was just loaded. A correspondence clock stops
// only while the server is down. Without a cluster, any other clock also stops while the
// table is not loaded, so its outage begins with the last stored event. In a cluster,
// another node may have had the table in memory.
func (o *outages) load(s *fold.State, cfg *Config) {
	if s.Clocks.Ticking() && !s.Terms.Clock.Correspondence() && cfg.Cluster == nil {
		o.writeFailed = s.Times.Last
		return
	}
	o.serverDown = downSince(s, cfg.Outages)
}

// downSince returns the outages of the server since the last event of a running
// correspondence game, and nil for any other game.
func downSince(s *fold.State, outages []table.Outage) (list []table.Outage) {
	if !s.Clocks.Ticking() || !s.Terms.Clock.Correspondence() {
		return nil
	}
	for _, d := range outages {
		if last := s.Times.Last; d.Until.After(last) {
			list = append(list, table.Outage{From: fold.Later(d.From, last), Until: d.Until})
		}
	}
	return list
}
