package quadrochess

import "quadrille/rules"

// Complete checks a position made from text and fills in what the lines omit: the squares of
// kings and the castling rights (P1). It refuses a position that cannot occur in a game.
func (g *Game) Complete(s *rules.Setup) error {
	// Forbid these lines, because no seat is eliminated or checkmated during a game, and a
	// piece's square decides who moves it.
	if err := s.Forbid(map[string]string{
		"out": "no seat is eliminated", "frozen": "no seat is frozen", "credit": "there is no checkmate or stalemate",
		"static": "every seat moves its pieces", "control": "a piece's colour and square decide who moves it",
		"reversed": "no pawn is reversed",
	}); err != nil {
		return err
	}
	for _, step := range [](func(*rules.Setup) error){
		g.completeKings, g.completeCastling, g.completeBars, g.completeRights,
	} {
		if err := step(s); err != nil {
			return err
		}
	}
	return nil
}

// completeKings checks that each colour has one king in each zone (Q8).
func (g *Game) completeKings(s *rules.Setup) error {
	p := &s.Position
	for _, sq := range g.facts.Geometry.Squares {
		piece := p.Board[sq]
		if piece.Kind() != rules.King {
			continue
		}
		king := &p.King[g.Controller(p, sq)]
		if *king != rules.NoSquare {
			return s.Errorf(
				g.facts.Armies[piece.Army()]+" "+g.name(sq),
				"%s has two kings in one zone, on %s and %s; it must have one in each zone",
				g.facts.Armies[piece.Army()],
				g.name(*king),
				g.name(sq),
			)
		}
		*king = sq
	}
	for seat, king := range p.King {
		if king == rules.NoSquare {
			return s.Errorf("", "%s has no king; each colour must have one in each zone", g.facts.Seats[seat])
		}
	}
	return nil
}

// completeCastling sets the castling rights. A king and a rook can castle if the text lists
// both as unmoved and they are on their starting squares (Q9).
func (g *Game) completeCastling(s *rules.Setup) error {
	p := &s.Position
	var unmoved [256]bool
	for _, sq := range s.Unmoved {
		if piece := p.Board[sq]; !piece.IsPiece() || piece.Barred() || table.start.Board[sq] != piece ||
			piece.Kind() != rules.King && piece.Kind() != rules.Rook {
			return s.Errorf("unmoved "+g.name(sq), "there is no unmoved king or rook on %s", g.name(sq))
		}
		unmoved[sq] = true
	}
	for seat := range table.homes {
		c := &table.homes[seat]
		p.Rooks[seat] = c.Corners
		for i, corner := range c.Corners {
			if unmoved[corner] && unmoved[c.King] {
				p.Castling[seat] |= c.Castlings[i].Side
			}
		}
	}
	return nil
}

// completeBars checks the barred pieces. In the second half of a double move, the pieces
// of that colour that moved in the first half are barred from moving again (Q5).
func (g *Game) completeBars(s *rules.Setup) error {
	p := &s.Position
	for _, sq := range g.facts.Geometry.Squares {
		piece := p.Board[sq]
		if piece.IsPiece() && piece.Barred() && (startsDouble[p.Turn] || piece.Army() != colourOf[p.Turn]) {
			return s.Errorf("barred "+g.name(sq), "with %s to move, the piece on %s cannot be barred from moving",
				g.facts.SeatName(p.Turn), g.name(sq))
		}
	}
	return nil
}

// completeRights checks that a pawn of the other team has just crossed the square of each en
// passant right, and drops a right if that square is occupied (Q10).
func (g *Game) completeRights(s *rules.Setup) error {
	p := &s.Position
	for _, r := range p.EnPassantRights() {
		over, piece := g.name(r.Target), p.Board[r.Pawn]
		if piece.Kind() != rules.Pawn {
			return s.Errorf("passed "+over, "there is no pawn on %s", g.name(r.Pawn))
		}
		step := table.reach.Pawns[piece.Army()].Step
		if table.reach.Step(r.Target, step) != r.Pawn || !table.pawnRank[piece.Army()][table.reach.Step(r.Target, step.Opposite())] {
			return s.Errorf("passed "+over, "the pawn on %s has not crossed %s in a double step", g.name(r.Pawn), over)
		}
		for seat, colour := range colourOf {
			if held, _ := r.Holds(rules.Army(seat)); held && colour == piece.Army() || r.Kept() {
				return s.Errorf(
					"passed "+over,
					"only the other team, in its next double move, may capture the pawn on %s",
					g.name(r.Pawn),
				)
			}
		}
	}
	p.FilterEnPassant(func(r *rules.EnPassant) bool { return p.Board[r.Target] == 0 })
	return nil
}
