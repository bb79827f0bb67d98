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
	name := g.facts.Geometry.Name
	m := p.Board[a.From]
	if !m.IsMan() {
		return rules.Refuse(rules.NoMan, name(a.From), "")
	}
	if rules.Seat(m.Army()) != p.Turn {
		return rules.Refuse(rules.NotYours, name(a.From), g.facts.Armies[m.Army()])
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

// explainCandidate is for a move that the man has: it lacks a promotion, has one
// too many, or exposes the king.
func (g *Game) explainCandidate(s *side, a, candidate rules.Action) error {
	text := rules.Plain(&g.facts, rules.NoSeat, a)
	switch {
	case a.Promote == rules.NoKind && candidate.Promote != rules.NoKind:
		return rules.Refuse(rules.NeedsPromotion, text, "=Q, =R, =B or =N")
	case a.Promote != rules.NoKind && candidate.Promote == rules.NoKind:
		return rules.Refuse(rules.NoPromotion, g.facts.Geometry.Name(a.To), "")
	case s.checked:
		return rules.Refuse(rules.StillCheck, text, "")
	}
	return rules.Refuse(rules.LeavesCheck, text, "")
}

// explainGeometry is for a move that the man does not have here.
func (g *Game) explainGeometry(p *rules.Position, s *side, a rules.Action) error {
	name := g.facts.Geometry.Name
	m := p.Board[a.From]
	if c := castlingOf(g.facts.Geometry, m, a); c != nil {
		return g.explainCastling(p, s, c)
	}
	if m.Kind() == rules.Pawn {
		return g.explainPawn(p, s, a)
	}
	if !g.aims(m, a) {
		return rules.Refuse(rules.NotSo, rules.Describe(&g.facts, m, a.From), name(a.To))
	}
	if at, blocked := g.reach.Blocker(&p.Board, a.From, a.To); blocked {
		return rules.Refuse(rules.Blocked, name(a.From), name(at))
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

func (g *Game) explainCastling(p *rules.Position, s *side, c *castling) error {
	name := g.facts.Geometry.Name
	if p.Castling[s.army]&c.side == 0 || !atHome(p, s.army, c) {
		return rules.Refuse(rules.CastlingLost, name(c.kingFrom), name(c.rookFrom))
	}
	switch bar, on := g.castlingBar(p, s, c); bar {
	case rules.Blocked:
		return rules.Refuse(bar, name(c.kingFrom), name(on))
	default:
		return rules.Refuse(CastlingAttacked, name(on), "")
	}
}

func (g *Game) explainPawn(p *rules.Position, s *side, a rules.Action) error {
	name := g.facts.Geometry.Name
	notSo := rules.Refuse(rules.NotSo, rules.Describe(&g.facts, p.Board[a.From], a.From), name(a.To))
	d, ok := g.facts.Geometry.Line(a.From, a.To)
	if !ok {
		return notSo
	}
	far := g.facts.Geometry.Distance(a.From, a.To)
	pawn := g.reach.Pawns[s.army]
	switch {
	case d == pawn.Step && (far == 1 || far == 2 && shared.camps[s.army].second[a.From]):
		next := g.facts.Geometry.Step(a.From, d)
		if p.Board[next] == 0 {
			next = a.To
		}
		return rules.Refuse(rules.Blocked, name(a.From), name(next))
	case !pawn.Takes.Has(d) || far != 1:
		return notSo
	case mayNotTake(p, a.From):
		return rules.Refuse(PawnMayNotTake, name(a.From), "")
	case p.Board[a.To] == 0:
		return notSo
	}
	return g.explainTarget(p, s, a.To)
}
