package verney

import "quadrille/rules"

// Complete checks a position made from text (P1). It does not look for checkmates: the text
// says which seats are in checkmate, and the game looks for others after the next ply
// (V14).
func (g *Game) Complete(s *rules.Setup) error {
	if err := s.Forbid(map[string]string{
		"out": "no seat is eliminated", "static": "every seat moves its own pieces", "control": "every seat moves its own pieces",
		"barred": "no piece is ever barred from moving", "unmoved": "there is no castling", "passed": "there is no en passant",
		"credit": "no mate is credited to a seat",
	}); err != nil {
		return err
	}
	if err := s.FindKings(&g.facts); err != nil {
		return err
	}
	if !s.HasTurn {
		s.Position.Turn = g.first
	}
	for _, step := range [](func(*rules.Setup) error){g.completeSeats, g.completePieces} {
		if err := step(s); err != nil {
			return err
		}
	}
	return nil
}

// completeSeats refuses a seat without a king. It also refuses a position with all four
// seats in checkmate, because a checkmate needs an adversary that is not in checkmate (V13).
func (g *Game) completeSeats(s *rules.Setup) error {
	p := &s.Position
	var frozen rules.Seats
	for seat := range rules.Seat(rules.SeatCount) {
		name := g.facts.SeatName(seat)
		switch {
		case p.King[seat] == rules.NoSquare:
			return s.Errorf("", "%s has no king; every army needs one", name)
		case p.State[seat] == rules.Frozen:
			frozen = frozen.With(seat)
		}
	}
	if frozen.Count() == rules.SeatCount {
		return s.Errorf("frozen "+seatNames[yellow], "all four seats cannot be in checkmate at the same time")
	}
	return nil
}

// completePieces returns an error if a piece other than a pawn is marked as reversed. A
// reversed pawn moves backward.
func (g *Game) completePieces(s *rules.Setup) error {
	for _, sq := range g.facts.Geometry.Squares {
		if piece, name := s.Position.Board[sq], g.facts.Geometry.Name(sq); piece.IsPiece() && piece.Reversed() &&
			piece.Kind() != rules.Pawn {
			return s.Errorf("reversed "+name, "only a pawn can be reversed, and there is none on %s", name)
		}
	}
	return nil
}
