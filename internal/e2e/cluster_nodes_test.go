package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// patience is the time that a client waits for the answer of a node that has failed. Then the
// client sends the command to another node.
const patience = time.Second

// nodeSet holds nodes that share a PostgreSQL database.
type nodeSet struct {
	*testing.T
	url   string // the URL of the database, for reading it with SQL
	nodes []*clusterNode

	faulty atomic.Bool // whether a node or the database has failed
	mu     sync.Mutex
	// answer times of working nodes: `faulted` while another node or the database had failed, `quiet` otherwise
	quiet, faulted []time.Duration
}

// clusterNode is a node of a nodeSet.
type clusterNode struct {
	*testServer
	mu     sync.Mutex
	failed bool // whether the test has killed or stopped the node, or disturbs its connection to the database
	conns  map[*nodeConn]bool
}

// nodeConn is a player's connection to a node.
type nodeConn struct {
	net.Conn
	limited atomic.Bool // whether the connection has a deadline, because the node failed
}

// startNodes starts the nodes a, b and c, in this order. `urls` holds the database URLs of
// the first nodes, for example URLs of proxies; the other nodes use `url`.
func startNodes(t *testing.T, url string, urls ...string) *nodeSet {
	t.Helper()
	s := &nodeSet{T: t, url: url}
	for i, name := range []string{"a", "b", "c"} {
		own := url
		if i < len(urls) {
			own = urls[i]
		}
		server := serveDatabase(t, own, name)
		s.nodes = append(s.nodes, &clusterNode{testServer: server, conns: map[*nodeConn]bool{}})
	}
	return s
}

// fail marks a node as failed, and limits how long its clients wait for answers.
func (s *nodeSet) fail(n *clusterNode) {
	s.faulty.Store(true)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.failed = true
	for c := range n.conns {
		c.limited.Store(true)
		_ = c.SetDeadline(time.Now().Add(patience))
	}
}

// recovered marks a node as working again.
func (s *nodeSet) recovered(n *clusterNode) {
	n.mu.Lock()
	n.failed = false
	n.mu.Unlock()
	s.faulty.Store(slices.ContainsFunc(s.nodes, (*clusterNode).hasFailed))
}

func (n *clusterNode) hasFailed() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.failed
}

// restart starts a node whose process has ended.
func (s *nodeSet) restart(n *clusterNode) {
	s.Helper()
	_ = n.cmd.Wait()
	n.start()
	s.recovered(n)
}

// signal sends a signal to the process of a node.
func (s *nodeSet) signal(n *clusterNode, how syscall.Signal) {
	s.Helper()
	s.must(n.cmd.Process.Signal(how))
}

func (s *nodeSet) must(err error) {
	s.Helper()
	must(s, err)
}

// choose returns a node that has not failed. It tries the nodes in turn, beginning with the
// node at the given index.
func (s *nodeSet) choose(from int) *clusterNode {
	for i := range s.nodes {
		if n := s.nodes[(from+i)%len(s.nodes)]; !n.hasFailed() {
			return n
		}
	}
	return s.nodes[from%len(s.nodes)]
}

// roamer is a player who sends commands to any node.
type roamer struct {
	*commandPlayer
	set *nodeSet

	mu      sync.Mutex
	clients map[*clusterNode]*roamerClient
}

// roamerClient is an open connection of a roamer: a player who sends commands to any node.
type roamerClient struct {
	*ssh.Client
	conn *nodeConn
}

func newRoamer(s *nodeSet, name string) *roamer {
	return &roamer{commandPlayer: newCommandPlayer(s, name), set: s, clients: map[*clusterNode]*roamerClient{}}
}

// dial returns the connection to a node, and opens it if necessary.
func (r *roamer) dial(n *clusterNode) (*roamerClient, error) {
	r.mu.Lock()
	c := r.clients[n]
	r.mu.Unlock()
	if c != nil {
		return c, nil
	}
	plain, err := sshtest.Connect(r.local, n.address)
	if err != nil {
		return nil, err
	}
	conn := &nodeConn{Conn: plain}
	n.mu.Lock()
	n.conns[conn] = true
	if n.failed {
		conn.limited.Store(true)
		_ = conn.SetDeadline(time.Now().Add(patience))
	}
	n.mu.Unlock()
	client, err := sshtest.Login(conn, "anybody", sshtest.KeyAuth(r.key))
	if err != nil {
		n.forget(conn)
		return nil, err
	}
	n.mu.Lock()
	if conn.limited.Load() { // set the deadline again, because the login has removed it
		_ = conn.SetDeadline(time.Now().Add(patience))
	}
	n.mu.Unlock()
	c = &roamerClient{client, conn}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.clients[n] = c
	return c, nil
}

func (n *clusterNode) forget(c *nodeConn) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.conns, c)
}

func (r *roamer) hangUp(n *clusterNode) {
	r.mu.Lock()
	c := r.clients[n]
	delete(r.clients, n)
	r.mu.Unlock()
	if c != nil {
		_ = c.Close()
		n.forget(c.conn)
	}
}

func (r *roamer) hangUpAll() {
	for _, n := range r.set.nodes {
		r.hangUp(n)
	}
	r.disconnect()
}

// send sends a command to a node. The error is [errNoAnswer] or a refusal. The result
// `excused` reports whether the node, or the connection to it, failed before the answer, or the
// database did while the command was sent.
func (r *roamer) send(n *clusterNode, command string) (out string, excused bool, err error) {
	elsewhere := r.set.faulty.Load()
	excused = n.hasFailed()
	begun := time.Now()
	c, err := r.dial(n)
	if err != nil {
		return "", excused || n.hasFailed(), fmt.Errorf("%w: %w", errNoAnswer, err)
	}
	out, err = runOn(c.Client, command)
	if errors.Is(err, errNoAnswer) {
		r.hangUp(n)
	}
	excused = excused || n.hasFailed() || c.conn.limited.Load()
	if excused || err != nil {
		return out, excused || elsewhere, err
	}
	r.set.mu.Lock()
	defer r.set.mu.Unlock()
	if took := time.Since(begun); elsewhere || r.set.faulty.Load() {
		r.set.faulted = append(r.set.faulted, took)
	} else {
		r.set.quiet = append(r.set.quiet, took)
	}
	return out, false, nil
}

// runOn runs a command. If it is refused, the error is the refusal. If the connection ends
// first, the error is [errNoAnswer].
func runOn(client *ssh.Client, command string) (string, error) {
	session, err := client.NewSession()
	if err != nil {
		return "", fmt.Errorf("%w: %w", errNoAnswer, err)
	}
	defer func() { _ = session.Close() }()
	var out, errs bytes.Buffer
	session.Stdout, session.Stderr = &out, &errs
	err = session.Run(command)
	if err == nil {
		return out.String(), nil
	}
	if _, refused := errors.AsType[*ssh.ExitError](err); refused {
		return "", errors.New(strings.TrimSpace(errs.String()))
	}
	return "", fmt.Errorf("%w: %w", errNoAnswer, err)
}

// passing reports whether a refusal asks the player to try again. A server refuses in this way
// when the database does not answer, when the server is stopping, or when a client sends too
// many commands.
func passing(refusal error) bool {
	return slices.ContainsFunc([]string{"try again", "server is stopping", "connect again"}, func(part string) bool {
		return strings.Contains(strings.ToLower(refusal.Error()), part)
	})
}

// ask sends a command until a node runs it, or refuses it without asking the player to try
// again. It begins with the node at the given index. If a node does not answer, ask sends the
// command to the next node.
func (r *roamer) ask(at int, command string) (out string, refusal error) {
	for begun := time.Now(); ; {
		n := r.set.choose(at)
		out, excused, err := r.send(n, command)
		switch noAnswer := errors.Is(err, errNoAnswer); {
		case err == nil:
			return out, nil
		case strings.Contains(err.Error(), "Too many commands"):
			// try again: a node that also gets the commands for failed nodes reaches the rate limit
		case !noAnswer && !passing(err):
			return "", err
		case !excused && !r.set.faulty.Load() && !strings.Contains(err.Error(), "not stored yet"): // a busy machine stores slowly
			r.set.Errorf("node %s has not failed, but answers %q: %v", n.node, command, err)
			return "", err
		case time.Since(begun) > time.Minute:
			r.set.Errorf("%q is not answered in a minute: %v", command, err)
			return "", err
		case noAnswer:
			at++
		}
		<-time.After(20 * time.Millisecond) // wait before the next attempt
	}
}

// latencies describes the answer times of working nodes, first while all nodes work, and then
// while another node has a fault.
func (s *nodeSet) latencies() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	describe := func(what string, list []time.Duration) string {
		if len(list) == 0 {
			return what + ": none"
		}
		slices.Sort(list)
		at := func(part float64) time.Duration {
			return list[min(len(list)-1, int(part*float64(len(list))))].Round(100 * time.Microsecond)
		}
		return fmt.Sprintf("%s: %d answers, p50 %v, p99 %v, longest %v", what, len(list), at(0.5), at(0.99), at(1))
	}
	return describe("without a fault", s.quiet) + "; " + describe("at other nodes during a fault", s.faulted)
}
