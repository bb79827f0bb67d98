package e2e

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"quadrille/internal/config"
	"quadrille/internal/porttest"
	"quadrille/internal/server"
	"quadrille/internal/sshtest"
)

// program is the path of the quadrille binary that TestMain builds.
var program string

func TestMain(m *testing.M) {
	if dir := os.Getenv(tracedDir); dir != "" {
		if err := playTraced(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "quadrille")
		if err != nil {
			panic(err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		program = filepath.Join(dir, "quadrille")
		build := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "quadrille/cmd/quadrille")
		if os.Getenv("QUADRILLE_RACE") != "" {
			build.Args = slices.Insert(build.Args, 2, "-race",
				"-gcflags=modernc.org/sqlite/lib=-race=false", "-gcflags=quadrille/rules/...=-race=false")
			build.Env = append(os.Environ(), "CGO_ENABLED=1")
		}
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "building: %v\n%s", err, out)
			return 1
		}
		_ = flag.Set("test.parallel", "8") // tests wait more than they use the processor; the option -parallel overrides it
		return m.Run()
	}())
}

// readModule reads all directories of the module, so that a change anywhere in the module
// makes the tests run again. Otherwise the go command would reuse their cached results.
var readModule = sync.OnceFunc(func() {
	_ = filepath.WalkDir("../..", func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == ".git" || d.Name() == "bin" || d.Name() == "quadrille-data") {
			return fs.SkipDir
		}
		return nil
	})
})

// testServer is a running quadrille process.
type testServer struct {
	*testing.T
	cmd      *exec.Cmd
	under    []string // command that runs the server, such as strace; nil if the test starts it directly
	data     string
	database string         // URL of a PostgreSQL database; empty for SQLite
	node     string         // name of the node, used only with PostgreSQL; empty for "a"
	address  string         // address of the server, which stays the same after a restart
	greeting string         // what the server printed at its start
	output   *bufio.Scanner // what the server printed after its start
	log      *outputBuffer
}

// serveFor starts a server that is stopped at the end of the test.
func serveFor(t *testing.T) *testServer {
	t.Helper()
	return serveIn(t, filepath.Join(t.TempDir(), "data"))
}

// serveIn starts a server on a data directory, which may already contain data. If the
// argument `under` is present, it is a command that runs the server, for example strace.
func serveIn(t *testing.T, data string, under ...string) *testServer {
	t.Helper()
	s := newServer(t, data)
	s.under, s.database = under, databaseFor(t, data)
	s.start()
	return s
}

// newServer returns a server on a data directory, which the test starts. The server is killed at
// the end of the test. If the test failed, the log of the server is printed.
func newServer(t *testing.T, data string) *testServer {
	t.Helper()
	s := &testServer{T: t, log: newOutputBuffer(), data: data, address: "127.0.0.1:0"}
	t.Cleanup(func() {
		if s.cmd != nil && s.cmd.ProcessState == nil {
			s.kill()
		}
		if t.Failed() {
			t.Logf("the log of the server %s:\n%s", s.node, s.log.String())
		}
	})
	return s
}

// newNode returns a server with a PostgreSQL database and a new data directory, which the test
// starts. If the configuration is not empty, the data directory contains a file with it.
func newNode(t *testing.T, url, node, configuration string) *testServer {
	t.Helper()
	s := newServer(t, filepath.Join(t.TempDir(), "data"))
	s.database, s.node = url, node
	if configuration != "" {
		must(t, os.Mkdir(s.data, 0o700))
		must(t, os.WriteFile(filepath.Join(s.data, config.FileName), []byte(configuration), 0o600))
	}
	return s
}

// start starts the server and waits until it has printed how to connect.
func (s *testServer) start(flags ...string) {
	readModule()
	s.Helper()
	if host, ok := strings.CutSuffix(s.address, ":0"); ok { // the port must stay free while the server is stopped
		port, err := porttest.Reserve()
		s.must(err)
		s.address = fmt.Sprintf("%s:%d", host, port)
	}
	if s.run(flags...) {
		return
	}
	s.Logf("the server did not start, so the test tries once more:\n%s%s", s.greeting, s.log.String())
	s.greeting = ""
	if !s.run(flags...) {
		s.Fatalf("the server did not start:\n%s%s", s.greeting, s.log.String())
	}
}

// run starts the server once, and reports whether it has printed how to connect.
func (s *testServer) run(flags ...string) (started bool) {
	s.Helper()
	words := slices.Concat(s.under, []string{program, "serve", "--listen", s.address, "--data", s.data}, flags)
	if s.database != "" {
		words = append(words, "--database", s.database, "--node", cmp.Or(s.node, "a"))
	}
	s.cmd = exec.Command(words[0], words[1:]...)
	s.cmd.Stderr = s.log
	out, err := s.cmd.StdoutPipe()
	s.must(err)
	s.must(s.cmd.Start())
	for s.output = bufio.NewScanner(out); s.output.Scan(); {
		s.greeting += s.output.Text() + "\n"
		var host string
		var port int
		if n, _ := fmt.Sscanf(s.output.Text(), "ssh -p %d %s", &port, &host); n == 2 {
			s.address = fmt.Sprintf("%s:%d", host, port)
			return true
		}
	}
	_ = s.cmd.Wait()
	return false
}

func (s *testServer) kill() {
	s.Helper()
	s.must(s.cmd.Process.Kill())
	_ = s.cmd.Wait()
}

// stop sends a signal to the server and returns its exit status.
func (s *testServer) stop(how syscall.Signal) int {
	s.Helper()
	s.must(s.cmd.Process.Signal(how))
	ended := make(chan struct{})
	go func() {
		_ = s.cmd.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		s.Fatal("the server does not stop")
	}
	return s.cmd.ProcessState.ExitCode()
}

func (s *testServer) must(err error) {
	s.Helper()
	must(s, err)
}

func TestServePrintsTheFingerprintAndHowToConnect(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	if !strings.Contains(s.greeting, "SHA256:") || !strings.Contains(s.greeting, "ssh -p ") {
		t.Errorf("it printed:\n%s", s.greeting)
	}
	first := s.greeting
	s.kill()
	s.greeting = ""
	s.start()
	if s.greeting != first {
		t.Errorf("after a restart it printed:\n%sbefore:\n%s", s.greeting, first)
	}
}

func TestSignalsStopTheServer(t *testing.T) {
	t.Parallel()
	for _, how := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		t.Run(how.String(), func(t *testing.T) {
			s := serveFor(t)
			client := sshtest.Dial(t, s.address, sshtest.GuestAuth())
			screen := sshtest.Open(t, client, "guest", 80, 24, "")
			screen.See(t, "Quadrille")
			done := sync.OnceValue(func() int { return s.stop(how) })
			go done()
			screen.Ended(t)
			if text := screen.Text(); !strings.Contains(text, "The server is stopping.") {
				t.Errorf("the terminal shows:\n%s", text)
			}
			_ = client.Close()
			if status := done(); status != 0 {
				t.Errorf("exit status %d", status)
			}
		})
	}
}

// lastSentence returns the text after the log lines.
func lastSentence(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// sshCommand returns the ssh command with which people connect to the server.
func (s *testServer) sshCommand() string { return server.SSHCommand(s.address) }

// must ends a test that got an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
