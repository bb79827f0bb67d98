package rules

import (
	"cmp"
	"errors"
	"slices"
	"strings"
)

// ReadTyped is the action that a person means in p: in plain notation, whatever
// the case of its letters, or in the game's own. If it is neither, the one that
// got further says why; the error is a [*Refusal]. actor is as in [ParsePlain].
func ParseInput(v Variant, p *Position, actor Seat, text string) (Action, error) {
	a, err := ParsePlain(v.Facts(), actor, normalizeCase(text))
	notation, ok := v.(Notation)
	if err != nil && ok {
		own, ownErr := notation.Read(p, text)
		if !hasReason(ownErr, Unreadable) {
			return own, ownErr
		}
	}
	if hasReason(err, Unreadable) {
		err = Refuse(Unreadable, text, exampleMove(v, p))
	}
	return a, err
}

// Meant is the actions that a person may mean, of whom legal is the menu: one, or
// where he left out what a pawn becomes and there is a choice, all of them, the
// strongest piece first. What is not legal is meant too: the game says why not.
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

// ReadAhead is the move that somebody means who holds seats and whose turn has not
// come: read as if it were the turn of one of them, as things stand now.
func ParsePremove(v Variant, now *Position, held Seats, text string) (Action, error) {
	why := error(Refuse(Unreadable, text, ""))
	for turn := range Seat(SeatCount) {
		p := *now
		if p.Turn = turn; p.State[turn] == Eliminated || !held.Has(v.Actor(&p)) {
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

// Writings is how a person may write an action: in plain notation, and in the
// game's own with and without the sign of a capture. What the notation tells of
// checks he leaves out.
func InputForms(v Variant, p *Position, actor Seat, a Action) []string {
	all := []string{Plain(v.Facts(), actor, a)}
	if notation, ok := v.(Notation); ok {
		own, _, _ := strings.Cut(notation.Write(p, a), "#")
		own = strings.TrimRight(own, "+~")
		all = append(all, own, strings.Replace(own, "x", "", 1))
	}
	return all
}

// Begins reports whether a text is the beginning of an action as it may be written.
func IsPrefix(v Variant, p *Position, actor Seat, a Action, text string) bool {
	return slices.ContainsFunc(InputForms(v, p, actor, a), func(w string) bool { return strings.HasPrefix(w, text) })
}

func hasReason(err error, why *Reason) bool {
	var refusal *Refusal
	return errors.As(err, &refusal) && refusal.Reason == why
}

// example is an action that is legal now, in plain notation.
func exampleMove(v Variant, p *Position) string {
	if list := LegalPlain(v, p); len(list) > 0 {
		return list[0]
	}
	return ""
}

// lowerSquares writes the squares of a plain move small and its piece great:
// "B5-A5=q" is b5-a5=Q.
func normalizeCase(text string) string {
	squares, piece, promotes := strings.Cut(text, "=")
	if !promotes {
		return strings.ToLower(text)
	}
	return strings.ToLower(squares) + "=" + strings.ToUpper(piece)
}
