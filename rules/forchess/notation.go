package forchess

import (
	"regexp"
	"strings"

	"quadrille/rules"
)

// Write is the action in the game's own notation, as played from p (F20): the
// piece, both squares, - or x between them (xK when a king falls), then what the
// pawn becomes, + for a check that did not stand before, ~ for a token move.
func (g *Game) Write(p *rules.Position, a rules.Action) string {
	switch a.Verb {
	case rules.Move:
		return g.writeMove(p, a) + g.marks(p, a)
	case rules.Remove:
		return "-" + g.facts.Geometry.Name(a.From) + g.marks(p, a)
	}
	return rules.Plain(&g.facts, g.Actor(p), a)
}

func (g *Game) writeMove(p *rules.Position, a rules.Action) string {
	var b strings.Builder
	if k := p.Board[a.From].Kind(); k != rules.Pawn {
		b.WriteByte(k.Letter())
	}
	b.WriteString(g.facts.Geometry.Name(a.From))
	switch p.Board[a.To].Kind() {
	case rules.NoKind:
		b.WriteByte('-')
	case rules.King:
		b.WriteString("xK")
	default:
		b.WriteByte('x')
	}
	b.WriteString(g.facts.Geometry.Name(a.To))
	if a.Promote != rules.NoKind {
		b.WriteByte('=')
		b.WriteByte(a.Promote.Letter())
	}
	return b.String()
}

func (g *Game) marks(p *rules.Position, a rules.Action) (marks string) {
	var after rules.Position
	if g.Apply(&after, p, a); g.Check(&after)&^g.Check(p) != 0 {
		marks = "+"
	}
	if g.isToken(p, a) {
		marks += "~"
	}
	return marks
}

// isToken reports whether a legal action is a token move: no other leaves the
// mover's own king in check (F11).
func (g *Game) isToken(p *rules.Position, a rules.Action) bool {
	if a.Verb != rules.Move {
		return false
	}
	s, board := g.side(p), p.Board
	own, _ := g.exposes(p, &board, &s, a)
	return own
}

// wanted is what a text says of a move: piece letter, file and rank of the
// origin, K of a king that falls, destination, promotion. What is not told is
// empty.
type wanted struct{ piece, file, rank, king, to, promote string }

// kind is the kind that the letter names, a pawn without one.
func (w wanted) kind() rules.Kind {
	if w.piece == "" {
		return rules.Pawn
	}
	return rules.KindOf(w.piece[0])
}

var (
	moveForm    = regexp.MustCompile(`^([KQRBN]?)([a-h]?)([1-8]?)(?:[-x]|x(K))?([a-h][1-8])(?:=?([QRBN]))?$`)
	removalForm = regexp.MustCompile(`^-([a-h][1-8])$`)
)

// Read is the legal action that a text in the game's own notation means. Marks
// of capture, check and token may be there or not, and of the origin as much as
// tells the man from others.
func (g *Game) Read(p *rules.Position, text string) (rules.Action, error) {
	bare := strings.TrimRight(text, "+~!?")
	if m := removalForm.FindStringSubmatch(bare); m != nil {
		return g.readRemoval(p, m[1])
	}
	m := moveForm.FindStringSubmatch(bare)
	if m == nil {
		return rules.Action{}, rules.Refuse(rules.Unreadable, text, "")
	}
	return g.pick(p, wanted{m[1], m[2], m[3], m[4], m[5], m[6]}, text)
}

func (g *Game) readRemoval(p *rules.Position, name string) (rules.Action, error) {
	a := rules.Action{Verb: rules.Remove}
	a.From, _ = g.facts.Geometry.Square(name)
	for _, legal := range g.Legal(p, nil) {
		if legal == a {
			return a, nil
		}
	}
	return rules.Action{}, g.Explain(p, a)
}

// pick finds the one legal move that fits.
func (g *Game) pick(p *rules.Position, w wanted, text string) (rules.Action, error) {
	var fits []rules.Action
	for _, a := range g.Legal(p, nil) {
		if a.Verb == rules.Move && g.fits(p, w, a) {
			fits = append(fits, a)
		}
	}
	switch {
	case len(fits) == 1:
		return fits[0], nil
	case len(fits) == 0:
		return rules.Action{}, g.noneFits(p, w)
	case w.promote == "" && fits[0].From == fits[len(fits)-1].From:
		return rules.Action{}, rules.Refuse(rules.NeedsPromotion, text, "=Q, =R, =B or =N")
	}
	var readings []string
	for _, a := range fits {
		readings = append(readings, rules.Plain(&g.facts, rules.NoSeat, a))
	}
	return rules.Action{}, rules.Refuse(rules.Ambiguous, text, strings.Join(readings, " or "))
}

// fits reports whether a move is what the text says. A man named by its whole
// square needs no letter.
func (g *Game) fits(p *rules.Position, w wanted, a rules.Action) bool {
	from, m := g.facts.Geometry.Name(a.From), p.Board[a.From]
	return (w.kind() == m.Kind() || w.piece == "" && w.file+w.rank == from) &&
		(w.file == "" || w.file == from[:1]) && (w.rank == "" || w.rank == from[1:]) &&
		(w.king == "" || p.Board[a.To].Kind() == rules.King) && g.facts.Geometry.Name(a.To) == w.to &&
		(w.promote == "" || a.Promote != rules.NoKind && w.promote[0] == a.Promote.Letter())
}

// noneFits says why no man can do what the text asks: if one man could be
// meant, with the reason of the law.
func (g *Game) noneFits(p *rules.Position, w wanted) error {
	a := rules.Action{Verb: rules.Move}
	a.To, _ = g.facts.Geometry.Square(w.to)
	if w.promote != "" {
		a.Promote = rules.KindOf(w.promote[0])
	}
	if from, ok := g.facts.Geometry.Square(w.file + w.rank); ok && g.Controller(p, from) != p.Turn {
		a.From = from
		return g.Explain(p, a)
	}
	for _, from := range g.facts.Geometry.Squares {
		if a.From = from; g.Controller(p, from) != p.Turn || !g.fits(p, w, a) {
			continue
		}
		if refusal, ok := g.Explain(p, a).(*rules.Refusal); ok && refusal.Reason != rules.NotSo {
			return refusal
		}
	}
	return rules.Refuse(rules.NoneFits, w.kind().Word(), w.to)
}
