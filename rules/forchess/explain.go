package forchess

import (
	"strings"

	"quadrille/rules"
)

// Explain says why an action of the seat to move is not legal.
func (g *Game) Explain(p *rules.Position, a rules.Action) error {
	if a.Verb == rules.ChooseArmy {
		return rules.Refuse(rules.NotInThisGame, "choice of army", "")
	}
	m, by := p.Board[a.From], g.Controller(p, a.From)
	if why := g.facts.ExplainOwner(p, a.From, by == p.Turn, g.facts.SeatName(by)); why != nil {
		return why
	}
	removals := g.removalWords(p)
	switch {
	case a.Verb == rules.Remove && removals == nil:
		return rules.Refuse(NoRemoval, rules.Describe(&g.facts, m, a.From), "")
	case a.Verb == rules.Remove:
		return rules.Refuse(OtherRemoval, rules.Describe(&g.facts, m, a.From), strings.Join(removals, " or "))
	case removals != nil:
		return rules.Refuse(MustRemove, "", removals[0])
	}
	return g.explainMove(p, a)
}

// removalWords is the removals among which the seat to move must choose, as they
// are written; nil when it can move (F12).
func (g *Game) removalWords(p *rules.Position) (words []string) {
	for _, a := range g.Legal(p, nil) {
		if a.Verb == rules.Remove {
			words = append(words, rules.Plain(&g.facts, rules.NoSeat, a))
		}
	}
	return words
}

func (g *Game) explainMove(p *rules.Position, a rules.Action) error {
	s := g.side(p)
	for _, c := range g.movesOf(&p.Board, &s, a.From, nil) {
		if c.To == a.To {
			return g.explainCandidate(p, &s, a, c)
		}
	}
	if p.Board[a.From].Kind() == rules.Pawn {
		return g.explainPawn(p, a)
	}
	if why := g.facts.ExplainPiece(g.reach, p, a); why != nil {
		return why
	}
	return g.explainTarget(p, a.To)
}

// explainCandidate is for a move that the man has: it lacks a promotion, has one
// too many, or a king would pay for it.
func (g *Game) explainCandidate(p *rules.Position, s *side, a, candidate rules.Action) error {
	if why := g.facts.ExplainPromotion(a, candidate); why != nil {
		return why
	}
	board := p.Board
	if _, mate := g.exposes(p, &board, s, a); mate {
		return rules.Refuse(rules.OpensPartner, rules.Plain(&g.facts, rules.NoSeat, a), g.facts.SeatName(teamMate(p.Turn)))
	}
	return g.facts.ExplainKing(a, s.checked)
}

// explainPawn is for a move that the pawn does not have here: its step is
// blocked, or it takes a man of its own side, or nobody at all.
func (g *Game) explainPawn(p *rules.Position, a rules.Action) error {
	if why := g.facts.ExplainStep(g.reach, p, a, 1); why != nil {
		return why
	}
	if g.reach.PawnTakes(p.Board[a.From], a) && p.Board[a.To] != 0 {
		return g.explainTarget(p, a.To)
	}
	return g.facts.NotSo(p, a)
}

// explainTarget is for a square that a man of one's own side holds (F3).
func (g *Game) explainTarget(p *rules.Position, on rules.Square) error {
	return rules.Refuse(rules.OwnMan, g.facts.Geometry.Name(on), g.facts.SeatName(g.Controller(p, on)))
}
