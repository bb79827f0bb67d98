package board

import "quadrille/rules"

// The signs of how a man stands, beside him.
const (
	inertSign    = "*" // his army is in checkmate and may be released
	nobodysSign  = "-" // he fights no more: nobody moves him
	barredSign   = "=" // he may not move again in this double move
	reversedSign = "<" // a pawn that travels backward
)

// active reports whether a man fights: those of a seat that is out or frozen,
// and those of nobody, are drawn without weight and in small letters.
func (v *View) active(sq rules.Square) bool {
	mover := v.Variant.Controller(v.Position, sq)
	return mover < rules.SeatCount && v.Position.State[mover] == rules.Playing
}

// state is the sign of how a man stands, empty if there is nothing to say. Who
// moves the men of another army is told by the sign of his own.
func (v *View) state(sq rules.Square) string {
	m, mover := v.Position.Board[sq], v.Variant.Controller(v.Position, sq)
	switch {
	case mover >= rules.SeatCount, v.Position.State[mover] == rules.Out:
		if v.Look == Letters {
			return "" // the small letter says it
		}
		return nobodysSign
	case v.Position.State[mover] == rules.Frozen:
		return inertSign
	case m.Barred():
		return barredSign
	case m.Reversed():
		return reversedSign
	case v.Facts().Side(mover) != m.Army():
		return Sign(v.Facts(), v.Facts().Side(mover))
	}
	return ""
}
