package rules

import (
	"slices"
	"strings"
)

// PieceMove is a move parsed from piece notation: the kind of piece, the destination, and as
// much of the origin as the text gives. Parts that the text does not give are zero.
type PieceMove struct {
	Kind         Kind
	File, Rank   string // letter and number of the origin square
	To           Square
	Promote      Kind
	CapturesKing bool
	hasLetter    bool // whether the text has a letter for the kind of piece
}

// Dialect describes how one game's piece notation differs from that of other games.
type Dialect struct {
	Marks       string // characters that may follow a move and are ignored, such as check signs
	Separators  string // characters that may separate the origin from the destination, such as - and x
	CaptureKing string // text that may precede the destination when a king is captured
	BarePiece   bool   // whether a promotion may be written without =
}

// Parse parses a move: the letter of the piece (none for a pawn), the origin or a part of it,
// a separator, the destination, and =PIECE for a promotion. Only the destination is required.
// Parse reports whether the text has that form. It does not check whether the move is legal.
func (d *Dialect) Parse(g *Geometry, text string) (m PieceMove, ok bool) {
	text = strings.TrimRight(text, d.Marks)
	if text, ok = m.cutPromotion(d, text); !ok {
		return m, false
	}
	m.Kind = Pawn
	if text != "" && KindOf(text[0]) != NoKind {
		m.Kind, m.hasLetter, text = KindOf(text[0]), true, text[1:]
	}
	at := strings.LastIndexFunc(text, func(r rune) bool { return r >= 'a' && r <= 'p' })
	if at < 0 {
		return m, false
	}
	if m.To, ok = g.Square(text[at:]); !ok {
		return m, false
	}
	origin := text[:at]
	if bare, takes := strings.CutSuffix(origin, d.CaptureKing); takes && d.CaptureKing != "" {
		origin, m.CapturesKing = bare, true
	} else if origin != "" && strings.Contains(d.Separators, origin[len(origin)-1:]) {
		origin = origin[:len(origin)-1]
	}
	m.Rank = strings.TrimLeft(origin, "abcdefghijklmnop")
	m.File = strings.TrimSuffix(origin, m.Rank)
	return m, slices.ContainsFunc(g.Squares, func(sq Square) bool { return m.matchesOrigin(g.Name(sq)) })
}

func (m *PieceMove) cutPromotion(d *Dialect, text string) (rest string, ok bool) {
	rest, piece, promotes := strings.Cut(text, "=")
	if last := len(text) - 1; d.BarePiece && !promotes && last > 0 && KindOf(text[last]) != NoKind {
		rest, piece, promotes = text[:last], text[last:], true
	}
	if !promotes {
		return text, true
	}
	if len(piece) != 1 {
		return rest, false
	}
	m.Promote = KindOf(piece[0])
	return rest, m.Promote >= Knight && m.Promote <= Queen
}

// matchesOrigin reports whether the move can start on the square with the given name.
func (m *PieceMove) matchesOrigin(name string) bool {
	return (m.File == "" || m.File == name[:1]) && (m.Rank == "" || m.Rank == name[1:])
}

// Fits reports whether the parsed text can mean the given move. It ignores the promotion. A
// text that gives the full origin square may omit the letter of the piece.
func (m *PieceMove) Fits(g *Geometry, b *Board, a Action) bool {
	from := g.Name(a.From)
	kind := b[a.From].Kind()
	return a.Type == Move && a.To == m.To &&
		(kind == m.Kind || !m.hasLetter && m.File+m.Rank == from) &&
		m.matchesOrigin(from) &&
		(!m.CapturesKing || b[a.To].Kind() == King)
}

// Filter returns the legal actions that the text can mean. The function `candidate` reports
// whether an action matches the text apart from the promotion. If the text names a promotion,
// Filter compares it too.
func (m *PieceMove) Filter(legal []Action, candidate func(Action) bool) (fits []Action) {
	for _, a := range legal {
		if candidate(a) && (m.Promote == NoKind || m.Promote == a.Promote) {
			fits = append(fits, a)
		}
	}
	return fits
}

// Unique returns the only action in a list. If the list contains several actions, it
// returns a refusal that tells the player what to add to the text. The list must not be
// empty.
func Unique(f *Facts, fits []Action, text string) (Action, error) {
	switch {
	case len(fits) == 1:
		return fits[0], nil
	case fits[0].Promote != NoKind && fits[0].Path == fits[len(fits)-1].Path:
		return Action{}, Refuse(NeedsPromotion, text, f.promotionSuffixes())
	}
	readings := make([]string, len(fits))
	for i, a := range fits {
		readings[i] = Plain(f, NoSeat, a)
	}
	return Action{}, Refuse(Ambiguous, text, strings.Join(readings, " or "))
}

// ExplainNoMatch explains why no piece can make the move that a text names. If a piece
// could reach the square but its move is illegal, the refusal tells why that move is
// illegal. Otherwise its reason is [NoMatchingMove]. The function `candidate` reports
// whether an action moves a piece that the text can mean.
func ExplainNoMatch(v Variant, p *Position, m *PieceMove, candidate func(Action) bool) *Refusal {
	g := v.Facts().Geometry
	for _, from := range g.Squares {
		a := NewMove(from, m.To)
		a.Promote = m.Promote
		if !p.Board[from].IsPiece() || !candidate(a) {
			continue
		}
		if why, ok := v.Explain(p, a).(*Refusal); ok && why.Reason != CannotMove {
			return why
		}
	}
	return Refuse(NoMatchingMove, m.Kind.Name(), g.Name(m.To))
}

// promotionSuffixes lists the promotions in the form that players type: "=Q, =R, =B or =N".
func (f *Facts) promotionSuffixes() string { return f.promotionList("=") }

func (f *Facts) promotionList(before string) string {
	words := make([]string, len(f.Promotes))
	for i, k := range f.Promotes {
		words[i] = before + string(k.Letter())
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// MoveText formats a move in piece notation: the letter of the piece, `origin`, `link`
// (such as "x"), the destination and the promotion.
func MoveText(f *Facts, piece Piece, origin, link string, a Action) string {
	text := origin + link + f.Geometry.Name(a.To)
	if piece.Kind() != Pawn {
		text = string(piece.Kind().Letter()) + text
	}
	if a.Promote != NoKind {
		text += "=" + string(a.Promote.Letter())
	}
	return text
}
