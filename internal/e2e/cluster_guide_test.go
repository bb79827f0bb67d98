package e2e

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"quadrille/internal/config"
	"quadrille/internal/porttest"
	"quadrille/internal/store/pgtest"
)

// guideBlock returns the indented block of docs/cluster.md that begins with the given line and
// ends before the next line with less indentation.
func guideBlock(t *testing.T, first string) string {
	t.Helper()
	_, text, ok := strings.Cut(readFile(t, "../../docs/cluster.md"), "\n        "+first+"\n")
	if !ok {
		t.Fatalf("docs/cluster.md has no line %q", first)
	}
	block := first + "\n"
	for line := range strings.Lines(text) {
		rest, ok := strings.CutPrefix(line, "        ")
		if !ok && strings.TrimSpace(line) != "" {
			break
		}
		block += strings.TrimRight(rest, "\n") + "\n"
	}
	return block
}

// cluster is the three servers behind HAProxy that docs/cluster.md describes. Its machines have
// the addresses 127.0.0.10 to 127.0.0.13.
type cluster struct {
	*testing.T
	port, metrics string
	nodes         []*testServer
}

// onThisMachine replaces the addresses and ports of the guide with those of the test.
func (c *cluster) onThisMachine(text string) string {
	return strings.NewReplacer("10.0.0.", "127.0.0.", "bind :2222", "bind 127.0.0.10:"+c.port, ":2222", ":"+c.port, "9222", c.metrics).
		Replace(text)
}

// balancer returns the address of the load balancer, to which people connect.
func (c *cluster) balancer() string { return "127.0.0.10:" + c.port }

// reservePort returns a port that no other program uses at any address of this machine.
func reservePort(t *testing.T) string {
	t.Helper()
	port, err := porttest.Reserve()
	must(t, err)
	return fmt.Sprint(port)
}

// startCluster starts three servers and HAProxy with the configurations of the guide.
func startCluster(t *testing.T, url string) *cluster {
	t.Helper()
	haproxy, err := exec.LookPath("haproxy")
	if err != nil {
		t.Skip("HAProxy is not installed; install Debian's package haproxy")
	}
	c := &cluster{T: t, port: reservePort(t), metrics: reservePort(t)}
	settings := guideBlock(t, "[server]")
	for i, node := range []string{"a", "b", "c"} {
		s := newNode(t, url, node, "")
		s.address = fmt.Sprintf("127.0.0.%d:%s", 11+i, c.port)
		text := strings.NewReplacer("10.0.0.11", fmt.Sprintf("10.0.0.%d", 11+i), `"a"`, `"`+node+`"`, "10.0.0.10", "127.0.0.1",
			"/var/lib/quadrille", s.data).
			Replace(settings)
		// remove the public address, and the database, which the test sets with a flag
		text = regexp.MustCompile(`(?m)^(database|public = "play).*\n`).ReplaceAllString(text, "")
		s.must(os.Mkdir(s.data, 0o700))
		s.must(os.WriteFile(filepath.Join(s.data, config.FileName), []byte(c.onThisMachine(text)), 0o600))
		s.start()
		c.nodes = append(c.nodes, s)
	}
	file := filepath.Join(t.TempDir(), "haproxy.cfg")
	must(t, os.WriteFile(file, []byte(c.onThisMachine(guideBlock(t, "frontend ssh"))), 0o600))
	started := c.balance(haproxy, file)
	if !started { // another program may have taken a port
		started = c.balance(haproxy, file)
	}
	if !started {
		t.Fatal("HAProxy did not start")
	}
	for _, s := range c.nodes {
		c.awaitReady(s)
	}
	return c
}

// balance starts HAProxy and reports whether it accepts connections. Otherwise it logs the output
// of HAProxy.
func (c *cluster) balance(haproxy, file string) (started bool) {
	c.Helper()
	balancer, log := exec.Command(haproxy, "-db", "-f", file), newOutputBuffer()
	balancer.Stdout, balancer.Stderr = log, log
	if err := balancer.Start(); err != nil {
		c.Log(err)
		return false
	}
	ended := make(chan struct{})
	go func() {
		_ = balancer.Wait()
		close(ended)
	}()
	for {
		conn, err := net.Dial("tcp", c.balancer())
		if err == nil {
			_ = conn.Close()
			break
		}
		select {
		case <-ended:
			c.Logf("HAProxy ended:\n%s", log)
			return false
		case <-time.After(20 * time.Millisecond):
		}
	}
	c.Cleanup(func() {
		_ = balancer.Process.Kill()
		<-ended
		if c.Failed() {
			c.Logf("HAProxy:\n%s", log)
		}
	})
	return true
}

// awaitReady waits until a server says that it is ready.
func (c *cluster) awaitReady(s *testServer) {
	c.Helper()
	host, _, _ := net.SplitHostPort(s.address)
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		answer, err := http.Get("http://" + net.JoinHostPort(host, c.metrics) + "/readyz")
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Since(begun) > time.Minute {
			c.Fatalf("server %s is not ready: %v", s.node, err)
		}
	}
}

// Four players play through HAProxy with the configuration of docs/cluster.md, while one server
// after another is restarted. Each move is accepted at the first attempt, and the servers know
// the addresses of the players.
func TestClusterGuide(t *testing.T) {
	t.Parallel()
	primary := pgtest.Start(t)
	url := primary.Database(t)
	c := startCluster(t, primary.Both(t, primary.Standby(t, true), url))
	olga := newCommandPlayer(t, "Olga")
	for begun := time.Now(); ; time.Sleep(100 * time.Millisecond) { // wait until HAProxy knows that the servers are ready
		if _, err := olga.run(c.balancer(), "about"); err == nil {
			break
		} else if time.Since(begun) > 20*time.Second {
			t.Fatal(err)
		}
	}
	olga.mustRun(t, c.balancer(), "join "+c.nodes[0].ownerCode())
	olga.mustRun(t, c.balancer(), "name Olga")
	p := gatherCommandGame(t, c.balancer(), "chess4")
	if here := olga.mustRun(t, c.balancer(), "admin here"); !strings.Contains(here, "from "+olga.local) {
		t.Errorf("admin here does not show the address of the client:\n%s", here)
	}
	olga.disconnect()
	moves := []string{"m7-k7", "j1-k3", "b8-d8"}
	for i, s := range c.nodes {
		for _, who := range p.seats { // a server that stops waits for its clients
			who.disconnect()
		}
		s.stop(syscall.SIGTERM)
		p.seats[i].mustRun(t, c.balancer(), fmt.Sprintf("move %d %s", p.id, moves[i]))
		s.start()
		c.awaitReady(s)
	}
	p.seats[3].disconnect()
	record := p.seats[3].mustRun(t, c.balancer(), fmt.Sprintf("record %d", p.id))
	for _, move := range moves {
		if !strings.Contains(record, move) {
			t.Errorf("the record lacks %s:\n%s", move, record)
		}
	}
}
