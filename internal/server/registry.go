package server

import (
	"context"
	"errors"
	"sync"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

// registry lists the connections of each key and the sessions of each account at this
// node.
type registry struct {
	elsewhere func() []club.Visitor // see Config.VisitorsElsewhere; may be nil

	mu       sync.Mutex
	conns    map[player.Fingerprint]map[*conn]struct{}
	sessions map[player.ID]map[*session]struct{}
}

// registration is the part of a conn that the lock of the registry protects.
type registration struct {
	registry *registry
	key      player.Fingerprint    // verified key; empty for a guest
	sessions map[*session]struct{} // the open sessions of the connection
	ended    error                 // why new sessions are refused; nil if they are accepted
	closed   bool                  // whether the connection is closed
}

var (
	errKeyRemoved     = disconnectReason{"this key was removed from its account: connect with another key"}
	errAccountDeleted = disconnectReason{"this account was deleted: connect again to start a new one"}
	errSessions       = errors.New("your account has too many sessions: close one, then try again")
	errConnections    = errors.New("your account has too many connections: close one, then try again")
	errGuests         = errors.New("too many guests from your address: try again later, or connect with an SSH key")
)

// addKey registers a connection under its client's key. It is called when the client has
// proved that it owns the key.
func (r *registry) addKey(c *conn, key player.Fingerprint) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !c.closed {
		c.key = key
		addTo(&r.conns, key, c)
	}
}

// removeConn removes a connection that is closed.
func (r *registry) removeConn(c *conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c.closed = true
	removeFrom(r.conns, c.key, c)
}

// addSession adds a session to its connection. It is called before the account of the
// session is known, so that the session ends if its key is removed before the account is
// known.
func (r *registry) addSession(v *session) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v.conn.ended != nil {
		return v.conn.ended
	}
	if v.conn.sessions == nil {
		v.conn.sessions = make(map[*session]struct{})
	}
	v.conn.sessions[v] = struct{}{}
	return nil
}

// setAccount sets the player of a session. It returns an error if the account has too many
// sessions.
func (r *registry) setAccount(v *session, who identity) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	id := who.ID
	v.identity = who // set even if the session is refused, because the log names the player
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
	v.account, v.named = id, who.named
	addTo(&r.sessions, id, v)
	return nil
}

// setNamed records that an account has a name.
func (r *registry) setNamed(id player.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for v := range r.sessions[id] {
		v.named = true
	}
}

// namingDirectory is a directory that tells the registry which accounts get a name.
type namingDirectory struct {
	player.Directory
	registry *registry
}

func (d namingDirectory) Claim(ctx context.Context, id player.ID, name string) (player.Player, error) {
	p, err := d.Directory.Claim(ctx, id, name)
	if err == nil {
		d.registry.setNamed(id)
	}
	return p, err
}

// visitors returns the account and the address of each session.
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

// removeSession removes a session that has ended.
func (r *registry) removeSession(v *session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(v.conn.sessions, v)
	r.removeFromAccount(v)
	if v.account.Guest() {
		v.server.addresses.RemoveGuest(v.conn.from)
	}
}

func (r *registry) removeFromAccount(v *session) { removeFrom(r.sessions, v.account, v) }

// endKey ends the sessions of a key, and closes the key's connections after the given delay.
func (r *registry) endKey(key player.Fingerprint, after time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.conns[key] {
		c.registration.endSessions(errKeyRemoved)
		c.closeLater(after, "key removed")
	}
}

// endAccount ends the sessions of an account, and closes the sessions' connections after
// the given delay.
func (r *registry) endAccount(id player.ID, after time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for v := range r.sessions[id] {
		if v.conn.ended == nil {
			v.conn.registration.endSessions(errAccountDeleted)
			v.conn.closeLater(after, "account deleted")
		}
	}
}

// endSessions ends all sessions of a connection and makes the connection refuse new ones.
func (g *registration) endSessions(reason error) {
	g.ended = reason
	for v := range g.sessions {
		v.end(reason)
	}
}

// EndKey ends all sessions and connections of a key. The clients receive the reason.
func (s *Server) EndKey(key player.Fingerprint) {
	s.registry.endKey(key, s.limits.Load().DisconnectTimeout)
}

// EndAccount ends all sessions of a deleted account and their connections. The clients are
// shown that the account was deleted.
func (s *Server) EndAccount(id player.ID) {
	s.registry.endAccount(id, s.limits.Load().DisconnectTimeout)
}

// VisitorsHere returns the account and the address of each session of this node.
func (s *Server) VisitorsHere() []club.Visitor { return s.registry.visitors() }

// Visitors returns the account and the address of each session on every node.
func (s *Server) Visitors() []club.Visitor {
	list := s.VisitorsHere()
	if s.registry.elsewhere != nil {
		list = append(list, s.registry.elsewhere()...)
	}
	return list
}

func addTo[K, V comparable](sets *map[K]map[V]struct{}, k K, v V) {
	if *sets == nil {
		*sets = make(map[K]map[V]struct{})
	}
	if (*sets)[k] == nil {
		(*sets)[k] = make(map[V]struct{})
	}
	(*sets)[k][v] = struct{}{}
}

func removeFrom[K, V comparable](sets map[K]map[V]struct{}, k K, v V) {
	delete(sets[k], v)
	if len(sets[k]) == 0 {
		delete(sets, k)
	}
}
