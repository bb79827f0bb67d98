package main

import (
	"context"
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
func sessionRows(ctx context.Context, p pair, ids []table.ID) []row {
	server := p.server.openSessions(ctx, ids)
	bare := p.bare.openSessions(ctx, ids)
	rows := sizeRows(server, bare)
	idle(ctx, server, bare)
	rows = append(rows, idleRows(server, bare)...)
	t, _ := match{p, server.tables[0], bare.tables[0]}.playAll(ctx)
	rows = append(t.rows(fmt.Sprintf("time from a key press to another player's screen, %d sessions", sessionCount), manyTarget), rows...)
	return append(rows, leakRow(ctx, server, bare))
}

// sessionLoad is a server on which the benchmark has opened many sessions.
type sessionLoad struct {
	*contender
	tables []tableClients
	full   child.Size
	bytes  int   // bytes that the clients received while their sessions were idle
	idle   usage // while its sessions were idle
}

func (c *contender) openSessions(ctx context.Context, ids []table.ID) *sessionLoad {
	tables := c.fill(ctx, ids)
	for _, t := range tables {
		t.quiet(ctx)
	}
	return &sessionLoad{contender: c, tables: tables, full: c.size()}
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
func idle(ctx context.Context, server, bare *sessionLoad) {
	fromServer, fromBare := server.received(), bare.received()
	server.idle = server.usage(func() { bare.idle = bare.usage(func() { pause(ctx, idleTime) }) })
	server.bytes, bare.bytes = server.received()-fromServer, bare.received()-fromBare
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
	ofServer, ofBare := server.idle.percent(), bare.idle.percent()
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

// leakRow closes all sessions and counts the goroutines that are left.
func leakRow(ctx context.Context, server, bare *sessionLoad) row {
	closeTables(server.tables...)
	closeTables(bare.tables...)
	pause(ctx, afterAll)
	left := server.size().Goroutines - server.empty.Goroutines
	return row{
		what:     fmt.Sprintf("goroutines still running %s after all %d sessions were closed", short(afterAll), sessionCount),
		measured: fmt.Sprint(left),
		baseline: fmt.Sprintf("%d, bare board", bare.size().Goroutines-bare.empty.Goroutines),
		target:   "none",
		status:   statusOf(left <= 0),
	}
}
