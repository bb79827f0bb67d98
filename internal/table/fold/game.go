package fold

import (
	"fmt"
	"slices"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

// Actor returns the seat to move, or NoSeat if no game is running.
func (s *State) Actor() rules.Seat {
	if s.Phase != table.Playing {
		return rules.NoSeat
	}
	return s.Variant.Actor(&s.Game.Position)
}

// ByLot reports whether the table must draw the next action by lot.
func (s *State) ByLot() bool {
	return s.Phase == table.Playing && rules.ByLot(s.Variant, &s.Game.Position)
}

func (s *State) Over() bool { return s.Game.Position.Over() }

// applyActed plays an action: a board action, a resignation or a draw claim. The board action of
// a turn that is decided by lot must be drawn by the table, and no other action may be.
func applyActed(s *State, e table.Event) error {
	actor, by := s.Actor(), *e.Seat
	a, err := rules.ParsePlain(s.Variant.Facts(), actor, e.Action)
	if err != nil {
		return err
	}
	switch {
	case a.Type == rules.Resign && a.Seat != by, a.Type != rules.Resign && by != actor:
		return fmt.Errorf("seat %d cannot do %q", by, e.Action)
	case !a.IsBoardAction() && a.Type != rules.Resign && a.Type != rules.DrawClaimed:
		return fmt.Errorf("a player cannot do %q", e.Action)
	case a.Type == rules.Resign && !s.MayResign(by):
		return fmt.Errorf("seat %d cannot do %q without the partner's consent", by, e.Action)
	case a.Type != rules.Resign && s.ByLot() != e.ByLot(), a.Type == rules.Resign && e.ByLot():
		return fmt.Errorf("whether %q is drawn by lot does not fit the turn", e.Action)
	case s.Bound(a):
		return fmt.Errorf("%q does not move the lifted piece", e.Action)
	}
	if err := s.record(by, a); err != nil {
		return err
	}
	m := &s.Game.Moves[len(s.Game.Moves)-1]
	m.CommandID, m.Lot, m.At = e.CommandID, e.ByLot(), e.At
	s.Times.Active = e.At
	if by == actor && !e.ByLot() {
		s.Premoves[by] = Premove{}
		s.Clocks.Charge(by, e.Spent, a.IsBoardAction(), e.At)
		m.Left = s.Clocks.Left[by]
	}
	s.Clocks.run(s.Actor(), e.At)
	return nil
}

// applyDrawAgreed ends the game as a draw by agreement (G4.1).
func applyDrawAgreed(s *State, _ table.Event) error {
	if s.Offer == nil || !s.Offer.Complete(s.Game.Position.HasStake()) {
		return fmt.Errorf("a draw was agreed, but not all players accepted")
	}
	err := s.record(s.Actor(), rules.Action{Type: rules.DrawAgreed})
	s.Clocks.Stop()
	return err
}

// applyFlagged records that a seat whose clock ran out loses on time (G6).
func applyFlagged(s *State, e table.Event) error {
	if *e.Seat != s.Actor() || s.Terms.Clock == (table.Clock{}) {
		return fmt.Errorf("the clock of seat %d is not running", *e.Seat)
	}
	if s.leftByFlag(*e.Seat, e.At) {
		s.noteLeave(s.Seats.List[*e.Seat].Player.ID, e.At)
	}
	s.Clocks.Left[*e.Seat] = 0
	err := s.record(*e.Seat, rules.Action{Type: rules.Flag, Seat: *e.Seat})
	s.Clocks.run(s.Actor(), e.At)
	return err
}

// record plays an action and adds it to the list of moves.
func (s *State) record(by rules.Seat, a rules.Action) error {
	before := s.Game.Position
	actor := s.Variant.Actor(&before)
	effects, err := s.Game.Play(a)
	if err != nil {
		return err
	}
	m := table.MoveView{
		Number: len(s.Game.Moves) + 1,
		Seat:   before.Turn,
		By:     by,
		Action: a,
		Plain:  rules.Plain(s.Variant.Facts(), actor, a),
		Passed: slices.Clone(effects.Passed()), Captured: effects.Captured, Also: effects.Also, Won: effects.Won,
		Event: s.Seq + 1,
	}
	s.Takeback.before = append(s.Takeback.before, s.Clocks.Left)
	m.Text = m.Plain
	if n, ok := s.Variant.(rules.Notation); ok {
		m.Text = n.Write(&before, a)
	}
	m.Checked, m.Mated = Marks(s.Variant, &before, &s.Game.Position, a, &effects)
	s.Game.Moves = append(s.Game.Moves, m)
	if s.Offer != nil && s.Offer.ends(before.Turn, s.Game.Position.Turn, len(m.Passed)) {
		s.noteLapse(table.DrawLapse, s.Offer.By)
		s.Offer = nil
	}
	s.Resigning.after(&before, &s.Game.Position, len(m.Passed))
	if by == actor || s.Actor() != actor || !s.CanMove(s.Game.Lifted) {
		s.Game.Lifted = rules.NoSquare
	}
	if offer := s.Takeback.Offer; s.Takeback.after(a, &before, &s.Game.Position, len(m.Passed)) {
		s.noteLapse(table.TakebackLapse, offer.By)
	}
	for seat := range (s.Game.Position.Out() &^ before.Out()).All() {
		s.Game.Out[seat] = m.Number
	}
	s.noteAction(&before, a, &m, &effects)
	clearEliminated(s)
	if s.Fairness.FirstMoves != 0 {
		s.updateFirstMoves()
	}
	if s.Over() && (a.Type == rules.Resign || a.Type == rules.Flag) {
		s.Fairness.Short = before.MayAct()&s.seatsWithFewerTurns(2) != 0
	}
	return nil
}

// clearEliminated removes the premoves of eliminated seats, and no longer counts their
// players as away.
func clearEliminated(s *State) {
	wasAway := false
	for seat := range s.Game.Position.Out().All() {
		s.Premoves[seat] = Premove{}
		s.Seats.List[seat].Vacant = false
		wasAway = wasAway || !s.AwaySince[seat].IsZero()
		s.AwaySince[seat] = time.Time{}
	}
	if wasAway {
		endVote(s)
	}
}
