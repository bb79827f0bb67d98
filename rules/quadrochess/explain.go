package quadrochess

import (
	"slices"

	"quadrille/rules"
)

// Explain says why an action of the seat to move is not legal.
func (g *Game) Explain(p *rules.Position, a rules.Action) error { return g.explain(p, a) }

func (g *Game) explain(p *rules.Position, a rules.Action) *rules.Refusal {
	switch a.Verb {
	case rules.Remove:
		return rules.Refuse(rules.NotInThisGame, "taking a man off", "")
	case rules.ChooseArmy:
		return rules.Refuse(rules.NotInThisGame, "choice of army", "")
	}
	m := p.Board[a.From]
	switch by := g.Controller(p, a.From); {
	case !m.IsMan():
		return rules.Refuse(rules.NoMan, g.name(a.From), "")
	case by != p.Turn:
		return rules.Refuse(rules.NotYours, g.name(a.From), g.facts.SeatName(by))
	case m.Barred():
		return rules.Refuse(MovedAlready, rules.Describe(&g.facts, m, a.From), "")
	}
	for _, c := range castlings(p, movesOf(p, a.From, nil)) {
		if c.Path == a.Path {
			return g.explainPromotion(a)
		}
	}
	return g.explainMan(p, m, a)
}

func (g *Game) name(sq rules.Square) string { return g.facts.Geometry.Name(sq) }

// explainPromotion is for a move that the man has: it lacks a promotion, or has
// one too many (G7).
func (g *Game) explainPromotion(a rules.Action) *rules.Refusal {
	if a.Promote == rules.NoKind {
		return rules.Refuse(rules.NeedsPromotion, rules.Plain(&g.facts, rules.NoSeat, a), "=Q, =R, =B or =N")
	}
	return rules.Refuse(rules.NoPromotion, g.name(a.To), "")
}

// explainMan is for a move that the man does not have here.
func (g *Game) explainMan(p *rules.Position, m rules.Man, a rules.Action) *rules.Refusal {
	if c := castlingOf(m, a); c != nil {
		return g.explainCastling(p, c)
	}
	switch {
	case m.Kind() == rules.Pawn:
		return g.explainPawn(p, m, a)
	case !aims(m, a):
		return g.notSo(m, a)
	case m.Kind() == rules.King && !sameZone(a.From, a.To):
		return rules.Refuse(KingAtHome, g.name(a.From), "")
	}
	if at, blocked := table.reach.Blocker(&p.Board, a.From, a.To); blocked {
		return rules.Refuse(rules.Blocked, g.name(a.From), g.name(at))
	}
	return g.ownMan(p, a.To)
}

// aims reports whether a piece would go there on an empty board.
func aims(m rules.Man, a rules.Action) bool {
	empty := table.reach.Empty()
	return slices.Contains(table.reach.Moves(&empty, a.From, m.Kind(), 0, nil), rules.MoveOf(a.From, a.To))
}

func (g *Game) notSo(m rules.Man, a rules.Action) *rules.Refusal {
	return rules.Refuse(rules.NotSo, rules.Describe(&g.facts, m, a.From), g.name(a.To))
}

func (g *Game) ownMan(p *rules.Position, on rules.Square) *rules.Refusal {
	return rules.Refuse(rules.OwnMan, g.name(on), g.facts.Armies[p.Board[on].Army()])
}

func (g *Game) explainCastling(p *rules.Position, c *castling) *rules.Refusal {
	if at, blocked := c.blocked(p); blocked && p.Castling[p.Turn]&c.side != 0 {
		return rules.Refuse(rules.Blocked, g.name(c.king.From), g.name(at))
	}
	return rules.Refuse(rules.CastlingLost, g.name(c.king.From), g.name(c.rook.From))
}

func (g *Game) explainPawn(p *rules.Position, m rules.Man, a rules.Action) *rules.Refusal {
	d, onLine := table.reach.Line(a.From, a.To)
	far := table.reach.Distance(a.From, a.To)
	pawn := table.reach.Pawns[m.Army()]
	switch {
	case !onLine:
	case d == pawn.Step && (far == 1 || far == 2 && table.second[m.Army()&1][a.From]):
		next := table.reach.Step(a.From, d)
		if p.Board[next] == 0 {
			next = a.To
		}
		return rules.Refuse(rules.Blocked, g.name(a.From), g.name(next))
	case pawn.Takes.Has(d) && far == 1 && p.Board[a.To] != 0:
		return g.ownMan(p, a.To)
	}
	return g.notSo(m, a)
}
