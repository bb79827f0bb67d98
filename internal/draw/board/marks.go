package board

import "quadrille/rules"

// Mark is a reason to highlight a square, for example that the last move ended there.
type Mark uint16

// In themes without colours each mark has a sign. If only one sign fits into a square, the board
// draws the sign of the mark that comes first in this list. In other themes most marks are
// backgrounds or corners.
const (
	Cursor  Mark = 1 << iota
	Lifted       // the lifted piece
	Take         // a square on which the lifted piece can capture
	Victim       // a pawn that the lifted piece can capture en passant
	Mated        // a king in checkmate
	Check        // a king in check
	Premove      // origin and destination of a premove
	Last         // origin and destination of the last move
	Step         // an empty square that the lifted piece can move to
	Best         // origin and destination of the best move that the analysis found
)

// markSigns lists the character that stands for each mark, highest priority first. Step is
// not listed, because it is drawn as a dot.
var markSigns = [...]struct {
	mark Mark
	sign string
}{{Lifted, "^"}, {Take, "x"}, {Victim, "%"}, {Mated, "#"}, {Check, "!"}, {Premove, ":"}, {Best, "A"}, {Last, "~"}}

// Marks contains the marks of each square.
type Marks [256]Mark

// Lift marks a piece as lifted, and marks the squares that it can move to.
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

// taken returns the square of the piece that a move captures. For an en passant capture, it
// differs from the destination of the move.
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

// passed reports whether sq is a target of an en passant capture: a pawn that can be captured
// has passed over it with a double step.
func passed(p *rules.Position, sq rules.Square) bool {
	for _, r := range p.EnPassantRights() {
		if r.Target == sq {
			return true
		}
	}
	return false
}
