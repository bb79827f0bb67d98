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
		return a, withExample(v, p, err)
	}
	a, ownErr := notation.Read(p, text)
	var refusal *Refusal
	if errors.As(ownErr, &refusal) && refusal.Reason == Unreadable {
		return a, withExample(v, p, err)
	}
	return a, ownErr
}

// withExample lets a refusal of what nobody can read show a move of this very
// board: squares of another one would only be refused again.
func withExample(v Variant, p *Position, err error) error {
	var refusal *Refusal
	if !errors.As(err, &refusal) || refusal.Reason != Unreadable {
		return err
	}
	for _, a := range v.Legal(p, nil) {
		if a.OnBoard() {
			return refuse(Unreadable, refusal.Subject, Plain(v.Facts(), NoSeat, a))
		}
	}
	return err
}

// WhyBound is why a man has no legal move although it could go somewhere: its king
// would stand in check. nil if that is not the reason.
func WhyBound(v Variant, p *Position, from Square) *Refusal {
	for _, to := range v.Facts().Geometry.Squares {
		var r *Refusal
		if errors.As(v.Explain(p, MoveOf(from, to)), &r) && (r.Reason == LeavesCheck || r.Reason == StillCheck) {
			return r
		}
	}
	return nil
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
