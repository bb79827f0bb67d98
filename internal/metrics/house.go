package metrics

import (
	"context"
	"log/slog"
	"math"
	"runtime/debug"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"quadrille/internal/lobby"
	"quadrille/internal/quota"
	"quadrille/internal/server"
	"quadrille/rules/variants"
)

// Sources is where the numbers are read.
type Sources struct {
	Door func() server.Counts
	Hall func() *lobby.View
	// Tables counts tables by kind, and spectators by game.
	Tables     func() (map[lobby.Count]int, map[string]int)
	Quotas     func() quota.Tally
	Queue      func() int                      // requests that wait for the disk
	Writable   func(ctx context.Context) error // whether the database can be written
	Stopping   func() bool                     // whether nobody new is let in any more
	LastBackup func() (time.Time, error)       // when the last backup was made, zero if none was
}

// house reads the sources when it is asked.
type house struct {
	Sources
	disk   func(context.Context) error // Writable, in time
	logger *slog.Logger
}

// diskPatience is how long a disk may take to answer whoever looks after the
// server, who gives up at some time himself.
const diskPatience = 3 * time.Second

func newHouse(s Sources, logger *slog.Logger) *house {
	return &house{s, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, diskPatience)
		defer cancel()
		return s.Writable(ctx)
	}, logger}
}

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("quadrille_"+name, help, labels, nil)
}

var (
	connections = desc("connections", "Connections now.")
	strangers   = desc("connections_unauthenticated", "Connections now that have not authenticated yet.")
	sessions    = desc("sessions", "Sessions now, by whether their account has a key.", "account")
	letIn       = desc("connections_total", "Connections that were let in to log in.")
	refused     = desc("connections_refused_total", "Connections that were turned away before the exchange of keys, by reason.", "reason")
	unwelcome   = desc("sessions_refused_total", "Sessions that got nowhere though their client had logged in, by reason.", "reason")
	misdeeds    = desc("violations_total", "Violations of limits that added to the penalty of an address, by kind.", "kind")
	tables      = desc("tables", "Tables that are not finished, by game and state.", "game", "state")
	watchers    = desc("spectators", "Connections that watch a table without a seat, by game.", "game")
	people      = desc("people", "People in the lobby or at tables, by name.")
	overQuota   = desc("quota_refusals_total", "What was refused because an account, an address or the disk had reached its limit, by kind.", "kind")
	quotaUse    = desc("quota_events_used_ratio", "How much of its quota of events the busiest account, and the busiest address, has used, from 0 to 1.", "of")
	diskFree    = desc("disk_free_bytes", "Free bytes of the disk with the data directory.")
	diskFloor   = desc("disk_min_free_bytes", "Free bytes below which only running games go on.")
	queue       = desc("store_queue", "Requests that wait for the disk.")
	writable    = desc("store_writable", "1 if the database can be written, else 0.")
	backupAge   = desc("backup_age_seconds", "Seconds since the last complete backup; +Inf if there is none.")
	stopping    = desc("stopping", "1 while the server stops and lets nobody in, else 0.")
)

// Describe lists what there is.
func (h *house) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		connections, strangers, sessions, letIn, refused, unwelcome, misdeeds,
		tables, watchers, people, overQuota, quotaUse, diskFree, diskFloor, queue, writable, backupAge, stopping,
	} {
		to <- d
	}
}

// Collect reads all of it. It is on a goroutine of the library, where a panic
// would end the server.
func (h *house) Collect(to chan<- prometheus.Metric) {
	defer func() {
		if fault := recover(); fault != nil {
			h.logger.Error("panic", "in", "metrics", "panic", fault, "stack", string(debug.Stack()))
		}
	}()
	h.collectDoor(to)
	h.collectHall(to)
	h.collectQuotas(to)
	to <- gauge(queue, h.Queue())
	to <- gauge(writable, truth(h.disk(context.Background()) == nil))
	to <- gauge(stopping, truth(h.Stopping()))
	h.collectBackup(to)
}

func (h *house) collectBackup(to chan<- prometheus.Metric) {
	last, err := h.LastBackup()
	if err != nil {
		h.logger.Warn("the time of the last backup could not be read", "error", err.Error())
		return
	}
	age := math.Inf(1)
	if !last.IsZero() {
		age = time.Since(last).Seconds()
	}
	to <- prometheus.MustNewConstMetric(backupAge, prometheus.GaugeValue, age)
}

func (h *house) collectDoor(to chan<- prometheus.Metric) {
	t := h.Door()
	to <- gauge(connections, t.Connections)
	to <- gauge(strangers, t.Unauthenticated)
	to <- gauge(sessions, t.Named, "key")
	to <- gauge(sessions, t.Guests, "guest")
	to <- counter(letIn, t.Admitted)
	for why, n := range t.Refused {
		to <- counter(refused, n, why)
	}
	for why, n := range t.RefusedSessions {
		to <- counter(unwelcome, n, why)
	}
	for kind, n := range t.Violations {
		to <- counter(misdeeds, n, kind)
	}
}

func (h *house) collectHall(to chan<- prometheus.Metric) {
	type kind struct{ game, state string }
	view, many, spectators := h.Hall(), map[kind]int{}, map[string]int{}
	for _, def := range variants.All() { // zero is a value, too: a series that is absent cannot raise an alert
		spectators[def.Name] = 0
		for _, state := range []string{lobby.StateWaiting, lobby.StatePlaying, lobby.StateAdjourned} {
			many[kind{def.Name, state}] = 0
		}
	}
	counts, connected := h.Tables()
	for game, n := range connected {
		spectators[game] = n
	}
	for c, n := range counts {
		if c.State != lobby.StateFinished {
			many[kind{c.Game, c.State}] += n
		}
	}
	for k, n := range many {
		to <- gauge(tables, n, k.game, k.state)
	}
	for game, n := range spectators {
		to <- gauge(watchers, n, game)
	}
	to <- gauge(people, len(view.Here))
}

func (h *house) collectQuotas(to chan<- prometheus.Metric) {
	t := h.Quotas()
	for kind, n := range t.Refused {
		to <- counter(overQuota, n, string(kind))
	}
	for of, use := range map[string]float64{"account": t.HighestAccount, "address": t.HighestAddress} {
		to <- prometheus.MustNewConstMetric(quotaUse, prometheus.GaugeValue, use, of)
	}
	to <- prometheus.MustNewConstMetric(diskFree, prometheus.GaugeValue, float64(t.Free))
	to <- prometheus.MustNewConstMetric(diskFloor, prometheus.GaugeValue, float64(t.Floor))
}

func gauge(d *prometheus.Desc, n int, labels ...string) prometheus.Metric {
	return prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), labels...)
}

func counter(d *prometheus.Desc, n uint64, labels ...string) prometheus.Metric {
	return prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(n), labels...)
}

func truth(is bool) int {
	if is {
		return 1
	}
	return 0
}
