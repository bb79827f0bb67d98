package moves

import (
	"strings"
	"unicode"

	"quadrille/rules"
)

// Style holds a player's settings for the wording of sentences.
type Style struct {
	Short   bool // whether to use short sentences
	Spelled bool // whether to spell squares with words, such as "kilo 3"
}

// Army returns the name of an army, with a capital letter.
func Army(f *rules.Facts, a rules.Army) string { return rules.Title(f.Armies[a]) }

// Letters are the words that stand for the letters of the board's files.
var Letters = [...]string{
	"alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel",
	"india", "juliett", "kilo", "lima", "mike", "november", "oscar", "papa",
}

// Square returns the name of a square: "kilo 3" if w.Spelled is true, and otherwise "k3".
func (w Style) Square(f *rules.Facts, sq rules.Square) string {
	name := f.Geometry.Name(sq)
	if !w.Spelled || name == "" || int(name[0]-'a') >= len(Letters) {
		return name
	}
	return Letters[name[0]-'a'] + " " + name[1:]
}

// ParseSquare parses a square in any of its forms: "k3", "K3", "k 3", "kilo 3".
func ParseSquare(f *rules.Facts, text string) (rules.Square, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	word := strings.TrimRightFunc(text, unicode.IsDigit)
	number := text[len(word):]
	word = strings.TrimSpace(word)
	for i, spelt := range Letters {
		if word == spelt {
			word = string(rune('a' + i))
		}
	}
	return f.Geometry.Square(word + number)
}

// Piece returns a piece with its army: "silver rook".
func Piece(f *rules.Facts, piece rules.Piece) string {
	return f.Armies[piece.Army()] + " " + piece.Kind().Name()
}

// InPlain converts a move that names its two squares to plain notation. It accepts "j1 to
// k3", "knight juliett 1 takes kilo 3", or "b5 a5 queen". It returns other text unchanged.
func InPlain(f *rules.Facts, text string) string {
	words := strings.Fields(strings.ToLower(text))
	var squares []string
	promotes := ""
	for i, word := range words {
		if sq, ok := ParseSquare(f, word); ok {
			squares = append(squares, f.Geometry.Name(sq))
			continue
		}
		if i > 0 {
			if sq, ok := ParseSquare(f, words[i-1]+" "+word); ok {
				squares = append(squares, f.Geometry.Name(sq))
				continue
			}
		}
		if kind, ok := kindCalled(word); ok && len(squares) == 2 {
			promotes = "=" + string(kind.Letter())
		}
	}
	if len(squares) != 2 || len(words) < 2 {
		return text
	}
	return squares[0] + "-" + squares[1] + promotes
}

// kindCalled returns the kind of piece with the given name.
func kindCalled(word string) (rules.Kind, bool) {
	for kind := rules.Pawn; kind <= rules.King; kind++ {
		if word == kind.Name() {
			return kind, true
		}
	}
	return rules.NoKind, false
}
