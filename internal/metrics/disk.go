package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"quadrille/internal/store/datadir"
)

// Disk counts what the store writes. It is a [store.Observer].
type Disk struct {
	moves, events prometheus.Counter
	waits, groups prometheus.Histogram
	failures      *prometheus.CounterVec
}

// NewDisk has counted nothing yet.
func NewDisk() *Disk {
	d := &Disk{
		moves: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "quadrille_moves_stored_total", Help: "Moves and other acts of players that are on the disk.",
		}),
		events: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "quadrille_events_stored_total", Help: "Events of tables that are on the disk, moves among them.",
		}),
		waits: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "quadrille_append_seconds", Help: "How long a table waited until its events were on the disk.",
			Buckets: prometheus.ExponentialBuckets(0.00025, 2, 15), // to 4 s
		}),
		groups: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "quadrille_commit_requests", Help: "How many requests shared a commit.",
			Buckets: prometheus.ExponentialBuckets(1, 2, 9), // to 256, the most there are
		}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "quadrille_store_failures_total", Help: "Commits of which nothing was kept, or that is not known, by reason.",
		}, []string{"reason"}),
	}
	for _, reason := range datadir.ReasonWords() {
		d.failures.WithLabelValues(reason) // present at zero, so that an alert sees the first one
	}
	return d
}

// Committed is told by the store.
func (d *Disk) Committed(requests int) { d.groups.Observe(float64(requests)) }

// Appended is told by the store.
func (d *Disk) Appended(events, moves int, waited time.Duration) {
	d.events.Add(float64(events))
	d.moves.Add(float64(moves))
	d.waits.Observe(waited.Seconds())
}

// Failed is told by the store.
func (d *Disk) Failed(reason datadir.Reason) { d.failures.WithLabelValues(reason.Word()).Inc() }

func (d *Disk) collectors() []prometheus.Collector {
	return []prometheus.Collector{d.moves, d.events, d.waits, d.groups, d.failures}
}
