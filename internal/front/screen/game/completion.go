package game

import (
	"slices"
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
// move, in the order of the board.
func (in *input) guess(v seen, order []rules.Square, by int) {
	if in.Line.Text != "" {
		in.guessText(v, by)
		return
	}
	var squares []rules.Square
	for _, sq := range order {
		if in.tabStop(v, sq) {
			squares = append(squares, sq)
		}
	}
	if len(squares) == 0 {
		return
	}
	at := slices.Index(squares, in.Selection.Cursor)
	if at < 0 && by < 0 {
		at = 0
	}
	in.Selection.Cursor = squares[(at+by+len(squares))%len(squares)]
}

// tabStop reports whether Tab can move the cursor to a square. If a piece is lifted, it must
// be able to move there; otherwise a piece on that square must be able to move or be removed.
func (in *input) tabStop(v seen, sq rules.Square) bool {
	if lifted := in.Selection.Lifted; lifted != rules.NoSquare {
		return slices.ContainsFunc(in.from(v, lifted), func(a rules.Action) bool { return a.To == sq })
	}
	_, comesOff := v.removal(sq)
	return comesOff || len(in.from(v, sq)) > 0
}

func (in *input) guessText(v seen, by int) {
	if in.guesses.texts == nil {
		in.guesses = guesses{texts: in.completions(v, in.Line.Text), at: -1}
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
func (in *input) completions(v seen, begun string) []string {
	begun = strings.Join(strings.Fields(rules.Typed(begun)), "")
	switch {
	case v.words.MayPremove():
		return in.premoveCompletions(v, begun)
	case !v.myTurn():
		return nil
	}
	var texts []string
	for _, a := range v.Legal {
		for _, text := range rules.InputForms(v.Variant, &v.Position, v.Actor, a) {
			if strings.HasPrefix(text, begun) || strings.HasPrefix(strings.ToLower(text), begun) {
				texts = append(texts, text)
				break
			}
		}
	}
	return texts
}
