package main

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"quadrille/internal/store/parts"
	"quadrille/internal/store/postgres"
	"quadrille/internal/tools/must"
)

// Targets of the store on PostgreSQL. insertTarget is the maximum time that it takes to
// store a move, as a multiple of the time of a plain INSERT. movesRate is the minimum number
// of moves per second that all nodes together store for targetTables concurrent tables.
const (
	insertTarget = 2.5
	movesRate    = 8000
)

// maxInserters is the maximum number of connections that run plain INSERTs at the same time.
const maxInserters = targetTables

// measureClusterStore measures how long it takes to store a move in PostgreSQL, and how many
// moves are stored per second. As a baseline, it inserts the same bytes into a database
// table of its own.
func measureClusterStore(ctx context.Context, url string) []row {
	logger := slog.New(slog.DiscardHandler)
	var logs []log
	for _, node := range nodeNames {
		s := must.Get(postgres.Open(ctx, postgres.Config{URL: url, Node: node, Logger: logger}))
		defer func() { _ = s.Close() }()
		logs = append(logs, s.Tables)
	}
	bare := connectInserters(ctx, url)
	defer bare.close()
	return append([]row{bare.appendRow(ctx, logs[0])}, bare.rateRows(ctx, logs)...)
}

// inserters are connections that make bare INSERTs: single statements that store the bytes
// of a move without the program's store.
type inserters []*pgx.Conn

func connectInserters(ctx context.Context, url string) (list inserters) {
	for range maxInserters {
		list = append(list, must.Get(pgx.Connect(ctx, url)))
	}
	must.Get(list[0].Exec(ctx, `CREATE TABLE bare (table_id BIGINT, seq BIGINT, data TEXT, PRIMARY KEY (table_id, seq))`))
	return list
}

func (list inserters) close() {
	for _, conn := range list {
		_ = conn.Close(context.Background())
	}
}

// bareTables is the last table_id that the function insert has used for a plain INSERT.
var bareTables atomic.Int64

// insert stores the next move of a table with only an INSERT statement, as a baseline.
func insert(ctx context.Context, conn *pgx.Conn, id int64, m *mover) {
	e := m.next()
	m.seq++
	must.Get(conn.Exec(ctx, `INSERT INTO bare (table_id, seq, data) VALUES ($1, $2, $3)`, id, m.seq, must.Get(parts.Encode(&e))))
}

// appendRow measures how long it takes to store a move. As a baseline, it runs a plain INSERT
// before each move.
func (list inserters) appendRow(ctx context.Context, l log) row {
	m := newMover(ctx, l)
	var server, bare []time.Duration
	id, same := bareTables.Add(1), &mover{seq: 1}
	for range appends {
		bare = append(bare, timed(func() { insert(ctx, list[0], id, same) }))
		server = append(server, timed(func() { m.append(ctx, m.next()) }))
	}
	x := times(median(server), median(bare))
	return row{
		what:     "one durable move over PostgreSQL, one table (p50)",
		measured: short(median(server)) + ", p99 " + short(percentile(server, 99)),
		baseline: short(median(bare)) + ", p99 " + short(percentile(bare, 99)) + ", bare INSERT",
		ratio:    ratio(x),
		target:   fmt.Sprintf("at most %.1f x", insertTarget),
		status:   statusOf(x <= insertTarget),
	}
}

// rate returns the number of plain INSERT statements per second that the given number of
// concurrent connections run in total.
func (list inserters) rate(ctx context.Context, connections int) float64 {
	last := bareTables.Add(int64(connections))
	movers := make([]mover, connections)
	return perSecond(connections, func(i int) { insert(ctx, list[i], last-int64(i), &movers[i]) })
}

// rateRows measures how many moves per second are stored for different numbers of
// concurrent tables, on one node and on all nodes. Rounds of moves alternate with rounds of
// bare INSERTs, which are the baseline.
func (list inserters) rateRows(ctx context.Context, logs []log) (rows []row) {
	for _, c := range []struct{ tables, nodes int }{{1, 1}, {targetTables, 1}, {targetTables, len(logs)}, {256, 1}, {256, len(logs)}} {
		connections := min(c.tables, maxInserters)
		var rates, bare []float64
		for range storeRounds {
			bare = append(bare, list.rate(ctx, connections))
			rates = append(rates, rateOf(ctx, c.tables, logs[:c.nodes]...))
		}
		rate := median(rates)
		r := row{
			what:     "durable moves over PostgreSQL, " + counted(c.tables, "table") + ", " + counted(c.nodes, "node"),
			measured: fmt.Sprintf("%.0f moves/s", rate),
			baseline: fmt.Sprintf("%.0f rows/s, bare INSERT, %s", median(bare), counted(connections, "connection")),
			ratio:    ratio(times(rate, median(bare))),
		}
		if c.tables == targetTables && c.nodes > 1 {
			r.target, r.status = fmt.Sprintf("at least %d moves/s", movesRate), statusOf(rate >= movesRate)
		}
		rows = append(rows, r)
	}
	return rows
}

// counted returns a number followed by a noun, which is in the plural unless the number is 1.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
