package server

import (
	"errors"
	"sync"
	"time"

	"quadrille/internal/club"
	"quadrille/internal/player"
)

// registry knows which connections a key has, and which sessions an account.
type registry struct {
	mu       sync.Mutex
	conns    map[player.Fingerprint]map[*conn]struct{}
	sessions map[player.ID]map[*session]struct{}
}

// registration is what the register knows of a connection, under its lock.
type registration struct {
	registry *registry
	key      player.Fingerprint    // verified; empty for a guest
	sessions map[*session]struct{} // that are going on
	ending   error                 // why there will be no more
	closed   bool                  // the connection is closed
}

var (
	errKeyRemoved   = disconnectReason{"that key leads nowhere any more: it was taken off its account; come back with another"}
	errAccountEnded = disconnectReason{"this account is deleted; who connects now begins anew"}
	errSessions     = errors.New("you have too many sessions open: close one, and try again")
	errConnections  = errors.New("you are connected too many times over: close one connection, and try again")
	errGuests       = errors.New("too many guests come from your address: try again later, or come with a key (ssh-keygen -t ed25519 makes one)")
)

// enter notes the key that a connection's client has proved to have.
func (r *registry) addKey(c *conn, key player.Fingerprint) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !c.closed {
		c.key = key
		join(&r.conns, key, c)
	}
}

// leave is for a connection that is closed.
func (r *registry) removeConn(c *conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c.closed = true
	part(r.conns, c.key, c)
}

// begin notes a session before it is known whose it is: so nobody slips by an
// end that comes meanwhile.
func (r *registry) addSession(v *session) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v.conn.ending != nil {
		return v.conn.ending
	}
	if v.conn.sessions == nil {
		v.conn.sessions = make(map[*session]struct{})
	}
	v.conn.sessions[v] = struct{}{}
	return nil
}

// belong makes a session that has begun an account's, if that may have another.
func (r *registry) setAccount(v *session, id player.ID) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	conns := map[*conn]struct{}{v.conn: {}}
	for other := range r.sessions[id] {
		conns[other.conn] = struct{}{}
	}
	switch {
	case len(r.sessions[id]) >= v.server.limits.Load().AccountSessions:
		return errSessions
	case len(conns) > v.server.limits.Load().AccountConnections:
		return errConnections
	case id.Guest() && !v.account.Guest() && !v.server.addresses.AddGuest(v.conn.from):
		return errGuests
	}
	r.removeFromAccount(v)
	v.account = id
	join(&r.sessions, id, v)
	return nil
}

// visitors returns everybody who has a session, and from where.
func (r *registry) visitors() (list []club.Visitor) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, sessions := range r.sessions {
		for v := range sessions {
			list = append(list, club.Visitor{ID: id, From: addressOf(v.ssh.RemoteAddr())})
		}
	}
	return list
}

// finish is for a session that is over.
func (r *registry) removeSession(v *session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(v.conn.sessions, v)
	r.removeFromAccount(v)
	if v.account.Guest() {
		v.server.addresses.RemoveGuest(v.conn.from)
	}
}

func (r *registry) removeFromAccount(v *session) { part(r.sessions, v.account, v) }

// endKey ends the connections of a key.
func (r *registry) endKey(key player.Fingerprint, after time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.conns[key] {
		c.registration.endSessions(errKeyRemoved)
		c.closeLater(after, "ending a key")
	}
}

// endAccount ends the sessions of an account and the connections they are on.
func (r *registry) endAccount(id player.ID, after time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for v := range r.sessions[id] {
		if v.conn.ending == nil {
			v.conn.registration.endSessions(errAccountEnded)
			v.conn.closeLater(after, "ending an account")
		}
	}
}

// end ends all sessions of a connection.
func (b *registration) endSessions(why error) {
	b.ending = why
	for v := range b.sessions {
		v.end(why)
	}
}

// EndKey ends all connections of a key at once, with a sentence on their
// screens.
func (s *Server) EndKey(key player.Fingerprint) {
	s.registry.endKey(key, s.limits.Load().DisconnectTimeout)
}

// EndAccount ends all sessions of an account at once, with their connections and
// a sentence on their screens.
func (s *Server) EndAccount(id player.ID) {
	s.registry.endAccount(id, s.limits.Load().DisconnectTimeout)
}

// Visitors returns everybody who is connected, and from where.
func (s *Server) Visitors() []club.Visitor { return s.registry.visitors() }

func join[K, V comparable](sets *map[K]map[V]struct{}, k K, v V) {
	if *sets == nil {
		*sets = make(map[K]map[V]struct{})
	}
	if (*sets)[k] == nil {
		(*sets)[k] = make(map[V]struct{})
	}
	(*sets)[k][v] = struct{}{}
}

func part[K, V comparable](sets map[K]map[V]struct{}, k K, v V) {
	delete(sets[k], v)
	if len(sets[k]) == 0 {
		delete(sets, k)
	}
}
