package sshd

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// size is a terminal's, in cells.
type size struct{ width, height int }

func clamped(width, height uint32) size {
	return size{
		int(min(max(width, minWidth), maxWidth)),
		int(min(max(height, minHeight), maxHeight)),
	}
}

// line is one session channel as the rooms behind see it. Its context is done
// when the channel is gone, be it alone or with its connection.
type line struct {
	ctx    context.Context
	cancel context.CancelFunc
	over   func() // says that the session is over; may be called again
	conn   *conn
	limits *standingLimits
	start  *time.Timer // ends what does not say what it is for
	budget *cellBudget
	held   int // cells of the budget; only sift changes it

	// What was asked for. Set before the request that starts the session goes on
	// to the session, and not changed after.
	exec    bool
	command string

	sizes   chan size     // the newest size that nobody has taken yet
	deaf    chan struct{} // closed when nobody takes requests any more
	unheard atomic.Int64  // bytes of input since the last that was understood
}

// grant returns the size of screen that there is room for, in cells of the budget.
func (l *line) grant(wanted size) size {
	granted := l.budget.grant(l.held, wanted, l.limits.Load().Cells)
	l.held = granted.cells()
	return granted
}

// hangUp is called when the channel is gone.
func (l *line) hangUp() {
	l.start.Stop()
	l.cancel()
	l.over()
}

type lineKey struct{}

// lineOf is the line that a session of ours stands on.
func lineOf(sess ssh.Session) *line {
	return sess.Context().Value(lineKey{}).(*line)
}

// lineContext lets a session find its line. The ssh package has one context a
// connection; a line belongs to one channel.
type lineContext struct {
	ssh.Context
	line *line
}

func (c lineContext) Value(key any) any {
	if key == (lineKey{}) {
		return c.line
	}
	return c.Context.Value(key)
}

// channel is the bytes of a line: bounded input, and output that is never held
// up for long.
type channel struct {
	gossh.Channel
	line  *line
	paste pasteGate
	input perSecond
	held  []byte // input that the last reader had no room for
}

var errFlood = errors.New("more input than anybody types")

// Read is not for use by two goroutines at once.
func (c *channel) Read(p []byte) (int, error) {
	limits := c.line.limits
	for len(c.held) == 0 {
		n, err := c.Channel.Read(p)
		c.line.conn.taken(n)
		now := time.Now()
		if c.input.over(now, n, limits.Load().InputPerSecond) {
			c.line.conn.cut(flood, "input flood")
			return 0, errFlood
		}
		c.held = c.paste.pass(c.held[:0], p[:n], now)
		if c.line.unheard.Add(int64(len(c.held))) > int64(limits.Load().Unheard) {
			c.line.conn.cut(flood, "input that means nothing")
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

// Write sends p, as [prompt] does.
func (c *channel) Write(p []byte) (int, error) {
	return prompt{c.Channel, c.line}.Write(p)
}

// Stderr is guarded like the channel itself.
func (c *channel) Stderr() io.ReadWriter {
	stderr := c.Channel.Stderr()
	return struct {
		io.Reader
		io.Writer
	}{stderr, prompt{stderr, c.line}}
}

// prompt writes in small parts and cuts the client when one of them is not
// taken in time: SSH has a window of its own, which a client may leave shut
// while it reads the network.
type prompt struct {
	io.Writer
	line *line
}

const promptPart = 4 << 10

func (w prompt) Write(p []byte) (written int, err error) {
	stall := w.line.limits.Load().WriteStall
	timer := w.line.conn.later(stall, "stall", func() { w.line.conn.cut(deaf, "takes no output") })
	defer timer.Stop()
	for {
		part := p[written:min(len(p), written+promptPart)]
		n, err := w.Writer.Write(part)
		written += n
		if err != nil || written == len(p) {
			return written, err
		}
		timer.Reset(stall)
	}
}
