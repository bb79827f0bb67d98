package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"quadrille/internal/store/datadir"
)

// Disk counts the store's writes. It is a [store.Observer].
type Disk struct {
	moves, events prometheus.Counter
	waits, groups prometheus.Histogram
	failures      *prometheus.CounterVec
}

// NewDisk returns a [Disk] with all counters at zero.
func NewDisk() *Disk {
	d := &Disk{
		moves: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "quadrille_moves_stored_total", Help: "Stored moves and other actions of players.",
		}),
		events: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "quadrille_events_stored_total", Help: "Table events that were stored, including moves.",
		}),
		waits: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "quadrille_append_seconds", Help: "How long a table waited until its events were stored.",
			Buckets: prometheus.ExponentialBuckets(0.00025, 2, 15), // the largest bucket is 4 s
		}),
		groups: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "quadrille_commit_requests", Help: "Number of write requests that one commit stored.",
			Buckets: prometheus.ExponentialBuckets(1, 2, 9), // the largest bucket is 256, the maximum number of requests in one commit
		}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "quadrille_store_failures_total", Help: "Commits that failed or whose outcome is unknown, by reason.",
		}, []string{"reason"}),
	}
	for _, reason := range datadir.ReasonWords() {
		d.failures.WithLabelValues(reason) // creates the series with the value 0, so that an alert notices the first failure
	}
	return d
}

// Committed counts one commit and the number of requests in it.
func (d *Disk) Committed(requests int) { d.groups.Observe(float64(requests)) }

// Appended counts stored events and moves, and records how long the table waited for the
// store.
func (d *Disk) Appended(events, moves int, waited time.Duration) {
	d.events.Add(float64(events))
	d.moves.Add(float64(moves))
	d.waits.Observe(waited.Seconds())
}

// Failed counts a failed commit.
func (d *Disk) Failed(reason datadir.Reason) { d.failures.WithLabelValues(reason.Word()).Inc() }

func (d *Disk) collectors() []prometheus.Collector {
	return []prometheus.Collector{d.moves, d.events, d.waits, d.groups, d.failures}
}
