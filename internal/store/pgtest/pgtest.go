// Package pgtest starts a PostgreSQL server for tests, in a temporary directory, and creates
// a new database for each test. It needs the programs of Debian's package postgresql.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"quadrille/internal/porttest"
	"quadrille/internal/store/datadir"
)

// Server is a PostgreSQL server that tests may stop and start again.
type Server struct {
	bin, dir string
	port     int
	owner    *credential // the user that runs the server if the tests run as root
	fsync    string      // PostgreSQL's setting fsync: "on" or "off"
	process  *os.Process
}

var (
	shared    = sync.OnceValues(func() (*Server, error) { return start("off", true) })
	databases atomic.Int64
)

// Database returns the URL of a new database. All tests of one test binary share a server,
// which stops when their process ends. This server does not wait for the disk. Tests of
// failures use [Start] instead, and measurements use [Launch]. Database skips the test if
// PostgreSQL is not installed.
func Database(t testing.TB) string {
	t.Helper()
	s, err := shared()
	if errors.Is(err, ErrNotInstalled) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	url, err := s.Create(t.Context(), fmt.Sprintf("test%d", databases.Add(1)))
	if err != nil {
		t.Fatal(err)
	}
	return url
}

// Start starts a PostgreSQL server for a test that kills or stops it. The server has the settings
// of a server in use, but its data are in memory. The server stops when the test ends.
func Start(t testing.TB) *Server {
	t.Helper()
	s, err := start("on", true)
	if errors.Is(err, ErrNotInstalled) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Kill)
	return s
}

// Launch starts a server for measurements. The server syncs every commit to the disk, and stops
// when the process ends. The error wraps [ErrNotInstalled] if PostgreSQL is not installed.
func Launch() (*Server, error) { return start("on", false) }

// Database creates a database and returns its URL.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	url, err := s.Create(t.Context(), fmt.Sprintf("test%d", databases.Add(1)))
	if err != nil {
		t.Fatal(err)
	}
	return url
}

// Create creates a database with the given name and returns its URL.
func (s *Server) Create(ctx context.Context, name string) (url string, err error) {
	conn, err := pgx.Connect(ctx, s.url("postgres"))
	if err != nil {
		return "", err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+name)
	return s.url(name), errors.Join(err, conn.Close(ctx))
}

// URL returns the URL of a database for a given role.
func (s *Server) URL(role, database string) string {
	return fmt.Sprintf("postgres://%s@127.0.0.1:%d/%s?sslmode=disable", role, s.port, database)
}

func (s *Server) url(database string) string { return s.URL("quadrille", database) }

// ErrNotInstalled is returned if PostgreSQL is not installed.
var ErrNotInstalled = errors.New("PostgreSQL is not installed; install Debian's package postgresql")

// programs returns the directory of the newest installed PostgreSQL.
func programs() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if len(found) == 0 {
		return "", ErrNotInstalled
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) })), nil
}

func version(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
	return n
}

// memory is the directory of Linux's in-memory file system. Creating a database there takes
// a tenth of the time that it takes on a slow disk.
const memory = "/dev/shm"

// memoryNeeded is the number of bytes that must be free in the in-memory file system. In a
// container, this file system may have only 64 MiB.
const memoryNeeded = 4 << 30

// cluster returns a server that does not run, whose new database cluster others copy. initdb takes
// much longer than copying what it makes.
var cluster = sync.OnceValues(func() (*Server, error) {
	s, err := prepare("off", true)
	if err != nil {
		return nil, err
	}
	out, err := s.command("initdb", "--pgdata="+s.data(), "--username=quadrille", "--auth=trust", "--no-sync", "--no-locale",
		"--encoding=UTF8").
		CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return s, nil
})

// start copies a new database cluster and starts a server for it, with its data in memory if that
// is wanted and there is room.
func start(fsync string, inMemory bool) (s *Server, err error) {
	from, err := cluster()
	if err != nil {
		return nil, err
	}
	s, err = prepare(fsync, inMemory)
	if err != nil {
		return nil, err
	}
	if out, err := s.as(exec.Command("cp", "-R", from.data(), s.data())).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("cp: %w\n%s", err, out)
	}
	return s, s.Run()
}

// prepare creates the directory of a server and reserves a port. The directory is deleted
// when the tests end.
func prepare(fsync string, inMemory bool) (s *Server, err error) {
	s = &Server{fsync: fsync}
	if s.bin, err = programs(); err != nil {
		return nil, err
	}
	place := ""
	if inMemory {
		if free, err := datadir.FreeSpace(memory); err == nil && free >= memoryNeeded {
			place = memory
		}
	}
	if s.dir, err = os.MkdirTemp(place, "quadrille-postgres-"); err != nil {
		return nil, err
	}
	if os.Getuid() == 0 { // PostgreSQL refuses to run as root
		if s.owner, err = unprivileged(); err != nil {
			return nil, err
		}
		if err := os.Chown(s.dir, s.owner.uid, s.owner.gid); err != nil {
			return nil, err
		}
	}
	if s.port, err = porttest.Reserve(); err != nil {
		return nil, err
	}
	return s, s.endWithTests()
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// command returns a command that runs a program of PostgreSQL as a user other than root.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	return s.as(exec.Command(filepath.Join(s.bin, name), args...))
}

// as makes a command run as the user that runs the server.
func (s *Server) as(c *exec.Cmd) *exec.Cmd {
	c.Dir = s.dir
	c.Env = []string{"LC_ALL=C", "PATH=/usr/bin:/bin", "TZ=UTC"}
	isolate(c, s.owner)
	return c
}

// credential is a user with a group.
type credential struct{ uid, gid int }

// unprivileged returns the user that runs PostgreSQL if the tests run as root.
func unprivileged() (*credential, error) {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		return &credential{uid, gid}, nil
	}
	return nil, errors.New("PostgreSQL refuses to run as root, and there is no user \"postgres\" or \"nobody\"")
}

// Run starts the server, and returns when it accepts connections. If the server does not start,
// Run tries once more. The error contains the server's log.
func (s *Server) Run() error {
	first := s.run()
	if first == nil {
		return nil
	}
	if err := s.run(); err != nil {
		return errors.Join(first, err)
	}
	fmt.Fprintln(os.Stderr, "the second start of PostgreSQL succeeded; the first:", first)
	return nil
}

// run starts the server once.
func (s *Server) run() error {
	log, err := os.Create(filepath.Join(s.dir, "log"))
	if err != nil {
		return err
	}
	defer log.Close()
	c := s.command("postgres", "-D", s.data(), "-p", strconv.Itoa(s.port), "-c", "listen_addresses=127.0.0.1",
		"-c", "unix_socket_directories=", "-c", "fsync="+s.fsync, "-c", "max_connections=300", "-c", "log_min_messages=fatal",
		"-c", "wal_retrieve_retry_interval=200ms")
	c.Stdout, c.Stderr = log, log
	if err := c.Start(); err != nil {
		return err
	}
	s.process = c.Process
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for begun := time.Now(); ; {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		conn, err := pgx.Connect(ctx, s.url("postgres"))
		cancel()
		if err == nil {
			return conn.Close(context.Background())
		}
		select {
		case fault := <-ended:
			return fmt.Errorf("PostgreSQL ended: %w%s", errors.Join(fault, err), s.log())
		case <-time.After(20 * time.Millisecond):
		}
		if time.Since(begun) > time.Minute {
			return errors.Join(fmt.Errorf("PostgreSQL accepts no connection: %w%s", err, s.log()), s.process.Kill())
		}
	}
}

// log returns the log of the last start.
func (s *Server) log() string {
	text, err := os.ReadFile(filepath.Join(s.dir, "log"))
	if err != nil {
		return "\n" + err.Error()
	}
	return "\n" + string(text)
}

// Restart stops the server as `pg_ctl stop -m fast` does, and starts it again.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	_ = s.process.Signal(syscall.SIGINT)
	s.awaitEnd()
	if err := s.Run(); err != nil {
		t.Fatal(err)
	}
}

// PID returns the number of the server's main process.
func (s *Server) PID() int { return s.process.Pid }

// endWithTests starts a shell that waits until the process of the tests has ended, in
// whatever way. The shell then stops the server and deletes its directory.
func (s *Server) endWithTests() error {
	shell := exec.Command("sh", "-c", `cat >/dev/null
		while read -r pid <"$1/data/postmaster.pid"; do kill -QUIT "$pid" || break; sleep 0.05; done 2>/dev/null
		rm -rf "$1"`, "sh", s.dir)
	isolate(shell, nil)
	input, output, err := os.Pipe()
	if err != nil {
		return err
	}
	shell.Stdin = input
	if err := shell.Start(); err != nil {
		return err
	}
	pipesLock.Lock()
	defer pipesLock.Unlock()
	pipes = append(pipes, output) // keep the pipe open until this process ends
	go func() { _ = shell.Wait() }()
	return input.Close()
}

// pipes holds the pipes that endWithTests has opened, so that they stay open until the
// process ends.
var (
	pipes     []*os.File
	pipesLock sync.Mutex
)

// Kill stops the server immediately, as a crash would.
func (s *Server) Kill() {
	_ = s.process.Signal(syscall.SIGQUIT)
	s.awaitEnd()
}

// awaitEnd waits until the server has ended.
func (s *Server) awaitEnd() {
	for s.process.Signal(syscall.Signal(0)) == nil {
		time.Sleep(10 * time.Millisecond)
	}
}
