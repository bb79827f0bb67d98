package rules

import (
	"errors"
	"strings"
)

// ReadTyped is the action that a person means in p: in plain notation, whatever
// the case of its letters, or in the game's own. If it is neither, the one that
// got further says why; the error is a [*Refusal]. actor is as in [ParsePlain].
func ReadTyped(v Variant, p *Position, actor Seat, text string) (Action, error) {
	a, err := ParsePlain(v.Facts(), actor, lowerSquares(text))
	notation, ok := v.(Notation)
	if err == nil || !ok {
		return a, err
	}
	a, ownErr := notation.Read(p, text)
	var refusal *Refusal
	if errors.As(ownErr, &refusal) && refusal.Reason == Unreadable {
		return a, err
	}
	return a, ownErr
}

// lowerSquares writes the squares of a plain move small and its piece great:
// "B5-A5=q" is b5-a5=Q.
func lowerSquares(text string) string {
	squares, piece, promotes := strings.Cut(text, "=")
	if !promotes {
		return strings.ToLower(text)
	}
	return strings.ToLower(squares) + "=" + strings.ToUpper(piece)
}
