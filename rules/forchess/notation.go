package forchess

import (
	"strings"

	"quadrille/rules"
)

// Write formats an action played in position p in the game's own notation (F20).
// The text consists of the piece's letter, both squares with - or x between them (xK for the
// capture of a king), the promotion, + for a new check, and ~ for a token move.
func (g *Game) Write(p *rules.Position, a rules.Action) string {
	switch a.Type {
	case rules.Move:
		return g.writeMove(p, a) + g.marks(p, a)
	case rules.Remove:
		return "-" + g.facts.Geometry.Name(a.From) + g.marks(p, a)
	}
	return rules.Plain(&g.facts, g.Actor(p), a)
}

func (g *Game) writeMove(p *rules.Position, a rules.Action) string {
	link := "-"
	switch p.Board[a.To].Kind() {
	case rules.NoKind:
	case rules.King:
		link = "xK"
	default:
		link = "x"
	}
	return rules.MoveText(&g.facts, p.Board[a.From], g.facts.Geometry.Name(a.From), link, a)
}

func (g *Game) marks(p *rules.Position, a rules.Action) (marks string) {
	var after rules.Position
	if g.Apply(&after, p, a); g.InCheck(&after)&^g.InCheck(p) != 0 {
		marks = "+"
	}
	if g.isToken(p, a) {
		marks += "~"
	}
	return marks
}

// isToken reports whether a legal action is a token move. Only token moves leave the mover's
// own king in check (F11).
func (g *Game) isToken(p *rules.Position, a rules.Action) bool {
	if a.Type != rules.Move {
		return false
	}
	s, board := g.side(p), p.Board
	own, _ := g.exposesKings(p, &board, &s, a)
	return own
}

var dialect = rules.Dialect{Marks: "+~!?", Separators: "-x", CaptureKing: "xK", BarePiece: true}

// Read returns the legal action for which a text in the game's own notation stands. Marks for
// captures, checks and token moves are optional. The parts of the origin that are not needed
// to distinguish pieces are optional, too.
func (g *Game) Read(p *rules.Position, text string) (rules.Action, error) {
	if name, ok := strings.CutPrefix(strings.TrimRight(text, dialect.Marks), "-"); ok {
		return g.readRemoval(p, name, text)
	}
	m, ok := dialect.Parse(g.facts.Geometry, text)
	if !ok {
		return rules.Action{}, rules.Refuse(rules.Unreadable, text, "")
	}
	fits := m.Filter(g.Legal(p, nil), func(a rules.Action) bool { return m.Fits(g.facts.Geometry, &p.Board, a) })
	if len(fits) == 0 {
		return rules.Action{}, g.explainNoMatch(p, m)
	}
	return rules.Unique(&g.facts, fits, text)
}

func (g *Game) readRemoval(p *rules.Position, name, text string) (rules.Action, error) {
	from, ok := g.facts.Geometry.Square(name)
	if !ok {
		return rules.Action{}, rules.Refuse(rules.Unreadable, text, "")
	}
	a := rules.Action{Type: rules.Remove, Path: rules.Path{From: from}}
	for _, legal := range g.Legal(p, nil) {
		if legal == a {
			return a, nil
		}
	}
	return rules.Action{}, g.Explain(p, a)
}

// explainNoMatch returns the reason why no piece can make the move that the text names. If
// the text names the square of another seat's piece, the reason is about that piece.
func (g *Game) explainNoMatch(p *rules.Position, m rules.PieceMove) error {
	if from, ok := g.facts.Geometry.Square(m.File + m.Rank); ok && g.Controller(p, from) != p.Turn {
		a := rules.NewMove(from, m.To)
		a.Promote = m.Promote
		return g.Explain(p, a)
	}
	return rules.ExplainNoMatch(g, p, &m, func(a rules.Action) bool {
		return g.Controller(p, a.From) == p.Turn && m.Fits(g.facts.Geometry, &p.Board, a)
	})
}
