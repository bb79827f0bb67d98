package verney

import "quadrille/rules"

// Write formats an action played in position p in the game's notation.
//
// The author's book uses descriptive notation. V30 gives the book's moves in algebraic
// notation, with + for each check. Write puts together these parts:
//
//   - the piece's letter (none for a pawn)
//   - the origin, if another piece of that kind can go to the same square; for a capture by a
//     pawn, always the file of the origin, or the whole origin if the file is not enough
//   - x for a capture
//   - the destination
//   - =Q for a promotion
//   - + if the move puts an adversary in check, # if it puts one in checkmate
//
// Examples: Nc3, Nb1-c3, exd5, bxa10=Q, Qxn8+.
func (g *Game) Write(p *rules.Position, a rules.Action) string {
	if a.Type != rules.Move {
		return rules.Plain(&g.facts, g.Actor(p), a)
	}
	piece, link := p.Board[a.From], ""
	if p.Board[a.To] != 0 {
		link = "x"
	}
	return rules.MoveText(&g.facts, piece, g.origin(p, a, piece.Kind() == rules.Pawn && link != ""), link, a) + g.marks(p, a)
}

// origin returns what distinguishes the piece from others of its kind that can go to the
// same square: nothing, the file (for a pawn that captures), or the whole name of its
// square.
func (g *Game) origin(p *rules.Position, a rules.Action, file bool) string {
	name := g.facts.Geometry.Name(a.From)
	alone, aloneOnFile := true, true
	for _, other := range g.Legal(p, nil) {
		if other.To == a.To && other.From != a.From && p.Board[other.From].Kind() == p.Board[a.From].Kind() {
			alone = false
			aloneOnFile = aloneOnFile && g.facts.Geometry.Name(other.From)[:1] != name[:1]
		}
	}
	switch {
	case file && aloneOnFile:
		return name[:1]
	case alone:
		return ""
	case p.Board[a.To] == 0:
		return name + "-"
	}
	return name
}

// marks returns the suffix of a move: "+" if the move puts an adversary in check, "#" if it
// puts an adversary in checkmate, "+#" if it does both.
func (g *Game) marks(p *rules.Position, a rules.Action) (marks string) {
	var after rules.Position
	g.Apply(&after, p, a)
	var foes rules.Seats
	for _, adversary := range adversariesOf(p.Turn) {
		foes = foes.With(adversary)
	}
	mated := foes & g.Mated(&after) &^ g.Mated(p)
	if foes&g.InCheck(&after)&^g.InCheck(p)&^mated != 0 {
		marks = "+"
	}
	if mated != 0 {
		marks += "#"
	}
	return marks
}

// Read returns the legal action that a text means in position p. The origin may be given
// in part or as a whole. The characters - and x and the signs for check and checkmate are
// optional.
func (g *Game) Read(p *rules.Position, text string) (rules.Action, error) {
	m, ok := dialect.Parse(g.facts.Geometry, text)
	if !ok {
		return rules.Action{}, rules.Refuse(rules.Unreadable, text, "")
	}
	candidate := func(a rules.Action) bool {
		return rules.Seat(p.Board[a.From].Army()) == p.Turn && a.Promote == m.Promote && m.Fits(g.facts.Geometry, &p.Board, a)
	}
	fits := m.Filter(g.Legal(p, nil), candidate)
	if len(fits) == 0 {
		return rules.Action{}, rules.ExplainNoMatch(g, p, &m, candidate)
	}
	return rules.Unique(&g.facts, fits, text)
}

var dialect = rules.Dialect{Marks: "+#!?", Separators: "-x"}
