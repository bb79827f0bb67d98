package sshd

import (
	"context"
	"encoding/binary"
	"strings"
	"sync"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// closing is how many channels more than sessions a connection may have: those
// that are over on one side, and not yet on the other.
const closing = 6

// census counts the lines of a connection.
type census struct {
	mu   sync.Mutex
	live int // sessions that neither side has ended
	all  int // channels that are not gone
}

type censusKey struct{}

func censusOf(ctx ssh.Context) *census {
	ctx.Lock()
	defer ctx.Unlock()
	c, ok := ctx.Value(censusKey{}).(*census)
	if !ok {
		c = new(census)
		ctx.SetValue(censusKey{}, c)
	}
	return c
}

func (c *census) enter(limit int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.live >= limit || c.all >= limit+closing {
		return false
	}
	c.live++
	c.all++
	return true
}

func (c *census) leave(live, all int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.live -= live
	c.all -= all
}

// openLine takes a session channel of a connection, unless that has enough of
// them. It returns when the channel is gone.
func (s *Server) openLine(srv *ssh.Server, conn *gossh.ServerConn, asked gossh.NewChannel, ctx ssh.Context) {
	census := censusOf(ctx)
	if !census.enter(s.limits.Channels) {
		_ = asked.Reject(gossh.ResourceShortage, "too many sessions on one connection")
		return
	}
	defer census.leave(0, 1)
	l := &line{
		conn: conn, limits: s.limits, logger: s.logger.With("remote", conn.RemoteAddr().String()),
		sizes: make(chan size, 1), deaf: make(chan struct{}),
		over: sync.OnceFunc(func() { census.leave(1, 0) }),
	}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	defer l.hangUp()
	defer close(l.deaf)
	ssh.DefaultSessionHandler(srv, conn, guarded{asked, s, l}, lineContext{ctx, l})
}

// guarded is a channel on offer that becomes a line when it is accepted.
type guarded struct {
	gossh.NewChannel
	server *Server
	line   *line
}

// Accept puts the sieve between the channel's requests and the session.
func (g guarded) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	inner, requests, err := g.NewChannel.Accept()
	if err != nil {
		return nil, nil, err
	}
	passed := make(chan *gossh.Request)
	go g.server.guard("sift", func() {
		sieve{line: g.line}.sift(requests, passed)
	}, g.line.hangUp)
	return &channel{
		Channel: inner, line: g.line,
		paste: pasteGate{limit: g.line.limits.Paste},
	}, passed, nil
}

// sieve decides which requests of a channel go on to its session.
type sieve struct {
	*line
	rate            rate
	count           int
	variables, size int
	terminal        bool
	started         bool
}

// sift always reads on, whatever becomes of the session: the ssh package stops
// serving the whole connection while a request lies unread. Sizes go past the
// session into l.sizes.
func (v sieve) sift(in <-chan *gossh.Request, out chan<- *gossh.Request) {
	defer v.hangUp()
	defer close(out)
	for r := range in {
		switch {
		case v.rate.over(time.Now(), 1, v.limits.RequestsPerSecond):
			v.cut("too many requests")
		case r.Type == "window-change":
			if v.terminal && len(r.Payload) == 16 {
				v.resize(clamped(window(r.Payload)))
			}
		case v.passes(r):
			select {
			case out <- r:
			case <-v.deaf:
			}
		default:
			_ = r.Reply(false, nil)
		}
	}
}

func window(payload []byte) (width, height uint32) {
	return binary.BigEndian.Uint32(payload), binary.BigEndian.Uint32(payload[4:])
}

// resize puts the newest size in the place of one that waits. Only sift calls
// it, so the second send finds room.
func (l *line) resize(s size) {
	select {
	case <-l.sizes:
	default:
	}
	l.sizes <- s
}

// passes judges all requests but new sizes. What is not named is refused: agent
// and X11 forwarding, subsystems, signals, breaks, and what is not known.
func (v *sieve) passes(r *gossh.Request) bool {
	if v.count++; v.count > v.limits.Requests {
		v.cut("too many requests in one session")
		return false
	}
	switch r.Type {
	case "env":
		return v.variable(r.Payload)
	case "pty-req":
		return v.pty(r.Payload)
	case "shell", "exec":
		return v.start(r)
	}
	return false
}

// start lets one session begin on a line, and notes what it is to do.
func (v *sieve) start(r *gossh.Request) bool {
	if v.started {
		return false
	}
	if r.Type == "exec" {
		var asked struct{ Command string }
		if gossh.Unmarshal(r.Payload, &asked) != nil {
			return false
		}
		v.exec, v.command = true, asked.Command
	}
	v.started = true
	return true
}

// pty brings the size within bounds, in place.
func (v *sieve) pty(payload []byte) bool {
	var asked struct {
		Term                          string
		Width, Height, PixelW, PixelH uint32
		Modes                         string
	}
	if v.terminal || gossh.Unmarshal(payload, &asked) != nil || len(asked.Term) > 64 || !printable(asked.Term) {
		return false
	}
	s := clamped(asked.Width, asked.Height)
	at := payload[4+len(asked.Term):]
	binary.BigEndian.PutUint32(at, uint32(s.width))
	binary.BigEndian.PutUint32(at[4:], uint32(s.height))
	binary.BigEndian.PutUint64(at[8:], 0)
	v.terminal = true
	return true
}

// variable passes what a screen can use: language, and what the terminal can do.
func (v *sieve) variable(payload []byte) bool {
	var asked struct{ Name, Value string }
	if gossh.Unmarshal(payload, &asked) != nil || !printable(asked.Name+asked.Value) {
		return false
	}
	switch asked.Name {
	case "LANG", "COLORTERM", "TERM_PROGRAM", "NO_COLOR":
	default:
		if !strings.HasPrefix(asked.Name, "LC_") {
			return false
		}
	}
	v.variables++
	v.size += len(asked.Name) + len(asked.Value)
	return v.variables <= v.limits.Variables && v.size <= v.limits.VariableBytes
}

func printable(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c < 0x20 || c > 0x7e })
}

type requestRateKey struct{}

// globalRequest refuses forwarding and answers keepalives, which want no more
// than an answer. A flood of them ends the connection. The ssh package calls it
// from one goroutine a connection.
func (s *Server) globalRequest(ctx ssh.Context, _ *ssh.Server, _ *gossh.Request) (bool, []byte) {
	seen, ok := ctx.Value(requestRateKey{}).(*rate)
	if !ok {
		seen = new(rate)
		ctx.SetValue(requestRateKey{}, seen)
	}
	if conn, ok := ctx.Value(ssh.ContextKeyConn).(*gossh.ServerConn); ok && seen.over(time.Now(), 1, s.limits.RequestsPerSecond) {
		s.logger.Warn("client cut", "why", "too many requests", "remote", conn.RemoteAddr().String())
		_ = conn.Close()
	}
	return false, nil
}
