package table

import "time"

// Outage is a time during which the server was down, as far as the disk knows: From
// is when it last stored that it was up. A clock of days stands meanwhile. Tables
// with such clocks need not be loaded while their clocks run, so it is the server
// that knows, and a table stores what concerns it when it is loaded the next time.
type Outage struct {
	From, Until time.Time
}

// stoodStill finds how long the clock that runs in a log that was just replayed
// really stood. A clock of minutes runs only while the table is loaded: it stood
// since the last event.
func (t *Table) stoodStill() {
	s := t.state
	switch {
	case !s.clock.ticking():
		return
	case !s.terms.Clock.Correspondence():
		t.outage = s.last
		return
	}
	t.outages = nil
	for _, o := range t.cfg.Outages {
		if o.Until.After(s.last) {
			t.outages = append(t.outages, Outage{later(o.From, s.last), o.Until})
		}
	}
}
