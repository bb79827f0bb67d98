package web

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/config"
	"quadrille/internal/player"
)

// idleUnderPressure is the time after which an idle connection may be closed when three
// quarters of all connections are open.
const idleUnderPressure = time.Second

// limitedListener limits how many connections are open, in total and from one address. So that
// idle connections of some addresses do not keep others out, it closes idle connections when
// three quarters of all are open. When all are open, a new connection takes the place of one of
// the address with the most connections.
type limitedListener struct {
	net.Listener
	clients *clients

	mu   sync.Mutex
	open shares[*limitedConn]
}

func limitConnections(l net.Listener, c *clients) net.Listener {
	return &limitedListener{Listener: l, clients: c}
}

// Accept returns the next connection that is within the limits. It closes the others.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := ipOf(c.RemoteAddr().String())
		if l.clients.arrive(from, clock.Steady()) {
			if admitted := l.admit(c, from); admitted != nil {
				return admitted, nil
			}
		}
		_ = c.Close()
	}
}

// admit counts a new connection, or returns nil if there is no room for it.
func (l *limitedListener) admit(c net.Conn, ip netip.Addr) *limitedConn {
	from, now := player.Network(ip), clock.Steady()
	l.mu.Lock()
	var displaced *limitedConn
	switch {
	case l.open.of(from) >= connectionsEach && !l.clients.trusted(ip):
		l.mu.Unlock()
		return nil
	case l.open.count >= config.MaxWebConnections:
		if displaced = l.displaced(from, now); displaced == nil {
			l.mu.Unlock()
			return nil
		}
	case l.open.count >= config.MaxWebConnections*3/4:
		displaced = l.longestIdle(now, idleUnderPressure)
	}
	if displaced != nil {
		l.open.remove(displaced.from, displaced)
	}
	admitted := &limitedConn{Conn: c, listener: l, from: from, idleSince: now}
	l.open.add(from, admitted)
	l.mu.Unlock()
	if displaced != nil {
		_ = displaced.Close()
	}
	return admitted
}

// displaced returns the connection that a new one from the address `from` replaces: the one
// that has been idle for the longest time, or else the oldest one of the address with the most
// connections, if that has more than `from`. The caller holds the lock.
func (l *limitedListener) displaced(from netip.Prefix, now time.Time) *limitedConn {
	if idle := l.longestIdle(now, 0); idle != nil {
		return idle
	}
	most, n := l.open.largest()
	if n <= l.open.of(from) {
		return nil
	}
	return l.open.all[most][0]
}

// longestIdle returns the connection that has been idle for the longest time and at least for
// the given time, or nil. Connections of the address with the most idle ones come first. The
// caller holds the lock.
func (l *limitedListener) longestIdle(now time.Time, least time.Duration) (found *limitedConn) {
	most := 0
	for _, list := range l.open.all {
		var longest *limitedConn
		idle := 0
		for _, c := range list {
			if !c.idleSince.IsZero() && now.Sub(c.idleSince) >= least {
				if idle++; longest == nil || c.idleSince.Before(longest.idleSince) {
					longest = c
				}
			}
		}
		if longest != nil && (idle > most || idle == most && longest.idleSince.Before(found.idleSince)) {
			found, most = longest, idle
		}
	}
	return found
}

// limitedConn is a connection that counts towards the limits until it is closed.
type limitedConn struct {
	net.Conn
	listener  *limitedListener
	from      netip.Prefix
	idleSince time.Time // when the connection began to wait for a request; zero while it serves one; guarded by the listener's lock
}

// connState is called by the HTTP server when a connection waits for a request, and when it
// serves one.
func connState(c net.Conn, state http.ConnState) {
	one, ok := c.(*limitedConn)
	if !ok {
		return
	}
	one.listener.mu.Lock()
	defer one.listener.mu.Unlock()
	switch state {
	case http.StateActive:
		one.idleSince = time.Time{}
	case http.StateIdle:
		one.idleSince = clock.Steady()
	}
}

// Close closes the connection and makes room for another one.
func (c *limitedConn) Close() error {
	c.listener.mu.Lock()
	c.listener.open.remove(c.from, c)
	c.listener.mu.Unlock()
	return c.Conn.Close()
}
