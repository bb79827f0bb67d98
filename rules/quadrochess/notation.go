package quadrochess

import (
	"slices"
	"strings"

	"quadrille/rules"
)

// Write is the action in the game's own notation, with its marks, as played from
// p: Nb1-c3, Nb1xc3, e2-e4, exd5, e8-e9=Q, O-O, O-O-O (Q15).
func (g *Game) Write(p *rules.Position, a rules.Action) string {
	if a.Verb != rules.Move {
		return rules.Plain(&g.facts, g.Actor(p), a)
	}
	return g.writeMove(p, a) + mark(p, a)
}

func (g *Game) writeMove(p *rules.Position, a rules.Action) string {
	m := p.Board[a.From]
	if c := castlingOf(m, a); c != nil {
		return c.word
	}
	takes := p.Board[takenOn(p, a)].IsMan()
	from, link := g.name(a.From), "-"
	if takes {
		link = "x"
	}
	if m.Kind() != rules.Pawn {
		return string(m.Kind().Letter()) + from + link + g.name(a.To)
	}
	if takes {
		from = from[:1] // its direction tells its rank
	}
	text := from + link + g.name(a.To)
	if a.Promote != rules.NoKind {
		text += "=" + string(a.Promote.Letter())
	}
	return text
}

// mark is # when the move takes a king, + when a man attacks a king of the other
// team from where none attacked it before.
func mark(p *rules.Position, a rules.Action) string {
	if p.Board[takenOn(p, a)].Kind() == rules.King {
		return "#"
	}
	after := *p
	act(&after, a)
	for seat, colour := range colourOf {
		if colour == colourOf[p.Turn&3] {
			continue
		}
		before := attackers(p, rules.Seat(seat), nil)
		for _, at := range attackers(&after, rules.Seat(seat), nil) {
			if !slices.Contains(before, at) {
				return "+"
			}
		}
	}
	return ""
}

// Read is the legal action that text means in p. Less than Write tells will do
// where it fits one action only (Nc3, N1c3, Nbc3, e4, e5d5); marks may be there
// or not.
func (g *Game) Read(p *rules.Position, text string) (rules.Action, error) {
	word := strings.TrimRight(text, "+#!?")
	for i := range table.camps[p.Turn&3].castles {
		c := &table.camps[p.Turn&3].castles[i]
		if strings.ReplaceAll(strings.ToUpper(word), "0", "O") == c.word {
			return g.readCastling(p, c)
		}
	}
	want, ok := g.parse(word)
	if !ok {
		return rules.Action{}, rules.Refuse(rules.Unreadable, text, "")
	}
	return g.pick(p, want, text)
}

func (g *Game) readCastling(p *rules.Position, c *castling) (rules.Action, error) {
	a := rules.Action{Verb: rules.Move, Path: c.king}
	if slices.Contains(castlings(p, nil), a) {
		return a, nil
	}
	return rules.Action{}, g.explainCastling(p, c)
}

// wanted is what a text says of a move.
type wanted struct {
	kind       rules.Kind
	file, rank string // of the origin, as far as told
	to         rules.Square
	promote    rules.Kind
}

// parse takes a text apart: piece, origin, - or x, destination, promotion.
func (g *Game) parse(word string) (w wanted, ok bool) {
	word, piece, promotes := strings.Cut(word, "=")
	if promotes {
		if len(piece) != 1 {
			return w, false
		}
		if w.promote = rules.KindOf(piece[0]); w.promote < rules.Knight || w.promote > rules.Queen {
			return w, false
		}
	}
	w.kind = rules.Pawn
	if word != "" && rules.KindOf(word[0]) != rules.NoKind {
		w.kind, word = rules.KindOf(word[0]), word[1:]
	}
	if len(word) < 2 {
		return w, false
	}
	origin := word[:len(word)-2]
	if w.to, ok = g.facts.Geometry.Square(word[len(word)-2:]); !ok {
		return w, false
	}
	return w.from(strings.TrimRight(origin, "-x"), origin)
}

// from notes the origin, whole or its file or rank alone. What links it to the
// destination is one character at the most.
func (w wanted) from(origin, linked string) (wanted, bool) {
	w.rank = strings.TrimLeft(origin, "abcdefghijklmnop")
	w.file = strings.TrimSuffix(origin, w.rank)
	return w, len(linked)-len(origin) <= 1 && len(w.file) <= 1 && len(w.rank) <= 1 && strings.Trim(w.rank, "123456789") == ""
}

// pick finds the one legal move that fits.
func (g *Game) pick(p *rules.Position, w wanted, text string) (rules.Action, error) {
	var fits []rules.Action
	for _, a := range g.Legal(p, nil) {
		if g.fits(p, w, a) && (w.promote == rules.NoKind || w.promote == a.Promote) {
			fits = append(fits, a)
		}
	}
	switch {
	case len(fits) == 1:
		return fits[0], nil
	case len(fits) == 0:
		return rules.Action{}, g.noneFits(p, w)
	case fits[0].Promote != rules.NoKind && w.promote == rules.NoKind:
		return rules.Action{}, rules.Refuse(rules.NeedsPromotion, text, "=Q, =R, =B or =N")
	}
	var readings []string
	for _, a := range fits {
		readings = append(readings, rules.Plain(&g.facts, rules.NoSeat, a))
	}
	return rules.Action{}, rules.Refuse(rules.Ambiguous, text, strings.Join(readings, " or "))
}

// fits reports whether a move is what the text says, promotion aside. Castling
// has words of its own.
func (g *Game) fits(p *rules.Position, w wanted, a rules.Action) bool {
	m, from := p.Board[a.From], g.name(a.From)
	return m.Kind() == w.kind && a.To == w.to && castlingOf(m, a) == nil &&
		(w.file == "" || from[:1] == w.file) && (w.rank == "" || from[1:] == w.rank)
}

// noneFits says why no man can do what the text asks: with the reason of the law
// for a man who could be meant, rather one of the seat's own than one that the
// partner could move so.
func (g *Game) noneFits(p *rules.Position, w wanted) error {
	reason := rules.Refuse(rules.NoneFits, w.kind.Word(), g.name(w.to))
	for _, from := range g.facts.Geometry.Squares {
		a := rules.MoveOf(from, w.to)
		a.Promote = w.promote
		if p.Board[from].Army() != colourOf[p.Turn&3] || !g.fits(p, w, a) {
			continue
		}
		switch why := g.explain(p, a); why.Reason {
		case rules.NotSo:
		case rules.NotYours:
			theirs := *p
			theirs.Turn = g.Controller(p, from)
			if reason.Reason == rules.NoneFits && slices.Contains(movesOf(&theirs, from, nil), a) {
				reason = why
			}
		default:
			reason = why
		}
	}
	return reason
}
