package present

import (
	"quadrille/internal/table"
	"quadrille/rules"
)

// Style holds a player's settings for the wording of sentences.
type Style struct {
	Short   bool // whether to use short sentences
	Spelled bool // whether to spell squares with words, such as "kilo 3"
}

// Army returns the name of an army, with a capital letter.
func Army(f *rules.Facts, a rules.Army) string { return rules.Title(f.Armies[a]) }

// Square returns the name of a square: "kilo 3" if w.Spelled is true, and otherwise "k3".
func (w Style) Square(f *rules.Facts, sq rules.Square) string {
	name := f.Geometry.Name(sq)
	if !w.Spelled || name == "" || int(name[0]-'a') >= len(rules.FileWords) {
		return name
	}
	return rules.FileWords[name[0]-'a'] + " " + name[1:]
}

// Piece returns a piece with its army: "silver rook".
func Piece(f *rules.Facts, piece rules.Piece) string {
	return f.Armies[piece.Army()] + " " + piece.Kind().Name()
}

// Mover says which seat moves the piece on a square, if its army does not tell, and in what state that seat is: ", moved by
// White A", ", inert: in checkmate". It returns "" for an ordinary piece.
func Mover(v *table.View, sq rules.Square) string {
	f, mover := v.Variant.Facts(), v.Variant.Controller(&v.Position, sq)
	switch {
	case mover == rules.NoSeat || !v.Position.State[mover].MovesOnBoard():
		return ", which nobody moves"
	case v.Position.State[mover] == rules.Walking:
		return ", moves by lot"
	case v.Position.State[mover] == rules.Frozen:
		return ", inert: in checkmate"
	case f.SeatArmy(mover) != v.Position.Board[sq].Army() || f.SeatArmies != nil:
		return ", moved by " + Seat(f, mover)
	}
	return ""
}

// Square describes a square in a position, with the piece there and its state: "k3: empty", "i5: black queen, moved by Black B,
// already moved", "h2: yellow pawn, lifted: it must move".
func Square(v *table.View, sq rules.Square, style Style) string {
	f, piece := v.Variant.Facts(), v.Position.Board[sq]
	text := style.Square(f, sq) + ": empty"
	if piece.IsPiece() {
		text = style.Square(f, sq) + ": " + Piece(f, piece) + Mover(v, sq)
		for _, m := range f.MarksOf(piece) {
			text += ", " + m.State
		}
	}
	if v.Lifted == sq {
		text += ", lifted: it must move"
	}
	return text
}
