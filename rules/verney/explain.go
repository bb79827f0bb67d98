package verney

import "quadrille/rules"

// Explain returns the reason why an action of the seat to move is not legal.
func (g *Game) Explain(p *rules.Position, a rules.Action) error {
	switch a.Type {
	case rules.Remove:
		return rules.Refuse(rules.NotInThisGame, "removal of pieces", "")
	case rules.ChooseArmy:
		return rules.Refuse(rules.NotInThisGame, "choice of army", "")
	}
	piece := p.Board[a.From]
	if why := g.facts.ExplainOwner(p, a.From, rules.Seat(piece.Army()) == p.Turn, g.facts.Armies[piece.Army()]); why != nil {
		return why
	}
	s := g.side(p, p.Turn)
	for _, c := range g.movesOf(p, &s, a.From, nil) {
		if c.To == a.To {
			return g.explainCandidate(p, &s, a, c)
		}
	}
	if piece.Kind() == rules.Pawn {
		return g.explainPawn(p, a)
	}
	return g.explainPiece(p, a)
}

// explainCandidate explains why a move is illegal although the piece moves that way: the
// promotion is wrong, or the move exposes a king.
func (g *Game) explainCandidate(p *rules.Position, s *side, a, candidate rules.Action) error {
	if why := g.facts.ExplainPromotion(a, candidate); why != nil {
		return why
	}
	board := p.Board
	if g.illegalReason(p, &board, s, a) == rules.ExposesPartner {
		return rules.Refuse(rules.ExposesPartner, rules.Plain(&g.facts, rules.NoSeat, a), g.facts.SeatName(partnerOf(p.Turn)))
	}
	return g.facts.ExplainKing(a, s.checked)
}

// explainPiece explains why a piece cannot make a move from its square.
func (g *Game) explainPiece(p *rules.Position, a rules.Action) error {
	if why := g.facts.ExplainPiece(g.reach, p, a); why != nil {
		return why
	}
	return g.explainTarget(p, a.To)
}

// explainPawn explains why a pawn cannot make a move from its square: the step or leap is
// blocked, or the pawn may not capture the piece on the destination.
func (g *Game) explainPawn(p *rules.Position, a rules.Action) error {
	pawn := g.reach.PawnDirections(p.Board[a.From])
	d, ok := g.reach.Line(a.From, a.To)
	if !ok || p.Board[a.To] == 0 {
		return g.facts.CannotMove(p, a)
	}
	far, next := g.reach.Distance(a.From, a.To), p.Board[g.reach.Step(a.From, d)]
	switch {
	case d == pawn.Step && (far == 1 || far == 2 && next.Is(rules.Pawn, rules.Army(partnerOf(p.Turn)))):
		return g.facts.Blocked(a.From, a.To)
	case pawn.Captures.Has(d) && far == 1:
		return g.explainTarget(p, a.To)
	}
	return g.facts.CannotMove(p, a)
}

// explainTarget refuses a capture that is not allowed: of a piece of the mover or the
// partner (V4), of an inert piece (V15), or of a king (V5).
func (g *Game) explainTarget(p *rules.Position, on rules.Square) error {
	name, army := g.facts.Geometry.Name(on), p.Board[on].Army()
	switch {
	case !g.facts.Partners(p.Turn, rules.Seat(army)) && p.State[army] == rules.Frozen:
		return rules.Refuse(InertPiece, name, rules.Title(g.facts.Armies[army]))
	case uint8(army&1) != g.facts.Team[p.Turn]:
		return rules.Refuse(rules.KingNotCapturable, name, "")
	}
	return rules.Refuse(rules.OwnPiece, name, rules.Title(g.facts.Armies[army]))
}
