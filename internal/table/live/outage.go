package live

import (
	"time"

	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// outages holds the periods that must not be charged to the running clock, until events for
// them are stored.
type outages struct {
	writeFailed time.Time      // when writes began to fail while a clock was running; zero if they work
	serverDown  []table.Outage // periods in which the server was down while a correspondence clock was running
	retryAt     time.Time      // time of the next attempt to write
	resumeBy    time.Time      // when a paused clock resumes even if its player is not connected
}

// pending reports whether there are outages to store.
func (o *outages) pending() bool { return !o.writeFailed.IsZero() || len(o.serverDown) > 0 }

// clear forgets the outages after they were stored.
func (o *outages) clear() { o.writeFailed, o.serverDown, o.retryAt = time.Time{}, nil, time.Time{} }

// load finds the outages of a table that was just loaded. Correspondence clocks stop only
// while the server is down. Other clocks run only while the table is loaded, so they have
// stood still since the last stored event.
func (o *outages) load(s *fold.State, down []table.Outage) {
	last := s.Times.Last
	switch {
	case !s.Clocks.Ticking():
		return
	case !s.Terms.Clock.Correspondence():
		o.writeFailed = last
		return
	}
	for _, d := range down {
		if d.Until.After(last) {
			o.serverDown = append(o.serverDown, table.Outage{From: fold.Later(d.From, last), Until: d.Until})
		}
	}
}
