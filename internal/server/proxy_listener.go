package server

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"time"

	"github.com/pires/go-proxyproto"

	"quadrille/internal/clock"
)

// proxyListener is a listener for both clients and load balancers. A load balancer begins
// each connection with a header of the PROXY protocol, which contains the client's address.
// The listener reads headers only from the networks of load balancers, because otherwise
// anybody could claim any address.
type proxyListener struct {
	net.Listener
	server    *Server
	balancers []netip.Prefix
	accepted  chan accepted
	closed    context.Context
	close     context.CancelFunc
	headers   chan struct{} // contains one element for each connection whose header is being read
}

// accepted holds the results of a call of Accept.
type accepted struct {
	conn net.Conn
	err  error
}

// Limits on connections from load balancers.
const (
	maxHeaders    = 256 // maximum number of PROXY headers that are read at the same time
	headerTimeout = 5 * time.Second
)

func newProxyListener(l net.Listener, s *Server, balancers []netip.Prefix) *proxyListener {
	p := &proxyListener{
		Listener:  l,
		server:    s,
		balancers: balancers,
		accepted:  make(chan accepted),
		headers:   make(chan struct{}, maxHeaders),
	}
	p.closed, p.close = context.WithCancel(context.Background())
	go p.run()
	return p
}

// Accept returns the next connection. RemoteAddr of the connection returns the address of
// the client.
func (l *proxyListener) Accept() (net.Conn, error) {
	select {
	case a := <-l.accepted:
		return a.conn, a.err
	case <-l.closed.Done():
		return nil, net.ErrClosed
	}
}

// Close closes the listener and the connections whose PROXY headers are being read.
func (l *proxyListener) Close() error {
	l.close()
	return l.Listener.Close()
}

// run accepts connections until the listener is closed. A PROXY header that arrives slowly does
// not delay other connections.
func (l *proxyListener) run() {
	for l.closed.Err() == nil {
		c, err := l.Listener.Accept()
		if err != nil || !l.isBalancer(c.RemoteAddr()) {
			l.deliver(accepted{c, err})
			continue
		}
		select {
		case l.headers <- struct{}{}:
			go l.server.recoverPanic("PROXY header", func() {
				defer func() { <-l.headers }()
				l.readHeader(c)
			}, func() { _ = c.Close() })
		default:
			_ = c.Close()
		}
	}
}

func (l *proxyListener) isBalancer(a net.Addr) bool {
	address := addressOf(a)
	for _, network := range l.balancers {
		if network.Contains(address) {
			return true
		}
	}
	return false
}

// deliver waits until Accept is called, and passes a connection or an error to it. If the
// listener is closed first, deliver closes the connection.
func (l *proxyListener) deliver(a accepted) {
	select {
	case l.accepted <- a:
	case <-l.closed.Done():
		if a.conn != nil {
			_ = a.conn.Close()
		}
	}
}

// readHeader reads the PROXY header of a connection and passes the connection to Accept. It
// closes the connection if the header is invalid.
func (l *proxyListener) readHeader(c net.Conn) {
	stop := context.AfterFunc(l.closed, func() { _ = c.Close() })
	proxied, err := readProxyHeader(c)
	switch {
	case stop() && err == nil:
		l.deliver(accepted{proxied, nil})
		return
	case err != nil && !errors.Is(err, io.EOF) && l.closed.Err() == nil: // log nothing at EOF: health checks disconnect without a header
		l.server.logger.Warn("a load balancer sent no valid PROXY header", "remote", c.RemoteAddr().String(), "error", err.Error())
	}
	_ = c.Close()
}

// proxiedConn is a connection through a load balancer.
type proxiedConn struct {
	net.Conn
	client   net.Addr
	server   net.Addr      // the address to which the client has connected
	buffered *bufio.Reader // the bytes that were read together with the header; nil after Read has returned all of them
}

// readProxyHeader reads the header of the PROXY protocol, version 1 or 2.
func readProxyHeader(c net.Conn) (*proxiedConn, error) {
	_ = c.SetReadDeadline(clock.Steady().Add(headerTimeout))
	p := &proxiedConn{Conn: c, client: c.RemoteAddr(), server: c.LocalAddr(), buffered: bufio.NewReader(c)}
	header, err := proxyproto.Read(p.buffered)
	if err != nil {
		if _, peek := p.buffered.Peek(1); errors.Is(peek, io.EOF) {
			return nil, io.EOF
		}
		return nil, err
	}
	if !header.Command.IsLocal() { // a LOCAL header names no client, because the load balancer itself has connected
		source, destination, ok := header.TCPAddrs()
		if !ok {
			return nil, errors.New("the PROXY header has no TCP address")
		}
		p.client, p.server = source, destination
	}
	return p, c.SetReadDeadline(time.Time{})
}

// RemoteAddr returns the address of the client.
func (c *proxiedConn) RemoteAddr() net.Addr { return c.client }

// LocalAddr returns the address to which the client has connected.
func (c *proxiedConn) LocalAddr() net.Addr { return c.server }

// Read returns the bytes after the PROXY header. Only one goroutine may call it at a time.
func (c *proxiedConn) Read(p []byte) (int, error) {
	if c.buffered == nil {
		return c.Conn.Read(p)
	}
	n := min(len(p), c.buffered.Buffered())
	if n > 0 {
		return c.buffered.Read(p[:n])
	}
	c.buffered = nil
	return c.Conn.Read(p)
}

// CloseWrite closes the sending direction, so that the client can read everything that was
// sent.
func (c *proxiedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return c.Close()
}
