package plain

import (
	"strings"
	"unicode"

	"quadrille/rules"
)

// armyWord is an army as people say it.
func armyWord(f *rules.Facts, a rules.Army) string { return capital(f.Armies[a]) }

// letters are the words that spell the files and ranks of every board.
var letters = [...]string{
	"alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel",
	"india", "juliett", "kilo", "lima", "mike", "november", "oscar", "papa",
}

// square is what a square is called: "k3", or "kilo 3".
func (w *speech) square(f *rules.Facts, sq rules.Square) string {
	name := f.Geometry.Name(sq)
	if !w.nato || name == "" || int(name[0]-'a') >= len(letters) {
		return name
	}
	return letters[name[0]-'a'] + " " + name[1:]
}

// squareIn reads a square in any of the ways in which it may be written: "k3",
// "K3", "k 3", "kilo 3".
func squareIn(f *rules.Facts, text string) (rules.Square, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	word := strings.TrimRightFunc(text, unicode.IsDigit)
	number := text[len(word):]
	word = strings.TrimSpace(word)
	for i, spelt := range letters {
		if word == spelt {
			word = string(rune('a' + i))
		}
	}
	return f.Geometry.Square(word + number)
}

// man is "silver rook".
func man(f *rules.Facts, m rules.Man) string { return f.Armies[m.Army()] + " " + m.Kind().Word() }

// fold is a word without case, blanks and hyphens, to compare what people say.
func fold(text string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(text))
}
