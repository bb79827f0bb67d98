package rules

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"
)

// ParseInput parses an action that a person typed, either in plain notation (in upper or
// lower case) or in the game's own notation. All front ends use it. A text with a capital
// letter is first read in the game's own notation: B1-d3 is a bishop's move, if a bishop can
// make it, and b1-d3 the move of the piece on b1.
//
// ParseInput ignores blanks, and accepts the characters that [Typed] replaces. If the text is
// a legal move in neither notation, it also accepts a small letter for a piece (nk3), castling
// without hyphens (oo, 00), squares in words (juliett 1 takes kilo 3), and signs of check
// after any move. A text that can mean several legal moves is refused with the reason
// [Ambiguous].
//
// If the text is no move, the error refers to the notation that the text resembles more. The
// error is a [*Refusal]. See [ParsePlain] for the parameter `actor`.
func ParseInput(v Variant, p *Position, actor Seat, text string) (Action, error) {
	words := strings.Fields(latinLetters(Typed(text)))
	in := input{v, p, actor, strings.Join(words, ""), v.Facts().spelledMove(words)}
	a, err := in.parse()
	if hasReason(err, Unreadable) {
		err = Refuse(Unreadable, text, exampleMove(v, p))
	}
	return a, err
}

// TypedWord returns a typed word, such as "resign", in lower case, without blanks and with the
// characters of a plain keyboard. See [Typed].
func TypedWord(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(latinLetters(Typed(text))), ""))
}

// input is a text that ParseInput parses.
type input struct {
	v       Variant
	p       *Position
	actor   Seat
	text    string // without blanks
	spelled spelled
}

func (in *input) parse() (Action, error) {
	lower := normalizeCase(in.text)
	plain, err := in.plain(lower)
	notation, ok := in.v.(Notation)
	if !ok || err == nil && lower == in.text {
		return plain, err
	}
	own, ownErr := in.own(notation, in.text)
	if ownErr == nil && (lower != in.text || in.canonical(notation, own)) {
		return own, nil
	}
	if lower != in.text && hasReason(ownErr, Ambiguous) {
		return own, ownErr
	}
	if err == nil {
		return plain, nil
	}
	return in.forgiving(notation, own, ownErr, err)
}

// plain parses plain notation in lower case, or a move given in words. If the words name the
// piece, it must be on the origin.
func (in *input) plain(lower string) (Action, error) {
	g := in.v.Facts().Geometry
	switch s := in.spelled; {
	case s.count == 2 && s.piece != NoKind && s.piece != in.p.Board[s.move.From].Kind():
		return Action{}, Refuse(NoMatchingMove, s.piece.Name(), g.Name(s.move.To))
	case s.count == 2:
		return s.move, nil
	}
	a, err := ParsePlain(in.v.Facts(), in.actor, lower)
	if bare := strings.TrimRight(lower, checkMarks); err != nil && bare != lower {
		if a, err := ParsePlain(in.v.Facts(), in.actor, bare); err == nil {
			return a, nil
		}
	}
	return a, err
}

// own parses a text in the notation of the game. The notation may have no hyphen.
func (in *input) own(notation Notation, text string) (Action, error) {
	a, err := notation.Read(in.p, text)
	if hasReason(err, Unreadable) && strings.Contains(text, "-") {
		return notation.Read(in.p, strings.Replace(text, "-", "", 1))
	}
	return a, err
}

// canonical reports whether the text is a move exactly as the notation of the game writes it.
func (in *input) canonical(notation Notation, a Action) bool {
	return strings.TrimRight(in.text, checkMarks) == writtenMove(notation, in.p, a)
}

// checkMarks are the characters that people write after a move: signs of check, mate and token
// moves, and comments on the move.
const checkMarks = "+#~!?"

// forgiving parses a text that is neither a plain action nor exactly a move in the notation of
// the game. It tries the text in several forms, and returns the legal action if all forms that
// can be read mean the same. The other parameters are the results of reading the text as it
// stands, and the error of reading it as plain notation.
func (in *input) forgiving(notation Notation, own Action, ownErr, plainErr error) (Action, error) {
	legal := readings{facts: in.v.Facts()}
	legal.add(own, ownErr, in.text)
	why := ownErr
	for _, form := range in.forms() {
		a, err := in.own(notation, form)
		legal.add(a, err, form)
		if hasReason(why, Unreadable) || hasReason(why, NoMatchingMove) && !hasReason(err, Unreadable) {
			why = err
		}
	}
	switch {
	case len(legal.texts) == 1:
		return legal.action, legal.err
	case len(legal.texts) > 1:
		return Action{}, Refuse(Ambiguous, in.text, strings.Join(legal.texts, " or "))
	case hasReason(why, Unreadable), hasReason(plainErr, UnknownSquare) && normalizeCase(in.text) == in.text:
		return Action{}, plainErr
	}
	return Action{}, why
}

// readings collects the different legal actions that a text can mean.
type readings struct {
	facts  *Facts
	action Action
	err    error
	texts  []string // one text for each meaning, which has no other meaning
}

// add adds the result of reading a form of the text. A form that lacks only the promotion, or
// that fits several moves, is a meaning too.
func (r *readings) add(a Action, err error, form string) {
	var refusal *Refusal
	switch {
	case err == nil:
		form = Plain(r.facts, NoSeat, a)
	case hasReason(err, Ambiguous) && errors.As(err, &refusal):
		form = refusal.Hint
	case hasReason(err, NeedsPromotion) && !hasReason(r.err, NeedsPromotion): // only a pawn promotes, so there is one such meaning
		form += "=" + string(Queen.Letter())
	default:
		return
	}
	if !slices.Contains(r.texts, form) {
		r.action, r.err, r.texts = a, err, append(r.texts, form)
	}
}

// forms returns further forms of the text in which the notation of a game may have it: without
// signs of check, with a capital letter for the piece, all in small letters, and castling with
// hyphens.
func (in *input) forms() []string {
	bare, _, _ := strings.Cut(in.text, "#")
	bare = strings.TrimRight(bare, checkMarks)
	if bare == "" {
		return nil
	}
	if word := castlingInput(bare); word != "" {
		return []string{word}
	}
	if s := in.spelled; s.count == 1 {
		return []string{s.text(in.v.Facts())}
	}
	lower := normalizeCase(bare)
	forms := []string{bare, lower}
	if KindOf(byte(unicode.ToUpper(rune(bare[0])))) != NoKind {
		forms = append(forms, strings.ToUpper(lower[:1])+lower[1:])
	}
	for _, form := range forms { // the promotion without its sign
		last := len(form) - 1
		if at := strings.LastIndexFunc(form, unicode.IsDigit); at > 0 && at == last-1 {
			forms = append(forms, form[:last]+"="+strings.ToUpper(form[last:]))
		}
	}
	return forms
}

// castlingInput returns O-O or O-O-O, with the letter of the army if there is one, for a text
// that means castling, and otherwise an empty string.
func castlingInput(text string) string {
	bare := strings.ReplaceAll(strings.ToLower(text), "0", "o")
	word, army := bare, ""
	if at := strings.LastIndexByte(bare, '-'); at > 0 && strings.Trim(bare[at:], "-o") != "" {
		word, army = bare[:at], bare[at:]
	}
	switch strings.ReplaceAll(word, "-", "") {
	case "oo":
		return "O-O" + army
	case "ooo":
		return "O-O-O" + army
	}
	return ""
}

// Interpret returns the actions that a text can mean. `legal` lists the legal actions. Usually
// the result is a single action. If the text leaves out the promotion and several promotions
// are possible, the result contains an action for each promotion, the strongest piece first.
// The result may be an illegal action, so that the game can explain why it is illegal.
func Interpret(v Variant, p *Position, actor Seat, legal []Action, text string) ([]Action, error) {
	a, err := ParseInput(v, p, actor, text)
	var fits []Action
	for _, l := range legal {
		switch {
		case l.Promote == NoKind:
		case err == nil && a.Promote == NoKind && a.Type == Move && a.Path == l.Path,
			hasReason(err, NeedsPromotion) && promotedBy(v, p, actor, l, text):
			fits = append(fits, l)
		}
	}
	switch {
	case len(fits) > 0:
		slices.SortFunc(fits, func(a, b Action) int { return cmp.Compare(b.Promote, a.Promote) })
		return fits, nil
	case err != nil:
		return nil, err
	}
	return []Action{a}, nil
}

// promotedBy reports whether a text means the given promotion once its piece is added.
func promotedBy(v Variant, p *Position, actor Seat, a Action, text string) bool {
	text = strings.TrimRight(strings.TrimSpace(Typed(text)), checkMarks)
	full, err := ParseInput(v, p, actor, text+"="+string(a.Promote.Letter()))
	return err == nil && full == a
}

// ParsePremove parses the text of a premove. `held` is the set of seats that the player has.
// ParsePremove interprets the text as if one of these seats were to move in the current
// position.
func ParsePremove(v Variant, now *Position, held Seats, text string) (Action, error) {
	why := error(Refuse(Unreadable, text, ""))
	meant := readings{facts: v.Facts()}
	for turn := range Seat(SeatCount) {
		p := *now
		if p.Turn = turn; !MayPremove(v, &p, held) {
			continue
		}
		a, err := ParseInput(v, &p, v.Actor(&p), text)
		switch {
		case err != nil:
			why = err
			meant.add(a, err, text)
		case a.Type == Move || a.Type == Remove:
			meant.add(a, nil, text)
		}
	}
	switch len(meant.texts) {
	case 0:
		return Action{}, why
	case 1:
		return meant.action, meant.err
	}
	return Action{}, Refuse(Ambiguous, text, strings.Join(meant.texts, " or "))
}

// MayPremove reports whether one of the seats in `held` acts in the turn of p, so that it may
// store a premove for that turn. An eliminated seat has no turn, unless another seat has gained
// its army.
func MayPremove(v Variant, p *Position, held Seats) bool {
	actor := v.Actor(p)
	return held.Has(actor) && (p.State[p.Turn].Expected() || actor != p.Turn)
}

// InputForms returns the texts that a player may type for an action: plain notation, and the
// game's own notation with and without the capture sign. The texts contain no check signs.
func InputForms(v Variant, p *Position, actor Seat, a Action) []string {
	all := []string{Plain(v.Facts(), actor, a)}
	if notation, ok := v.(Notation); ok {
		own := writtenMove(notation, p, a)
		all = append(all, own, strings.Replace(strings.Replace(own, "xK", "x", 1), "x", "", 1)) // xK captures a king
	}
	return all
}

// writtenMove returns an action in the notation of the game, without signs of check.
func writtenMove(notation Notation, p *Position, a Action) string {
	own, _, _ := strings.Cut(notation.Write(p, a), "#")
	return strings.TrimRight(own, "+~")
}

// IsPrefix reports whether the text is the beginning of one of the input forms of an action.
func IsPrefix(v Variant, p *Position, actor Seat, a Action, text string) bool {
	return slices.ContainsFunc(InputForms(v, p, actor, a), func(w string) bool { return strings.HasPrefix(w, text) })
}

func hasReason(err error, why *Reason) bool {
	var refusal *Refusal
	return errors.As(err, &refusal) && refusal.Reason == why
}

// exampleMove returns some legal action in plain notation.
func exampleMove(v Variant, p *Position) string {
	if list := LegalPlain(v, p); len(list) > 0 {
		return list[0]
	}
	return ""
}

// normalizeCase converts squares to lower case and the promotion to upper case: "B5-A5=q"
// becomes "b5-a5=Q".
func normalizeCase(text string) string {
	squares, piece, promotes := strings.Cut(text, "=")
	if !promotes {
		return strings.ToLower(text)
	}
	return strings.ToLower(squares) + "=" + strings.ToUpper(piece)
}
