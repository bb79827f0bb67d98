package chess4

import (
	"strings"

	"quadrille/rules"
)

// Explain returns the reason why an action of the seat to move is not legal.
func (g *Game) Explain(p *rules.Position, a rules.Action) error {
	if a.Type == rules.Remove {
		return rules.Refuse(rules.NotInThisGame, "removal of pieces", "")
	}
	if a.Type == rules.ChooseArmy || p.Choosing != 0 {
		return g.explainChoice(p, a)
	}
	piece := p.Board[a.From]
	if why := g.facts.ExplainOwner(p, a.From, rules.Seat(piece.Army()) == p.Turn, g.facts.Armies[piece.Army()]); why != nil {
		return why
	}
	s := g.side(p, piece.Army())
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
	case !g.method2:
		return rules.Refuse(rules.NotInThisGame, "choice of army", "")
	case a.Type != rules.ChooseArmy:
		return rules.Refuse(MustChoose, "", list)
	case list == "":
		list = "there is no choice to make"
	default:
		list = "choose " + list
	}
	return rules.Refuse(CannotChoose, seatNames[a.Seat], list)
}

// explainCandidate explains why a move that the piece can make is illegal: the promotion is
// wrong, or the move exposes the king.
func (g *Game) explainCandidate(s *side, a, candidate rules.Action) error {
	if why := g.facts.ExplainPromotion(a, candidate); why != nil {
		return why
	}
	return g.facts.ExplainKing(a, s.checked)
}

// explainGeometry explains why the piece cannot make a move from its square.
func (g *Game) explainGeometry(p *rules.Position, s *side, a rules.Action) error {
	piece := p.Board[a.From]
	if c := castlingOf(piece, a); c != nil {
		return g.explainCastling(p, s, c)
	}
	if piece.Kind() == rules.Pawn {
		return g.explainPawn(p, s, a)
	}
	if why := g.facts.ExplainPiece(g.reach, p, a); why != nil {
		return why
	}
	return g.explainTarget(p, s, a.To)
}

func (g *Game) explainTarget(p *rules.Position, s *side, on rules.Square) error {
	target := p.Board[on]
	if s.enemies.Has(target) {
		return rules.Refuse(rules.KingNotCapturable, g.facts.Geometry.Name(on), "")
	}
	return rules.Refuse(rules.OwnPiece, g.facts.Geometry.Name(on), rules.Title(g.facts.Armies[target.Army()]))
}

func (g *Game) explainCastling(p *rules.Position, s *side, c *rules.Castling) error {
	name := g.facts.Geometry.Name
	if p.Castling[s.army]&c.Side == 0 || !atHome(p, s.army, c) {
		return rules.Refuse(rules.CastlingLost, name(c.King.From), name(c.Rook.From))
	}
	switch bar, on := g.castlingObstacle(p, s, c); bar {
	case rules.Blocked:
		return g.facts.Blocked(c.King.From, on)
	default:
		return rules.Refuse(CastlingAttacked, name(on), "")
	}
}

func (g *Game) explainPawn(p *rules.Position, s *side, a rules.Action) error {
	most := 1
	if shared.homes[s.army].PawnRow[a.From] {
		most = 2
	}
	if why := g.facts.ExplainStep(g.reach, p, a, most); why != nil {
		return why
	}
	switch {
	case !g.reach.PawnCaptures(p.Board[a.From], a):
	case cannotCapture(p, a.From):
		return rules.Refuse(PawnCannotCapture, g.facts.Geometry.Name(a.From), "")
	case p.Board[a.To] != 0:
		return g.explainTarget(p, s, a.To)
	}
	return g.facts.CannotMove(p, a)
}
