package server

import (
	"encoding/binary"
	"strings"

	"quadrille/internal/clock"
	"quadrille/internal/server/limit"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// requestFilter passes on the supported requests of a channel, and refuses all others.
type requestFilter struct {
	*sessionChannel
	rate            limit.Bucket
	count           int
	variables, size int
	terminal        bool
	started         bool
	wanted          size // size of the client's terminal, within the limits of screens
}

// start receives requests from the Go channel `in` and sends the supported ones to the Go
// channel `out`, until the session starts or the SSH channel is closed. Then it closes `out`.
func (v *requestFilter) start(in <-chan *gossh.Request, out chan<- *gossh.Request) {
	defer close(out)
	for r := range in {
		if v.receive(r, out); v.started {
			return
		}
	}
}

// finish receives requests until the channel is closed, because a request that nobody
// receives blocks the whole connection in the ssh package.
func (v *requestFilter) finish(in <-chan *gossh.Request) {
	for r := range in {
		v.receive(r, nil)
	}
}

// receive passes a request to the Go channel `out`, or refuses it. It handles changes of
// the terminal size itself. If `out` is nil, it refuses all other requests.
func (v *requestFilter) receive(r *gossh.Request, out chan<- *gossh.Request) {
	v.conn.countRead(len(r.Payload))
	switch {
	case v.rate.Take(clock.Steady(), limit.PerSecond(v.limits.Load().RequestsPerSecond), 1) > 0:
		v.conn.disconnect(limit.Flood, "too many requests")
	case r.Type == "window-change":
		ok := v.terminal && len(r.Payload) == 16
		if ok {
			width, height := window(r.Payload)
			v.wanted = clampSize(width, height, v.wanted)
			v.resize(v.grant(v.wanted))
		}
		_ = r.Reply(ok, nil)
	case v.passes(r) && out != nil:
		select {
		case out <- r:
		case <-v.requestsEnded:
		}
	default:
		_ = r.Reply(false, nil)
	}
}

func window(payload []byte) (width, height uint32) {
	return binary.BigEndian.Uint32(payload), binary.BigEndian.Uint32(payload[4:])
}

// resize sends the new size of the terminal to the program. If the program has not received
// the previous size yet, the new size replaces it. The send does not block, because only one
// goroutine calls resize (see [requestFilter.receive]).
func (l *sessionChannel) resize(s size) {
	select {
	case <-l.sizes:
	default:
	}
	l.sizes <- s
}

// passes reports whether the filter passes on the request r. The type of r must not be
// window-change. The filter refuses every type that is not listed below, such as agent and
// X11 forwarding, subsystems, signals, breaks and unknown requests.
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
		return v.starts(r)
	}
	return false
}

// starts handles a shell or exec request. If the request is valid and the channel has not
// started a session yet, starts stores the command of an exec request and returns true.
// Otherwise it returns false.
func (v *requestFilter) starts(r *gossh.Request) bool {
	if v.started {
		return false
	}
	if r.Type == "exec" {
		var request struct{ Command string }
		if gossh.Unmarshal(r.Payload, &request) != nil {
			return false
		}
		v.exec, v.command = true, request.Command
	}
	v.started = true
	v.sessionChannel.startTimer.Stop()
	return true
}

// pty checks a pty-req request. It replaces the terminal size in the payload with the size
// that the server grants.
func (v *requestFilter) pty(payload []byte) bool {
	var request struct {
		Term                          string
		Width, Height, PixelW, PixelH uint32
		Modes                         string
	}
	if v.terminal || gossh.Unmarshal(payload, &request) != nil || len(request.Term) > 64 || !printable(request.Term) {
		return false
	}
	v.wanted = clampSize(request.Width, request.Height, smallScreen)
	s := v.grant(v.wanted)
	sizes := payload[4+len(request.Term):]
	binary.BigEndian.PutUint32(sizes, uint32(s.width))
	binary.BigEndian.PutUint32(sizes[4:], uint32(s.height))
	binary.BigEndian.PutUint64(sizes[8:], 0) // set the size in pixels to 0
	v.terminal = true
	return true
}

// variable reports whether an environment variable is passed on. Only variables that describe
// the language and the features of the terminal are passed on.
func (v *requestFilter) variable(payload []byte) bool {
	var request struct{ Name, Value string }
	if gossh.Unmarshal(payload, &request) != nil || !printable(request.Name+request.Value) {
		return false
	}
	switch request.Name {
	case "LANG", "COLORTERM", "TERM_PROGRAM", "NO_COLOR":
	default:
		if !strings.HasPrefix(request.Name, "LC_") {
			return false
		}
	}
	v.variables++
	v.size += len(request.Name) + len(request.Value)
	return v.variables <= v.limits.Load().Variables && v.size <= v.limits.Load().VariableBytes
}

func printable(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c < 0x20 || c > 0x7e })
}

// refuseGlobalRequest refuses every global request, such as one for port forwarding. It also
// refuses keepalive requests; clients accept the refusal as a reply. Too many requests end
// the connection. The ssh package calls refuseGlobalRequest from only one goroutine of each
// connection.
func (s *Server) refuseGlobalRequest(ctx ssh.Context, _ *ssh.Server, _ *gossh.Request) (bool, []byte) {
	c := connOf(ctx)
	if c.globalRequests.Take(clock.Steady(), limit.PerSecond(s.limits.Load().RequestsPerSecond), 1) > 0 {
		c.disconnect(limit.Flood, "too many requests")
	}
	return false, nil
}
