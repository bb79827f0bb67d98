package bot

import "quadrille/rules"

// table remembers what positions were found to be worth, across the lines of one
// search.
type table struct {
	entries []entry
	mask    uint64
	age     uint8 // of what this search has found; the rest is as good as empty
}

type entry struct {
	key    uint64
	value  int32
	action rules.Action
	depth  int8
	bound  bound
	age    uint8
}

// bound is what a value says of the true one.
type bound uint8

const (
	exact bound = iota
	atLeast
	atMost
)

func newTable(bits int) table {
	return table{entries: make([]entry, 1<<bits), mask: 1<<bits - 1}
}

// forget empties the table, without touching it but once in 255 times.
func (t *table) forget() {
	if t.age++; t.age == 0 {
		clear(t.entries)
		t.age = 1
	}
}

func (t *table) find(key uint64) (entry, bool) {
	e := t.entries[key&t.mask]
	if e.key != key || e.age != t.age {
		return entry{}, false
	}
	return e, true
}

// keep gives way to what was looked into deeper, unless that is of another
// position and older than this search.
func (t *table) keep(e entry) {
	e.age = t.age
	old := &t.entries[e.key&t.mask]
	if old.age == t.age && old.key != e.key && old.depth > e.depth+3 {
		return
	}
	if e.action.Type == rules.NoAction && old.key == e.key {
		e.action = old.action
	}
	*old = e
}

// decides reports whether the value is enough for a window.
func (e *entry) decides(v, alpha, beta int32) bool {
	switch e.bound {
	case exact:
		return true
	case atLeast:
		return v >= beta
	}
	return v <= alpha
}

func boundOf(v, alpha, beta int32) bound {
	switch {
	case v <= alpha:
		return atMost
	case v >= beta:
		return atLeast
	}
	return exact
}

// toTable turns plies from the root into plies from here, where a value says how
// soon the game ends; fromTable turns them back.
func toTable(v int32, ply int) int32   { return shift(v, int32(ply)) }
func fromTable(v int32, ply int) int32 { return shift(v, -int32(ply)) }

func shift(v, plies int32) int32 {
	switch {
	case v > Decided:
		return v + plies
	case v < -Decided:
		return v - plies
	}
	return v
}
