package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"quadrille/internal/table"
	"quadrille/internal/tools/bench/child"
)

// Targets of the measurements with many sessions.
const (
	memoryTarget = 160e3 // maximum memory per session, in bytes
	idleTarget   = 0.5   // maximum processor time that idleSessions sessions may use, in percent of one core
	idleSessions = 500
)

const (
	sessionTables = 50
	sessionCount  = 4 * sessionTables
	idleTime      = 6 * time.Second
	afterAll      = 5 * time.Second // time after which all goroutines of closed sessions must have ended
)

// sessionRows measures how much memory and processor time many open sessions use, how fast
// moves at one of the tables reach other screens, and how many goroutines closed sessions
// leave behind.
func sessionRows(ctx context.Context, p pair, ids []table.ID) ([]row, error) {
	server, err := p.server.openSessions(ctx, ids)
	if err != nil {
		return nil, err
	}
	bare, err := p.bare.openSessions(ctx, ids)
	if err != nil {
		return nil, err
	}
	rows := sizeRows(server, bare)
	if err := errors.Join(idle(ctx, server, bare)); err != nil {
		return nil, err
	}
	rows = append(rows, idleRows(server, bare)...)
	t, _, err := match{p, server.tables[0], bare.tables[0]}.playAll(ctx)
	if err != nil {
		return nil, err
	}
	rows = append(t.rows(fmt.Sprintf("time from a key press to another player's screen, %d sessions", sessionCount), manyTarget), rows...)
	left, err := leakRow(ctx, server, bare)
	return append(rows, left), err
}

// sessionLoad is a server on which the benchmark has opened many sessions.
type sessionLoad struct {
	*contender
	tables []tableClients
	full   child.Size
	bytes  int           // bytes that the clients received while their sessions were idle
	used   time.Duration // processor time that the server used while its sessions were idle
}

func (c *contender) openSessions(ctx context.Context, ids []table.ID) (*sessionLoad, error) {
	tables, err := c.fill(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		if err := t.quiet(ctx); err != nil {
			return nil, err
		}
	}
	full, err := c.size()
	return &sessionLoad{contender: c, tables: tables, full: full}, err
}

func sizeRows(server, bare *sessionLoad) []row {
	ofServer, ofBare := server.perSession(), bare.perSession()
	return []row{{
		what:     fmt.Sprintf("memory per session at %d x %d, %d sessions", width, height, sessionCount),
		measured: megabytes(ofServer.Resident) + " resident",
		baseline: megabytes(ofBare.Resident) + ", bare board",
		ratio:    ratio(times(ofServer.Resident, ofBare.Resident)),
		target:   fmt.Sprintf("%.2f MB", memoryTarget/1e6),
		status:   statusOf(ofServer.Resident <= memoryTarget),
	}, {
		what:     "  heap and stacks in use",
		measured: megabytes(ofServer.InUse),
		baseline: megabytes(ofBare.InUse) + ", bare board",
		ratio:    ratio(times(ofServer.InUse, ofBare.InUse)),
	}, {
		what:     "goroutines per session",
		measured: fmt.Sprint(ofServer.Goroutines),
		baseline: fmt.Sprintf("%d, bare board", ofBare.Goroutines),
	}}
}

// perSession returns the resources that one session adds to those of a server without
// clients.
func (c *sessionLoad) perSession() child.Size { return c.full.PerSession(c.empty, sessionCount) }

// idle measures the processor time that the servers use, and the bytes that they send, while
// their sessions do nothing.
func idle(ctx context.Context, loads ...*sessionLoad) error {
	for _, c := range loads {
		used, err := c.cpu()
		if err != nil {
			return err
		}
		c.used, c.bytes = -used, -c.received()
	}
	if err := pause(ctx, idleTime); err != nil {
		return err
	}
	for _, c := range loads {
		used, err := c.cpu()
		if err != nil {
			return err
		}
		c.used, c.bytes = c.used+used, c.bytes+c.received()
	}
	return nil
}

func (c *sessionLoad) received() (sum int) {
	for _, t := range c.tables {
		for _, client := range t {
			sum += client.received()
		}
	}
	return sum
}

func idleRows(server, bare *sessionLoad) []row {
	ofServer, ofBare := server.cpuPercent(), bare.cpuPercent()
	return []row{{
		what:     fmt.Sprintf("bytes sent to %d idle sessions in %s", sessionCount, short(idleTime)),
		measured: fmt.Sprint(server.bytes),
		baseline: fmt.Sprintf("%d, bare board", bare.bytes),
		target:   "0",
		status:   statusOf(server.bytes == 0),
	}, {
		what:     fmt.Sprintf("%d idle sessions: processor use, as a share of one core", sessionCount),
		measured: fmt.Sprintf("%.1f %%", ofServer),
		baseline: fmt.Sprintf("%.1f %%, bare board", ofBare),
		ratio:    ratio(times(ofServer, ofBare)),
		target:   fmt.Sprintf("at most %.1f %% (%.1f %% with %d sessions)", idleTarget*sessionCount/idleSessions, idleTarget, idleSessions),
		status:   statusOf(ofServer <= idleTarget*sessionCount/idleSessions),
	}}
}

// cpuPercent returns the processor time that the server used while its sessions were idle, in
// percent of one core.
func (c *sessionLoad) cpuPercent() float64 { return 100 * times(c.used, idleTime) }

// leakRow closes all sessions and counts the goroutines that are left.
func leakRow(ctx context.Context, server, bare *sessionLoad) (row, error) {
	for _, c := range []*sessionLoad{server, bare} {
		for _, t := range c.tables {
			for _, client := range t {
				client.close()
			}
		}
	}
	if err := pause(ctx, afterAll); err != nil {
		return row{}, err
	}
	ofServer, err := server.size()
	if err != nil {
		return row{}, err
	}
	ofBare, err := bare.size()
	left := ofServer.Goroutines - server.empty.Goroutines
	return row{
		what:     fmt.Sprintf("goroutines still running %s after all %d sessions were closed", short(afterAll), sessionCount),
		measured: fmt.Sprint(left),
		baseline: fmt.Sprintf("%d, bare board", ofBare.Goroutines-bare.empty.Goroutines),
		target:   "none",
		status:   statusOf(left <= 0),
	}, err
}
