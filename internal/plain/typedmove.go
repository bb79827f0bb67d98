package plain

import (
	"errors"
	"slices"
	"strings"

	"quadrille/internal/table"
	"quadrille/rules"
)

// typedMove plays what was written.
func (s *session) typedMove(text string) {
	if why := s.cannotPlay(text); why != "" {
		s.say("%s", why)
		return
	}
	a, err := s.readMove(text)
	if fits := s.promotions(text, a, err); len(fits) > 0 {
		s.promote(fits)
		return
	}
	if err != nil {
		s.refuse(err)
		return
	}
	switch a.Verb {
	case rules.Resign:
		s.resign(s.room.view.Variant.Facts().Seats[a.Seat])
	case rules.DrawClaimed, rules.DrawAgreed:
		s.claim("")
	default:
		s.play(a)
	}
}

func (s *session) cannotPlay(text string) string {
	v := s.room.view
	first, _, _ := strings.Cut(text, " ")
	switch {
	case v.Phase == table.Waiting, !strings.ContainsAny(text, "0123456789-:") && !s.held().Has(v.Actor):
		return "There is no word \"" + first + "\" here: say help"
	case v.Phase == table.Finished:
		return "The game is over"
	case s.held() == 0:
		return "You look on here and have no seat"
	case !s.myTurn():
		return "It is not your turn: " + seatWord(v.Variant.Facts(), v.Actor) + " is to move"
	}
	return ""
}

// readMove understands squares said one after the other, plain notation, and the
// game's own. If none of them, the one that got further says why.
func (s *session) readMove(text string) (rules.Action, error) {
	v := s.room.view
	f := v.Variant.Facts()
	if plain, ok := fromTo(f, text); ok {
		text = plain
	}
	a, err := rules.ParsePlain(f, v.Actor, lowerSquares(text))
	notation, ok := v.Variant.(rules.Notation)
	if err == nil || !ok {
		return a, err
	}
	a, ownErr := notation.Read(&v.Position, text)
	var refusal *rules.Refusal
	if errors.As(ownErr, &refusal) && refusal.Reason == rules.Unreadable {
		return a, err
	}
	return a, ownErr
}

// fromTo makes plain notation of two squares that were said in words: "j1 to k3",
// "knight juliett 1 takes kilo 3", "b5 a5 queen".
func fromTo(f *rules.Facts, text string) (string, bool) {
	words := strings.Fields(strings.ToLower(text))
	var squares []string
	promotes := ""
	for i, word := range words {
		if sq, ok := squareIn(f, word); ok {
			squares = append(squares, f.Geometry.Name(sq))
			continue
		}
		if i > 0 {
			if sq, ok := squareIn(f, words[i-1]+" "+word); ok {
				squares = append(squares, f.Geometry.Name(sq))
				continue
			}
		}
		if kind, ok := kindCalled(word); ok && len(squares) == 2 {
			promotes = "=" + string(kind.Letter())
		}
	}
	if len(squares) != 2 || len(words) < 2 {
		return "", false
	}
	return squares[0] + "-" + squares[1] + promotes, true
}

// kindCalled is a kind of man by its word.
func kindCalled(word string) (rules.Kind, bool) {
	for kind := rules.Pawn; kind <= rules.King; kind++ {
		if word == kind.Word() {
			return kind, true
		}
	}
	return rules.NoKind, false
}

// lowerSquares writes the squares of a plain move small and its piece great:
// "B5-A5=q" is b5-a5=Q.
func lowerSquares(text string) string {
	squares, piece, promotes := strings.Cut(text, "=")
	if !promotes {
		return strings.ToLower(text)
	}
	return strings.ToLower(squares) + "=" + strings.ToUpper(piece)
}

// promotions are the legal moves of which the text says all but the piece.
func (s *session) promotions(text string, a rules.Action, err error) []rules.Action {
	var refusal *rules.Refusal
	unsaid := errors.As(err, &refusal) && refusal.Reason == rules.NeedsPromotion
	var fits []rules.Action
	for _, legal := range s.room.view.Legal {
		if legal.Promote == rules.NoKind {
			continue
		}
		same := err == nil && a.Promote == rules.NoKind && a.Path == legal.Path
		if same || unsaid && slices.ContainsFunc(s.writings(legal), func(w string) bool { return strings.HasPrefix(w, text+"=") }) {
			fits = append(fits, legal)
		}
	}
	slices.SortFunc(fits, func(a, b rules.Action) int { return int(b.Promote) - int(a.Promote) })
	return fits
}

// writings is how a move may be written, check marks aside.
func (s *session) writings(a rules.Action) []string {
	v := s.room.view
	all := []string{rules.Plain(v.Variant.Facts(), v.Actor, a)}
	if notation, ok := v.Variant.(rules.Notation); ok {
		own, _, _ := strings.Cut(notation.Write(&v.Position, a), "#")
		own = strings.TrimRight(own, "+~")
		all = append(all, own, strings.Replace(own, "x", "", 1))
	}
	return all
}

// promote asks what the pawn is to become, where there is a choice.
func (s *session) promote(fits []rules.Action) {
	if len(fits) == 1 {
		s.play(fits[0])
		return
	}
	var words []string
	for _, a := range fits {
		words = append(words, a.Promote.Word())
	}
	answers := s.room.view
	s.ask("What does the pawn become: "+strings.Join(words, ", ")+"? Say no to think again.", func(answer string) {
		answer = strings.ToLower(answer)
		i := slices.IndexFunc(fits, func(a rules.Action) bool {
			return answer == a.Promote.Word() || answer == strings.ToLower(string(a.Promote.Letter()))
		})
		switch {
		case answer == "no" || answer == "" || !s.stillAt(answers):
			s.say("Nothing is done")
		case i < 0:
			s.promote(fits)
		default:
			s.play(fits[i])
		}
	})
}

// play plays an action for the seat that is to move.
func (s *session) play(a rules.Action) {
	s.do(table.Act{Do: table.Play, Seat: s.room.view.Actor, Action: a})
}

// stillAt reports whether the game stands as it stood when something was asked.
func (s *session) stillAt(v *table.View) bool {
	return s.room != nil && s.room.view.ID == v.ID && len(s.room.view.Moves) == len(v.Moves)
}
