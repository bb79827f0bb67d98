package bot

import (
	"sync/atomic"

	"quadrille/rules"
)

// transpositionTable stores the values of positions that were visited by the current
// search, or by earlier searches whose values are still valid. Several searchers may read
// and store values at the same time, but not during nextSearch.
type transpositionTable struct {
	slots  []slot
	mask   uint64
	age    uint8 // number of the current search
	oldest uint8 // number of the first search whose entries are valid; entries of earlier searches are ignored
}

// slot holds an entry. The field `check` is the key of the entry XOR the field `data`. If
// two searchers write a slot at the same time, the two fields no longer match, so the
// entry is not found.
type slot struct{ check, data atomic.Uint64 }

// pack returns the fields of an entry, except its key, in one 64-bit word: the value has 24
// bits, the depth 6, the bound 2, the age 8, and the action 24.
func (e *entry) pack() uint64 {
	a := &e.action
	return uint64(uint32(e.value)&0xFFFFFF) | uint64(e.depth)<<24 | uint64(e.bound)<<30 | uint64(e.age)<<32 |
		uint64(a.From)<<40 | uint64(a.To)<<48 | uint64(a.Type)<<56 | uint64(a.Promote)<<59 | uint64(a.Seat)<<62
}

// unpack returns an entry with the given key. The parameter `data` holds its other fields, as
// returned by pack.
func unpack(key, data uint64) entry {
	return entry{
		key: key, value: int32(uint32(data)<<8) >> 8, depth: int8(data >> 24 & 63), bound: bound(data >> 30 & 3), age: uint8(data >> 32),
		action: rules.Action{
			Type: rules.ActionType(data >> 56 & 7), Path: rules.Path{From: rules.Square(data >> 40), To: rules.Square(data >> 48)},
			Promote: rules.Kind(data >> 59 & 7), Seat: rules.Seat(data >> 62),
		},
	}
}

type entry struct {
	key    uint64
	value  int32
	action rules.Action
	depth  int8
	bound  bound
	age    uint8
}

// bound says whether a stored value is exact, or a lower or upper bound on the true value.
type bound uint8

const (
	exact bound = iota
	lowerBound
	upperBound
)

func newTranspositionTable(bits int) *transpositionTable {
	return &transpositionTable{slots: make([]slot, 1<<bits), mask: 1<<bits - 1}
}

// nextSearch begins a search. Unless `keep` is true, it makes all entries too old to be
// used. It clears the memory only once in 255 searches, when the age overflows.
func (t *transpositionTable) nextSearch(keep bool) {
	if t.age++; t.age == 0 {
		clear(t.slots)
		t.age, t.oldest = 1, 1
	}
	if !keep {
		t.oldest = t.age
	}
}

func (t *transpositionTable) probe(key uint64) (entry, bool) {
	s := &t.slots[key&t.mask]
	data := s.data.Load()
	if s.check.Load()^data != key || uint8(data>>32) < t.oldest {
		return entry{}, false
	}
	return unpack(key, data), true
}

// store stores an entry in the slot for its position. If the slot holds a much deeper entry
// for another position, stored by the same search, store keeps that entry instead.
func (t *transpositionTable) store(e entry) {
	e.age = t.age
	s := &t.slots[e.key&t.mask]
	data := s.data.Load()
	same := s.check.Load()^data == e.key
	if !same && uint8(data>>32) == t.age && int8(data>>24&63) > e.depth+3 {
		return
	}
	if same && e.action.Type == rules.NoAction {
		e.action = unpack(e.key, data).action
	}
	data = e.pack()
	s.data.Store(data)
	s.check.Store(e.key ^ data)
}

// cutsOff reports whether the stored value `v` makes it unnecessary to search the position
// with the window from `alpha` to `beta`.
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

// toTable converts the value of a win or loss at `ply` plies from the root. In the search,
// such a value depends on the number of plies from the root; in the table, on the number of
// plies from the stored position. fromTable converts the value back.
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
