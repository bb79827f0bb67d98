package server

import (
	"context"
	"io"
	"net"
	"time"
)

// refusingListener is a listener behind which only those arrive who may come in.
type refusingListener struct {
	net.Listener
	server *Server
}

// Accept costs those who are refused a line of text, and the server little more
// than the operating system's own work.
func (t refusingListener) Accept() (net.Conn, error) {
	for {
		c, err := t.Listener.Accept()
		if err != nil {
			return nil, err
		}
		var in *conn
		t.server.recoverPanic("door", func() { in = t.server.admitConnection(c) }, func() { _ = c.Close() })
		if in != nil {
			return in, nil
		}
	}
}

// receive lets a connection in, or turns it away and returns nil.
func (s *Server) admitConnection(c net.Conn) *conn {
	now := time.Now()
	var from *address
	var refusal string
	if s.house.Barred(addressOf(c.RemoteAddr())) {
		refusal = s.gate.keepOut()
	} else if from, refusal = s.gate.enter(originOf(c.RemoteAddr()), now); refusal == "" {
		return s.newConn(c, from)
	}
	s.refuseConnection(c, refusal)
	if n := s.gate.tellRefused(now); n > 0 {
		s.logger.Warn("connections refused", "count", n, "last", c.RemoteAddr().String(), "why", refusal)
	}
	return nil
}

// turnAway says why in a line before the exchange of versions, which clients
// know how to read (RFC 4253, 4.2). The buffer of a new connection has room for
// it; where it has not, nothing waits. The end is left to the client if not too
// many are on their way out already.
func (s *Server) refuseConnection(c net.Conn, why string) {
	_ = c.SetWriteDeadline(time.Now().Add(time.Millisecond))
	_, _ = c.Write([]byte(why + "\r\n"))
	select {
	case s.refused <- struct{}{}:
		go s.recoverPanic("turned away", func() {
			defer func() { <-s.refused }()
			s.closeAfterClient(c)
		}, func() { _ = c.Close() })
	default:
		_ = c.Close()
	}
}

const (
	maxRefused     = 64 // who were turned away, at once
	refusedTimeout = time.Second
	refusedBytes   = 4 << 10 // a client's version has 255 at most
)

// hearOut closes a connection when its client has, within bounds. One that is
// closed while something of the client's lies unread is reset, and many clients lose
// by that what they were told.
func (s *Server) closeAfterClient(c net.Conn) {
	defer func() { _ = c.Close() }()
	defer context.AfterFunc(s.dead, func() { _ = c.Close() })()
	if half, ok := c.(interface{ CloseWrite() error }); ok && half.CloseWrite() == nil {
		_ = c.SetReadDeadline(time.Now().Add(refusedTimeout))
		_, _ = io.CopyN(io.Discard, c, refusedBytes)
	}
}
