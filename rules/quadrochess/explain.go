package quadrochess

import "quadrille/rules"

// Explain says why an action of the seat to move is not legal.
func (g *Game) Explain(p *rules.Position, a rules.Action) error { return g.explain(p, a) }

func (g *Game) explain(p *rules.Position, a rules.Action) *rules.Refusal {
	switch a.Type {
	case rules.Remove:
		return rules.Refuse(rules.NotInThisGame, "taking a man off", "")
	case rules.ChooseArmy:
		return rules.Refuse(rules.NotInThisGame, "choice of army", "")
	}
	m, by := p.Board[a.From], g.Controller(p, a.From)
	if why := g.facts.ExplainOwner(p, a.From, by == p.Turn, g.facts.SeatName(by)); why != nil {
		return why
	}
	if m.Barred() {
		return rules.Refuse(MovedAlready, rules.DescribePiece(&g.facts, m, a.From), "")
	}
	for _, c := range castlings(p, movesOf(p, a.From, nil)) {
		if c.Path == a.Path {
			return g.facts.ExplainPromotion(a, c)
		}
	}
	return g.explainMan(p, m, a)
}

func (g *Game) name(sq rules.Square) string { return g.facts.Geometry.Name(sq) }

// explainMan is for a move that the man does not have here.
func (g *Game) explainMan(p *rules.Position, m rules.Piece, a rules.Action) *rules.Refusal {
	if c := castlingOf(m, a); c != nil {
		return g.explainCastling(p, c)
	}
	if m.Kind() == rules.Pawn {
		return g.explainPawn(p, m, a)
	}
	why := g.facts.ExplainPiece(table.reach, p, a)
	switch {
	case m.Kind() == rules.King && !sameZone(a.From, a.To) && (why == nil || why.Reason != rules.CannotMove):
		return rules.Refuse(KingAtHome, g.name(a.From), "")
	case why != nil:
		return why
	}
	return g.ownMan(p, a.To)
}

func (g *Game) ownMan(p *rules.Position, on rules.Square) *rules.Refusal {
	return rules.Refuse(rules.OwnPiece, g.name(on), g.facts.Armies[p.Board[on].Army()])
}

func (g *Game) explainCastling(p *rules.Position, c *castling) *rules.Refusal {
	if at, blocked := c.blocked(p); blocked && p.Castling[p.Turn]&c.side != 0 {
		return g.facts.Blocked(c.king.From, at)
	}
	return rules.Refuse(rules.CastlingLost, g.name(c.king.From), g.name(c.rook.From))
}

func (g *Game) explainPawn(p *rules.Position, m rules.Piece, a rules.Action) *rules.Refusal {
	most := 1
	if table.second[m.Army()&1][a.From] {
		most = 2
	}
	if why := g.facts.ExplainStep(table.reach, p, a, most); why != nil {
		return why
	}
	if table.reach.PawnCaptures(m, a) && p.Board[a.To] != 0 {
		return g.ownMan(p, a.To)
	}
	return g.facts.CannotMove(p, a)
}
