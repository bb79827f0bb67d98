package chess4

import (
	"strings"

	"quadrille/rules"
)

// Write is the action in the game's own notation, with its capture and check
// marks, as played from p (C35-C37; annotated form).
func (g *Game) Write(p *rules.Position, a rules.Action) string {
	switch a.Verb {
	case rules.Move:
		return g.writeMove(p, a) + g.checkMarks(p, a)
	case rules.ChooseArmy:
		return "@" + seatLetter(a.Seat) // C38
	case rules.Resign:
		return tokenResign // C38
	}
	return rules.Plain(&g.facts, g.Actor(p), a)
}

func (g *Game) writeMove(p *rules.Position, a rules.Action) string {
	m := p.Board[a.From]
	if c := castlingOf(g.facts.Geometry, m, a); c != nil {
		return castlingWord(c) + g.castlingSuffix(p, m.Army())
	}
	var b strings.Builder
	if m.Kind() != rules.Pawn {
		b.WriteByte(m.Kind().Letter())
	}
	b.WriteString(g.origin(p, a))
	if p.Board[g.takenOn(p, a)].IsMan() {
		b.WriteByte('x')
	}
	b.WriteString(g.facts.Geometry.Name(a.To))
	if a.Promote != rules.NoKind {
		b.WriteByte('=')
		b.WriteByte(a.Promote.Letter())
	}
	return b.String()
}

func castlingWord(c *castling) string {
	if c.side == rules.KingSide {
		return "O-O"
	}
	return "O-O-O"
}

// castlingSuffix names the army when it is another seat that castles it (C36).
func (g *Game) castlingSuffix(p *rules.Position, army rules.Army) string {
	if p.Controller[army] == rules.Seat(army) {
		return ""
	}
	return "-" + seatLetter(rules.Seat(army))
}

// origin is what tells the man from others of its kind that may go to the same
// square: the letter if that does, else the number, else both (C35).
func (g *Game) origin(p *rules.Position, a rules.Action) string {
	name := g.facts.Geometry.Name(a.From)
	letter, number := name[:1], name[1:]
	alone, byLetter, byNumber := true, true, true
	for _, other := range g.Legal(p, nil) {
		if other.To != a.To || other.From == a.From || p.Board[other.From] != p.Board[a.From] {
			continue
		}
		rival := g.facts.Geometry.Name(other.From)
		alone = false
		byLetter = byLetter && rival[:1] != letter
		byNumber = byNumber && rival[1:] != number
	}
	switch {
	case alone:
		return ""
	case byLetter:
		return letter
	case byNumber:
		return number
	}
	return name
}

// checkMarks are # and the seats newly in check, ## and those newly mated (C37),
// as the move alone brings it about, before anybody goes out.
func (g *Game) checkMarks(p *rules.Position, a rules.Action) string {
	after := g.afterPly(p, a)
	mated := g.Mated(&after) &^ g.Mated(p)
	checked := g.Check(&after) &^ g.Check(p) &^ mated
	return seatMarks("#", checked) + seatMarks("##", mated)
}

// afterPly is the position as a move alone leaves it, mates looked at, before
// anybody passes or goes out.
func (g *Game) afterPly(p *rules.Position, a rules.Action) rules.Position {
	after := *p
	taken := g.takenOn(p, a)
	g.move(&after, a, taken)
	g.credit(&after, p, rules.Effects{Captured: p.Board[taken], CapturedOn: taken})
	return after
}

func seatMarks(mark string, set rules.Seats) string {
	if set == 0 {
		return ""
	}
	for s := range rules.Seat(rules.SeatCount) {
		if set.Has(s) {
			mark += seatLetter(s)
		}
	}
	return mark
}

// Read is the legal action that a token in the game's own notation means
// (C34-C38). Marks of capture, check and judgement may be there or not; upper
// and lower case of castling both do.
func (g *Game) Read(p *rules.Position, text string) (rules.Action, error) {
	token := strings.TrimRight(text, "!?")
	if token == tokenResign {
		return rules.Action{Verb: rules.Resign, Seat: g.Actor(p)}, nil
	}
	if letter, ok := strings.CutPrefix(token, "@"); ok {
		return g.readChoice(p, letter, text)
	}
	ways, err := g.readings(p, token)
	if err != nil {
		return rules.Action{}, err
	}
	if len(ways) > 1 {
		return rules.Action{}, g.ambiguous(text, ways)
	}
	return ways[0], nil
}

// readings is every legal move that a token fits: one at least.
func (g *Game) readings(p *rules.Position, text string) ([]rules.Action, error) {
	token, _, _ := strings.Cut(text, "#")
	if side, ok := g.castlingSide(p, token); ok {
		a, err := g.readCastling(p, side, text)
		return []rules.Action{a}, err
	}
	want, ok := g.parseMove(token)
	if !ok {
		return nil, rules.Refuse(rules.Unreadable, text, "")
	}
	var ways []rules.Action
	for _, a := range g.Legal(p, nil) {
		if a.Verb == rules.Move && g.fits(p, want, a) {
			ways = append(ways, a)
		}
	}
	if len(ways) == 0 {
		return nil, g.noneFits(p, want)
	}
	return ways, nil
}

func (g *Game) ambiguous(text string, ways []rules.Action) error {
	if ways[0].Promote != rules.NoKind && ways[0].Path == ways[len(ways)-1].Path {
		return rules.Refuse(rules.NeedsPromotion, text, "=Q, =R, =B or =N")
	}
	var plain []string
	for _, a := range ways {
		plain = append(plain, rules.Plain(&g.facts, rules.NoSeat, a))
	}
	return rules.Refuse(rules.Ambiguous, text, strings.Join(plain, " or "))
}

func (g *Game) readChoice(p *rules.Position, letter, text string) (rules.Action, error) {
	seat, ok := lettered(letter)
	if !ok {
		return rules.Action{}, rules.Refuse(rules.Unreadable, text, "")
	}
	a := rules.Action{Verb: rules.ChooseArmy, Seat: seat}
	if !p.Choosing.Has(seat) {
		return a, g.Explain(p, a)
	}
	return a, nil
}

// castlingSide reads O-O and O-O-O, with the letter of the army or without
// (C36).
func (g *Game) castlingSide(p *rules.Position, token string) (side uint8, ok bool) {
	word := strings.ToLower(token)
	word = strings.TrimSuffix(word, "-"+seatLetter(p.Turn&3))
	switch word {
	case "o-o", "0-0":
		return rules.KingSide, true
	case "o-o-o", "0-0-0":
		return rules.QueenSide, true
	}
	return 0, false
}

func (g *Game) readCastling(p *rules.Position, side uint8, text string) (rules.Action, error) {
	for i := range shared.camps[p.Turn].castles {
		c := &shared.camps[p.Turn].castles[i]
		if c.side != side {
			continue
		}
		a := rules.MoveOf(c.kingFrom, c.kingTo)
		for _, legal := range g.Legal(p, nil) {
			if legal == a && p.Board[a.From].Kind() == rules.King {
				return a, nil
			}
		}
		s := g.side(p, rules.Army(p.Turn))
		return rules.Action{}, g.explainCastling(p, &s, c)
	}
	return rules.Action{}, rules.Refuse(rules.Unreadable, text, "")
}

// wanted is what a token says of a move.
type wanted struct {
	kind    rules.Kind
	letter  string // of the origin, if it is told
	number  string
	to      string
	promote rules.Kind
}

// parseMove takes a token apart: piece letter, origin, x, destination, promotion.
func (g *Game) parseMove(token string) (w wanted, ok bool) {
	token, piece, promotes := strings.Cut(token, "=")
	if promotes {
		if len(piece) != 1 {
			return w, false
		}
		if w.promote = rules.KindOf(piece[0]); w.promote < rules.Knight || w.promote > rules.Queen {
			return w, false
		}
	}
	w.kind = rules.Pawn
	if token != "" {
		if k := rules.KindOf(token[0]); k != rules.NoKind {
			w.kind, token = k, token[1:]
		}
	}
	token = strings.Replace(token, "x", "", 1)
	for i := range len(token) {
		if _, found := g.facts.Geometry.Square(token[i:]); found {
			return w.from(token[:i], token[i:])
		}
	}
	return w, false
}

// from splits what stands before the destination into the origin's letter and
// number.
func (w wanted) from(origin, to string) (wanted, bool) {
	w.to = to
	w.number = strings.TrimLeft(origin, "abcdefghijklmn")
	w.letter = strings.TrimSuffix(origin, w.number)
	return w, len(w.letter) <= 1 && strings.Trim(w.number, "0123456789") == ""
}

func (g *Game) fits(p *rules.Position, w wanted, a rules.Action) bool {
	from := g.facts.Geometry.Name(a.From)
	return p.Board[a.From].Kind() == w.kind && g.facts.Geometry.Name(a.To) == w.to &&
		(w.promote == rules.NoKind || a.Promote == w.promote) &&
		(w.letter == "" || from[:1] == w.letter) && (w.number == "" || from[1:] == w.number) &&
		castlingOf(g.facts.Geometry, p.Board[a.From], a) == nil
}

// noneFits says why no man can do what the token asks, if the law has a reason
// besides that none of them moves so.
func (g *Game) noneFits(p *rules.Position, w wanted) error {
	to, _ := g.facts.Geometry.Square(w.to)
	men := rules.NewMuster(&p.Board, rules.Army(p.Turn))
	for from, ok := men.Next(); ok; from, ok = men.Next() {
		a := rules.MoveOf(from, to)
		a.Promote = w.promote
		if !g.fits(p, w, a) {
			continue
		}
		if refusal, ok := g.Explain(p, a).(*rules.Refusal); ok && refusal.Reason != rules.NotSo {
			return refusal
		}
	}
	return rules.Refuse(rules.NoneFits, w.kind.Word(), w.to)
}
