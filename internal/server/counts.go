package server

// Counts is what the door has counted, and who is inside. What is counted is since
// the server began.
type Counts struct {
	Connections int // now
	Strangers   int // of those, not logged in yet
	Named       int // sessions now, of accounts with a key
	Guests      int // and of others

	LetIn     uint64            // connections
	Refused   map[string]uint64 // connections, by why
	Unwelcome map[string]uint64 // sessions, by why
	Misdeeds  map[string]uint64 // by kind
}

// Counts counts. It holds up nobody but those who come and go, and them for less
// than a login.
func (s *Server) Counts() Counts {
	t := Counts{Refused: map[string]uint64{}, Unwelcome: map[string]uint64{}, Misdeeds: map[string]uint64{}}
	for why := range s.refusedSessions {
		t.Unwelcome[sessionRefusalNames[why]] = s.refusedSessions[why].Load()
	}
	s.gate.count(&t)
	s.registry.count(&t)
	return t
}

func (g *gate) count(t *Counts) {
	g.mu.Lock()
	defer g.mu.Unlock()
	t.Connections, t.Strangers = g.live, g.strangers
	for why, n := range g.turned {
		if turned(why) == letIn {
			t.LetIn = n
		} else {
			t.Refused[turnedWords[why]] = n
		}
	}
	for m := range g.misdeeds {
		t.Misdeeds[misdeedWords[m]] = g.misdeeds[m].Load()
	}
}

func (r *registry) count(t *Counts) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, visits := range r.sessions {
		if id.Guest() {
			t.Guests += len(visits)
		} else {
			t.Named += len(visits)
		}
	}
}
