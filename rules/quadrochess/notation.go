package quadrochess

import (
	"slices"
	"strings"

	"quadrille/rules"
)

// Write formats an action played in position p in the game's own notation, such as Nb1-c3,
// Nb1xc3, e2-e4, exd5, e8-e9=Q, O-O or O-O-O (Q15). It adds # for the capture of a king and
// + for check.
func (g *Game) Write(p *rules.Position, a rules.Action) string {
	if a.Type != rules.Move {
		return rules.Plain(&g.facts, g.Actor(p), a)
	}
	return g.writeMove(p, a) + mark(p, a)
}

func (g *Game) writeMove(p *rules.Position, a rules.Action) string {
	piece := p.Board[a.From]
	if c := castlingOf(piece, a); c != nil {
		return c.Word()
	}
	takes := p.Board[captureSquare(p, a)].IsPiece()
	from, link := g.name(a.From), "-"
	if takes {
		link = "x"
	}
	if piece.Kind() == rules.Pawn && takes {
		from = from[:1] // for a capture by a pawn, write only the file of the origin square
	}
	return rules.MoveText(&g.facts, piece, from, link, a)
}

// mark returns # for the capture of a king, + for a new attack on a king of the other team,
// and otherwise an empty string.
func mark(p *rules.Position, a rules.Action) string {
	if p.Board[captureSquare(p, a)].Kind() == rules.King {
		return "#"
	}
	after := *p
	makeMove(&after, a)
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

// Read returns the legal action that a text means in position p. If the text fits only one
// action, it may be shorter than the text that Write returns (Nc3, N1c3, Nbc3, e4, e5d5).
// The signs + # ! ? at the end of a text are optional.
func (g *Game) Read(p *rules.Position, text string) (rules.Action, error) {
	word := strings.TrimRight(text, "+#!?")
	for i := range table.homes[p.Turn&3].Castlings {
		c := &table.homes[p.Turn&3].Castlings[i]
		if strings.ReplaceAll(strings.ToUpper(word), "0", "O") == c.Word() {
			return g.readCastling(p, c)
		}
	}
	m, ok := dialect.Parse(g.facts.Geometry, word)
	if !ok {
		return rules.Action{}, rules.Refuse(rules.Unreadable, text, "")
	}
	fits := m.Filter(g.Legal(p, nil), func(a rules.Action) bool { return g.candidate(p, m, a) })
	if len(fits) == 0 {
		return rules.Action{}, g.explainNoMatch(p, m)
	}
	return rules.Unique(&g.facts, fits, text)
}

var dialect = rules.Dialect{Marks: "+#!?", Separators: "-x"}

func (g *Game) readCastling(p *rules.Position, c *rules.Castling) (rules.Action, error) {
	a := rules.Action{Type: rules.Move, Path: c.King}
	if slices.Contains(castlings(p, nil), a) {
		return a, nil
	}
	return rules.Action{}, g.explainCastling(p, c)
}

// candidate reports whether a move in notation, such as Nc3, can mean the given action. It
// returns false for castling, which has its own notation.
func (g *Game) candidate(p *rules.Position, m rules.PieceMove, a rules.Action) bool {
	return m.Fits(g.facts.Geometry, &p.Board, a) && castlingOf(p.Board[a.From], a) == nil
}

// explainNoMatch returns the reason why no piece can make the move that the text names. It
// looks first at the seat's own pieces, then at pieces of the same colour that the partner
// moves.
func (g *Game) explainNoMatch(p *rules.Position, m rules.PieceMove) error {
	own := rules.ExplainNoMatch(g, p, &m, func(a rules.Action) bool { return g.Controller(p, a.From) == p.Turn && g.candidate(p, m, a) })
	if own.Reason != rules.NoMatchingMove {
		return own
	}
	return rules.ExplainNoMatch(g, p, &m, func(a rules.Action) bool {
		after := *p
		after.Turn = g.Controller(p, a.From)
		return p.Board[a.From].Army() == colourOf[p.Turn&3] && g.candidate(p, m, a) &&
			slices.Contains(movesOf(&after, a.From, false, nil), a)
	})
}
