package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"quadrille/internal/store/parts"
	"quadrille/internal/store/postgres"
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
func measureClusterStore(ctx context.Context, url string) (rows []row, err error) {
	logger := slog.New(slog.DiscardHandler)
	var logs []log
	for _, node := range nodeNames {
		s, err := postgres.Open(ctx, postgres.Config{URL: url, Node: node, Logger: logger})
		if err != nil {
			return nil, err
		}
		defer func() { _ = s.Close() }()
		logs = append(logs, s.Tables)
	}
	bare, err := connectInserters(ctx, url)
	defer func() { err = errors.Join(err, bare.close()) }()
	if err != nil {
		return nil, err
	}
	one, err := bare.appendRow(ctx, logs[0])
	if err != nil {
		return nil, err
	}
	more, err := bare.rateRows(ctx, logs)
	return append([]row{one}, more...), err
}

// inserters are connections that make bare INSERTs: single statements that store the bytes
// of a move without the program's store.
type inserters []*pgx.Conn

func connectInserters(ctx context.Context, url string) (list inserters, err error) {
	for range maxInserters {
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			return list, err
		}
		list = append(list, conn)
	}
	_, err = list[0].Exec(ctx, `CREATE TABLE bare (table_id BIGINT, seq BIGINT, data TEXT, PRIMARY KEY (table_id, seq))`)
	return list, err
}

func (list inserters) close() (err error) {
	for _, conn := range list {
		err = errors.Join(err, conn.Close(context.Background()))
	}
	return err
}

// bareTables is the last table_id that the function insert has used for a plain INSERT.
var bareTables atomic.Int64

// insert stores the next move of a table with only an INSERT statement, as a baseline.
func insert(ctx context.Context, conn *pgx.Conn, id int64, m *mover) error {
	e := m.next()
	m.seq++
	data, err := parts.Encode(&e)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, `INSERT INTO bare (table_id, seq, data) VALUES ($1, $2, $3)`, id, m.seq, data)
	return err
}

// appendRow measures how long it takes to store a move. As a baseline, it runs a plain INSERT
// before each move.
func (list inserters) appendRow(ctx context.Context, l log) (row, error) {
	m, err := newMover(ctx, l)
	if err != nil {
		return row{}, err
	}
	var server, bare []time.Duration
	id, same := bareTables.Add(1), &mover{seq: 1}
	for range appends {
		took, err := timed(func() error { return insert(ctx, list[0], id, same) })
		if err != nil {
			return row{}, err
		}
		bare = append(bare, took)
		if took, err = timed(func() error { return m.append(ctx, m.next()) }); err != nil {
			return row{}, err
		}
		server = append(server, took)
	}
	x := times(median(server), median(bare))
	return row{
		what:     "one durable move over PostgreSQL, one table (p50)",
		measured: short(median(server)) + ", p99 " + short(percentile(server, 99)),
		baseline: short(median(bare)) + ", p99 " + short(percentile(bare, 99)) + ", bare INSERT",
		ratio:    ratio(x),
		target:   fmt.Sprintf("at most %.1f x", insertTarget),
		status:   statusOf(x <= insertTarget),
	}, nil
}

// rate returns the number of plain INSERT statements per second that the given number of
// concurrent connections run in total.
func (list inserters) rate(ctx context.Context, connections int) (float64, error) {
	var count atomic.Int64
	var all sync.WaitGroup
	errs := make([]error, connections)
	begun := time.Now()
	for i, conn := range list[:connections] {
		all.Go(func() {
			id, m := bareTables.Add(1), &mover{seq: 1}
			for errs[i] == nil && time.Since(begun) < storeRound {
				errs[i] = insert(ctx, conn, id, m)
				count.Add(1)
			}
		})
	}
	all.Wait()
	return float64(count.Load()) / time.Since(begun).Seconds(), errors.Join(errs...)
}

// rateRows measures how many moves per second are stored for different numbers of
// concurrent tables, on one node and on all nodes. Rounds of moves alternate with rounds of
// bare INSERTs, which are the baseline.
func (list inserters) rateRows(ctx context.Context, logs []log) (rows []row, err error) {
	for _, c := range []struct{ tables, nodes int }{{1, 1}, {targetTables, 1}, {targetTables, len(logs)}, {256, 1}, {256, len(logs)}} {
		connections := min(c.tables, maxInserters)
		var rates, bare []float64
		for range storeRounds {
			for _, round := range []struct {
				rates   *[]float64
				measure func() (float64, error)
			}{
				{&bare, func() (float64, error) { return list.rate(ctx, connections) }},
				{&rates, func() (float64, error) { return rateOf(ctx, c.tables, logs[:c.nodes]...) }},
			} {
				rate, err := round.measure()
				if err != nil {
					return rows, err
				}
				*round.rates = append(*round.rates, rate)
			}
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
	return rows, nil
}

// counted returns a number followed by a noun, which is in the plural unless the number is 1.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
