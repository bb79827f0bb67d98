package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/tools/bench/child"
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

func measureStore(ctx context.Context, dir string) ([]row, error) {
	data := filepath.Join(dir, "store")
	s, err := store.Open(ctx, data, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer s.Close()
	alone, err := appendRow(ctx, s, data)
	if err != nil {
		return nil, err
	}
	together, err := groupRows(ctx, s, data)
	return append([]row{alone}, together...), err
}

// appendRow measures how long it takes to store a move. As a baseline, it appends the same
// bytes to a file before each move.
func appendRow(ctx context.Context, s *store.Store, dir string) (row, error) {
	m, err := newMover(ctx, s.Tables)
	if err != nil {
		return row{}, err
	}
	file, err := os.Create(filepath.Join(dir, "bare.log"))
	if err != nil {
		return row{}, err
	}
	defer file.Close()
	var server, bare []time.Duration
	for range appends {
		e := m.next()
		took, err := timed(func() error { return appendBare(file, &e) })
		if err != nil {
			return row{}, err
		}
		bare = append(bare, took)
		if took, err = timed(func() error { return m.append(ctx, e) }); err != nil {
			return row{}, err
		}
		server = append(server, took)
	}
	x := times(median(server), median(bare))
	return row{
		what:     "one durable move, one table (p50)",
		measured: short(median(server)),
		baseline: short(median(bare)) + ", append + fdatasync",
		ratio:    ratio(x),
		target:   fmt.Sprintf("at most %.1f x", appendTarget),
		status:   statusOf(x <= appendTarget),
	}, nil
}

func timed(f func() error) (time.Duration, error) {
	begun := time.Now()
	err := f()
	return time.Since(begun), err
}

func appendBare(file *os.File, e *table.Event) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if _, err := file.Write(append(line, '\n')); err != nil {
		return err
	}
	return child.Datasync(file)
}

// groupRows measures how many moves per second are stored, for different numbers of
// concurrent tables. As a baseline, it measures how many times per second the same data can
// be appended to a file and synced. It repeats these measurements, because the speed of a
// disk changes from minute to minute.
func groupRows(ctx context.Context, s *store.Store, dir string) ([]row, error) {
	rates := map[int][]float64{}
	var bare []float64
	for range storeRounds {
		rate, err := bareRate(dir)
		if err != nil {
			return nil, err
		}
		bare = append(bare, rate)
		for _, tables := range tableCounts {
			rate, err := rateOf(ctx, tables, s.Tables)
			if err != nil {
				return nil, err
			}
			rates[tables] = append(rates[tables], rate)
		}
	}
	var rows []row
	for _, tables := range tableCounts {
		rows = append(rows, groupRow(tables, median(rates[tables]), median(rates[1]), median(bare)))
	}
	return rows, nil
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
func bareRate(dir string) (float64, error) {
	file, err := os.Create(filepath.Join(dir, "bare.log"))
	if err != nil {
		return 0, err
	}
	defer file.Close()
	m := &mover{seq: 1}
	begun, n := time.Now(), 0
	for ; time.Since(begun) < storeRound; n++ {
		e := m.next()
		if err := appendBare(file, &e); err != nil {
			return 0, err
		}
	}
	return float64(n) / time.Since(begun).Seconds(), nil
}

// rateOf returns the number of moves per second that the given number of concurrent tables can
// store. Each table waits until a move is committed before it makes the next move. The tables
// are distributed evenly over the logs.
func rateOf(ctx context.Context, tables int, logs ...log) (float64, error) {
	movers := make([]*mover, tables)
	for i := range movers {
		var err error
		if movers[i], err = newMover(ctx, logs[i%len(logs)]); err != nil {
			return 0, err
		}
	}
	var moves atomic.Int64
	errs := make(chan error, tables)
	var all sync.WaitGroup
	begun := time.Now()
	for _, m := range movers {
		all.Go(func() {
			for time.Since(begun) < storeRound {
				if err := m.append(ctx, m.next()); err != nil {
					errs <- err
					return
				}
				moves.Add(1)
			}
		})
	}
	all.Wait()
	took := time.Since(begun)
	select {
	case err := <-errs:
		return 0, err
	default:
		return float64(moves.Load()) / took.Seconds(), nil
	}
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

func newMover(ctx context.Context, tables log) (*mover, error) {
	host := player.Player{ID: "SHA256:bench", Name: "Bench"}
	opened := table.Event{Kind: table.Opened, At: time.Now(), Player: &host, Terms: &table.Terms{Game: "any"}}
	id, err := tables.Create(ctx, opened, nil)
	return &mover{log: tables, id: id, seq: 1}, err
}

func (m *mover) next() table.Event {
	seat := rules.Seat(m.seq % rules.SeatCount)
	return table.Event{
		Kind: table.Acted, At: time.Now(), Seat: &seat,
		Action: "m10-k10", CommandID: "7f3a9c20e1b4-" + strconv.Itoa(m.seq), Spent: 3 * time.Second,
	}
}

func (m *mover) append(ctx context.Context, e table.Event) error {
	m.seq++
	return m.log.Append(ctx, m.id, m.seq, []table.Event{e}, nil)
}
