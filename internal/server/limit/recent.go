package limit

import "time"

// recent is a bounded map that forgets entries which are worth nothing any more.
type recent[K comparable, V entry] struct {
	bound int
	known map[K]V
}

// entry is worth remembering until a time. One that is held must not be forgotten
// now.
type entry interface {
	until(now time.Time) (t time.Time, held bool)
}

// looksPerEntry is how many entries each new one looks at for some to forget:
// enough to find one that is worth little, and more than come, so that the entries
// of a flood go.
const looksPerEntry = 8

// get returns the entry of k, made by fresh if there is none; false if there is no
// room.
func (m *recent[K, V]) get(k K, now time.Time, fresh func() V) (v V, ok bool) {
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

// makeRoom forgets the entries it looks at that are worth nothing, and if there is
// no room otherwise the one that will be so soonest. Maps are walked in random
// order, so each call looks at others.
func (m *recent[K, V]) makeRoom(now time.Time) bool {
	var next K
	var soonest time.Time
	found, seen := false, 0
	for k, v := range m.known {
		until, held := v.until(now)
		switch {
		case held:
		case !until.After(now):
			delete(m.known, k)
		case !found || until.Before(soonest):
			next, soonest, found = k, until, true
		}
		if seen++; seen >= looksPerEntry && (found || len(m.known) < m.bound) {
			break
		}
	}
	if len(m.known) >= m.bound && found {
		delete(m.known, next)
	}
	return len(m.known) < m.bound
}
