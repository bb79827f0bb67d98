package verney

import "quadrille/rules"

// explainer finds the reason why an action is not legal.
type explainer struct {
	g *Game
}

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
			return g.explainer.explainCandidate(p, &s, a, c)
		}
	}
	if piece.Kind() == rules.Pawn {
		return g.explainer.explainPawn(p, a)
	}
	return g.explainer.explainPiece(p, a)
}

// explainCandidate explains why a move is illegal although the piece moves that way: the
// promotion is wrong, or the move exposes a king.
func (x *explainer) explainCandidate(p *rules.Position, s *side, a, candidate rules.Action) error {
	if why := x.g.facts.ExplainPromotion(a, candidate); why != nil {
		return why
	}
	board := p.Board
	if x.g.illegalReason(p, &board, s, a) == rules.ExposesPartner {
		return rules.Refuse(rules.ExposesPartner, rules.Plain(&x.g.facts, rules.NoSeat, a), x.g.facts.SeatName(partnerOf(p.Turn)))
	}
	return x.g.facts.ExplainKing(a, s.checked)
}

// explainPiece explains why a piece cannot make a move from its square.
func (x *explainer) explainPiece(p *rules.Position, a rules.Action) error {
	if why := x.g.facts.ExplainPiece(x.g.reach, p, a); why != nil {
		return why
	}
	return x.explainTarget(p, a.To)
}

// explainPawn explains why a pawn cannot make a move from its square: the step or leap is
// blocked, or the pawn may not capture the piece on the destination.
func (x *explainer) explainPawn(p *rules.Position, a rules.Action) error {
	pawn := x.g.reach.PawnDirections(p.Board[a.From])
	d, ok := x.g.reach.Line(a.From, a.To)
	if !ok || p.Board[a.To] == 0 {
		return x.g.facts.CannotMove(p, a)
	}
	far, next := x.g.reach.Distance(a.From, a.To), p.Board[x.g.reach.Step(a.From, d)]
	switch {
	case d == pawn.Step && (far == 1 || far == 2 && next.Is(rules.Pawn, rules.Army(partnerOf(p.Turn)))):
		return x.g.facts.Blocked(a.From, a.To)
	case pawn.Captures.Has(d) && far == 1:
		return x.explainTarget(p, a.To)
	}
	return x.g.facts.CannotMove(p, a)
}

// explainTarget refuses a capture that is not allowed: of a piece of the mover or the
// partner (V4), of an inert piece (V15), or of a king (V5).
func (x *explainer) explainTarget(p *rules.Position, on rules.Square) error {
	name, army := x.g.facts.Geometry.Name(on), p.Board[on].Army()
	switch {
	case !x.g.facts.Partners(p.Turn, rules.Seat(army)) && p.State[army] == rules.Frozen:
		return rules.Refuse(InertPiece, name, rules.Title(x.g.facts.Armies[army]))
	case uint8(army&1) != x.g.facts.Team[p.Turn]:
		return rules.Refuse(rules.KingNotCapturable, name, "")
	}
	return rules.Refuse(rules.OwnPiece, name, rules.Title(x.g.facts.Armies[army]))
}
