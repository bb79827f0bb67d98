package server

import (
	"context"
	"sync"
	"time"

	"quadrille/internal/server/limit"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// closingChannels is how many channels more than sessions a connection may have: those
// that are over on one side, and not yet on the other.
const closingChannels = 6

// channelCount counts the channels of a connection, and ends a connection that has none for long.
type channelCount struct {
	mu   sync.Mutex
	open int // sessions that neither side has ended
	all  int // channels that are not gone
	idle *time.Timer
	long time.Duration
}

// waitForFirst waits for the first session; idle is the timer of the wait.
func (c *channelCount) waitForFirst(long time.Duration, idle *time.Timer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.long, c.idle = long, idle
}

// stopWaiting stops the timer for good.
func (c *channelCount) stopWaiting() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.idle != nil {
		c.idle.Stop()
		c.idle = nil
	}
}

func (c *channelCount) add(limit int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open >= limit || c.all >= limit+closingChannels {
		return false
	}
	c.open++
	c.all++
	if c.idle != nil {
		c.idle.Stop()
	}
	return true
}

func (c *channelCount) remove(live, all int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open -= live
	c.all -= all
	if c.all == 0 && c.idle != nil {
		c.idle.Reset(c.long)
	}
}

// openLine takes a session channel of a connection, unless that has enough of
// them. It returns when the channel is gone.
func (s *Server) openChannel(srv *ssh.Server, sshConn *gossh.ServerConn, asked gossh.NewChannel, ctx ssh.Context) {
	c := connOf(ctx)
	if !c.channels.add(s.limits.Load().ConnectionSessions) {
		_ = asked.Reject(gossh.ResourceShortage, "too many sessions on one connection")
		return
	}
	defer c.channels.remove(0, 1)
	l := &sessionChannel{
		conn: c, limits: s.limits, screens: &s.screenCells,
		sizes: make(chan size, 1), requestsEnded: make(chan struct{}),
		finished: sync.OnceFunc(func() { c.channels.remove(1, 0) }),
	}
	l.startTimer = c.later(s.limits.Load().StartTimeout, "start", func() { c.disconnect(limit.Abandoned, "opened a session for nothing") })
	l.ctx, l.cancel = context.WithCancel(context.Background())
	defer func() { s.releaseCells(l.held) }()
	defer l.end()
	defer close(l.requestsEnded)
	inner, requests, err := accept(asked)
	if err != nil {
		return // the connection is gone; the ssh package would log each of many channels
	}
	ssh.DefaultSessionHandler(srv, sshConn, acceptedChannel{asked, s, l, inner, requests}, channelContext{ctx, l})
}

// accept accepts a channel. If that fails, because the connection cannot be written
// to, it receives the channel's requests until the connection has ended: the
// library delivers those that were read already, and would wait for a receiver
// forever (docs/upstream-x-crypto.md).
func accept(asked gossh.NewChannel) (gossh.Channel, <-chan *gossh.Request, error) {
	channel, requests, err := asked.Accept()
	if err == nil {
		return channel, requests, nil
	}
	if unread := unexportedChan[*gossh.Request](asked, "incomingRequests"); unread != nil {
		gossh.DiscardRequests(unread)
	}
	return nil, nil, err
}

// acceptedChannel is an accepted channel that is limited when the session accepts it.
type acceptedChannel struct {
	gossh.NewChannel
	server   *Server
	channel  *sessionChannel
	inner    gossh.Channel
	requests <-chan *gossh.Request
}

// Accept puts the filter between the channel's requests and the session.
func (g acceptedChannel) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	passed := make(chan *gossh.Request)
	go g.server.recoverPanic("sift", func() {
		requestFilter{sessionChannel: g.channel}.run(g.requests, passed)
	}, g.channel.end)
	return &channelStream{
		Channel: g.inner, channel: g.channel,
		paste: pasteLimiter{limit: g.channel.limits.Load().Paste},
	}, passed, nil
}
