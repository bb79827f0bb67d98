package verney

import "quadrille/rules"

// Complete judges a position made from text (P1). It is taken as it stands:
// nobody is released or put into checkmate, though V14 might.
func (g *Game) Complete(s *rules.Setup) error {
	if err := s.FindKings(&g.facts); err != nil {
		return err
	}
	if !s.HasTurn {
		s.Position.Turn = g.first
	}
	for _, step := range [](func(*rules.Setup) error){g.completeSeats, g.completeMen, g.noRights} {
		if err := step(s); err != nil {
			return err
		}
	}
	return nil
}

// completeSeats: every seat has its king and moves its own army all through the
// game. All four cannot be in checkmate, which takes a live adversary (V13).
func (g *Game) completeSeats(s *rules.Setup) error {
	p := &s.Position
	var frozen rules.Seats
	for seat := range rules.Seat(rules.SeatCount) {
		name := g.facts.SeatName(seat)
		switch {
		case p.State[seat] == rules.Out:
			return s.Fail("out "+name, "nobody goes out in this game; take the line away")
		case p.Controller[seat] == rules.NoSeat:
			return s.Fail("static "+name, "every seat moves its own men in this game; take the line away")
		case p.Controller[seat] != seat:
			return s.Fail("control "+name, "every seat moves its own men in this game; take the line away")
		case p.King[seat] == rules.NoSquare:
			return s.Fail("", "%s has no king; every army needs one", name)
		case p.State[seat] == rules.Frozen:
			frozen = frozen.With(seat)
		}
	}
	if frozen.Count() == rules.SeatCount {
		return s.Fail("frozen "+seatNames[yellow], "all four seats cannot be in checkmate at the same time")
	}
	return nil
}

// completeMen: only pawns are marked, as travelling backward.
func (g *Game) completeMen(s *rules.Setup) error {
	for _, sq := range g.facts.Geometry.Squares {
		m, name := s.Position.Board[sq], g.facts.Geometry.Name(sq)
		switch {
		case !m.IsMan():
		case m.Barred():
			return s.Fail("barred "+name, "no man is barred in this game; take %s off that line", name)
		case m.Reversed() && m.Kind() != rules.Pawn:
			return s.Fail("reversed "+name, "only a pawn travels backward, and %s holds none", name)
		}
	}
	return nil
}

// noRights: there is no castling, no taking in passing (V3), and no credit.
func (g *Game) noRights(s *rules.Setup) error {
	p := &s.Position
	switch {
	case len(s.Unmoved) > 0:
		return s.Fail("unmoved "+g.facts.Geometry.Name(s.Unmoved[0]), "nobody castles in this game; take the line away")
	case p.Passings > 0:
		return s.Fail("passed "+g.facts.Geometry.Name(p.Passing[0].Over), "no pawn is taken in passing in this game; take the line away")
	}
	for seat := range rules.Seat(rules.SeatCount) {
		if name := g.facts.SeatName(seat); s.Credited.Has(seat) {
			return s.Fail("credit "+name, "nobody has the credit for a mate in this game; take the line away")
		}
	}
	return nil
}
