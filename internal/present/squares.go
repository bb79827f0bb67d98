package present

import "quadrille/rules"

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
