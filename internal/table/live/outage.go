package live

import (
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// stoodStill finds how long the clock that runs in a log that was just replayed
// really stood. A clock of minutes runs only while the table is loaded: it stood
// since the last event.
func (t *Table) stoodStill() {
	s := t.state
	switch {
	case !s.Clocks.Ticking():
		return
	case !s.Terms.Clock.Correspondence():
		t.outage = s.Times.Last
		return
	}
	t.outages = nil
	for _, o := range t.cfg.Outages {
		if o.Until.After(s.Times.Last) {
			t.outages = append(t.outages, table.Outage{From: fold.Later(o.From, s.Times.Last), Until: o.Until})
		}
	}
}
