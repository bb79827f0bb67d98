package game

import (
	"fmt"

	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// stand is a position, and what the law says of its kings.
type stand struct {
	position     rules.Position
	check, mated rules.Seats
}

func standing(v rules.Variant, p *rules.Position) stand {
	return stand{*p, v.Check(p), v.Mated(p)}
}

// past is where in the game this person looks. Looking back is never ended by a
// move of somebody else.
type past struct {
	now     stand // the newest position
	looking bool
	at      int // actions played so far, where one looks
	of      int // actions that there were when one began to look
	then    stand
	spots   []moveSpot // of the list as it was drawn last
}

// shown is the position on the board.
func (p *past) shown() *stand {
	if p.looking {
		return &p.then
	}
	return &p.now
}

// lookDeed looks back or forth.
func (t *Screen) lookDeed(d kit.Action) bool {
	at := t.LookedAt()
	switch d {
	case kit.LookBack:
		t.look(at - 1)
	case kit.LookOn:
		t.look(at + 1)
	case kit.LookRoundBack:
		t.look(at - rules.SeatCount)
	case kit.LookRoundOn:
		t.look(at + rules.SeatCount)
	case kit.LookStart:
		t.look(0)
	case kit.LookEnd:
		t.past.looking = false
	default:
		return false
	}
	return true
}

// LookedAt is the number of actions up to what is on the board.
func (t *Screen) LookedAt() int {
	if t.past.looking {
		return t.past.at
	}
	return len(t.View.Moves)
}

// look shows the board after n actions; after the last it is the game itself.
func (t *Screen) look(n int) {
	v := t.View
	if n = max(n, 0); n >= len(v.Moves) {
		t.past.looking = false
		return
	}
	p := v.Variant.Start()
	v.Variant.Settle(&p)
	for _, m := range v.Moves[:n] {
		if m.Action.OnBoard() || m.Action.Verb == rules.Resign || m.Action.Verb == rules.Flag {
			v.Variant.Apply(&p, &p, m.Action)
		}
	}
	if !t.past.looking {
		t.past.of = len(v.Moves)
	}
	t.past.looking, t.past.at, t.past.then = true, n, standing(v.Variant, &p)
	t.Hand.Lifted = rules.NoSquare
}

// moveSpot is where a move was drawn in the list, for the mouse.
type moveSpot struct {
	kit.Spot
	number int
}

// lookAt shows the board after the move that was clicked on in the list.
func (t *Screen) lookAt(x, y int) {
	for _, s := range t.past.spots {
		if y == s.Y && x >= s.X && x < s.X+s.Width {
			t.look(s.number)
			return
		}
	}
}

// lookingLine tells where one looks, and whether there is more by now.
func (t *Screen) lookingLine() string {
	if !t.past.looking {
		return ""
	}
	newer := ""
	if n := len(t.View.Moves) - t.past.of; n > 0 {
		newer = fmt.Sprintf(" * %d new.", n)
	}
	return fmt.Sprintf("Looking back: after %d of %d moves.%s End returns.", t.past.at, len(t.View.Moves), newer)
}
