package bot

import "quadrille/rules"

// transpositionTable stores the values of positions that were visited by the current search,
// or by earlier searches whose values are still valid.
type transpositionTable struct {
	entries []entry
	mask    uint64
	age     uint8 // number of the current search
	oldest  uint8 // number of the first search whose entries are valid
}

type entry struct {
	key    uint64
	value  int32
	action rules.Action
	depth  int8
	bound  bound
	age    uint8
}

// bound says how a stored value relates to the true value.
type bound uint8

const (
	exact bound = iota
	lowerBound
	upperBound
)

func newTranspositionTable(bits int) transpositionTable {
	return transpositionTable{entries: make([]entry, 1<<bits), mask: 1<<bits - 1}
}

// nextSearch begins a search. It invalidates all entries unless keep is set. It clears the
// memory only once in 255 searches.
func (t *transpositionTable) nextSearch(keep bool) {
	if t.age++; t.age == 0 {
		clear(t.entries)
		t.age, t.oldest = 1, 1
	}
	if !keep {
		t.oldest = t.age
	}
}

func (t *transpositionTable) probe(key uint64) (entry, bool) {
	e := t.entries[key&t.mask]
	if e.key != key || e.age < t.oldest {
		return entry{}, false
	}
	return e, true
}

// store stores an entry in the slot for its position. If the slot holds a much deeper entry
// for another position, stored by the same search, store keeps that entry instead.
func (t *transpositionTable) store(e entry) {
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

// cutsOff reports whether the stored value makes it unnecessary to search the position with
// the given window.
func (e *entry) cutsOff(v, alpha, beta int32) bool {
	switch e.bound {
	case exact:
		return true
	case lowerBound:
		return v >= beta
	}
	return v <= alpha
}

func boundOf(v, alpha, beta int32) bound {
	switch {
	case v <= alpha:
		return upperBound
	case v >= beta:
		return lowerBound
	}
	return exact
}

// toTable converts the value of a win or loss for the table. In the search such a value
// depends on the number of plies from the root, and in the table on the number of plies from
// the position at ply. fromTable converts the value back.
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
