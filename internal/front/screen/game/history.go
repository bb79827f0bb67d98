package game

import (
	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// history holds the position that the viewer's board shows: the newest or an earlier one.
// While the viewer looks at an earlier position, new moves do not change the board.
type history struct {
	current   scene.Position
	back      bool // whether the board shows an earlier position
	at        int  // number of actions before the earlier position
	movesThen int  // number of actions played when the viewer began to look back
	earlier   scene.Position
}

// shown returns the position that the board shows.
func (h *history) shown() *scene.Position {
	if h.back {
		return &h.earlier
	}
	return &h.current
}

// lookedAt returns the number of actions before the position that the board shows, given the
// number of all actions.
func (h *history) lookedAt(moves int) int {
	if h.back {
		return h.at
	}
	return moves
}

// toEnd shows the newest position.
func (h *history) toEnd() { h.back = false }

// look shows the position after n actions. If that is the newest position, the board
// follows the game again.
func (h *history) look(v *table.View, n int) {
	if n = max(n, 0); n >= len(v.Moves) {
		h.toEnd()
		return
	}
	if !h.back {
		h.movesThen = len(v.Moves)
	}
	h.back, h.at, h.earlier = true, n, scene.PositionAfter(v, n)
}

// target returns the number of actions before the position that an action such as
// PreviousMove leads to, from the position `at`. It returns false for actions that neither
// look back nor forward.
func target(d kit.Action, at, moves int) (int, bool) {
	switch d {
	case kit.PreviousMove:
		return at - 1, true
	case kit.NextMove:
		return at + 1, true
	case kit.PreviousRound:
		return at - rules.SeatCount, true
	case kit.NextRound:
		return at + rules.SeatCount, true
	case kit.GoToStart:
		return 0, true
	case kit.GoToEnd:
		return moves, true
	}
	return 0, false
}

// updated takes a new view. The parameter `back` says whether moves were taken back.
func (h *history) updated(v *table.View, back bool) {
	h.current = scene.PositionOf(v.Variant, &v.Position)
	if !back {
		return
	}
	h.movesThen = min(h.movesThen, len(v.Moves))
	if h.back {
		h.look(v, h.at)
	}
}

// line returns a line that says which position the board shows, and how many moves were
// played since the viewer began to look back.
func (h *history) line(v *table.View) string {
	if !h.back {
		return ""
	}
	return present.LookingBack(h.at, len(v.Moves), len(v.Moves)-h.movesThen) + endReturns
}

// endReturns says how to return to the newest position.
const endReturns = ". Press End to return."

// lookingBack returns the intent that refuses a move because the board shows an earlier position.
func (v seen) lookingBack() intent {
	return refuse(present.LookingBack(v.at, len(v.Moves), 0) + endReturns)
}

// LookedAt returns the number of actions before the position that the board shows.
func (t *Screen) LookedAt() int { return t.seen().at }
