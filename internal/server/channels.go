package server

import (
	"context"
	"sync"
	"time"

	"quadrille/internal/server/limit"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// closingChannels is the maximum number of half-closed channels of a connection: channels
// that only one side has closed.
const closingChannels = 6

// channelCount counts the channels of a connection. It closes the connection when there has
// been no channel for too long.
type channelCount struct {
	mu      sync.Mutex
	open    int // number of channels that neither side has closed
	all     int // number of channels that at least one side still has open
	idle    *time.Timer
	timeout time.Duration
}

// waitForFirst stores the timer that closes an idle connection. The caller must already have
// started the timer, which runs until the first session starts.
func (c *channelCount) waitForFirst(timeout time.Duration, idle *time.Timer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timeout, c.idle = timeout, idle
}

// stopWaiting permanently stops the timer that closes an idle connection.
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

func (c *channelCount) remove(open, all int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open -= open
	c.all -= all
	if c.all == 0 && c.idle != nil {
		c.idle.Reset(c.timeout)
	}
}

// openChannel runs a session channel, or rejects it if the connection has too many
// channels. It returns when the channel is closed.
func (s *Server) openChannel(srv *ssh.Server, sshConn *gossh.ServerConn, requested gossh.NewChannel, ctx ssh.Context) {
	c := connOf(ctx)
	if !c.channels.add(s.limits.Load().ConnectionSessions) {
		_ = requested.Reject(gossh.ResourceShortage, "too many sessions on one connection")
		return
	}
	defer c.channels.remove(0, 1)
	c.pongs.others.Add(1)
	defer c.pongs.others.Add(-1)
	l := &sessionChannel{
		conn: c, limits: s.limits, screens: &s.screenCells,
		sizes: make(chan size, 1), requestsEnded: make(chan struct{}),
		finished: sync.OnceFunc(func() { c.channels.remove(1, 0) }),
	}
	l.startTimer = c.later(
		s.limits.Load().StartTimeout,
		"start",
		func() { c.disconnect(limit.Abandoned, "the client sent no session request in time") },
	)
	l.ctx, l.cancel = context.WithCancel(context.Background())
	defer func() { s.releaseCells(l.held) }()
	defer l.end()
	defer close(l.requestsEnded)
	inner, requests, err := accept(requested)
	if err != nil {
		return // DefaultSessionHandler is not called, because it would log each channel that cannot be accepted
	}
	filter := &requestFilter{sessionChannel: l}
	ssh.DefaultSessionHandler(srv, sshConn, acceptedChannel{requested, s, filter, inner, requests}, channelContext{ctx, l})
	filter.finish(requests) // filter the requests on this goroutine, so that a session needs no second goroutine for them
}

// accept accepts a channel. If it cannot write to the connection, it discards the channel's
// requests until the connection has ended, and then returns the error. Otherwise the library
// would wait forever for somebody to receive the requests that it has already read
// (docs/upstream-x-crypto.md).
func accept(requested gossh.NewChannel) (gossh.Channel, <-chan *gossh.Request, error) {
	channel, requests, err := requested.Accept()
	if err == nil {
		return channel, requests, nil
	}
	if unread := unexportedChan[*gossh.Request](requested, "incomingRequests"); unread != nil {
		gossh.DiscardRequests(unread)
	}
	return nil, nil, err
}

// acceptedChannel is a channel that openChannel has already accepted. The ssh package
// calls its method Accept.
type acceptedChannel struct {
	gossh.NewChannel
	server   *Server
	filter   *requestFilter
	inner    gossh.Channel
	requests <-chan *gossh.Request
}

// Accept starts the filter of the channel's requests. It returns a stream that enforces the
// limits on pastes and on stalled output, and the requests that the filter lets through.
func (g acceptedChannel) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	passed := make(chan *gossh.Request)
	channel := g.filter.sessionChannel
	go channel.conn.recoverPanic("requests", func() { g.filter.start(g.requests, passed) }, channel.end)
	stream := &channelStream{
		Channel: g.inner, channel: channel,
		output: stallWriter{Writer: g.inner, channel: channel},
		paste:  pasteLimiter{limit: channel.limits.Load().Paste},
	}
	channel.output = stream
	return stream, passed, nil
}
