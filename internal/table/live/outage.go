package live

import (
	"time"

	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// outages are the times in which the clock that runs is not charged, and that are not
// stored yet.
type outages struct {
	lost     time.Time      // since when the log cannot be written while a clock runs; zero if it can
	known    []table.Outage // of the server, while a clock of days ran
	retry    time.Time      // not to try the log again before
	resumeBy time.Time      // when a paused clock goes on without its player
}

// open reports whether there is something to store.
func (o *outages) open() bool { return !o.lost.IsZero() || len(o.known) > 0 }

// stored forgets what was stored.
func (o *outages) stored() { o.lost, o.known, o.retry = time.Time{}, nil, time.Time{} }

// find looks up how long the clock that runs in a log that was just replayed really
// stood. A clock of minutes runs only while the table is loaded: it stood since the
// last event.
func (o *outages) find(s *fold.State, down []table.Outage) {
	last := s.Times.Last
	switch {
	case !s.Clocks.Ticking():
		return
	case !s.Terms.Clock.Correspondence():
		o.lost = last
		return
	}
	for _, d := range down {
		if d.Until.After(last) {
			o.known = append(o.known, table.Outage{From: fold.Later(d.From, last), Until: d.Until})
		}
	}
}
