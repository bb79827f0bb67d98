package table

import (
	"fmt"
	"slices"
	"time"

	"quadrille/rules"
)

// actor is the seat that must act, NoSeat unless the game is on.
func (s *state) actor() rules.Seat {
	if s.phase != Playing {
		return rules.NoSeat
	}
	return s.variant.Actor(&s.game.Position)
}

func (s *state) over() bool { return s.game.Position.Over() }

// acted folds a board action, a resignation or a claimed draw.
func (s *state) acted(e Event) error {
	actor, by := s.actor(), *e.Seat
	a, err := rules.ParsePlain(s.variant.Facts(), actor, e.Action)
	if err != nil {
		return err
	}
	switch {
	case a.Verb == rules.Resign && a.Seat != by, a.Verb != rules.Resign && by != actor:
		return fmt.Errorf("seat %d cannot do %q", by, e.Action)
	case !a.OnBoard() && a.Verb != rules.Resign && a.Verb != rules.DrawClaimed:
		return fmt.Errorf("%q is no player's action", e.Action)
	case a.Verb == rules.Resign && !s.mayResign(by):
		return fmt.Errorf("%q without the partner's consent", e.Action)
	case s.bound(a):
		return fmt.Errorf("%q, where another man is lifted", e.Action)
	}
	if err := s.record(by, a); err != nil {
		return err
	}
	s.moves[len(s.moves)-1].ActID = e.ActID
	s.active = e.At
	if by == actor {
		s.premoves[by] = premove{}
		s.clock.charge(by, e.Spent, a.OnBoard(), e.At)
	}
	s.clock.run(s.actor(), e.At)
	return nil
}

// agreed folds a draw by agreement (G4.1).
func (s *state) agreed(Event) error {
	if s.offer == nil || !s.offer.complete(s.game.Position.InPlay()) {
		return fmt.Errorf("agreed without everybody's consent")
	}
	err := s.record(s.actor(), rules.Action{Verb: rules.DrawAgreed})
	s.clock.stop()
	return err
}

// flagged folds a clock that ran out (G6).
func (s *state) flagged(e Event) error {
	if *e.Seat != s.actor() || s.terms.Clock == (Clock{}) {
		return fmt.Errorf("the clock of seat %d does not run", *e.Seat)
	}
	s.clock.left[*e.Seat] = 0
	err := s.record(*e.Seat, rules.Action{Verb: rules.Flag, Seat: *e.Seat})
	s.clock.run(s.actor(), e.At)
	return err
}

// record plays an action and writes it down.
func (s *state) record(by rules.Seat, a rules.Action) error {
	before := s.game.Position
	actor := s.variant.Actor(&before)
	effects, err := s.game.Play(a)
	if err != nil {
		return err
	}
	m := MoveView{
		Number: len(s.moves) + 1,
		Seat:   before.Turn,
		By:     by,
		Action: a,
		Plain:  rules.Plain(s.variant.Facts(), actor, a),
		Passed: slices.Clone(effects.Passed()),
		Event:  s.seq + 1,
	}
	s.undo.before = append(s.undo.before, s.clock.left)
	m.Text = m.Plain
	if n, ok := s.variant.(rules.Notation); ok {
		m.Text = n.Write(&before, a)
	}
	s.moves = append(s.moves, m)
	if s.offer != nil && s.offer.ends(before.Turn, s.game.Position.Turn, len(m.Passed)) {
		s.offer = nil
	}
	s.resigning.after(&before, &s.game.Position, len(m.Passed))
	if by == actor || s.actor() != actor || !s.canMove(s.lifted) {
		s.lifted = rules.NoSquare
	}
	s.undo.after(a, &before, &s.game.Position, len(m.Passed))
	s.dismiss()
	return nil
}

// dismiss forgets what those wanted who are out now.
func (s *state) dismiss() {
	for seat := range members(s.game.Position.Outs()) {
		s.premoves[seat] = premove{}
		s.seats[seat].vacant = false
		s.gone[seat] = time.Time{}
	}
}
