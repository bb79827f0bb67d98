package chess4

import (
	"strings"

	"quadrille/rules"
)

// Write formats an action played in position p in the game's own notation, with the signs for
// captures, check and checkmate (C35-C37).
func (g *Game) Write(p *rules.Position, a rules.Action) string {
	switch a.Type {
	case rules.Move:
		return g.writeMove(p, a) + g.checkMarks(p, a)
	case rules.ChooseArmy:
		return "@" + seatLetter(a.Seat) // the choice of an army (C38)
	case rules.Resign:
		return tokenResign
	}
	return rules.Plain(&g.facts, g.Actor(p), a)
}

func (g *Game) writeMove(p *rules.Position, a rules.Action) string {
	piece := p.Board[a.From]
	if c := castlingOf(piece, a); c != nil {
		return c.Word() + g.castlingSuffix(p, piece.Army())
	}
	link := ""
	if p.Board[g.captureSquare(p, a)].IsPiece() {
		link = "x"
	}
	return rules.MoveText(&g.facts, piece, g.origin(p, a), link, a)
}

// castlingSuffix returns the end of the text of a castling move, which names the army that
// castles. It returns an empty string if the army's own seat controls the army (C36).
func (g *Game) castlingSuffix(p *rules.Position, army rules.Army) string {
	if p.Controller[army] == rules.Seat(army) {
		return ""
	}
	return "-" + seatLetter(rules.Seat(army))
}

// origin returns what the notation of a move must say about its origin to distinguish the
// piece from others that can go to the same square: nothing, the letter, the number or both
// (C35).
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

// checkMarks returns # with the letters of the seats newly in check, followed by ## with those
// of the seats newly mated (C37). It considers the position right after the move, before any
// elimination.
func (g *Game) checkMarks(p *rules.Position, a rules.Action) string {
	after := g.afterMove(p, a)
	mated := g.Mated(&after) &^ g.Mated(p)
	checked := g.InCheck(&after) &^ g.InCheck(p) &^ mated
	return seatMarks("#", checked) + seatMarks("##", mated)
}

// afterMove returns the position right after a move, before any pass or elimination.
func (g *Game) afterMove(p *rules.Position, a rules.Action) rules.Position {
	after := *p
	taken := g.captureSquare(p, a)
	g.move(&after, a, taken)
	g.updateCredits(&after, p, a, &rules.Effects{Captured: p.Board[taken], CapturedOn: taken}, &rules.Known{})
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

// Read returns the legal action for which a token in the game's own notation stands
// (C34-C38). Marks for captures and checks are optional, and so are annotations such as !;
// castling may be in upper or lower case.
func (g *Game) Read(p *rules.Position, text string) (rules.Action, error) {
	token := strings.TrimRight(text, "!?")
	if token == tokenResign {
		return rules.Action{Type: rules.Resign, Seat: g.Actor(p)}, nil
	}
	if letter, ok := strings.CutPrefix(token, "@"); ok {
		return g.readChoice(p, letter, text)
	}
	fits, err := g.readings(p, token)
	if err != nil {
		return rules.Action{}, err
	}
	return rules.Unique(&g.facts, fits, text)
}

// readings returns all legal moves that a token may mean, or an error if there are none.
func (g *Game) readings(p *rules.Position, text string) ([]rules.Action, error) {
	token, _, _ := strings.Cut(text, "#")
	if side, ok := g.castlingSide(p, token); ok {
		a, err := g.readCastling(p, side, text)
		return []rules.Action{a}, err
	}
	want, ok := dialect.Parse(g.facts.Geometry, token)
	if !ok {
		return nil, rules.Refuse(rules.Unreadable, text, "")
	}
	candidate := func(a rules.Action) bool {
		piece := p.Board[a.From]
		return rules.Seat(piece.Army()) == p.Turn && want.Fits(g.facts.Geometry, &p.Board, a) &&
			castlingOf(piece, a) == nil // exclude castling, which has a notation of its own
	}
	fits := want.Filter(g.Legal(p, nil), candidate)
	if len(fits) == 0 {
		return nil, rules.ExplainNoMatch(g, p, &want, candidate)
	}
	return fits, nil
}

// dialect is the notation of C35. The destination directly follows the origin; in a capture,
// an x separates them.
var dialect = rules.Dialect{Separators: "x"}

func (g *Game) readChoice(p *rules.Position, letter, text string) (rules.Action, error) {
	seat, ok := seatByLetter(letter)
	if !ok {
		return rules.Action{}, rules.Refuse(rules.Unreadable, text, "")
	}
	a := rules.Action{Type: rules.ChooseArmy, Seat: seat}
	if !p.Choosing.Has(seat) {
		return a, g.Explain(p, a)
	}
	return a, nil
}

// castlingSide reads O-O and O-O-O, with or without the letter of the army (C36).
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
	for i := range shared.homes[p.Turn].Castlings {
		c := &shared.homes[p.Turn].Castlings[i]
		if c.Side != side {
			continue
		}
		a := rules.Action{Type: rules.Move, Path: c.King}
		for _, legal := range g.Legal(p, nil) {
			if legal == a && p.Board[a.From].Kind() == rules.King {
				return a, nil
			}
		}
		if p.Choosing != 0 {
			return rules.Action{}, g.Explain(p, a)
		}
		s := g.side(p, rules.Army(p.Turn))
		return rules.Action{}, g.explainCastling(p, &s, c)
	}
	return rules.Action{}, rules.Refuse(rules.Unreadable, text, "")
}
