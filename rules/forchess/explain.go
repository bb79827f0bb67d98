package forchess

import (
	"strings"

	"quadrille/rules"
)

// Explain returns the reason why an action of the seat to move is not legal.
func (g *Game) Explain(p *rules.Position, a rules.Action) error {
	if a.Type == rules.ChooseArmy {
		return rules.Refuse(rules.NotInThisGame, "choice of army", "")
	}
	piece, by := p.Board[a.From], g.Controller(p, a.From)
	if why := g.facts.ExplainOwner(p, a.From, by == p.Turn, g.facts.SeatName(by)); why != nil {
		return why
	}
	removals := g.removalWords(p)
	switch {
	case a.Type == rules.Remove && removals == nil:
		return rules.Refuse(NoRemoval, rules.DescribePiece(&g.facts, piece, a.From), "")
	case a.Type == rules.Remove:
		return rules.Refuse(OtherRemoval, rules.DescribePiece(&g.facts, piece, a.From), strings.Join(removals, " or "))
	case removals != nil:
		return rules.Refuse(MustRemove, "", removals[0])
	}
	return g.explainMove(p, a)
}

// removalWords returns the legal removals in plain notation, or nil if the seat can move
// (F12).
func (g *Game) removalWords(p *rules.Position) (words []string) {
	for _, a := range g.Legal(p, nil) {
		if a.Type == rules.Remove {
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

// explainCandidate explains why a move that the piece can make is illegal: the promotion is
// wrong, or the move exposes a king.
func (g *Game) explainCandidate(p *rules.Position, s *side, a, candidate rules.Action) error {
	if why := g.facts.ExplainPromotion(a, candidate); why != nil {
		return why
	}
	board := p.Board
	if _, teammate := g.exposesKings(p, &board, s, a); teammate {
		return rules.Refuse(rules.ExposesPartner, rules.Plain(&g.facts, rules.NoSeat, a), g.facts.SeatName(teammateOf(p.Turn)))
	}
	return g.facts.ExplainKing(a, s.checked)
}

// explainPawn explains why a pawn cannot make a move from its square: the step is blocked, or
// the square on which the pawn would capture is empty or holds a piece of its own side.
func (g *Game) explainPawn(p *rules.Position, a rules.Action) error {
	if why := g.facts.ExplainStep(g.reach, p, a, 1); why != nil {
		return why
	}
	if g.reach.PawnCaptures(p.Board[a.From], a) && p.Board[a.To] != 0 {
		return g.explainTarget(p, a.To)
	}
	return g.facts.CannotMove(p, a)
}

// explainTarget refuses a move to a square with a piece of the mover's own side (F3).
func (g *Game) explainTarget(p *rules.Position, on rules.Square) error {
	return rules.Refuse(rules.OwnPiece, g.facts.Geometry.Name(on), g.facts.SeatTitle(g.Controller(p, on)))
}
