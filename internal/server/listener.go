package server

import (
	"context"
	"io"
	"net"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/server/limit"
)

// refusingListener is a listener that refuses connections from some addresses.
type refusingListener struct {
	net.Listener
	server  *Server
	refused chan struct{} // contains one element for each refused connection that is still open
}

func newRefusingListener(l net.Listener, s *Server) *refusingListener {
	return &refusingListener{l, s, make(chan struct{}, maxRefused)}
}

// Accept returns the next admitted connection. It sends one line to each refused connection
// and closes it.
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

// admit returns the new connection, unless its address exceeds a limit. In that case admit
// refuses the connection and returns nil. The limits are narrower for a banned address, from
// which few people can log in; see [Server.checkBannedAddress].
func (l *refusingListener) admit(c net.Conn) *conn {
	s, now := l.server, clock.Steady()
	address, connect := addressOf(c.RemoteAddr()), s.addresses.Connect
	if s.services.Club.Bans.Barred(address) {
		connect = s.addresses.ConnectBanned
	}
	from, refusal := connect(limit.OriginOf(address), now)
	if refusal.Reason == limit.None {
		return s.newConn(c, from)
	}
	reason := refusal.String()
	l.refuse(c, reason)
	if n := s.addresses.TakeRefused(now); n > 0 {
		s.logger.Warn("connections refused", "count", n, "last", c.RemoteAddr().String(), "reason", reason)
	}
	return nil
}

// refuse sends the reason to the client and closes the connection. The reason is a line in
// place of the version string; clients show such lines (RFC 4253, section 4.2). The write does
// not block, because the send buffer of a new connection is empty; its deadline is long enough for a
// busy machine.
func (l *refusingListener) refuse(c net.Conn, reason string) {
	_ = c.SetWriteDeadline(clock.Steady().Add(refusedTimeout))
	_, _ = c.Write([]byte(reason + "\r\n"))
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
	maxRefused     = 64 // maximum number of refused connections that stay open until the client has read the reason
	refusedTimeout = time.Second
	refusedBytes   = 4 << 10 // maximum number of bytes read from a refused connection; the client's version string, at most 255 bytes, fits
)

// closeAfterClient reads until the client closes the connection, refusedBytes have arrived
// or a timeout has passed. Then it closes the connection. Closing it earlier, with unread
// bytes, would reset the connection, and many clients would not show why the server
// refused them.
func (l *refusingListener) closeAfterClient(c net.Conn) {
	defer func() { _ = c.Close() }()
	defer context.AfterFunc(l.server.aborted, func() { _ = c.Close() })()
	if half, ok := c.(interface{ CloseWrite() error }); ok && half.CloseWrite() == nil {
		_ = c.SetReadDeadline(clock.Steady().Add(refusedTimeout))
		_, _ = io.CopyN(io.Discard, c, refusedBytes)
	}
}
