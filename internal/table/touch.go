package table

import (
	"fmt"
	"slices"

	"quadrille/rules"
)

// touch decides that a man is lifted (V25): from then on no other may move.
func (d *draft) touch(a Act) error {
	held, err := d.playing(a.By)
	switch {
	case err != nil:
		return err
	case !d.terms.Touch:
		return refuse(NoTouch)
	case d.vote.adjourned:
		return refuse(IsAdjourned)
	}
	seat, err := d.atTurn(a, held)
	switch {
	case err != nil:
		return err
	case d.lifted != rules.NoSquare && d.lifted == a.Square:
		return nil
	case d.lifted != rules.NoSquare:
		return d.mustMoveLifted()
	case !d.canMove(a.Square):
		return refuse(Unlifted)
	}
	if err := d.back(seat); err != nil {
		return err
	}
	return d.emit(Event{Kind: Lifted, Seat: &seat, Action: d.variant.Facts().Geometry.Name(a.Square)})
}

func (d *draft) mustMoveLifted() error {
	r := refuse(Touched)
	r.Subject = rules.Describe(d.variant.Facts(), d.game.Position.Board[d.lifted], d.lifted)
	return r
}

// bound reports whether an action is not to be, since another man is lifted.
// Resigning and claiming a draw stay possible.
func (s *state) bound(a rules.Action) bool {
	return s.lifted != rules.NoSquare && a.OnBoard() && a.From != s.lifted
}

// canMove reports whether the actor has a legal action with the man on a square.
func (s *state) canMove(sq rules.Square) bool {
	return sq != rules.NoSquare && slices.ContainsFunc(s.variant.Legal(&s.game.Position, nil), func(a rules.Action) bool {
		return a.From == sq
	})
}

func (s *state) lift(e Event) error {
	sq, _ := s.variant.Facts().Geometry.Square(e.Action)
	if !s.terms.Touch || s.lifted != rules.NoSquare || *e.Seat != s.actor() || !s.canMove(sq) {
		return fmt.Errorf("seat %d cannot lift a man on %q", *e.Seat, e.Action)
	}
	s.lifted = sq
	return nil
}
