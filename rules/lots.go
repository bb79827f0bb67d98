package rules

import (
	"cmp"
	"slices"
)

// Lots is implemented by variants in which some turns are decided by chance.
type Lots interface {
	// ByLot reports whether the action of the actor is drawn by lot: each legal action is
	// equally likely. It returns false if the game is over.
	ByLot(p *Position) bool
}

// ByLot reports whether the next action is drawn by lot. The table draws it with [DrawLot];
// a record contains it like any other action.
func ByLot(v Variant, p *Position) bool {
	lots, ok := v.(Lots)
	return ok && !p.Over() && lots.ByLot(p)
}

// DrawLot draws the next action by lot. The function `roll` returns a number from 0 to n-1. The
// number selects one of the legal actions, sorted by their plain notation as in [LegalPlain].
func DrawLot(v Variant, p *Position, roll func(n int) int) Action {
	legal := v.Legal(p, nil)
	slices.SortFunc(legal, func(a, b Action) int {
		return cmp.Compare(Plain(v.Facts(), NoSeat, a), Plain(v.Facts(), NoSeat, b))
	})
	return legal[roll(len(legal))]
}
