package board

import "quadrille/rules"

// Mark is a property of a square that is drawn.
type Mark uint16

// The marks. Each has a sign, so that none depends on colour. If there is room for one
// sign only, the first mark that is set is shown.
const (
	Cursor  Mark = 1 << iota
	Lifted       // the lifted piece
	Take         // a square on which it can capture
	Victim       // the pawn that it would capture en passant
	Mated        // a king in checkmate
	Check        // a king in check
	Premove      // from and to of a premove
	Last         // from and to of the last move
	Step         // a square that it can move to
)

// markSigns is the signs of marks, the most important first. Step has a dot instead.
var markSigns = [...]struct {
	mark Mark
	sign string
}{{Lifted, "^"}, {Take, "x"}, {Victim, "%"}, {Mated, "#"}, {Check, "!"}, {Premove, ":"}, {Last, "~"}}

// Marks is the marks of all squares.
type Marks [256]Mark

// Lift marks a piece as lifted, and the squares of the legal actions that move it.
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

// taken returns the square of the piece that a move captures. It differs from the
// move's target only en passant.
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

// passed reports whether a pawn crossed a square in a double step that can still be
// answered en passant.
func passed(p *rules.Position, sq rules.Square) bool {
	for _, r := range p.EnPassantRights() {
		if r.Target == sq {
			return true
		}
	}
	return false
}
