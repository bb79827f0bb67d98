package sshd

import (
	"net"
	"time"
)

// turnstile is a listener behind which only those arrive who may come in.
type turnstile struct {
	net.Listener
	server *Server
}

// Accept costs those who are refused a line of text, and the server little more
// than the operating system's own work.
func (t turnstile) Accept() (net.Conn, error) {
	for {
		c, err := t.Listener.Accept()
		if err != nil {
			return nil, err
		}
		var in *conn
		t.server.guard("door", func() { in = t.server.receive(c) }, func() { _ = c.Close() })
		if in != nil {
			return in, nil
		}
	}
}

// receive lets a connection in, or turns it away and returns nil.
func (s *Server) receive(c net.Conn) *conn {
	now := time.Now()
	if s.house.Barred(addressOf(c.RemoteAddr())) {
		turnAway(c, s.gate.keepOut())
		return nil
	}
	from, refusal := s.gate.enter(originOf(c.RemoteAddr()), now)
	if refusal == "" {
		return s.newConn(c, from)
	}
	turnAway(c, refusal)
	if n := s.gate.tellRefused(now); n > 0 {
		s.logger.Warn("connections refused", "count", n, "last", c.RemoteAddr().String(), "why", refusal)
	}
	return nil
}

// turnAway says why in a line before the exchange of versions, which clients
// know how to read (RFC 4253, 4.2). The buffer of a new connection has room for
// it; where it has not, nothing waits.
func turnAway(c net.Conn, why string) {
	_ = c.SetWriteDeadline(time.Now().Add(time.Millisecond))
	_, _ = c.Write([]byte(why + "\r\n"))
	_ = c.Close()
}
