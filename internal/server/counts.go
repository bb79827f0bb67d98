package server

import "quadrille/internal/server/limit"

// Counts returns the counters.
func (s *Server) Counts() limit.SessionCounts {
	c := limit.SessionCounts{Counts: s.addresses.Counts(), RefusedSessions: map[string]uint64{}}
	for reason := range s.refusedSessions {
		c.RefusedSessions[sessionRefusalNames[reason]] = s.refusedSessions[reason].Load()
	}
	c.Named, c.Guests = s.registry.count()
	return c
}

// count returns the numbers of open sessions of accounts and of guests.
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
