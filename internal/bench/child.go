package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/club"
	"quadrille/internal/config"
	"quadrille/internal/lobby"
	"quadrille/internal/quota"
	"quadrille/internal/server"
	"quadrille/internal/server/bare"
	"quadrille/internal/services"
	"quadrille/internal/store"
	"quadrille/rules/variants"
)

// childWord as the first argument makes this program a server to be measured.
// It prints its address, then answers each line of its input with a line, and
// ends with its input.
const childWord = "serve-for-bench"

// profileVariable tells a child of ours where to write its profile.
const profileVariable = "QUADRILLE_BENCH_PROFILE"

// What a child can be asked, a line each.
const (
	askSize     = "size" // tidies up first
	askResident = "resident"
	askCPU      = "cpu"
)

// size is how large a server is.
type size struct {
	Goroutines int
	Resident   int64 // bytes that the process holds
	InUse      int64 // bytes of heap and stacks that it uses
}

// The second word for a server in which bots play, and for one of whose quotas a
// sixtieth can be used at once: a minute of it is what an hour of another is.
const (
	withBots     = "bots"
	minuteIsHour = "minute-is-hour"
)

// quotasOf returns the quotas of a server with such a word.
func quotasOf(word string) config.Quotas {
	q := config.DefaultQuotas()
	if word == minuteIsHour {
		for _, p := range []*config.Rate{&q.AccountEvents, &q.AddressEvents, &q.SpareMoves, &q.AccountTables, &q.AddressTables} {
			p.Burst = max(1, p.Burst/60)
		}
	}
	return q
}

// withoutCellLimit is the second word for a server that does not bound the cells
// of all screens.
const withoutCellLimit = "without-cell-limit"

// child serves what the first argument says: nothing for the bare board, else the
// data directory of a house.
func child(args []string) error {
	if len(args) != 1 && len(args) != 2 {
		return errors.New("a server for the bench is started by the bench")
	}
	if args[0] == "" {
		return serveBare()
	}
	return profiled(func() (err error) {
		var minds *bot.Pool
		if len(args) == 2 && args[1] == withBots {
			minds = bot.NewPool(config.Default().Bots.Share)
			defer minds.Close()
		}
		var limits server.Limits
		if len(args) == 2 && args[1] == withoutCellLimit {
			limits.ScreenCells = 1_000_000_000
		}
		return serveOurs(args[0], minds, limits, quotasOf(args[len(args)-1]))
	})
}

// profiled writes what f does to the file that the bench was told of.
func profiled(f func() error) error {
	path := os.Getenv(profileVariable)
	if path == "" {
		return f()
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	return f()
}

func serveBare() error {
	server, err := bare.Listen("127.0.0.1:0")
	if err != nil {
		return err
	}
	return converse(server.Addr().String(), server.Serve)
}

// serveOurs is what quadrille serve does, on a free port.
func serveOurs(data string, minds *bot.Pool, limits server.Limits, bounds config.Quotas) (err error) {
	logger := slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	kept, err := store.Open(context.Background(), data, logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	quotas, err := quota.Open(context.Background(), quota.Config{Limits: bounds, Store: kept.Quotas, Free: kept.Quotas.FreeSpace, Logger: logger})
	if err != nil {
		return err
	}
	defer quotas.Close()
	hall, err := lobby.Open(context.Background(), lobby.Config{Store: kept.Tables, Quotas: quotas, Bots: minds, Logger: logger})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, hall.Close(context.Background())) }()
	house, err := club.Open(context.Background(), kept.Audit, club.Config{})
	if err != nil {
		return err
	}
	listener, err := server.Listen("127.0.0.1:0")
	if err != nil {
		return err
	}
	server, err := server.New(server.Config{
		Services: services.Services{
			Club: house, Accounts: kept.Accounts, Lobby: hall, Directory: quotas.Directory(kept.Accounts),
			Keyring: quotas.Keyring(kept.Keyring), Ladder: kept.Ratings(variants.New, logger),
		},
		Listener: listener, DataDir: data, Logger: logger, Version: "bench", Limits: limits,
	})
	if err != nil {
		return err
	}
	return converse(server.Addr().String(), server.Serve)
}

// converse serves until the input ends.
func converse(address string, serve func(context.Context) error) error {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx) }()
	fmt.Println(address)
	for questions := bufio.NewScanner(os.Stdin); questions.Scan(); {
		if err := answer(questions.Text()); err != nil {
			break // the bench is gone
		}
	}
	cancel()
	return <-ended
}

func answer(question string) error {
	out := json.NewEncoder(os.Stdout)
	switch question {
	case askCPU:
		return out.Encode(cpuTime())
	case askResident:
		return out.Encode(resident())
	}
	return out.Encode(sizeNow())
}

func sizeNow() size {
	// The second collection frees what the first one finalized.
	runtime.GC()
	time.Sleep(50 * time.Millisecond)
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return size{runtime.NumGoroutine(), resident(), int64(m.HeapInuse + m.StackInuse)}
}
