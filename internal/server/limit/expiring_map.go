package limit

import "time"

// expiringMap is a map of limited size. If a new entry needs room, expired entries are
// evicted, or else an entry that has not expired.
type expiringMap[K comparable, V entry] struct {
	capacity int
	entries  map[K]V
}

// entry is a value of an expiringMap. It expires at a given time, but is not evicted
// while inUse is true.
type entry interface {
	expiry(now time.Time) (expires time.Time, inUse bool)
}

// scanPerEntry is the minimum number of entries that the method evict examines for each new
// entry. It is greater than 1, so that the entries of a flood are evicted faster than new ones
// arrive.
const scanPerEntry = 8

// get returns the entry of the key k. If there is none, it calls create and adds the new
// entry, or returns false if the map is full.
func (m *expiringMap[K, V]) get(k K, now time.Time, create func() V) (v V, ok bool) {
	if v, ok = m.entries[k]; ok {
		return v, true
	}
	if !m.evict(now) {
		return v, false
	}
	if m.entries == nil {
		m.entries = make(map[K]V)
	}
	v = create()
	m.entries[k] = v
	return v, true
}

// evict examines some entries, in random order, and removes those that have expired. If the
// map is still full, it removes the examined entry that expires first. It reports whether
// there is room now.
func (m *expiringMap[K, V]) evict(now time.Time) bool {
	var first K
	var earliest time.Time
	found, examined := false, 0
	for k, v := range m.entries {
		expires, inUse := v.expiry(now)
		switch {
		case inUse:
		case !expires.After(now):
			delete(m.entries, k)
		case !found || expires.Before(earliest):
			first, earliest, found = k, expires, true
		}
		if examined++; examined >= scanPerEntry && (found || len(m.entries) < m.capacity) {
			break
		}
	}
	if len(m.entries) >= m.capacity && found {
		delete(m.entries, first)
	}
	return len(m.entries) < m.capacity
}
