package server

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"quadrille/internal/server/limit"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// size is a terminal's, in cells.
type size struct{ width, height int }

func clampSize(width, height uint32) size {
	return size{
		int(min(max(width, minWidth), maxWidth)),
		int(min(max(height, minHeight), maxHeight)),
	}
}

// sessionChannel is one session channel as the session sees it. Its context is done
// when the channel is gone, be it alone or with its connection.
type sessionChannel struct {
	ctx        context.Context
	cancel     context.CancelFunc
	finished   func() // says that the session is over; may be called again
	conn       *conn
	session    *session // once it has begun; only its goroutine uses it
	limits     *limit.Current
	startTimer *time.Timer // ends what does not say what it is for
	screens    *cellBudget
	held       int // cells of the budget; only requestFilter changes it

	// What was asked for. Set before the request that starts the session goes on
	// to the session, and not changed after.
	exec    bool
	command string

	sizes         chan size     // the newest size that nobody has taken yet
	requestsEnded chan struct{} // closed when nobody takes requests any more
	notUnderstood atomic.Int64  // bytes of input since the last that was understood
}

// grant returns the size of screen that there is room for, in cells of the budget.
func (l *sessionChannel) grant(wanted size) size {
	granted := l.screens.grant(l.held, wanted, l.limits.Load().ScreenCells)
	l.held = granted.cells()
	return granted
}

// hangUp is called when the channel is gone.
func (l *sessionChannel) end() {
	l.startTimer.Stop()
	l.cancel()
	l.finished()
}

type channelKey struct{}

// channelOf returns the channel of a session.
func channelOf(sess ssh.Session) *sessionChannel {
	return sess.Context().Value(channelKey{}).(*sessionChannel)
}

// channelContext lets a session find its channel. The ssh package has one context
// for all channels of a connection.
type channelContext struct {
	ssh.Context
	channel *sessionChannel
}

func (c channelContext) Value(key any) any {
	if key == (channelKey{}) {
		return c.channel
	}
	return c.Context.Value(key)
}

// channelStream is the bytes of a channel: limited input, and output that is never held
// up for long.
type channelStream struct {
	gossh.Channel
	channel *sessionChannel
	paste   pasteLimiter
	input   limit.Bucket
	held    []byte // input that the last reader had no room for
}

var errFlood = errors.New("more input than anybody types")

// Read is not for use by two goroutines at once.
func (c *channelStream) Read(p []byte) (int, error) {
	limits := c.channel.limits
	for len(c.held) == 0 {
		n, err := c.Channel.Read(p)
		c.channel.conn.countRead(n)
		now := time.Now()
		if c.input.Take(now, limit.PerSecond(limits.Load().InputPerSecond), n) > 0 {
			c.channel.conn.disconnect(limit.Flood, "input flood")
			return 0, errFlood
		}
		c.held = c.paste.pass(c.held[:0], p[:n], now)
		if c.channel.notUnderstood.Add(int64(len(c.held))) > int64(limits.Load().UnrecognizedInput) {
			c.channel.conn.disconnect(limit.Flood, "input that means nothing")
			return 0, errFlood
		}
		if err != nil && len(c.held) == 0 {
			return 0, err
		}
	}
	n := copy(p, c.held)
	c.held = c.held[n:]
	return n, nil
}

// Write sends p, as [stallWriter] does.
func (c *channelStream) Write(p []byte) (int, error) {
	return stallWriter{c.Channel, c.channel}.Write(p)
}

// Stderr is guarded like the channel itself.
func (c *channelStream) Stderr() io.ReadWriter {
	stderr := c.Channel.Stderr()
	return struct {
		io.Reader
		io.Writer
	}{stderr, stallWriter{stderr, c.channel}}
}

// stallWriter writes in small parts and cuts the client when one of them is not
// taken in time: SSH has a window of its own, which a client may leave shut
// while it reads the network.
type stallWriter struct {
	io.Writer
	channel *sessionChannel
}

const stallWriterPart = 4 << 10

func (w stallWriter) Write(p []byte) (written int, err error) {
	stall := w.channel.limits.Load().WriteTimeout
	timer := w.channel.conn.later(stall, "stall", func() { w.channel.conn.disconnect(limit.Stalled, "takes no output") })
	defer timer.Stop()
	for {
		part := p[written:min(len(p), written+stallWriterPart)]
		n, err := w.Writer.Write(part)
		written += n
		if err != nil || written == len(p) {
			return written, err
		}
		timer.Reset(stall)
	}
}
