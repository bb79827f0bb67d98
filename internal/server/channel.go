package server

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/server/limit"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// size is the size of a terminal in cells.
type size struct{ width, height int }

// clampSize returns the size of a screen for a terminal of the given width and height. A
// terminal does not know a dimension that is 0 (RFC 4254, section 6.2), so that dimension is
// taken from the size `before`.
func clampSize(width, height uint32, before size) size {
	if width == 0 {
		width = uint32(before.width)
	}
	if height == 0 {
		height = uint32(before.height)
	}
	return size{
		int(min(max(width, minWidth), maxWidth)),
		int(min(max(height, minHeight), maxHeight)),
	}
}

// sessionChannel is the state of one session channel. Its context is done when the
// channel or its connection is closed.
type sessionChannel struct {
	ctx        context.Context
	cancel     context.CancelFunc
	finished   func() // marks the session as ended; may be called more than once
	conn       *conn
	output     io.Writer // writes to the channel; unlike ssh.Session.Write, it never turns \n into \r\n
	session    *session  // set when the session starts; only the session's goroutine uses it
	limits     *limit.Current
	startTimer *time.Timer // disconnects a client that does not request a shell or a command in time
	screens    *cellBudget
	held       int // number of terminal cells reserved in the cellBudget; only requestFilter changes it

	// exec and command are set before requestFilter passes on the request that starts the
	// session, and do not change later.
	exec    bool
	command string

	sizes         chan size     // contains the latest size of the terminal until the program receives it
	requestsEnded chan struct{} // closed when the server stops reading the channel's requests
	unrecognized  atomic.Int64  // number of input bytes since the last recognized key or line
}

// grant reserves cells for a screen and returns the size of this screen: the wanted size,
// or a smaller one if the cell budget is nearly used up.
func (l *sessionChannel) grant(wanted size) size {
	granted := l.screens.grant(l.held, wanted, l.limits.Load().ScreenCells)
	l.held = granted.cells()
	return granted
}

// end releases the resources of a closed channel.
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

// channelContext is the context of one channel. It holds the channel, because the ssh package
// uses one context for all channels of a connection.
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

// channelStream limits the input of a channel, and disconnects a client that does not
// read its output.
type channelStream struct {
	gossh.Channel
	channel *sessionChannel
	output  stallWriter
	paste   pasteLimiter
	input   limit.Bucket
	held    []byte // input that did not fit into the caller's buffer in the last call of Read
}

var errFlood = errors.New("too much input")

// Read reads input. Only one goroutine may call it at a time.
func (c *channelStream) Read(p []byte) (int, error) {
	limits := c.channel.limits
	for len(c.held) == 0 {
		n, err := c.Channel.Read(p)
		c.channel.conn.countInput(n)
		now := clock.Steady()
		if c.input.Take(now, limit.PerSecond(limits.Load().InputPerSecond), n) > 0 {
			c.channel.conn.disconnect(limit.Flood, "input flood")
			return 0, errFlood
		}
		c.held = c.paste.pass(c.held[:0], p[:n], now)
		if c.channel.unrecognized.Add(int64(len(c.held))) > int64(limits.Load().UnrecognizedInput) {
			c.channel.conn.disconnect(limit.Flood, "unrecognized input")
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

// Write writes output through a [stallWriter].
func (c *channelStream) Write(p []byte) (int, error) { return c.output.Write(p) }

// Stderr returns the error stream. Like the output, it is written through a [stallWriter].
func (c *channelStream) Stderr() io.ReadWriter {
	stderr := c.Channel.Stderr()
	return struct {
		io.Reader
		io.Writer
	}{stderr, &stallWriter{Writer: stderr, channel: c.channel}}
}

// stallWriter writes in small parts, and disconnects the client if writing a part takes too
// long. The write timeout of [conn] alone is not enough: a client may read from the network but
// never enlarge the SSH window of the channel.
type stallWriter struct {
	io.Writer
	channel *sessionChannel
	mu      sync.Mutex   // held during a write
	late    atomic.Int64 // time from which the write of the current part is late, see sinceStart; 0 between writes
	timer   *time.Timer  // disconnects the client; see startTimer
	ends    time.Time    // when the timer ends
}

// stallWriterPart is the maximum number of bytes that a stallWriter writes at a time. It is
// small because golang.org/x/crypto keeps two buffers of the size of the largest packet for
// each session.
const stallWriterPart = 1 << 10

func (w *stallWriter) Write(p []byte) (written int, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.late.Store(0)
	outputs := &w.channel.conn.pongs.outputs
	outputs.Add(1)
	defer outputs.Add(-1)
	timeout := w.channel.limits.Load().WriteTimeout
	for {
		w.startTimer(timeout)
		part := p[written:min(len(p), written+stallWriterPart)]
		n, err := w.Writer.Write(part)
		written += n
		if err != nil || written == len(p) {
			return written, err
		}
	}
}

// startTimer is called when the write of a part begins. After three quarters of the timeout
// the write is late, and the timer must end between that time and the end of the timeout. If
// it does so already, it is not started again, because that would be a large part of the work
// for a spectator. It is not stopped after a write: it disconnects the client only if a write
// is late when it ends.
func (w *stallWriter) startTimer(timeout time.Duration) {
	now := clock.Steady()
	late, ends := now.Add(timeout*3/4), now.Add(timeout)
	w.late.Store(sinceStart(late))
	if !w.ends.Before(late) && !w.ends.After(ends) {
		return
	}
	w.ends = ends
	if w.timer != nil {
		w.timer.Reset(timeout)
		return
	}
	w.timer = w.channel.conn.later(timeout, "stall", func() {
		if late := w.late.Load(); late != 0 && sinceStart(clock.Steady()) >= late {
			w.channel.conn.disconnect(limit.Stalled, "output write timed out")
		}
	})
	context.AfterFunc(w.channel.ctx, func() { w.timer.Stop() }) // a running timer would keep the closed session in memory
}
