package sshd

import (
	"context"
	"sync"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// closing is how many channels more than sessions a connection may have: those
// that are over on one side, and not yet on the other.
const closing = 6

// census counts the lines of a connection, and ends one that has none for long.
type census struct {
	mu   sync.Mutex
	live int // sessions that neither side has ended
	all  int // channels that are not gone
	idle *time.Timer
	long time.Duration
}

// begin waits for the first line; idle is the timer of the wait.
func (c *census) begin(long time.Duration, idle *time.Timer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.long, c.idle = long, idle
}

// end waits no more.
func (c *census) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.idle != nil {
		c.idle.Stop()
		c.idle = nil
	}
}

func (c *census) enter(limit int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.live >= limit || c.all >= limit+closing {
		return false
	}
	c.live++
	c.all++
	if c.idle != nil {
		c.idle.Stop()
	}
	return true
}

func (c *census) leave(live, all int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.live -= live
	c.all -= all
	if c.all == 0 && c.idle != nil {
		c.idle.Reset(c.long)
	}
}

// openLine takes a session channel of a connection, unless that has enough of
// them. It returns when the channel is gone.
func (s *Server) openLine(srv *ssh.Server, sshConn *gossh.ServerConn, asked gossh.NewChannel, ctx ssh.Context) {
	c := connOf(ctx)
	if !c.census.enter(s.limits.Load().Channels) {
		_ = asked.Reject(gossh.ResourceShortage, "too many sessions on one connection")
		return
	}
	defer c.census.leave(0, 1)
	l := &line{
		conn: c, limits: s.limits, budget: &s.cells,
		sizes: make(chan size, 1), deaf: make(chan struct{}),
		over: sync.OnceFunc(func() { c.census.leave(1, 0) }),
	}
	l.start = c.later(s.limits.Load().Start, "start", func() { c.cut(abandoned, "opened a session for nothing") })
	l.ctx, l.cancel = context.WithCancel(context.Background())
	defer func() { s.releaseCells(l.held) }()
	defer l.hangUp()
	defer close(l.deaf)
	inner, requests, err := asked.Accept()
	if err != nil {
		return // the connection is gone; the ssh package would log each of many channels
	}
	ssh.DefaultSessionHandler(srv, sshConn, guarded{asked, s, l, inner, requests}, lineContext{ctx, l})
}

// guarded is an accepted channel that becomes a line when the session accepts it.
type guarded struct {
	gossh.NewChannel
	server   *Server
	line     *line
	inner    gossh.Channel
	requests <-chan *gossh.Request
}

// Accept puts the sieve between the channel's requests and the session.
func (g guarded) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	passed := make(chan *gossh.Request)
	go g.server.guard("sift", func() {
		sieve{line: g.line}.sift(g.requests, passed)
	}, g.line.hangUp)
	return &channel{
		Channel: g.inner, line: g.line,
		paste: pasteGate{limit: g.line.limits.Load().Paste},
	}, passed, nil
}
