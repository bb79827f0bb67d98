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
	name := g.facts.Geometry.Name
	m := p.Board[a.From]
	if !m.IsMan() {
		return rules.Refuse(rules.NoMan, name(a.From), "")
	}
	if by := g.Controller(p, a.From); by != p.Turn {
		return rules.Refuse(rules.NotYours, name(a.From), g.facts.SeatName(by))
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
	m := p.Board[a.From]
	if m.Kind() == rules.Pawn {
		return g.explainPawn(p, a)
	}
	if !g.aims(m, a) {
		return g.notSo(m, a)
	}
	if at, blocked := g.reach.Blocker(&p.Board, a.From, a.To); blocked {
		return rules.Refuse(rules.Blocked, g.facts.Geometry.Name(a.From), g.facts.Geometry.Name(at))
	}
	return g.explainTarget(p, a.To)
}

// explainCandidate is for a move that the man has: it lacks a promotion, has one
// too many, or a king would pay for it.
func (g *Game) explainCandidate(p *rules.Position, s *side, a, candidate rules.Action) error {
	text := rules.Plain(&g.facts, rules.NoSeat, a)
	board := p.Board
	_, mate := g.exposes(p, &board, s, a)
	switch {
	case a.Promote == rules.NoKind && candidate.Promote != rules.NoKind:
		return rules.Refuse(rules.NeedsPromotion, text, "=Q, =R, =B or =N")
	case a.Promote != rules.NoKind && candidate.Promote == rules.NoKind:
		return rules.Refuse(rules.NoPromotion, g.facts.Geometry.Name(a.To), "")
	case mate:
		return rules.Refuse(rules.OpensPartner, text, g.facts.SeatName(teamMate(p.Turn)))
	case s.checked:
		return rules.Refuse(rules.StillCheck, text, "")
	}
	return rules.Refuse(rules.LeavesCheck, text, "")
}

// explainPawn is for a move that the pawn does not have here: its step is
// blocked, or it takes a man of its own side, or nobody at all.
func (g *Game) explainPawn(p *rules.Position, a rules.Action) error {
	m := p.Board[a.From]
	d, _ := g.reach.Line(a.From, a.To)
	pawn := g.reach.PawnWays(m)
	switch {
	case g.reach.Distance(a.From, a.To) != 1:
		return g.notSo(m, a)
	case d == pawn.Step:
		return rules.Refuse(rules.Blocked, g.facts.Geometry.Name(a.From), g.facts.Geometry.Name(a.To))
	case pawn.Takes.Has(d) && p.Board[a.To] != 0:
		return g.explainTarget(p, a.To)
	}
	return g.notSo(m, a)
}

// explainTarget is for a square that a man of one's own side holds (F3).
func (g *Game) explainTarget(p *rules.Position, on rules.Square) error {
	return rules.Refuse(rules.OwnMan, g.facts.Geometry.Name(on), g.facts.SeatName(g.Controller(p, on)))
}

func (g *Game) notSo(m rules.Man, a rules.Action) error {
	return rules.Refuse(rules.NotSo, rules.Describe(&g.facts, m, a.From), g.facts.Geometry.Name(a.To))
}

// aims reports whether a piece would go there on an empty board.
func (g *Game) aims(m rules.Man, a rules.Action) bool {
	empty := g.reach.Empty()
	for _, to := range g.reach.Moves(&empty, a.From, m.Kind(), 0, nil) {
		if to.To == a.To {
			return true
		}
	}
	return false
}
