package server

import "quadrille/internal/server/limit"

// Counts are the session counters of the server, for metrics.
type Counts struct {
	limit.Counts
	Named, Guests   int               // number of open sessions of accounts and of guests
	RefusedSessions map[string]uint64 // number of sessions refused since the start, by reason
}

// Counts returns the counters.
func (s *Server) Counts() Counts {
	c := Counts{Counts: s.addresses.Counts(), RefusedSessions: map[string]uint64{}}
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
