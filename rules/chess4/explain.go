package chess4

import (
	"strings"

	"quadrille/rules"
)

// Explain says why an action of the seat to move is not legal.
func (g *Game) Explain(p *rules.Position, a rules.Action) error {
	if a.Verb == rules.Remove {
		return rules.Refuse(rules.NotInThisGame, "taking a man off", "")
	}
	if a.Verb == rules.ChooseArmy || p.Choosing != 0 {
		return g.explainChoice(p, a)
	}
	m := p.Board[a.From]
	if why := g.facts.ExplainOwner(p, a.From, rules.Seat(m.Army()) == p.Turn, g.facts.Armies[m.Army()]); why != nil {
		return why
	}
	s := g.side(p, m.Army())
	candidates := g.castlings(p, &s, g.movesOf(p, &s, a.From, nil))
	for _, c := range candidates {
		if c.From == a.From && c.To == a.To {
			return g.explainCandidate(&s, a, c)
		}
	}
	return g.explainGeometry(p, &s, a)
}

func (g *Game) explainChoice(p *rules.Position, a rules.Action) error {
	var names []string
	for s := range rules.Seat(rules.SeatCount) {
		if p.Choosing.Has(s) {
			names = append(names, "army:"+seatNames[s])
		}
	}
	list := strings.Join(names, " or ")
	switch {
	case !g.gains:
		return rules.Refuse(rules.NotInThisGame, "choice of army", "")
	case a.Verb != rules.ChooseArmy:
		return rules.Refuse(MustChoose, "", list)
	case list == "":
		list = "there is nothing to choose"
	default:
		list = "choose " + list
	}
	return rules.Refuse(NoChoice, seatNames[a.Seat], list)
}

// explainCandidate is for a move that the man has: its promotion is wrong, or it
// exposes the king.
func (g *Game) explainCandidate(s *side, a, candidate rules.Action) error {
	if why := g.facts.ExplainPromotion(a, candidate); why != nil {
		return why
	}
	return g.facts.ExplainKing(a, s.checked)
}

// explainGeometry is for a move that the man does not have here.
func (g *Game) explainGeometry(p *rules.Position, s *side, a rules.Action) error {
	m := p.Board[a.From]
	if c := castlingOf(g.facts.Geometry, m, a); c != nil {
		return g.explainCastling(p, s, c)
	}
	if m.Kind() == rules.Pawn {
		return g.explainPawn(p, s, a)
	}
	if why := g.facts.ExplainPiece(g.reach, p, a); why != nil {
		return why
	}
	return g.explainTarget(p, s, a.To)
}

func (g *Game) explainTarget(p *rules.Position, s *side, on rules.Square) error {
	target := p.Board[on]
	if s.foes.Has(target) {
		return rules.Refuse(rules.KingStays, g.facts.Geometry.Name(on), "")
	}
	return rules.Refuse(rules.OwnMan, g.facts.Geometry.Name(on), g.facts.Armies[target.Army()])
}

func (g *Game) explainCastling(p *rules.Position, s *side, c *castling) error {
	name := g.facts.Geometry.Name
	if p.Castling[s.army]&c.side == 0 || !atHome(p, s.army, c) {
		return rules.Refuse(rules.CastlingLost, name(c.kingFrom), name(c.rookFrom))
	}
	switch bar, on := g.castlingBar(p, s, c); bar {
	case rules.Blocked:
		return g.facts.Blocked(c.kingFrom, on)
	default:
		return rules.Refuse(CastlingAttacked, name(on), "")
	}
}

func (g *Game) explainPawn(p *rules.Position, s *side, a rules.Action) error {
	most := 1
	if shared.camps[s.army].second[a.From] {
		most = 2
	}
	if why := g.facts.ExplainStep(g.reach, p, a, most); why != nil {
		return why
	}
	switch {
	case !g.reach.PawnTakes(p.Board[a.From], a):
	case mayNotTake(p, a.From):
		return rules.Refuse(PawnMayNotTake, g.facts.Geometry.Name(a.From), "")
	case p.Board[a.To] != 0:
		return g.explainTarget(p, s, a.To)
	}
	return g.facts.NotSo(p, a)
}
