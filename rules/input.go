package rules

import (
	"cmp"
	"errors"
	"slices"
	"strings"
)

// ParseInput parses an action that a player typed, either in plain notation (in upper or
// lower case) or in the game's own notation. A text with a capital letter is first read in the
// game's own notation: B1-d3 is a bishop's move, if a bishop can make it, and b1-d3 the move of
// the piece on b1. If the text is neither, the error refers to the notation that the text
// resembles more. The error is a [*Refusal]. See [ParsePlain] for the parameter `actor`.
func ParseInput(v Variant, p *Position, actor Seat, text string) (Action, error) {
	lower := normalizeCase(text)
	a, err := ParsePlain(v.Facts(), actor, lower)
	if notation, ok := v.(Notation); ok && (err != nil || lower != text) {
		own, ownErr := notation.Read(p, text)
		if lower != text && hasReason(ownErr, Unreadable) { // a notation may have no hyphen
			own, ownErr = notation.Read(p, strings.Replace(text, "-", "", 1))
		}
		if ownErr == nil || hasReason(ownErr, Ambiguous) || err != nil && !hasReason(ownErr, Unreadable) {
			return own, ownErr
		}
	}
	if hasReason(err, Unreadable) {
		err = Refuse(Unreadable, text, exampleMove(v, p))
	}
	return a, err
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
			hasReason(err, NeedsPromotion) && IsPrefix(v, p, actor, l, text+"="):
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

// ParsePremove parses the text of a premove. `held` is the set of seats that the player has.
// ParsePremove interprets the text as if one of these seats were to move in the current
// position.
func ParsePremove(v Variant, now *Position, held Seats, text string) (Action, error) {
	why := error(Refuse(Unreadable, text, ""))
	for turn := range Seat(SeatCount) {
		p := *now
		if p.Turn = turn; !MayPremove(v, &p, held) {
			continue
		}
		a, err := ParseInput(v, &p, v.Actor(&p), text)
		switch {
		case err != nil:
			why = err
		case a.Type == Move || a.Type == Remove:
			return a, nil
		}
	}
	return Action{}, why
}

// MayPremove reports whether one of the seats in `held` acts in the turn of p, so that it may
// store a premove for that turn. An eliminated seat has no turn, unless another seat has gained
// its army.
func MayPremove(v Variant, p *Position, held Seats) bool {
	actor := v.Actor(p)
	return held.Has(actor) && (p.State[p.Turn] != Eliminated || actor != p.Turn)
}

// InputForms returns the texts that a player may type for an action: plain notation, and the
// game's own notation with and without the capture sign. The texts contain no check signs.
func InputForms(v Variant, p *Position, actor Seat, a Action) []string {
	all := []string{Plain(v.Facts(), actor, a)}
	if notation, ok := v.(Notation); ok {
		own, _, _ := strings.Cut(notation.Write(p, a), "#")
		own = strings.TrimRight(own, "+~")
		all = append(all, own, strings.Replace(strings.Replace(own, "xK", "x", 1), "x", "", 1)) // xK captures a king
	}
	return all
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
