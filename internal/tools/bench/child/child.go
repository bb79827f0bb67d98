// Package child runs the servers that package bench measures, each in a process of its own.
package child

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
	"sync"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/clock"
	"quadrille/internal/config"
	"quadrille/internal/front/screen"
	"quadrille/internal/front/web"
	"quadrille/internal/node"
	"quadrille/internal/server"
	"quadrille/internal/server/bare"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/quota"
	"quadrille/internal/service/share"
	"quadrille/internal/store"
	"quadrille/internal/store/parts"
	"quadrille/internal/store/postgres"
	"quadrille/internal/tools/must"
	"quadrille/rules/variants"
)

// Command is the first argument that makes this program act as a server to be measured. The
// server prints its address, answers each input line with one line, and exits at the end of its
// input.
const Command = "serve-for-bench"

// ProfileVariable is the environment variable that names the file to which a child writes
// its CPU profile.
const ProfileVariable = "QUADRILLE_BENCH_PROFILE"

// Requests to a child process, one per line.
const (
	AskSize     = "size" // the answer is a Size, measured after a garbage collection
	AskResident = "resident"
	AskCPU      = "cpu"
	AskPage     = "page" // the answer is the address of the web page
)

// Options of a child process, given as its second argument.
const (
	WithBots         = "bots"               // run bots
	SmallQuotas      = "small-quotas"       // divide the burst of each quota by 60, so that clients use it up in a minute
	WithoutCellLimit = "without-cell-limit" // do not limit the total number of screen cells
	WithManySessions = "many-sessions"      // do not limit the total number of screen cells, and raise the limits on connections
	WithPage         = "with-page"          // serve the web page
)

// pageAddress is the address of the web page of this process, if it has one.
var pageAddress string

// quotasOf returns the quotas of a server process that was started with the given option.
func quotasOf(option string) config.Quotas {
	q := config.DefaultQuotas()
	if option == SmallQuotas {
		for _, p := range []*config.Rate{&q.AccountEvents, &q.AddressEvents, &q.SpareMoves, &q.AccountTables, &q.AddressTables} {
			p.Burst = max(1, p.Burst/60)
		}
	}
	return q
}

// Run runs a server. The first argument is a data directory, or [FloorServer] for a server
// that only encrypts and writes, or empty for the server of package bare. The second
// argument may be WithoutCellLimit or WithManySessions. The third and fourth arguments make
// the server a node: they are the URL of a PostgreSQL database and the name of the node.
func Run(args []string) {
	args = append(args, "", "", "")
	if len(args) < 4 {
		must.Check(errors.New("this server is for benchmarks only; run go run ./internal/tools/bench"))
	}
	switch args[0] {
	case "":
		serveBare()
	case FloorServer:
		serveFloor()
	default:
		profiled(func() { serveQuadrille(args[0], args[1], args[2], args[3]) })
	}
}

// limitsOf returns the limits of a server in a child process; `option` is the argument with
// which the child process was started.
func limitsOf(option string) (limits server.Limits) {
	if option == WithoutCellLimit || option == WithManySessions {
		limits.ScreenCells = 1_000_000_000
	}
	if option == WithManySessions {
		limits.Connections = 10_000
		limits.Handshakes = server.Rate{Burst: 10_000, Every: time.Second}
	}
	return limits
}

// profiled runs f. If ProfileVariable is set in the environment, profiled writes a CPU profile
// of f to the file that the variable names.
func profiled(f func()) {
	if path := os.Getenv(ProfileVariable); path != "" {
		file := must.Get(os.Create(path))
		defer file.Close()
		must.Check(pprof.StartCPUProfile(file))
		defer pprof.StopCPUProfile()
	}
	f()
}

func serveBare() {
	server := must.Get(bare.Listen("127.0.0.1:0"))
	serveAndAnswer(server.Addr().String(), server.Serve)
}

// serveQuadrille serves a data directory on a free port, as quadrille serve does. If url is not
// empty, it serves a PostgreSQL database instead.
func serveQuadrille(data, option, url, nodeName string) {
	server.LimitHeapGrowth()
	ctx, stop := context.WithCancel(context.Background())
	logger := slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	db := OpenDatabase(ctx, data, url, nodeName, logger)
	defer func() { must.Check(errors.Join(must.Failed(recover()), db.Close())) }()
	var following sync.WaitGroup
	defer following.Wait()
	defer stop()
	following.Go(func() { db.Clock.Watch(ctx) })
	quotas := must.Get(quota.Open(ctx, quota.Config{Limits: quotasOf(option), Store: db.Quotas, Free: db.free, Logger: logger}))
	defer quotas.Close()
	studio := share.New("")
	var bots *bot.Pool
	if option == WithBots {
		bots = bot.NewPool(config.Default().Bots.Share)
		defer bots.Close()
		bots.SlowDown(studio.Busy)
	}
	cfg := lobby.Config{Store: db.Tables, Quotas: quotas, Bots: bots, Clock: db.Clock, Logger: logger}
	if db.member != nil {
		cfg.Cluster = db.member.Cluster()
	}
	tables := must.Get(lobby.Open(ctx, cfg))
	if db.member != nil {
		following.Go(func() { db.member.Run(ctx, tables) })
	}
	defer func() { must.Check(errors.Join(must.Failed(recover()), tables.Close(context.Background()))) }()
	rights := must.Get(club.Open(ctx, db.Audit, club.Config{}))
	listener := must.Get(server.Listen("127.0.0.1:0"))
	server := must.Get(server.New(server.Config{
		Services: service.Services{
			Club: rights, Accounts: db.Accounts, Lobby: tables, Directory: quotas.Directory(db.Accounts),
			Keyring: quotas.Keyring(db.Keyring), Terminals: quotas.Terminals(db.Settings), Memory: quotas.Memory(db.Settings),
			Ladder: db.Ratings(variants.New, logger), Share: studio,
		},
		Screens: screen.New, Listener: listener, DataDir: data, Logger: logger, Version: "bench", Limits: limitsOf(option),
	}))
	if option == WithPage {
		listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))
		pageAddress = listener.Addr().String()
		settings := config.Default().Web
		settings.Names = "all"
		defer web.Serve(listener, web.Config{
			Web: settings, Lobby: tables, Club: rights, Ladder: db.Ratings(variants.New, logger), Studio: studio, Logger: logger,
		}).Close()
	}
	serveAndAnswer(server.Addr().String(), server.Serve)
}

// Database is an open database, of SQLite or PostgreSQL.
type Database struct {
	*parts.Parts
	Tables lobby.Store
	Close  func() error
	free   func() (uint64, error)
	Clock  *clock.Clock // follows the clock of the database with PostgreSQL
	member *node.Member // nil with SQLite
}

// OpenDatabase opens the data directory `data`. If `url` is not empty, it opens the
// PostgreSQL database at that URL instead, as the node with the name `nodeName`.
func OpenDatabase(ctx context.Context, data, url, nodeName string, logger *slog.Logger) Database {
	clk := clock.New(clock.Config{Logger: logger})
	if url == "" {
		s := must.Get(store.Open(ctx, data, logger))
		return Database{s.Parts, s.Tables, s.Close, s.FreeSpace, clk, nil}
	}
	s := must.Get(postgres.Open(ctx, postgres.Config{URL: url, Node: nodeName, Logger: logger}))
	return Database{s.Parts, s.Tables, s.Close, s.FreeSpace, clk, must.Get(node.Join(ctx, s, nodeName, clk, logger))}
}

// serveAndAnswer runs the function `serve`, and answers the requests that the parent process
// sends to the standard input. When the input ends, serveAndAnswer stops `serve`.
func serveAndAnswer(address string, serve func(context.Context) error) {
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
	must.Check(<-ended)
}

func answer(question string) error {
	out := json.NewEncoder(os.Stdout)
	switch question {
	case AskCPU:
		return out.Encode(CPUTime())
	case AskOneWrite[200]:
		return out.Encode(writeFloorOnce(200))
	case AskOneWrite[2000]:
		return out.Encode(writeFloorOnce(2000))
	case AskPage:
		return out.Encode(pageAddress)
	case AskResident:
		return out.Encode(resident())
	}
	return out.Encode(sizeNow())
}
