package quadrochess

import "quadrille/rules"

// Explain returns the reason why an action of the seat to move is not legal.
func (g *Game) Explain(p *rules.Position, a rules.Action) error { return g.explain(p, a) }

func (g *Game) explain(p *rules.Position, a rules.Action) *rules.Refusal {
	switch a.Type {
	case rules.Remove:
		return rules.Refuse(rules.NotInThisGame, "removal of pieces", "")
	case rules.ChooseArmy:
		return rules.Refuse(rules.NotInThisGame, "choice of army", "")
	}
	piece, by := p.Board[a.From], g.Controller(p, a.From)
	if why := g.facts.ExplainOwner(p, a.From, by == p.Turn, g.facts.SeatName(by)); why != nil {
		return why
	}
	if piece.Barred() {
		return rules.Refuse(MovedAlready, rules.DescribePiece(&g.facts, piece, a.From), "")
	}
	for _, c := range castlings(p, movesOf(p, a.From, false, nil)) {
		if c.Path == a.Path {
			return g.facts.ExplainPromotion(a, c)
		}
	}
	return g.explainPiece(p, piece, a)
}

func (g *Game) name(sq rules.Square) string { return g.facts.Geometry.Name(sq) }

// explainPiece explains a move that the piece cannot make from its square.
func (g *Game) explainPiece(p *rules.Position, piece rules.Piece, a rules.Action) *rules.Refusal {
	if c := castlingOf(piece, a); c != nil {
		return g.explainCastling(p, c)
	}
	if piece.Kind() == rules.Pawn {
		return g.explainPawn(p, piece, a)
	}
	why := g.facts.ExplainPiece(table.reach, p, a)
	switch {
	case piece.Kind() == rules.King && !sameZone(a.From, a.To) && (why == nil || why.Reason != rules.CannotMove):
		return rules.Refuse(KingLeavesZone, g.name(a.From), "")
	case why != nil:
		return why
	}
	return g.ownPiece(p, a.To)
}

func (g *Game) ownPiece(p *rules.Position, on rules.Square) *rules.Refusal {
	return rules.Refuse(rules.OwnPiece, g.name(on), rules.Title(g.facts.Armies[p.Board[on].Army()]))
}

func (g *Game) explainCastling(p *rules.Position, c *rules.Castling) *rules.Refusal {
	if at := c.Barred(&p.Board); at != rules.NoSquare && p.Castling[p.Turn]&c.Side != 0 {
		return g.facts.Blocked(c.King.From, at)
	}
	return rules.Refuse(rules.CastlingLost, g.name(c.King.From), g.name(c.Rook.From))
}

func (g *Game) explainPawn(p *rules.Position, piece rules.Piece, a rules.Action) *rules.Refusal {
	most := 1
	if table.pawnRank[piece.Army()&1][a.From] {
		most = 2
	}
	if why := g.facts.ExplainStep(table.reach, p, a, most); why != nil {
		return why
	}
	if table.reach.PawnCaptures(piece, a) && p.Board[a.To] != 0 {
		return g.ownPiece(p, a.To)
	}
	return g.facts.CannotMove(p, a)
}
