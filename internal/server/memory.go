package server

import "time"

// memory is a bounded map that forgets. What it holds says until when it is worth
// remembering.
type memory[K comparable, V fading] struct {
	bound int
	known map[K]V
}

// fading is worth nothing any more after a while. held is for what must not be
// forgotten now.
type fading interface {
	until() (t time.Time, held bool)
}

// looksPerEntry is how many entries each new one looks at for some to forget: twice as
// many as come, so that an old crowd goes, and enough to find a poor one.
const looksPerEntry = 8

// get is what is known of k, made by fresh if nothing is; false if there is no
// room.
func (m *memory[K, V]) get(k K, now time.Time, fresh func() V) (v V, ok bool) {
	if v, ok = m.known[k]; ok {
		return v, true
	}
	if !m.makeRoom(now) {
		return v, false
	}
	if m.known == nil {
		m.known = make(map[K]V)
	}
	v = fresh()
	m.known[k] = v
	return v, true
}

// makeRoom forgets what it comes across that is worth nothing, and if need be
// the one that soonest will be. Maps are walked in no order, so each call sees
// others.
func (m *memory[K, V]) makeRoom(now time.Time) bool {
	var poorest K
	var soonest time.Time
	found, seen := false, 0
	for k, v := range m.known {
		until, held := v.until()
		switch {
		case held:
		case !until.After(now):
			delete(m.known, k)
		case !found || until.Before(soonest):
			poorest, soonest, found = k, until, true
		}
		if seen++; seen >= looksPerEntry && (found || len(m.known) < m.bound) {
			break
		}
	}
	if len(m.known) >= m.bound && found {
		delete(m.known, poorest)
	}
	return len(m.known) < m.bound
}
