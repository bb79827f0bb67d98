package verney

import "quadrille/rules"

// Explain says why an action of the seat to move is not legal.
func (g *Game) Explain(p *rules.Position, a rules.Action) error {
	switch a.Verb {
	case rules.Remove:
		return rules.Refuse(rules.NotInThisGame, "taking a man off", "")
	case rules.ChooseArmy:
		return rules.Refuse(rules.NotInThisGame, "choice of army", "")
	}
	m := p.Board[a.From]
	if why := g.facts.ExplainOwner(p, a.From, rules.Seat(m.Army()) == p.Turn, g.facts.Armies[m.Army()]); why != nil {
		return why
	}
	s := g.side(p, p.Turn)
	for _, c := range g.movesOf(p, &s, a.From, nil) {
		if c.To == a.To {
			return g.explainCandidate(p, &s, a, c)
		}
	}
	if m.Kind() == rules.Pawn {
		return g.explainPawn(p, a)
	}
	return g.explainPiece(p, a)
}

// explainCandidate is for a move that the man has: its promotion is wrong, or a
// king would pay for it.
func (g *Game) explainCandidate(p *rules.Position, s *side, a, candidate rules.Action) error {
	if why := g.facts.ExplainPromotion(a, candidate); why != nil {
		return why
	}
	board := p.Board
	if g.fault(p, &board, s, a) == rules.OpensPartner {
		return rules.Refuse(rules.OpensPartner, rules.Plain(&g.facts, rules.NoSeat, a), g.facts.SeatName(partnerOf(p.Turn)))
	}
	return g.facts.ExplainKing(a, s.checked)
}

// explainPiece is for a move that a piece does not have here.
func (g *Game) explainPiece(p *rules.Position, a rules.Action) error {
	if why := g.facts.ExplainPiece(g.reach, p, a); why != nil {
		return why
	}
	return g.explainTarget(p, a.To)
}

// explainPawn is for a move that a pawn does not have here: straight ahead
// something stands in its way, or in the way of its leap; diagonally there is a
// man that it may not take.
func (g *Game) explainPawn(p *rules.Position, a rules.Action) error {
	pawn := g.reach.PawnWays(p.Board[a.From])
	d, ok := g.reach.Line(a.From, a.To)
	if !ok || p.Board[a.To] == 0 {
		return g.facts.NotSo(p, a)
	}
	far, next := g.reach.Distance(a.From, a.To), p.Board[g.reach.Step(a.From, d)]
	switch {
	case d == pawn.Step && (far == 1 || far == 2 && next.Is(rules.Pawn, rules.Army(partnerOf(p.Turn)))):
		return g.facts.Blocked(a.From, a.To)
	case pawn.Takes.Has(d) && far == 1:
		return g.explainTarget(p, a.To)
	}
	return g.facts.NotSo(p, a)
}

// explainTarget is for a man that may not be taken: the mover's or his
// partner's (V4), an inert one (V15), or a king (V5).
func (g *Game) explainTarget(p *rules.Position, on rules.Square) error {
	name, army := g.facts.Geometry.Name(on), p.Board[on].Army()
	switch {
	case !g.facts.Partners(p.Turn, rules.Seat(army)) && p.State[army] == rules.Frozen:
		return rules.Refuse(InertMan, name, g.facts.Armies[army])
	case uint8(army&1) != g.facts.Team[p.Turn]:
		return rules.Refuse(rules.KingStays, name, "")
	}
	return rules.Refuse(rules.OwnMan, name, g.facts.Armies[army])
}
