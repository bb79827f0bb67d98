package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
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
	"quadrille/internal/web"
	"quadrille/rules/variants"
)

// childCommand, as the first argument, makes this program act as a server to be measured.
// The server prints its address, answers each input line with one line, and exits at the end
// of its input.
const childCommand = "serve-for-bench"

// profileVariable is the environment variable that names the file to which a child writes
// its CPU profile.
const profileVariable = "QUADRILLE_BENCH_PROFILE"

// Requests to a child process, one per line.
const (
	askSize     = "size" // answered after a garbage collection
	askResident = "resident"
	askCPU      = "cpu"
	askPage     = "page" // answered with the address of the web page
)

// Options of a child, given as its second argument. withBots makes it run bots. smallQuotas
// divides the burst of each quota by 60, so that a minute shows what an hour does with the
// default quotas. withoutCellLimit removes the limit on the total number of screen cells. withPage
// makes it serve the web page.
const (
	withBots         = "bots"
	smallQuotas      = "small-quotas"
	withoutCellLimit = "without-cell-limit"
	withManySessions = "many-sessions"
	withPage         = "with-page"
)

// pageAddress is the address of the web page of this process, if it has one.
var pageAddress string

// quotasOf returns the quotas of a child with the given option.
func quotasOf(option string) config.Quotas {
	q := config.DefaultQuotas()
	if option == smallQuotas {
		for _, p := range []*config.Rate{&q.AccountEvents, &q.AddressEvents, &q.SpareMoves, &q.AccountTables, &q.AddressTables} {
			p.Burst = max(1, p.Burst/60)
		}
	}
	return q
}

// child runs a server. Its first argument is the data directory; if it is empty, child runs
// the bare board instead, and if it is floorServer, serveFloor.
func child(args []string) error {
	if len(args) != 1 && len(args) != 2 {
		return errors.New("only bench starts this server")
	}
	if args[0] == "" {
		return serveBare()
	}
	if args[0] == floorServer {
		return serveFloor()
	}
	return profiled(func() (err error) {
		var bots *bot.Pool
		if len(args) == 2 && args[1] == withBots {
			bots = bot.NewPool(config.Default().Bots.Share)
			defer bots.Close()
		}
		var limits server.Limits
		if len(args) == 2 && (args[1] == withoutCellLimit || args[1] == withManySessions) {
			limits.ScreenCells = 1_000_000_000
		}
		if len(args) == 2 && args[1] == withManySessions {
			limits.Connections = 10_000
			limits.Handshakes = server.Rate{Burst: 10_000, Every: time.Second}
		}
		return serveQuadrille(args[0], bots, limits, quotasOf(args[len(args)-1]), args[len(args)-1] == withPage)
	})
}

// profiled runs f. If the environment names a file, it writes a CPU profile of f to it.
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
	return serveAndAnswer(server.Addr().String(), server.Serve)
}

// serveQuadrille serves a data directory on a free port, as quadrille serve does.
func serveQuadrille(data string, bots *bot.Pool, limits server.Limits, bounds config.Quotas, page bool) (err error) {
	logger := slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	db, err := store.Open(context.Background(), data, logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	quotas, err := quota.Open(context.Background(), quota.Config{Limits: bounds, Store: db.Quotas, Free: db.FreeSpace, Logger: logger})
	if err != nil {
		return err
	}
	defer quotas.Close()
	tables, err := lobby.Open(context.Background(), lobby.Config{Store: db.Tables, Quotas: quotas, Bots: bots, Logger: logger})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tables.Close(context.Background())) }()
	rights, err := club.Open(context.Background(), db.Audit, club.Config{})
	if err != nil {
		return err
	}
	listener, err := server.Listen("127.0.0.1:0")
	if err != nil {
		return err
	}
	server, err := server.New(server.Config{
		Services: services.Services{
			Club: rights, Accounts: db.Accounts, Lobby: tables, Directory: quotas.Directory(db.Accounts),
			Keyring: quotas.Keyring(db.Keyring), Ladder: db.Ratings(variants.New, logger),
		},
		Listener: listener, DataDir: data, Logger: logger, Version: "bench", Limits: limits,
	})
	if err != nil {
		return err
	}
	if page {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		pageAddress = listener.Addr().String()
		settings := config.Default().Web
		settings.Names = "all"
		defer web.Serve(listener, web.Config{Web: settings, Lobby: tables, Club: rights, Ladder: db.Ratings(variants.New, logger), Logger: logger}).Close()
	}
	return serveAndAnswer(server.Addr().String(), server.Serve)
}

// serveAndAnswer runs serve and answers requests until the input ends.
func serveAndAnswer(address string, serve func(context.Context) error) error {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx) }()
	fmt.Println(address)
	for questions := bufio.NewScanner(os.Stdin); questions.Scan(); {
		if err := answer(questions.Text()); err != nil {
			break // the parent process has exited
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
	case askWrites:
		return out.Encode(writeFloor())
	case askOneWrite[200]:
		return out.Encode(writeFloorOnce(200))
	case askOneWrite[2000]:
		return out.Encode(writeFloorOnce(2000))
	case askPage:
		return out.Encode(pageAddress)
	case askResident:
		return out.Encode(resident())
	}
	return out.Encode(sizeNow())
}
