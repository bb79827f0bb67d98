package forchess

import "quadrille/rules"

// Complete checks a position read from a text, and sets what the text leaves out (P1).
func (g *Game) Complete(s *rules.Setup) error {
	if err := s.Forbid(map[string]string{
		"unmoved": "there is no castling", "passed": "there is no en passant", "frozen": "no seat is frozen",
		"credit": "there is no checkmate", "reversed": "no pawn is reversed", "barred": "no piece is ever barred from moving",
	}); err != nil {
		return err
	}
	if err := s.FindKings(&g.facts); err != nil {
		return err
	}
	if err := g.completeSeats(s); err != nil {
		return err
	}
	return g.completeArmies(s)
}

// completeSeats eliminates seats without a king. If the text does not say which seat is to
// move, the game begins with the seat that the option "first" names (F1) or, if that seat is
// eliminated, with the next seat in play.
func (g *Game) completeSeats(s *rules.Setup) error {
	p := &s.Position
	for seat, king := range p.King {
		if king == rules.NoSquare {
			p.State[seat] = rules.Eliminated
		}
	}
	if p.HasStake() == 0 {
		return s.Errorf("", "no seat is in play; at least one must have a king")
	}
	if !s.HasTurn {
		p.Turn = g.first
		for p.State[p.Turn] == rules.Eliminated {
			p.Turn = p.Turn.Next()
		}
	}
	if name := g.facts.SeatName(p.Turn); p.State[p.Turn] == rules.Eliminated {
		return s.Errorf("turn "+name, "%s is eliminated and cannot be the seat to move", name)
	}
	return nil
}

// completeArmies sets which seat moves each army. A seat in play moves its own army. The
// army of an eliminated seat is moved by the seat named in its control line; without such a
// line, no seat moves it (F13, F16).
func (g *Game) completeArmies(s *rules.Setup) error {
	p := &s.Position
	for seat := range rules.Seat(rules.SeatCount) {
		name, by := g.facts.SeatName(seat), p.Controller[seat]
		out := p.State[seat] == rules.Eliminated
		switch {
		case by == seat && out:
			p.Controller[seat] = rules.NoSeat
		case by == seat, by == rules.NoSeat && out:
		case by == rules.NoSeat:
			return s.Errorf("static "+name, "%s is still in play, so its army is not static; remove this line", name)
		case p.King[seat] != rules.NoSquare:
			return s.Errorf("control "+name, "%s still has its king, so no other seat can move its army", name)
		case p.State[by] == rules.Eliminated:
			return s.Errorf("control "+name, "%s is eliminated and cannot control an army", g.facts.SeatName(by))
		}
	}
	return nil
}
