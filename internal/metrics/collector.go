package metrics

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"quadrille/internal/background"
	"quadrille/internal/clock"
	"quadrille/internal/server/limit"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/quota"
	"quadrille/internal/service/view"
	"quadrille/internal/store/datadir"
	"quadrille/rules/variants"
)

// Sources holds the functions that return the values of the metrics.
type Sources struct {
	Connections func() limit.SessionCounts
	Lobby       func() *view.Lobby
	// Tables returns the number of tables for each [lobby.Count], and the number of
	// spectators for each game.
	Tables   func() (map[lobby.Count]int, map[string]int)
	Quotas   func() quota.Tally
	Queue    func() int                      // number of requests waiting for the store
	Writable func(ctx context.Context) error // returns an error if the database cannot be written
	// StandbyAway reports whether writes wait for the synchronous standby of PostgreSQL. It
	// is nil if the database is SQLite.
	StandbyAway func() bool
	InDoubt     func() int                // number of tables that accept no commands, because it is not known what was stored
	Stopping    func() bool               // reports whether the server is stopping
	LastBackup  func() (time.Time, error) // time of the last backup; zero if there was none
}

// collector calls the functions in [Sources] each time metrics are requested. It is a
// [prometheus.Collector].
type collector struct {
	Sources
	disk   func(context.Context) error // returns the error of Writable, or an error after diskTimeout
	logger *slog.Logger
}

// diskTimeout limits the duration of the test write to the database, so that a health check
// does not hang.
const diskTimeout = 3 * time.Second

func newCollector(s Sources, logger *slog.Logger) *collector {
	return &collector{s, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, diskTimeout)
		defer cancel()
		return s.Writable(ctx)
	}, logger}
}

// restartTimeout limits how long /healthz waits for the store, so that a probe gets its answer
// while the disk or the database hangs.
const restartTimeout = 300 * time.Millisecond

// dead returns why the server must be restarted, or nil if a restart would not help. It does
// not return if the lobby hangs.
func (c *collector) dead(ctx context.Context) error {
	c.Lobby()
	ctx, cancel := context.WithTimeout(ctx, restartTimeout)
	defer cancel()
	var refusal *datadir.Refusal
	if err := c.Writable(ctx); errors.As(err, &refusal) && refusal.Reason == datadir.Untrusted {
		return err
	}
	return nil
}

// unready returns why people cannot play now, or nil if they can.
func (c *collector) unready(ctx context.Context) error {
	if c.Stopping() {
		return errors.New("the server is stopping")
	}
	if err := c.disk(ctx); err != nil {
		return err
	}
	if n := c.InDoubt(); n > 0 {
		return fmt.Errorf("after a failed write, it is not known yet which events of %d tables are stored", n)
	}
	return nil
}

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("quadrille_"+name, help, labels, nil)
}

var (
	connections     = desc("connections", "Current connections.")
	unauthenticated = desc("connections_unauthenticated", "Current connections that have not authenticated.")
	sessions        = desc("sessions", "Current sessions, by kind of account (key or guest).", "account")
	admitted        = desc("connections_total", "Connections accepted for login.")
	refused         = desc("connections_refused_total", "Connections refused before the key exchange, by reason.", "reason")
	refusedSessions = desc("sessions_refused_total", "Sessions refused after login, by reason.", "reason")
	violations      = desc("violations_total", "Limit violations that increased the penalty of an address, by kind.", "kind")
	tables          = desc("tables", "Tables that are not finished, by game and state.", "game", "state")
	spectatorCount  = desc("spectators", "Spectators of tables, by game.", "game")
	people          = desc("people", "People connected, each counted once.")
	overQuota       = desc(
		"quota_refusals_total",
		"Refused requests, by kind: over a quota of an account or address, or the disk is nearly full.",
		"kind",
	)
	quotaUse = desc(
		"quota_events_used_ratio",
		"Largest share (0 to 1) of the event quota that any account or address has used.",
		"of",
	)
	diskFree    = desc("disk_free_bytes", "Free bytes on the disk of the database. Absent with PostgreSQL.")
	diskMinFree = desc(
		"disk_min_free_bytes",
		"Minimum free disk space in bytes; with less, no new game starts. Absent with PostgreSQL.",
	)
	queue       = desc("store_queue", "Write requests that wait for the database.")
	writable    = desc("store_writable", "1 if the database can be written, else 0.")
	standbyAway = desc("store_standby_away", "1 while writes wait for the synchronous standby of PostgreSQL, else 0.")
	backupAge   = desc(
		"backup_age_seconds",
		"Seconds since the last backup; +Inf if there is none. Absent with PostgreSQL without dumps.",
	)
	inDoubt  = desc("tables_in_doubt", "Tables that accept no commands until it is known which of their events are stored.")
	stopping = desc("stopping", "1 while the server is stopping, else 0.")
)

// Describe sends the descriptions of all metrics.
func (c *collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		connections, unauthenticated, sessions, admitted, refused, refusedSessions, violations,
		tables, spectatorCount, people, overQuota, quotaUse, diskFree, diskMinFree, queue, writable, standbyAway, inDoubt,
		backupAge, stopping,
	} {
		to <- d
	}
}

// Collect sends all metrics. It recovers from panics, because the Prometheus library calls
// Collect on another goroutine.
func (c *collector) Collect(to chan<- prometheus.Metric) {
	defer background.LogPanic(c.logger, "panic", "in", "metrics")
	c.collectConnections(to)
	c.collectTables(to)
	c.collectQuotas(to)
	to <- gauge(queue, c.Queue())
	to <- gauge(writable, truth(c.disk(context.Background()) == nil))
	to <- gauge(standbyAway, truth(c.StandbyAway != nil && c.StandbyAway()))
	to <- gauge(inDoubt, c.InDoubt())
	to <- gauge(stopping, truth(c.Stopping()))
	c.collectBackup(to)
}

// usesPostgreSQL reports whether the server stores its data in PostgreSQL.
func (c *collector) usesPostgreSQL() bool { return c.StandbyAway != nil }

func (c *collector) collectBackup(to chan<- prometheus.Metric) {
	last, err := c.LastBackup()
	if err != nil {
		c.logger.Warn("cannot read the time of the last backup", "error", err.Error())
		return
	}
	age := math.Inf(1)
	switch {
	case !last.IsZero():
		age = clock.Wall().Sub(last).Seconds()
	case c.usesPostgreSQL():
		return // a backup may be made anywhere
	}
	to <- prometheus.MustNewConstMetric(backupAge, prometheus.GaugeValue, age)
}

func (c *collector) collectConnections(to chan<- prometheus.Metric) {
	t := c.Connections()
	to <- gauge(connections, t.Connections)
	to <- gauge(unauthenticated, t.Unauthenticated)
	to <- gauge(sessions, t.Named, "key")
	to <- gauge(sessions, t.Guests, "guest")
	to <- counter(admitted, t.Admitted)
	for why, n := range t.Refused {
		to <- counter(refused, n, why)
	}
	for why, n := range t.RefusedSessions {
		to <- counter(refusedSessions, n, why)
	}
	for kind, n := range t.Violations {
		to <- counter(violations, n, kind)
	}
}

func (c *collector) collectTables(to chan<- prometheus.Metric) {
	type kind struct{ game, state string }
	view, many, spectators := c.Lobby(), map[kind]int{}, map[string]int{}
	for _, def := range variants.All() { // send zeros too, because a missing series cannot raise an alert
		spectators[def.Name] = 0
		for _, state := range []string{lobby.StateWaiting, lobby.StatePlaying, lobby.StateAdjourned} {
			many[kind{def.Name, state}] = 0
		}
	}
	counts, connected := c.Tables()
	for game, n := range connected {
		spectators[game] = n
	}
	for of, n := range counts {
		if of.State != lobby.StateFinished {
			many[kind{of.Game, of.State}] += n
		}
	}
	for k, n := range many {
		to <- gauge(tables, n, k.game, k.state)
	}
	for game, n := range spectators {
		to <- gauge(spectatorCount, n, game)
	}
	here := 0
	for _, h := range view.Here {
		if !h.Elsewhere { // skip people on other nodes: the metrics of those nodes count them
			here++
		}
	}
	to <- gauge(people, here)
}

func (c *collector) collectQuotas(to chan<- prometheus.Metric) {
	t := c.Quotas()
	for kind, n := range t.Refused {
		to <- counter(overQuota, n, string(kind))
	}
	for of, use := range map[string]float64{"account": t.HighestAccount, "address": t.HighestAddress} {
		to <- prometheus.MustNewConstMetric(quotaUse, prometheus.GaugeValue, use, of)
	}
	if t.FreeKnown {
		to <- prometheus.MustNewConstMetric(diskFree, prometheus.GaugeValue, float64(t.Free))
		to <- prometheus.MustNewConstMetric(diskMinFree, prometheus.GaugeValue, float64(t.Floor))
	}
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
