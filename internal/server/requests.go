package server

import (
	"encoding/binary"
	"strings"
	"time"

	"quadrille/internal/server/limit"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// requestFilter decides which requests of a channel go on to its session.
type requestFilter struct {
	*sessionChannel
	rate            limit.Bucket
	count           int
	variables, size int
	terminal        bool
	started         bool
}

// run always reads on, whatever becomes of the session: the ssh package stops
// serving the whole connection while a request lies unread. Sizes go past the
// session into l.sizes.
func (v requestFilter) run(in <-chan *gossh.Request, out chan<- *gossh.Request) {
	defer v.end()
	defer close(out)
	for r := range in {
		v.conn.countRead(len(r.Payload))
		switch {
		case v.rate.Take(time.Now(), limit.PerSecond(v.limits.Load().RequestsPerSecond), 1) > 0:
			v.conn.disconnect(limit.Flood, "too many requests")
		case r.Type == "window-change":
			ok := v.terminal && len(r.Payload) == 16
			if ok {
				v.resize(v.grant(clampSize(window(r.Payload))))
			}
			_ = r.Reply(ok, nil)
		case v.passes(r):
			select {
			case out <- r:
			case <-v.requestsEnded:
			}
		default:
			_ = r.Reply(false, nil)
		}
	}
}

func window(payload []byte) (width, height uint32) {
	return binary.BigEndian.Uint32(payload), binary.BigEndian.Uint32(payload[4:])
}

// resize puts the newest size in the place of one that waits. Only run calls
// it, so the second send finds room.
func (l *sessionChannel) resize(s size) {
	select {
	case <-l.sizes:
	default:
	}
	l.sizes <- s
}

// passes judges all requests but new sizes. What is not named is refused: agent
// and X11 forwarding, subsystems, signals, breaks, and what is not known.
func (v *requestFilter) passes(r *gossh.Request) bool {
	if v.count++; v.count > v.limits.Load().Requests {
		v.conn.disconnect(limit.Flood, "too many requests in one session")
		return false
	}
	switch r.Type {
	case "env":
		return v.variable(r.Payload)
	case "pty-req":
		return v.pty(r.Payload)
	case "shell", "exec":
		return v.begin(r)
	}
	return false
}

// begin lets one session begin on a channel, and notes what it is to do.
func (v *requestFilter) begin(r *gossh.Request) bool {
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
	v.sessionChannel.startTimer.Stop()
	return true
}

// pty brings the size within bounds, in place.
func (v *requestFilter) pty(payload []byte) bool {
	var asked struct {
		Term                          string
		Width, Height, PixelW, PixelH uint32
		Modes                         string
	}
	if v.terminal || gossh.Unmarshal(payload, &asked) != nil || len(asked.Term) > 64 || !printable(asked.Term) {
		return false
	}
	s := v.grant(clampSize(asked.Width, asked.Height))
	at := payload[4+len(asked.Term):]
	binary.BigEndian.PutUint32(at, uint32(s.width))
	binary.BigEndian.PutUint32(at[4:], uint32(s.height))
	binary.BigEndian.PutUint64(at[8:], 0)
	v.terminal = true
	return true
}

// variable passes what a screen can use: language, and what the terminal can do.
func (v *requestFilter) variable(payload []byte) bool {
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
	return v.variables <= v.limits.Load().Variables && v.size <= v.limits.Load().VariableBytes
}

func printable(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c < 0x20 || c > 0x7e })
}

// globalRequest refuses forwarding and answers keepalives, which want no more
// than an answer. A flood of them ends the connection. The ssh package calls it
// from one goroutine a connection.
func (s *Server) refuseGlobalRequest(ctx ssh.Context, _ *ssh.Server, _ *gossh.Request) (bool, []byte) {
	c := connOf(ctx)
	if c.globalRequests.Take(time.Now(), limit.PerSecond(s.limits.Load().RequestsPerSecond), 1) > 0 {
		c.disconnect(limit.Flood, "too many requests")
	}
	return false, nil
}
