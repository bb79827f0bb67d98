package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/tools/bench/child"
	"quadrille/internal/tools/must"
	"quadrille/rules"
)

// Targets of the store. appendTarget is the maximum time that it takes to store a move, as a
// multiple of the time of a bare append to a file (a write and an fdatasync). targetTables
// concurrent tables together must store at least groupTarget times as many moves per second as
// one table.
const (
	appendTarget = 1.3
	groupTarget  = 8.0
)

const (
	appends      = 1000 // number of measured moves; also the number of measured appends to a plain file
	targetTables = 64   // number of concurrent tables that together must reach groupTarget
	storeRounds  = 3
	storeRound   = 500 * time.Millisecond
)

// tableCounts lists the numbers of concurrent tables to measure. It must contain 1 and
// targetTables.
var tableCounts = []int{1, 16, targetTables, 256}

func measureStore(ctx context.Context, dir string) []row {
	data := filepath.Join(dir, "store")
	s := must.Get(store.Open(ctx, data, slog.New(slog.DiscardHandler)))
	defer s.Close()
	return append([]row{appendRow(ctx, s, data)}, groupRows(ctx, s, data)...)
}

// appendRow measures how long it takes to store a move. As a baseline, it appends the same
// bytes to a file before each move.
func appendRow(ctx context.Context, s *store.Store, dir string) row {
	m := newMover(ctx, s.Tables)
	file := must.Get(os.Create(filepath.Join(dir, "bare.log")))
	defer file.Close()
	var server, bare []time.Duration
	for range appends {
		e := m.next()
		bare = append(bare, timed(func() { appendBare(file, &e) }))
		server = append(server, timed(func() { m.append(ctx, e) }))
	}
	x := times(median(server), median(bare))
	return row{
		what:     "one durable move, one table (p50)",
		measured: short(median(server)),
		baseline: short(median(bare)) + ", append + fdatasync",
		ratio:    ratio(x),
		target:   fmt.Sprintf("at most %.1f x", appendTarget),
		status:   statusOf(x <= appendTarget),
	}
}

func timed(f func()) time.Duration {
	begun := time.Now()
	f()
	return time.Since(begun)
}

// perSecond returns how many times per second concurrent workers can call a function in total.
func perSecond(workers int, do func(worker int)) float64 {
	var count atomic.Int64
	begun := time.Now()
	each(workers, workers, func(i int) {
		for time.Since(begun) < storeRound {
			do(i)
			count.Add(1)
		}
	})
	return float64(count.Load()) / time.Since(begun).Seconds()
}

func appendBare(file *os.File, e *table.Event) {
	must.Get(file.Write(append(must.Get(json.Marshal(e)), '\n')))
	must.Check(child.Datasync(file))
}

// groupRows measures how many moves per second are stored, for different numbers of
// concurrent tables. As a baseline, it measures how many times per second the same data can
// be appended to a file and synced. It repeats these measurements, because the speed of a
// disk changes from minute to minute.
func groupRows(ctx context.Context, s *store.Store, dir string) []row {
	rates := map[int][]float64{}
	var bare []float64
	for range storeRounds {
		bare = append(bare, bareRate(dir))
		for _, tables := range tableCounts {
			rates[tables] = append(rates[tables], rateOf(ctx, tables, s.Tables))
		}
	}
	var rows []row
	for _, tables := range tableCounts {
		rows = append(rows, groupRow(tables, median(rates[tables]), median(rates[1]), median(bare)))
	}
	return rows
}

// groupRow compares three rates per second: of moves stored for concurrent tables, of moves
// stored for one table, and of plain appends to a file.
func groupRow(tables int, rate, alone, bare float64) row {
	r := row{
		what:     fmt.Sprintf("durable moves, %d tables at once", tables),
		measured: fmt.Sprintf("%.0f moves/s", rate),
		baseline: fmt.Sprintf("%.0f/s, append + fdatasync", bare),
		ratio:    ratio(times(rate, bare)) + fmt.Sprintf("; %.2f x the rate of one table", times(rate, alone)),
	}
	switch tables {
	case 1:
		r.what, r.ratio = "durable moves, one table", ratio(times(rate, bare))
	case targetTables:
		r.target = fmt.Sprintf("at least %.0f x the rate of one table", groupTarget)
		r.status = statusOf(times(rate, alone) >= groupTarget)
	}
	return r
}

// bareRate returns the number of times per second that the bytes of a move can be appended to a
// file and synced.
func bareRate(dir string) float64 {
	file := must.Get(os.Create(filepath.Join(dir, "bare.log")))
	defer file.Close()
	var m mover
	return perSecond(1, func(int) {
		e := m.next()
		appendBare(file, &e)
	})
}

// rateOf returns the number of moves per second that the given number of concurrent tables can
// store. Each table waits until a move is committed before it makes the next move. The tables
// are distributed evenly over the logs.
func rateOf(ctx context.Context, tables int, logs ...log) float64 {
	movers := make([]*mover, tables)
	for i := range movers {
		movers[i] = newMover(ctx, logs[i%len(logs)])
	}
	return perSecond(tables, func(i int) { movers[i].append(ctx, movers[i].next()) })
}

// log stores the events of tables.
type log interface {
	table.Log
	Create(ctx context.Context, opened table.Event, summary *table.Summary) (table.ID, error)
}

// mover appends moves to the log of one table.
type mover struct {
	log log
	id  table.ID
	seq int
}

func newMover(ctx context.Context, tables log) *mover {
	host := player.Player{ID: "SHA256:bench", Name: "Bench"}
	opened := table.Event{Kind: table.Opened, At: time.Now(), Player: &host, Terms: &table.Terms{Game: "any"}}
	return &mover{log: tables, id: must.Get(tables.Create(ctx, opened, nil)), seq: 1}
}

func (m *mover) next() table.Event {
	seat := rules.Seat(m.seq % rules.SeatCount)
	return table.Event{
		Kind: table.Acted, At: time.Now(), Seat: &seat,
		Action: "m10-k10", CommandID: "7f3a9c20e1b4-" + strconv.Itoa(m.seq), Spent: 3 * time.Second,
	}
}

func (m *mover) append(ctx context.Context, e table.Event) {
	m.seq++
	must.Check(m.log.Append(ctx, m.id, m.seq, []table.Event{e}, nil))
}
