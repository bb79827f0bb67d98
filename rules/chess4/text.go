package chess4

import "quadrille/rules"

// Complete checks a position made from text and fills in what the text omits: the squares
// of kings and corner rooks, castling rights, and who is credited with each checkmate or
// stalemate (P1).
func (g *Game) Complete(s *rules.Setup) error {
	if err := s.Forbid(map[string]string{
		"frozen": "no seat is frozen", "reversed": "no pawn is reversed", "barred": "no piece is ever barred from moving",
	}); err != nil {
		return err
	}
	if err := s.FindKings(&g.facts); err != nil {
		return err
	}
	for _, step := range [](func(*rules.Setup) error){
		g.completeSeats, g.completeArmies, g.completeCastling, g.completeRights,
		g.completeCredits,
	} {
		if err := step(s); err != nil {
			return err
		}
	}
	return nil
}

// completeSeats eliminates seats without a king. All eliminated seats count as eliminated
// at the same moment.
func (g *Game) completeSeats(s *rules.Setup) error {
	p := &s.Position
	for seat := range rules.Seat(rules.SeatCount) {
		switch {
		case p.King[seat] == rules.NoSquare:
			p.State[seat] = rules.Eliminated
		case g.start.State[seat] == rules.Eliminated && p.State[seat] != rules.Eliminated:
			name := g.facts.SeatName(seat)
			return s.Errorf(name+" K", "%s is not in the option \"armies\"; remove its king, or write: out %s -", name, name)
		}
		if p.State[seat] == rules.Eliminated {
			p.EliminationOrder[seat] = 1
		}
	}
	if p.HasStake() == 0 {
		return s.Errorf("", "no seat is in play; at least one must have a king")
	}
	return nil
}

// completeArmies sets which seat moves each army. A seat in play moves its own army. The
// army of an eliminated seat is moved by the seat that gained it in Method 2, or by no seat.
func (g *Game) completeArmies(s *rules.Setup) error {
	p := &s.Position
	for seat := range rules.Seat(rules.SeatCount) {
		name, by := g.facts.SeatName(seat), p.Controller[seat]
		out := p.State[seat] == rules.Eliminated
		switch {
		case by == rules.NoSeat && !out:
			return s.Errorf("static "+name, "%s is still in play, so its army is not static; remove this line", name)
		case by != rules.NoSeat && by != seat && (!g.method2 || !out || p.State[by] == rules.Eliminated):
			return s.Errorf("control "+name, "a seat moves only its own army or, with method=2, the army of an eliminated seat")
		case by == seat && out:
			p.Controller[seat] = rules.NoSeat
		}
	}
	for seat := range rules.Seat(rules.SeatCount) {
		if gained := pendingChoice(p, seat); gained != 0 {
			return s.Errorf("control", "%s has gained two armies; write only the one that it keeps", g.facts.SeatName(seat))
		}
	}
	for !s.HasTurn && p.Controller[p.Turn] == rules.NoSeat {
		p.Turn = p.Turn.Next() // without a turn line, the first seat whose army can be moved begins
	}
	if name := g.facts.SeatName(p.Turn); p.Controller[p.Turn] == rules.NoSeat {
		return s.Errorf("turn "+name, "%s is eliminated and cannot be the seat to move", name)
	}
	return nil
}

// completeCastling sets the castling rights. A rook on a corner square of its army counts
// as the rook that started there (C29). A king and a rook can castle if the text lists
// both as unmoved (C7). An army that another seat moves gets the rights that it would have
// if that seat had just gained it (C29).
func (g *Game) completeCastling(s *rules.Setup) error {
	p := &s.Position
	unmoved := map[rules.Square]bool{}
	for _, sq := range s.Unmoved {
		name := g.facts.Geometry.Name(sq)
		if piece := p.Board[sq]; !piece.IsPiece() || !shared.homes[piece.Army()].Has(piece, sq) {
			return s.Errorf("unmoved "+name, "there is no king or rook on its starting square %s", name)
		}
		unmoved[sq] = true
	}
	for army := range shared.homes {
		c := &shared.homes[army]
		for i, corner := range c.Corners {
			if p.Board[corner].Is(rules.Rook, rules.Army(army)) {
				p.Rooks[army][i] = corner
				if unmoved[corner] && unmoved[c.King] && p.State[army] != rules.Eliminated {
					p.Castling[army] |= c.Castlings[i].Side
				}
			}
		}
		if by := p.Controller[army]; by != rules.NoSeat && by != rules.Seat(army) {
			p.Castling[army] = g.gainedCastling(p, rules.Army(army))
		}
	}
	return nil
}

// completeRights refuses impossible en passant rights.
func (g *Game) completeRights(s *rules.Setup) error {
	p := &s.Position
	for _, r := range p.EnPassantRights() {
		over, pawn := g.facts.Geometry.Name(r.Target), g.facts.Geometry.Name(r.Pawn)
		piece := p.Board[r.Pawn]
		if piece.Kind() != rules.Pawn {
			return s.Errorf("passed "+over, "there is no pawn on %s", pawn)
		}
		from := g.facts.Geometry.Step(r.Target, g.reach.Pawns[piece.Army()].Step.Opposite())
		if !shared.homes[piece.Army()].PawnRow[from] {
			return s.Errorf("passed "+over, "a pawn of %s never crosses %s in a double step", g.facts.Armies[piece.Army()], over)
		}
		if !g.ahead(piece.Army(), r.Target, r.Pawn) {
			return s.Errorf("passed "+over, "a pawn that crossed %s cannot be on %s", over, pawn)
		}
		if g.facts.Geometry.Distance(r.Target, r.Pawn) > 1 && !allKept(r) {
			return s.Errorf(
				"passed "+over,
				"for a pawn that crossed %s and is now on %s, mark each army in the \"passed\" line with *",
				over,
				pawn,
			)
		}
		for army := range rules.Army(rules.SeatCount) {
			if held, _ := r.Holds(army); held && (army == piece.Army() || p.Controller[army] == rules.NoSeat) {
				return s.Errorf(
					"passed "+over,
					"%s cannot have the right to capture the pawn on %s en passant",
					g.facts.Armies[army],
					pawn,
				)
			}
		}
	}
	return nil
}

// ahead reports whether a pawn that moves straight ahead from one square can reach another.
func (g *Game) ahead(army rules.Army, from, to rules.Square) bool {
	d, ok := g.facts.Geometry.Line(from, to)
	return ok && d == g.reach.Pawns[army].Step
}

func allKept(r rules.EnPassant) bool {
	for army := range rules.Army(rules.SeatCount) {
		if held, kept := r.Holds(army); held && !kept {
			return false
		}
	}
	return true
}

// completeCredits checks that each line of the position text that begins with "credit" names
// an existing mate or stalemate. If a mate has no such line, completeCredits credits it to a
// seat that gives check (P1).
func (g *Game) completeCredits(s *rules.Setup) error {
	p := &s.Position
	for seat := range rules.Seat(rules.SeatCount) {
		kind := rules.NoCredit
		if p.State[seat] != rules.Eliminated {
			kind = g.status(p, seat)
		}
		name, c := g.facts.SeatName(seat), p.Credit[seat]
		switch {
		case !s.Credited.Has(seat):
			if kind == rules.MateCredit {
				p.Credit[seat] = g.creditByCheck(p, seat, kind, seat)
			}
		case c.Kind != kind:
			return s.Errorf("credit "+name, "this line does not fit the state of %s; correct or remove the line", name)
		case c.By == seat || p.State[c.By] == rules.Eliminated:
			return s.Errorf("credit "+name, "the seat that gets the credit must be another seat that is in play")
		}
	}
	return nil
}
