package game

import (
	"strings"

	"quadrille/rules"
)

// guesses holds the possible completions of the typed text. Tab cycles through them.
type guesses struct {
	texts []string
	at    int
}

// guess shows the next candidate, or the previous one if `by` is negative. If there is
// typed text, the candidates are the moves that begin with that text. Otherwise they are
// the squares that the lifted piece can move to, or the squares of the pieces that can
// move.
func (in *input) guess(by int) {
	if in.Line.Text != "" {
		in.guessText(by)
		return
	}
	var squares []rules.Square
	for _, sq := range in.t.Board.Drawn().Order() {
		if in.tabStop(sq) {
			squares = append(squares, sq)
		}
	}
	if len(squares) == 0 {
		return
	}
	at := -1
	for i, sq := range squares {
		if sq == in.Selection.Cursor {
			at = i
		}
	}
	if at < 0 && by < 0 {
		at = 0
	}
	in.Selection.Cursor = squares[(at+by+len(squares))%len(squares)]
}

// tabStop reports whether Tab can move the cursor to a square. If a piece is lifted, it must
// be able to move there; otherwise a piece on that square must be able to move or be removed.
func (in *input) tabStop(sq rules.Square) bool {
	if in.Selection.Lifted != rules.NoSquare {
		return in.canMoveTo(in.Selection.Lifted, sq)
	}
	_, comesOff := in.removal(sq)
	return comesOff || len(in.from(sq)) > 0
}

func (in *input) canMoveTo(from, to rules.Square) bool {
	for _, a := range in.from(from) {
		if a.To == to {
			return true
		}
	}
	return false
}

func (in *input) guessText(by int) {
	if in.guesses.texts == nil {
		in.guesses = guesses{texts: in.completions(in.Line.Text), at: -1}
		if by < 0 {
			in.guesses.at = 0
		}
	}
	n := len(in.guesses.texts)
	if n == 0 {
		return
	}
	in.guesses.at = (in.guesses.at + by + n) % n
	in.Line.Text = in.guesses.texts[in.guesses.at]
}

// completions returns the legal moves that begin with a text, in plain notation or in the
// notation of the game.
func (in *input) completions(begun string) []string {
	legal := in.t.View.Legal
	begun = strings.Join(strings.Fields(rules.Typed(begun)), "")
	switch {
	case in.t.Premoves.allowed():
		return in.t.Premoves.completions(begun)
	case !in.myTurn():
		return nil
	}
	var texts []string
	for _, a := range legal {
		for _, text := range rules.InputForms(in.t.View.Variant, &in.t.View.Position, in.t.View.Actor, a) {
			if strings.HasPrefix(text, begun) || strings.HasPrefix(strings.ToLower(text), begun) {
				texts = append(texts, text)
				break
			}
		}
	}
	return texts
}
