package game

import (
	"fmt"

	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
	"quadrille/rules"
)

// history controls which position the viewer's board shows: the newest or an earlier one.
type history struct {
	t    *Screen
	past past
}

// past holds the position that the viewer's board shows. While the viewer looks at an
// earlier position, new moves do not change the board.
type past struct {
	current   scene.Position
	looking   bool
	at        int // number of actions before the position that the viewer looks at
	movesThen int // number of actions played when the viewer began to look back
	earlier   scene.Position
}

// shown returns the position that the board shows.
func (p *past) shown() *scene.Position {
	if p.looking {
		return &p.earlier
	}
	return &p.current
}

// doLook executes an action that looks back or forward. It returns false for any other
// action.
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

// back reports whether the board shows an earlier position.
func (hi *history) back() bool { return hi.past.looking }

// toEnd shows the newest position.
func (hi *history) toEnd() { hi.past.looking = false }

// shown returns the position that the board shows.
func (hi *history) shown() *scene.Position { return hi.past.shown() }

// LookedAt returns the number of actions before the position that the board shows.
func (hi *history) LookedAt() int {
	if hi.past.looking {
		return hi.past.at
	}
	return len(hi.t.View.Moves)
}

// look shows the position after n actions. If that is the newest position, the board
// follows the game again.
func (hi *history) look(n int) {
	v := hi.t.View
	if n = max(n, 0); n >= len(v.Moves) {
		hi.past.looking = false
		return
	}
	if !hi.past.looking {
		hi.past.movesThen = len(v.Moves)
	}
	hi.past.looking, hi.past.at, hi.past.earlier = true, n, scene.PositionAfter(v, n)
	if !hi.t.Input.mustMove() { // a touched piece stays selected
		hi.t.Input.deselect()
	}
}

// lookAt shows the position after the move that is listed at the cell x, y.
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

// lookingLine returns a line that says which position the board shows, and how many moves
// were played since the viewer began to look back.
func (hi *history) lookingLine() string {
	if !hi.past.looking {
		return ""
	}
	newer := ""
	if n := len(hi.t.View.Moves) - hi.past.movesThen; n > 0 {
		newer = fmt.Sprintf(" (%d new)", n)
	}
	return fmt.Sprintf("Looking back: move %d of %d%s. Press End to return.", hi.past.at, len(hi.t.View.Moves), newer)
}
