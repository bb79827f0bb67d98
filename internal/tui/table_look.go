package tui

import "quadrille/rules"

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
	then    stand
}

// shown is the position on the board.
func (p *past) shown() *stand {
	if p.looking {
		return &p.then
	}
	return &p.now
}

// lookKey is a key that looks back or forth.
func (t *tableScreen) lookKey(key string) bool {
	at := t.lookedAt()
	switch key {
	case "[", "pgup":
		t.look(at - 1)
	case "]", "pgdown":
		t.look(at + 1)
	case "<":
		t.look(at - rules.SeatCount)
	case ">":
		t.look(at + rules.SeatCount)
	case "home":
		t.look(0)
	case "end":
		t.past.looking = false
	default:
		return false
	}
	return true
}

// lookedAt is the number of actions up to what is on the board.
func (t *tableScreen) lookedAt() int {
	if t.past.looking {
		return t.past.at
	}
	return len(t.view.Moves)
}

// look shows the board after n actions; after the last it is the game itself.
func (t *tableScreen) look(n int) {
	v := t.view
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
	t.past.looking, t.past.at, t.past.then = true, n, standing(v.Variant, &p)
	t.hand.lifted = rules.NoSquare
}
