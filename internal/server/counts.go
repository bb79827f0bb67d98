package server

import "quadrille/internal/server/limit"

// Counts is what the server has counted since it started, and who is connected.
type Counts struct {
	limit.Counts
	Named, Guests   int               // sessions now, of accounts with a key and of others
	RefusedSessions map[string]uint64 // by reason, of clients that had logged in
}

// Counts returns the counters.
func (s *Server) Counts() Counts {
	c := Counts{Counts: s.addresses.Counts(), RefusedSessions: map[string]uint64{}}
	for why := range s.refusedSessions {
		c.RefusedSessions[sessionRefusalNames[why]] = s.refusedSessions[why].Load()
	}
	c.Named, c.Guests = s.registry.count()
	return c
}

// count returns how many sessions accounts and guests have.
func (r *registry) count() (named, guests int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, sessions := range r.sessions {
		if id.Guest() {
			guests += len(sessions)
		} else {
			named += len(sessions)
		}
	}
	return named, guests
}
