package rules

import (
	"slices"
	"strings"
	"unicode"
)

// FileWords are the words that stand for the letters of the board's files.
var FileWords = [...]string{
	"alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel",
	"india", "juliett", "kilo", "lima", "mike", "november", "oscar", "papa",
}

// ParseSquare parses a square in any of its forms: "k3", "K3", "k 3", "kilo 3".
func (f *Facts) ParseSquare(text string) (Square, bool) {
	text = strings.ToLower(strings.TrimSpace(Typed(text)))
	word := strings.TrimRightFunc(text, unicode.IsDigit)
	number := text[len(word):]
	word = strings.TrimSpace(word)
	if i := slices.Index(FileWords[:], word); i >= 0 {
		word = string(rune('a' + i))
	}
	return f.Geometry.Square(word + number)
}

// spelled is a move given in several words, such as "knight juliett 1 takes kilo 3".
type spelled struct {
	count int    // the number of squares; 0 if the words are no move
	move  Action // if count is 1, it has no origin
	piece Kind   // NoKind if the words do not name a piece
}

// linkWords are the words that may stand between the squares of a spelled move.
var linkWords = []string{"to", "from", "takes", "captures", "x", "-", "and", "promotes", "becomes", "="}

// spelledMove parses a move given in several words: two squares, or a piece and a square.
func (f *Facts) spelledMove(words []string) spelled {
	m := spelled{move: Action{Type: Move}}
	if len(words) < 2 {
		return spelled{}
	}
	for i := 0; i < len(words); i++ {
		word := strings.ToLower(words[i])
		sq, found := f.ParseSquare(word)
		if !found && i+1 < len(words) && !strings.ContainsFunc(word, unicode.IsDigit) {
			if sq, found = f.ParseSquare(word + words[i+1]); found {
				i++
			}
		}
		kind := kindCalled(word)
		switch {
		case found && m.count < 2:
			m.count++
			m.move.From, m.move.To = m.move.To, sq
		case kind != NoKind && m.count == 0 && m.piece == NoKind:
			m.piece = kind
		case kind >= Knight && kind <= Queen && m.count > 0 && m.move.Promote == NoKind:
			m.move.Promote = kind
		case found || !slices.Contains(linkWords, word):
			return spelled{}
		}
	}
	return m
}

// kindCalled returns the kind of piece with the given name or letter, in lower case.
func kindCalled(word string) Kind {
	for kind := Pawn; kind <= King; kind++ {
		if word == kind.Name() || word == strings.ToLower(string(kind.Letter())) {
			return kind
		}
	}
	return NoKind
}

// text returns a move that names one square, in piece notation.
func (m *spelled) text(f *Facts) string {
	return MoveText(f, NewPiece(max(m.piece, Pawn), 0), "", "", m.move)
}
