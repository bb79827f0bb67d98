package fourplayer

import "quadrille/rules"

// Complete checks a position that a person wrote: kings, the states of seats, castling rights and
// rights to capture en passant (M47).
func (g *Game) Complete(s *rules.Setup) error {
	if err := s.Forbid(map[string]string{
		"frozen":   "no seat is frozen",
		"reversed": "no pawn is reversed",
		"barred":   "no piece is barred",
		"control":  "no seat moves the army of another",
		"credit":   "no credit is kept",
	}); err != nil {
		return err
	}
	if err := s.FindKings(&g.facts); err != nil {
		return err
	}
	for _, step := range []func(*rules.Setup) error{g.completeSeats, g.completeCastling, g.completeRights} {
		if err := step(s); err != nil {
			return err
		}
	}
	return nil
}

// completeSeats puts seats without a living king out.
func (g *Game) completeSeats(s *rules.Setup) error {
	p := &s.Position
	for seat := range rules.Seat(rules.SeatCount) {
		name := seatNames[seat]
		switch {
		case p.King[seat] == rules.NoSquare:
			p.State[seat], p.Controller[seat] = rules.Eliminated, rules.NoSeat
		case p.State[seat] == rules.Walking && g.teams:
			return s.Errorf("walking "+name, "no king walks in a game with teams; remove the line")
		case p.State[seat] == rules.Walking:
			p.LeftBy[seat] = rules.ByResignation
		case p.State[seat] != rules.Eliminated && p.Controller[seat] == rules.NoSeat:
			return s.Errorf("static "+name, "%s is still in play, so its army is not static; remove this line", name)
		}
	}
	if p.MovesOnBoard() == 0 {
		return s.Errorf("", "no seat is in play; at least one must have a king")
	}
	if g.teams && p.Points != [rules.SeatCount]uint16{} {
		return s.Errorf("points", "there are no points in a game with teams; remove the line")
	}
	for !s.HasTurn && p.State[p.Turn] == rules.Eliminated {
		p.Turn = p.Turn.Next() // without a turn line, the first seat in play begins
	}
	if name := seatNames[p.Turn]; p.State[p.Turn] == rules.Eliminated {
		return s.Errorf("turn "+name, "%s is out and cannot be the seat to move", name)
	}
	return nil
}

// completeCastling sets the castling rights: a king and a rook can castle if the text lists both as
// unmoved (M16).
func (g *Game) completeCastling(s *rules.Setup) error {
	p := &s.Position
	unmoved := map[rules.Square]bool{}
	for _, sq := range s.Unmoved {
		name := g.facts.Geometry.Name(sq)
		if piece := p.Board[sq]; !piece.IsPiece() || !g.homes[piece.Army()].Has(piece, sq) {
			return s.Errorf("unmoved "+name, "there is no king or rook on its starting square %s", name)
		}
		unmoved[sq] = true
	}
	for seat := range rules.Seat(rules.SeatCount) {
		h := &g.homes[seat]
		p.Rooks[seat] = h.Corners
		for i, side := range [2]uint8{rules.KingSide, rules.QueenSide} {
			if unmoved[h.King] && unmoved[h.Corners[i]] && g.mayCastle(p, seat, i) {
				p.Castling[seat] |= side
			}
		}
	}
	return nil
}

// completeRights refuses impossible rights to capture en passant (M17-M20).
func (g *Game) completeRights(s *rules.Setup) error {
	p := &s.Position
	for _, r := range p.EnPassantRights() {
		over, pawn := g.facts.Geometry.Name(r.Target), g.facts.Geometry.Name(r.Pawn)
		army := p.Board[r.Pawn].Army()
		switch {
		case p.Board[r.Pawn].Kind() != rules.Pawn:
			return s.Errorf("passed "+over, "there is no pawn on %s", pawn)
		case !g.isDoubleStep(p, army, r):
			return s.Errorf("passed "+over, "a pawn of %s on %s cannot have crossed %s", seatNames[army], pawn, over)
		case r.Kept():
			return s.Errorf("passed "+over, "no right is kept in this game; write the seats without *")
		}
		for seat := range rules.Seat(rules.SeatCount) {
			if held, _ := r.Holds(rules.Army(seat)); held && (g.allies[army].Has(seat) || p.State[seat] != rules.Playing) {
				return s.Errorf("passed "+over, "%s cannot have the right to capture the pawn on %s en passant", seatNames[seat], pawn)
			}
		}
	}
	return nil
}
