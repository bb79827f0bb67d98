package server

import (
	"context"
	"io"
	"net"
	"time"

	"quadrille/internal/server/limit"
)

// refusingListener is a listener that accepts only the connections of addresses
// that are admitted.
type refusingListener struct {
	net.Listener
	server  *Server
	refused chan struct{} // has room for refused connections that are not closed yet
}

func newRefusingListener(l net.Listener, s *Server) *refusingListener {
	return &refusingListener{l, s, make(chan struct{}, maxRefused)}
}

// Accept returns the next connection that is admitted. One that is refused costs
// a line of text, and little more than the operating system's own work.
func (l *refusingListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		var admitted *conn
		l.server.recoverPanic("accept", func() { admitted = l.admit(c) }, func() { _ = c.Close() })
		if admitted != nil {
			return admitted, nil
		}
	}
}

// admit returns a connection that is admitted, or refuses it and returns nil.
func (l *refusingListener) admit(c net.Conn) *conn {
	s, now := l.server, time.Now()
	var from *limit.Address
	var refusal limit.Refusal
	if s.services.Club.Bans.Barred(addressOf(c.RemoteAddr())) {
		refusal = s.addresses.RefuseBanned()
	} else if from, refusal = s.addresses.Connect(limit.OriginOf(addressOf(c.RemoteAddr())), now); refusal.Reason == limit.None {
		return s.newConn(c, from)
	}
	why := refusal.String()
	l.refuse(c, why)
	if n := s.addresses.TakeRefused(now); n > 0 {
		s.logger.Warn("connections refused", "count", n, "last", c.RemoteAddr().String(), "why", why)
	}
	return nil
}

// refuse says why in a line before the exchange of versions, which clients know how
// to read (RFC 4253, 4.2). The buffer of a new connection has room for it; if it has
// not, nothing waits. The client closes the connection, unless too many refused
// connections are open already.
func (l *refusingListener) refuse(c net.Conn, why string) {
	_ = c.SetWriteDeadline(time.Now().Add(time.Millisecond))
	_, _ = c.Write([]byte(why + "\r\n"))
	select {
	case l.refused <- struct{}{}:
		go l.server.recoverPanic("refused connection", func() {
			defer func() { <-l.refused }()
			l.closeAfterClient(c)
		}, func() { _ = c.Close() })
	default:
		_ = c.Close()
	}
}

const (
	maxRefused     = 64 // refused connections that are open at once
	refusedTimeout = time.Second
	refusedBytes   = 4 << 10 // a client's version has 255 at most
)

// closeAfterClient closes a connection when its client has, within limits. A
// connection that is closed while bytes of the client lie unread is reset, and many
// clients then lose what they were told.
func (l *refusingListener) closeAfterClient(c net.Conn) {
	defer func() { _ = c.Close() }()
	defer context.AfterFunc(l.server.dead, func() { _ = c.Close() })()
	if half, ok := c.(interface{ CloseWrite() error }); ok && half.CloseWrite() == nil {
		_ = c.SetReadDeadline(time.Now().Add(refusedTimeout))
		_, _ = io.CopyN(io.Discard, c, refusedBytes)
	}
}
