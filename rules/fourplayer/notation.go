package fourplayer

import (
	"regexp"
	"strings"

	"quadrille/rules"
)

// Write formats an action played in p as a token of PGN4, with its signs for check and mate
// (N3-N6).
func (g *Game) Write(p *rules.Position, a rules.Action) string {
	if a.Type != rules.Move {
		return rules.Plain(&g.facts, g.Actor(p), a)
	}
	var after rules.Position
	e := g.Apply(&after, p, a)
	text := g.moveText(p, a)
	return text + g.marks(text, &e)
}

// moveText formats a move without signs for check and mate (N3-N5).
func (g *Game) moveText(p *rules.Position, a rules.Action) string {
	piece := p.Board[a.From]
	if c := g.castlingOf(piece, a); c != nil {
		return c.Word()
	}
	taken := p.Board[a.To]
	if passed := g.takenInPassing(p, a); taken == 0 && passed != rules.NoSquare {
		taken = p.Board[passed]
	}
	name := g.facts.Geometry.Name
	text := pieceLetter(piece) + name(a.From)
	if taken.IsPiece() {
		text += "x" + pieceLetter(taken)
	} else {
		text += "-"
	}
	text += name(a.To)
	switch {
	case a.Promote == rules.NoKind:
	case g.teams:
		text += "=" + string(a.Promote.Letter())
	default:
		text += "=" + string(onePointLetter)
	}
	return text
}

// pieceLetter returns the letter of a piece, or nothing for a pawn.
func pieceLetter(piece rules.Piece) string {
	if piece.Kind() == rules.Pawn {
		return ""
	}
	return string(piece.Kind().Letter())
}

// castling begins the text of every castling.
const castling = "O-O"

// marks returns the signs after a move: + for each king that it newly puts in check, but not after
// castling, and, in a free-for-all, # for each seat that it mates (N5, N6).
func (g *Game) marks(move string, e *rules.Effects) string {
	text := ""
	if !strings.HasPrefix(move, castling) {
		text = strings.Repeat("+", e.Checked.Count())
	}
	if !g.teams {
		text += strings.Repeat("#", e.Mated.Count())
	}
	return text
}

// tokenForm is the form of a token of PGN4: a move, castling, a word for leaving, or a move with
// such a word.
var tokenForm = regexp.MustCompile(
	`^(?:(O-O-O|O-O)|([KQRBNDP]?)([a-n]\d{1,2})([-x])([KQRBNDP]?)([a-n]\d{1,2})(?:=([QRBND]))?)?(\+*#*)([RTC]?)(#?)(S?)$`)

// token is a token of PGN4.
type token struct {
	text      string
	castling  string // O-O or O-O-O
	letter    string
	from, to  string
	promotion string
	moves     bool   // whether the token contains a move
	marks     string // signs for check and mate
	leaves    string // R: resigns; T: has run out of time; C: claims the win
	mated     bool   // whether the seat is mated: # alone or after R
	stale     bool   // whether the seat is stalemated
}

func parseToken(text string) (t token, ok bool) {
	m := tokenForm.FindStringSubmatch(text)
	if m == nil || text == "" {
		return t, false
	}
	t = token{
		text: text, castling: m[1], letter: m[2], from: m[3], to: m[6], promotion: m[7], marks: m[8],
		leaves: m[9], mated: m[10] != "", stale: m[11] != "",
	}
	t.moves = t.castling != "" || t.from != ""
	if !t.moves && t.marks != "" {
		t.mated = t.marks == "#" && t.leaves == ""
		return t, t.mated && !t.stale
	}
	return t, true
}

// action returns the move of the seat to move that a token means. It need not be legal.
func (g *Game) action(p *rules.Position, t *token) (rules.Action, error) {
	geometry := g.facts.Geometry
	if t.castling != "" {
		c := &g.homes[p.Turn&3].Castlings[0]
		if t.castling != c.Word() {
			c = &g.homes[p.Turn&3].Castlings[1]
		}
		a := rules.Action{Type: rules.Move, Path: c.King}
		if !p.Board[c.King.From].Is(rules.King, rules.Army(p.Turn)) {
			return a, rules.Refuse(rules.CastlingLost, geometry.Name(c.King.From), geometry.Name(c.Rook.From))
		}
		return a, nil
	}
	var squares [2]rules.Square
	for i, name := range [2]string{t.from, t.to} {
		sq, ok := geometry.Square(name)
		if !ok {
			return rules.Action{}, rules.Refuse(rules.UnknownSquare, name, geometry.SquareRange())
		}
		squares[i] = sq
	}
	a := rules.NewMove(squares[0], squares[1])
	switch {
	case t.promotion == "":
	case t.promotion == string(onePointLetter) && !g.teams:
		a.Promote = rules.Queen
	case t.promotion == string(onePointLetter):
		return a, rules.Refuse(rules.UnknownPromotion, t.promotion, "Q, R, B or N")
	default:
		a.Promote = rules.KindOf(t.promotion[0])
	}
	return a, nil
}

// Read returns the legal action that a text means: a token of PGN4, or a move in short form, such
// as Nf3 or Qxb6. Signs for captures and checks are optional.
func (g *Game) Read(p *rules.Position, text string) (rules.Action, error) {
	bare := strings.TrimRight(text, "!?")
	if t, ok := parseToken(bare); ok && t.moves && t.leaves == "" && !t.stale {
		a, err := g.action(p, &t)
		if err != nil {
			return a, err
		}
		return a, g.refusal(p, a, t.letter)
	}
	want, ok := dialect.Parse(g.facts.Geometry, strings.Replace(bare, "="+string(onePointLetter), "=Q", 1))
	if !ok {
		return rules.Action{}, rules.Refuse(rules.Unreadable, text, "")
	}
	candidate := func(a rules.Action) bool {
		piece := p.Board[a.From]
		return rules.Seat(piece.Army()) == p.Turn && want.Fits(g.facts.Geometry, &p.Board, a) && g.castlingOf(piece, a) == nil
	}
	fits := want.Filter(g.Legal(p, nil), candidate)
	if len(fits) == 0 {
		return rules.Action{}, rules.ExplainNoMatch(g, p, &want, candidate)
	}
	return rules.Unique(&g.facts, fits, text)
}

// dialect is the short form of moves that people type.
var dialect = rules.Dialect{Marks: "+#", Separators: "-x"}

// refusal returns why a move is not legal, or nil if it is. letter is the letter of the piece, if
// the text names one.
func (g *Game) refusal(p *rules.Position, a rules.Action, letter string) error {
	piece := p.Board[a.From]
	if letter != "" && letter != string(onePointLetter) && piece.IsPiece() && letter != string(piece.Kind().Letter()) {
		return rules.Refuse(rules.NoMatchingMove, rules.KindOf(letter[0]).Name(), g.facts.Geometry.Name(a.To))
	}
	for _, legal := range g.Legal(p, nil) {
		if legal == a {
			return nil
		}
	}
	return g.Explain(p, a)
}
