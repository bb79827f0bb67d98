package game

import (
	"fmt"

	"quadrille/internal/ui/game/scene"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// history is the list of moves and the move that is looked at.
type history struct {
	t    *Screen
	past past
}

// past is where in the game this person looks. Looking back is never ended by a
// move of somebody else.
type past struct {
	current   scene.Position // the newest
	looking   bool
	at        int // actions played so far, where one looks
	movesThen int // actions that there were when one began to look
	earlier   scene.Position
}

// shown is the position on the board.
func (p *past) shown() *scene.Position {
	if p.looking {
		return &p.earlier
	}
	return &p.current
}

// doLook looks back or forth.
func (hi *history) doLook(d kit.Action) bool {
	at := hi.LookedAt()
	switch d {
	case kit.PreviousMove:
		hi.look(at - 1)
	case kit.NextMove:
		hi.look(at + 1)
	case kit.PreviousRound:
		hi.look(at - rules.SeatCount)
	case kit.NextRound:
		hi.look(at + rules.SeatCount)
	case kit.GoToStart:
		hi.look(0)
	case kit.GoToEnd:
		hi.past.looking = false
	default:
		return false
	}
	return true
}

// back reports whether an earlier position is shown.
func (hi *history) back() bool { return hi.past.looking }

// toEnd shows the newest position.
func (hi *history) toEnd() { hi.past.looking = false }

// shown returns the position on the board.
func (hi *history) shown() *scene.Position { return hi.past.shown() }

// LookedAt is the number of actions up to what is on the board.
func (hi *history) LookedAt() int {
	if hi.past.looking {
		return hi.past.at
	}
	return len(hi.t.View.Moves)
}

// look shows the board after n actions; after the last it is the game itself.
func (hi *history) look(n int) {
	v := hi.t.View
	if n = max(n, 0); n >= len(v.Moves) {
		hi.past.looking = false
		return
	}
	p := v.Variant.Start()
	v.Variant.Settle(&p)
	for _, m := range v.Moves[:n] {
		if m.Action.IsBoardAction() || m.Action.Type == rules.Resign || m.Action.Type == rules.Flag {
			v.Variant.Apply(&p, &p, m.Action)
		}
	}
	if !hi.past.looking {
		hi.past.movesThen = len(v.Moves)
	}
	hi.past.looking, hi.past.at, hi.past.earlier = true, n, scene.PositionOf(v.Variant, &p)
	hi.t.Input.deselect()
}

// lookAt shows the board after the move that was clicked on in the list.
func (hi *history) lookAt(x, y int) {
	s := hi.t.Picture()
	l := s.Layout()
	for _, at := range s.MoveSpots(&l) {
		if y == at.Y && x >= at.X && x < at.X+at.Width {
			hi.look(at.Number)
			return
		}
	}
}

// lookingLine tells where one looks, and whether there is more by now.
func (hi *history) lookingLine() string {
	if !hi.past.looking {
		return ""
	}
	newer := ""
	if n := len(hi.t.View.Moves) - hi.past.movesThen; n > 0 {
		newer = fmt.Sprintf(" * %d new.", n)
	}
	return fmt.Sprintf("Looking back: after %d of %d moves.%s End returns.", hi.past.at, len(hi.t.View.Moves), newer)
}
