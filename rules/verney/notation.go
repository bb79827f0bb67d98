package verney

import (
	"slices"
	"strings"

	"quadrille/rules"
)

// The source writes moves in the descriptive way of its day; V30 gives them in
// algebra with a + for each check. So people write: the piece's letter, none
// for a pawn; where it comes from, if another of its kind could go there too;
// the square, with =Q behind it for a new queen; + if an adversary stands in
// check who did not before, # if one stands in checkmate who did not. A pawn
// that takes tells its file: Nc3, Nb1-c3, exd5, bxa10=Q, Qxn8+.

// Write is the action as people write it, played from p.
func (g *Game) Write(p *rules.Position, a rules.Action) string {
	if a.Verb != rules.Move {
		return rules.Plain(&g.facts, g.Actor(p), a)
	}
	var b strings.Builder
	m, taken := p.Board[a.From], p.Board[a.To] != 0
	if m.Kind() != rules.Pawn {
		b.WriteByte(m.Kind().Letter())
	}
	b.WriteString(g.origin(p, a, m.Kind() == rules.Pawn && taken))
	if taken {
		b.WriteByte('x')
	}
	b.WriteString(g.facts.Geometry.Name(a.To))
	if a.Promote != rules.NoKind {
		b.WriteString("=Q")
	}
	return b.String() + g.marks(p, a)
}

// origin tells the man from others of its kind that may go to the same square:
// nothing or, for a pawn that takes, its file if that is enough; else the square
// where it stands.
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

// marks are those of the checks and checkmates that the move brings upon the
// adversaries.
func (g *Game) marks(p *rules.Position, a rules.Action) (marks string) {
	var after rules.Position
	g.Apply(&after, p, a)
	var foes rules.Seats
	for _, foe := range foesOf(p.Turn) {
		foes = foes.With(foe)
	}
	mated := foes & g.Mated(&after) &^ g.Mated(p)
	if foes&g.Check(&after)&^g.Check(p)&^mated != 0 {
		marks = "+"
	}
	if mated != 0 {
		marks += "#"
	}
	return marks
}

// Read is the legal action that text means in p. The origin may be told in part
// or whole; - and x and the marks behind may stand or not.
func (g *Game) Read(p *rules.Position, text string) (rules.Action, error) {
	w, ok := g.parse(text)
	if !ok {
		return rules.Action{}, rules.Refuse(rules.Unreadable, text, "")
	}
	var fits []rules.Action
	for _, a := range g.Legal(p, nil) {
		if g.fits(p, w, a) && a.Promote == w.promote {
			fits = append(fits, a)
		}
	}
	switch len(fits) {
	case 0:
		return rules.Action{}, g.noneFits(p, w)
	case 1:
		return fits[0], nil
	}
	var readings []string
	for _, a := range fits {
		readings = append(readings, rules.Plain(&g.facts, rules.NoSeat, a))
	}
	slices.Sort(readings)
	return rules.Action{}, rules.Refuse(rules.Ambiguous, text, strings.Join(readings, " or "))
}

// wanted is what a text says of a move.
type wanted struct {
	kind       rules.Kind
	file, rank string // of the origin, if they are told
	to         rules.Square
	promote    rules.Kind
}

// parse takes a text apart: piece, origin, destination, promotion, marks.
func (g *Game) parse(text string) (w wanted, ok bool) {
	text, piece, promotes := strings.Cut(strings.TrimRight(text, "+#!?"), "=")
	if promotes {
		if len(piece) != 1 {
			return w, false
		}
		if w.promote = rules.KindOf(piece[0]); w.promote < rules.Knight || w.promote > rules.Queen {
			return w, false
		}
	}
	w.kind = rules.Pawn
	if text != "" {
		if k := rules.KindOf(text[0]); k != rules.NoKind {
			w.kind, text = k, text[1:]
		}
	}
	at := strings.LastIndexAny(text, "abcdefghijklmn")
	if at < 0 {
		return w, false
	}
	if w.to, ok = g.facts.Geometry.Square(text[at:]); !ok {
		return w, false
	}
	origin := strings.TrimRight(text[:at], "-x")
	w.rank = strings.TrimLeft(origin, "abcdefghijklmn")
	w.file = strings.TrimSuffix(origin, w.rank)
	return w, len(text[:at])-len(origin) <= 1 && len(w.file) <= 1 && strings.Trim(w.rank, "0123456789") == ""
}

// fits reports whether the man that makes the move could be meant.
func (g *Game) fits(p *rules.Position, w wanted, a rules.Action) bool {
	from := g.facts.Geometry.Name(a.From)
	return p.Board[a.From].Kind() == w.kind && a.To == w.to &&
		(w.file == "" || from[:1] == w.file) && (w.rank == "" || from[1:] == w.rank)
}

// noneFits says why no man can do what the text asks: of the men that could be
// meant, the reason of one that goes there but may not.
func (g *Game) noneFits(p *rules.Position, w wanted) error {
	var reason error = rules.Refuse(rules.NoneFits, w.kind.Word(), g.facts.Geometry.Name(w.to))
	men := rules.NewMuster(&p.Board, rules.Army(p.Turn))
	for from, ok := men.Next(); ok; from, ok = men.Next() {
		a := rules.MoveOf(from, w.to)
		a.Promote = w.promote
		if !g.fits(p, w, a) {
			continue
		}
		err := g.Explain(p, a)
		if refusal, ok := err.(*rules.Refusal); ok && refusal.Reason != rules.NotSo {
			reason = err
		}
	}
	return reason
}
