package node_test

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/node"
	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/store/pgtest"
	"quadrille/internal/store/postgres"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Environment variables that make this test binary run as a node.
const (
	envNode = "QUADRILLE_TEST_NODE"
	envURL  = "QUADRILLE_TEST_DATABASE"
)

// atOnce is the number of tables at which each node makes moves at the same time.
const atOnce = 4

// killsWanted returns the number of nodes to kill or stop. The environment variable
// QUADRILLE_KILLS sets it.
func killsWanted() int {
	n, _ := strconv.Atoi(cmp.Or(os.Getenv("QUADRILLE_KILLS"), "2"))
	return n
}

// killTables returns the number of tables. Random games end after a few hundred moves, so a
// test with more kills needs more tables.
func killTables() table.ID { return table.ID(atOnce + killsWanted()) }

func TestMain(m *testing.M) {
	if name := os.Getenv(envNode); name != "" {
		if err := runNode(name, os.Getenv(envURL)); err != nil {
			fmt.Println("failed", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func people() (list [rules.SeatCount]player.Player) {
	for i := range list {
		list[i] = player.Player{ID: player.ID(fmt.Sprint("SHA256:", i)), Name: fmt.Sprint("player", i)}
	}
	return list
}

// runNode plays random moves for all players at all tables until it reads a line from
// standard input. It prints a line for each acknowledged move. For each further line that it
// reads, it prints the number of the last event and the number of moves of each table.
func runNode(name, url string) error {
	ctx, logger := context.Background(), slog.New(slog.DiscardHandler)
	store, err := postgres.Open(ctx, postgres.Config{URL: url, Node: name, Logger: logger})
	if err != nil {
		return err
	}
	clk := clock.New(clock.Config{Logger: logger})
	m, err := node.Join(ctx, store, name, clk, logger)
	if err != nil {
		return err
	}
	l, err := lobby.Open(ctx, lobby.Config{Store: store.Tables, Cluster: m.Cluster(), Clock: clk, Logger: logger})
	if err != nil {
		return err
	}
	go m.Run(ctx, l)
	fmt.Println("ready")
	stop := make(chan struct{})
	var playing sync.WaitGroup
	for first := table.ID(1); first <= atOnce; first++ {
		playing.Go(func() {
			for id := first; id <= killTables(); id += atOnce {
				playUntil(stop, l, id, fmt.Sprint(name, "-", os.Getpid(), "-", id, "-"))
			}
		})
	}
	in := bufio.NewScanner(os.Stdin)
	in.Scan() // wait for the line "stop"
	close(stop)
	playing.Wait()
	fmt.Println("stopped")
	for in.Scan() {
		var line strings.Builder
		line.WriteString("last")
		for id := table.ID(1); id <= killTables(); id++ {
			t, err := l.Table(ctx, id)
			if err != nil {
				return err
			}
			fmt.Fprintf(&line, " %d/%d", t.View().Seq, len(t.View().Moves))
		}
		fmt.Println(line.String())
	}
	return nil
}

// playUntil plays random moves at a table until its game is over, or until the channel
// `stop` is closed.
func playUntil(stop <-chan struct{}, l *lobby.Lobby, id table.ID, prefix string) {
	for n := 0; ; n++ {
		select {
		case <-stop:
			return
		case <-time.After(rand.N(20 * time.Millisecond)):
		}
		t, err := l.Table(context.Background(), id)
		if err != nil {
			continue
		}
		v := t.View()
		if v.Phase == table.Finished {
			return
		}
		if len(v.Legal) == 0 {
			continue
		}
		a := table.Command{
			By: v.Seats[v.Actor].Player, Kind: table.Play, Seat: v.Actor, Action: v.Legal[rand.N(len(v.Legal))],
			Answers: len(v.Moves), ID: prefix + strconv.Itoa(n),
		}
		if t.Do(context.Background(), a) == nil {
			fmt.Fprintf(os.Stdout, "moved %d %s\n", id, a.ID)
		}
	}
}

// nodeProcess is a running node.
type nodeProcess struct {
	name  string
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // lines of output that are not about moves; closed when the process ends
}

// checker collects the acknowledged moves of all nodes.
type checker struct {
	*testing.T
	url   string
	mu    sync.Mutex
	moved map[string]table.ID
}

func (c *checker) start(name string) *nodeProcess {
	c.Helper()
	self, err := os.Executable()
	if err != nil {
		c.Fatal(err)
	}
	p := &nodeProcess{name: name, cmd: exec.Command(self), lines: make(chan string, 100)}
	p.cmd.Env = append(os.Environ(), envNode+"="+name, envURL+"="+c.url)
	p.cmd.Stderr = os.Stderr
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		c.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		c.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		c.Fatal(err)
	}
	go func() {
		defer close(p.lines)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var id table.ID
			var key string
			if n, _ := fmt.Sscanf(lines.Text(), "moved %d %s", &id, &key); n == 2 {
				c.mu.Lock()
				c.moved[key] = id
				c.mu.Unlock()
			} else {
				p.lines <- lines.Text()
			}
		}
	}()
	c.want(p, "ready")
	return p
}

// want waits for a line that begins with the given word, and returns the line.
func (c *checker) want(p *nodeProcess, word string) string {
	c.Helper()
	for {
		select {
		case line, ok := <-p.lines:
			if strings.HasPrefix(line, word) {
				return line
			}
			if !ok || strings.HasPrefix(line, "failed") {
				c.Fatalf("node %s: %q, want %q", p.name, line, word)
			}
		case <-time.After(time.Minute):
			c.Fatalf("node %s does not say %q", p.name, word)
		}
	}
}

func (p *nodeProcess) kill() {
	_ = p.cmd.Process.Kill()
	for range p.lines { // read until the pipe is closed
	}
	_ = p.cmd.Wait()
}

func (c *checker) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.moved)
}

// waitForMoves waits until the nodes have acknowledged the given number of further moves.
func (c *checker) waitForMoves(more int) {
	c.Helper()
	for begun, before := time.Now(), c.count(); c.count() < before+more; time.Sleep(10 * time.Millisecond) {
		if time.Since(begun) > time.Minute {
			c.Fatalf("%d moves in a minute, want %d", c.count()-before, more)
		}
	}
}

// TestNodesAreKilled kills or stops random nodes while all nodes play at the same tables.
// It checks that each acknowledged move is stored once, and that all nodes have the same
// events in the end.
func TestNodesAreKilled(t *testing.T) {
	kills := killsWanted()
	c := &checker{T: t, url: pgtest.Database(t), moved: map[string]table.ID{}}
	store, err := postgres.Open(t.Context(), postgres.Config{URL: c.url, Node: "checker", Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	openTables(t, store)
	var nodes []*nodeProcess
	for _, name := range []string{"a", "b", "c"} {
		nodes = append(nodes, c.start(name))
	}
	defer func() {
		for _, p := range nodes {
			p.kill()
		}
	}()
	for i := range kills {
		c.waitForMoves(100)
		p := nodes[rand.N(len(nodes))]
		if i%2 == 0 {
			p.kill()
			c.waitForMoves(50) // wait for moves at the other nodes
			for j := range nodes {
				if nodes[j] == p {
					nodes[j] = c.start(p.name)
				}
			}
			continue
		}
		_ = p.cmd.Process.Signal(syscall.SIGSTOP)
		c.waitForMoves(50)
		_ = p.cmd.Process.Signal(syscall.SIGCONT)
	}
	c.waitForMoves(100)
	for _, p := range nodes {
		fmt.Fprintln(p.in, "stop")
	}
	for _, p := range nodes {
		c.want(p, "stopped")
	}
	c.checkLogs(store)
	c.checkCopies(nodes)
	t.Logf("%d acknowledged moves, %d nodes killed or stopped", len(c.moved), kills)
}

// openTables opens the tables, seats all players and starts the games.
func openTables(t *testing.T, store *postgres.Store) {
	t.Helper()
	for range killTables() {
		host := people()[0]
		terms := table.Terms{Game: "chess4"}
		id, err := store.Tables.Create(t.Context(), table.Event{Kind: table.Opened, At: time.Now(), Player: &host, Terms: &terms}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var events []table.Event
		for i, p := range people() {
			seat := rules.Seat(i)
			events = append(
				events,
				table.Event{Kind: table.Seated, At: time.Now(), Seat: &seat, Player: &p},
				table.Event{Kind: table.Readied, At: time.Now(), Seat: &seat},
			)
		}
		events = append(events, table.Event{Kind: table.Started, At: time.Now()})
		if err := store.Tables.Append(t.Context(), id, 2, events, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// checkLogs checks that each acknowledged move is in the log of its table, and that no
// command is stored twice.
func (c *checker) checkLogs(store *postgres.Store) {
	c.Helper()
	stored := map[string]table.ID{}
	for id := table.ID(1); id <= killTables(); id++ {
		events, err := store.Tables.Load(c.Context(), id)
		if err != nil {
			c.Fatal(err)
		}
		if _, err := live.Summarize(live.Config{ID: id, Variant: variants.New}, events); err != nil {
			c.Errorf("the log of table %d: %v", id, err)
		}
		for _, e := range events {
			if e.CommandID == "" {
				continue
			}
			if stored[e.CommandID] != 0 {
				c.Errorf("move %q is stored twice", e.CommandID)
			}
			stored[e.CommandID] = id
		}
	}
	lost := 0
	for key, id := range c.moved {
		if stored[key] != id {
			lost++
		}
	}
	if lost > 0 {
		c.Errorf("%d of %d acknowledged moves are lost", lost, len(c.moved))
	}
}

// checkCopies waits until all nodes have the same last event of each table.
func (c *checker) checkCopies(nodes []*nodeProcess) {
	c.Helper()
	lines := make([]string, len(nodes))
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		for i, p := range nodes {
			fmt.Fprintln(p.in, "last")
			lines[i] = c.want(p, "last")
		}
		if lines[0] == lines[1] && lines[1] == lines[2] {
			return
		}
		if time.Since(begun) > 10*time.Second {
			c.Fatalf("the nodes differ: %q", lines)
		}
	}
}
