package board

import "quadrille/rules"

// Mark is something said of a square.
type Mark uint16

// The marks. Each has a sign, so that none depends on colour. Where there is
// room for one sign only, the first that applies is shown.
const (
	Cursor  Mark = 1 << iota
	Lifted       // the man in the hand
	Take         // where it may take
	Victim       // the pawn that would be taken in passing
	Mated        // a king in checkmate
	Check        // a king that stands attacked
	Premove      // a move that is made when the turn comes: from and to
	Last         // where the last move came from and went to
	Step         // where the man in the hand may go
)

// markSigns is the signs in the order of what matters more. A square where a man
// may go has a dot instead.
var markSigns = [...]struct {
	mark Mark
	sign string
}{{Lifted, "^"}, {Take, "x"}, {Victim, "%"}, {Mated, "#"}, {Check, "!"}, {Premove, ":"}, {Last, "~"}}

// Marks is the marks of every square.
type Marks [256]Mark

// Lift marks the man on a square as lifted, and where the actions lead that
// move him. They must be legal: what each takes is asked of the game.
func (v *View) Lift(from rules.Square, legal []rules.Action) {
	v.Marks[from] |= Lifted
	for _, a := range legal {
		if a.From == from && a.To != rules.NoSquare {
			v.markMove(a)
		}
	}
}

func (v *View) markMove(a rules.Action) {
	victim := v.taken(a)
	switch victim {
	case rules.NoSquare:
		v.Marks[a.To] |= Step
		return
	case a.To:
	default:
		v.Marks[victim] |= Victim
	}
	v.Marks[a.To] |= Take
}

// taken is the square of the man that a move takes. Only where somebody has the
// right to take in passing may that be another than the one it goes to.
func (v *View) taken(a rules.Action) rules.Square {
	p := v.Position
	if p.Board[a.To].IsPiece() {
		return a.To
	}
	if p.Board[a.From].Kind() != rules.Pawn || !passed(p, a.To) {
		return rules.NoSquare
	}
	var after rules.Position
	if e := v.Variant.Apply(&after, p, a); e.Captured.IsPiece() {
		return e.CapturedOn
	}
	return rules.NoSquare
}

// passed reports whether a pawn went over a square in a double step that may
// still be answered.
func passed(p *rules.Position, sq rules.Square) bool {
	for _, r := range p.EnPassantRights() {
		if r.Target == sq {
			return true
		}
	}
	return false
}
