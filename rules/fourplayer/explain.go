package fourplayer

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
	if g.Controller(p, a.From) == rules.NoSeat {
		return rules.Refuse(DeadPiece, g.facts.Geometry.Name(a.From), "")
	}
	s := g.side(p, piece.Army())
	for _, c := range g.castlings(p, &s, g.movesOf(p, &s, a.From, nil)) {
		if c.Path != a.Path {
			continue
		}
		if why := g.facts.ExplainPromotion(a, c); why != nil {
			return why
		}
		return g.facts.ExplainKing(a, s.checked)
	}
	return g.explainGeometry(p, &s, a)
}

// explainGeometry explains why the piece cannot make a move from its square.
func (g *Game) explainGeometry(p *rules.Position, s *side, a rules.Action) error {
	piece := p.Board[a.From]
	if c := g.castlingOf(piece, a); c != nil {
		return g.explainCastling(p, s, c)
	}
	if piece.Kind() == rules.Pawn {
		return g.explainPawn(p, s, a)
	}
	if why := g.facts.ExplainPiece(g.reach, p, a); why != nil {
		return why
	}
	return g.explainTarget(p, a.To)
}

func (g *Game) explainTarget(p *rules.Position, on rules.Square) error {
	return rules.Refuse(rules.OwnPiece, g.facts.Geometry.Name(on), rules.Title(g.facts.Armies[p.Board[on].Army()]))
}

func (g *Game) explainCastling(p *rules.Position, s *side, c *rules.Castling) error {
	name := g.facts.Geometry.Name
	if p.Castling[s.army&3]&c.Side == 0 {
		return rules.Refuse(rules.CastlingLost, name(c.King.From), name(c.Rook.From))
	}
	bar, on := g.castlingObstacle(p, s, c)
	if bar == rules.Blocked {
		return g.facts.Blocked(c.King.From, on)
	}
	return rules.Refuse(CastlingAttacked, name(on), "")
}

func (g *Game) explainPawn(p *rules.Position, s *side, a rules.Action) error {
	most := 1
	if g.homes[s.army&3].PawnRow[a.From] {
		most = 2
	}
	if why := g.facts.ExplainStep(g.reach, p, a, most); why != nil {
		return why
	}
	if g.reach.PawnCaptures(p.Board[a.From], a) && p.Board[a.To] != 0 {
		return g.explainTarget(p, a.To)
	}
	return g.facts.CannotMove(p, a)
}
