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
	name := g.facts.Geometry.Name
	m := p.Board[a.From]
	if !m.IsMan() {
		return rules.Refuse(rules.NoMan, name(a.From), "")
	}
	if rules.Seat(m.Army()) != p.Turn {
		return rules.Refuse(rules.NotYours, name(a.From), g.facts.Armies[m.Army()])
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
	text := rules.Plain(&g.facts, rules.NoSeat, a)
	switch {
	case a.Promote == candidate.Promote:
	case candidate.Promote == rules.NoKind:
		return rules.Refuse(rules.NoPromotion, g.facts.Geometry.Name(a.To), "")
	case a.Promote == rules.NoKind:
		return rules.Refuse(rules.NeedsPromotion, text, "=Q")
	default:
		return rules.Refuse(rules.UnknownPromotion, string(a.Promote.Letter()), "Q")
	}
	board := p.Board
	switch reason := g.fault(p, &board, s, a); {
	case reason == rules.OpensPartner:
		return rules.Refuse(reason, text, g.facts.SeatName(partnerOf(p.Turn)))
	case s.checked:
		return rules.Refuse(rules.StillCheck, text, "")
	}
	return rules.Refuse(rules.LeavesCheck, text, "")
}

// explainPiece is for a move that a piece does not have here.
func (g *Game) explainPiece(p *rules.Position, a rules.Action) error {
	m := p.Board[a.From]
	if !g.aims(m, a) {
		return g.notSo(p, a)
	}
	if at, blocked := g.reach.Blocker(&p.Board, a.From, a.To); blocked {
		return rules.Refuse(rules.Blocked, g.facts.Geometry.Name(a.From), g.facts.Geometry.Name(at))
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
		return g.notSo(p, a)
	}
	far, next := g.reach.Distance(a.From, a.To), p.Board[g.reach.Step(a.From, d)]
	switch {
	case d == pawn.Step && (far == 1 || far == 2 && next.Is(rules.Pawn, rules.Army(partnerOf(p.Turn)))):
		return rules.Refuse(rules.Blocked, g.facts.Geometry.Name(a.From), g.facts.Geometry.Name(a.To))
	case pawn.Takes.Has(d) && far == 1:
		return g.explainTarget(p, a.To)
	}
	return g.notSo(p, a)
}

func (g *Game) notSo(p *rules.Position, a rules.Action) error {
	return rules.Refuse(rules.NotSo, rules.Describe(&g.facts, p.Board[a.From], a.From), g.facts.Geometry.Name(a.To))
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

// aims reports whether a piece would go there on an empty board.
func (g *Game) aims(m rules.Man, a rules.Action) bool {
	empty := g.facts.Geometry.Empty()
	for _, to := range g.reach.Moves(&empty, a.From, m.Kind(), 0, nil) {
		if to.To == a.To {
			return true
		}
	}
	return false
}
