package plain

import (
	"errors"
	"slices"
	"strings"

	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/rules"
)

// typedMove plays what was written.
func (s *session) typedMove(text string) {
	if why := s.cannotPlay(text); why != "" {
		s.say("%s", why)
		return
	}
	v := s.room.view
	fits, err := rules.Meant(v.Variant, &v.Position, v.Actor, v.Legal, inPlain(v.Variant.Facts(), text))
	if err != nil {
		s.refuse(err)
		return
	}
	switch a := fits[0]; a.Verb {
	case rules.Move:
		s.promote(fits)
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
	bars := v.Bars(s.me)
	switch {
	case !strings.ContainsAny(text, "0123456789-:") && !s.held().Has(v.Actor):
		return "There is no word \"" + first + "\" here: say help"
	case v.Phase != table.Waiting && s.held() == 0:
		return "You look on here and have no seat"
	case bars != nil:
		return s.barred(bars)
	}
	return s.pastWord()
}

// barred says why nobody can move who wants to.
func (s *session) barred(why error) string {
	var law *rules.Refusal
	if errors.As(why, &law) && law.Reason == rules.NotYourTurn {
		return "It is not your turn: " + phrase.Seat(s.room.view.Variant.Facts(), s.room.view.Actor) + " is to move"
	}
	return why.Error()
}

// inPlain writes in plain notation what was said as two squares: "j1 to k3",
// "knight juliett 1 takes kilo 3", "b5 a5 queen". All else stays as it is.
func inPlain(f *rules.Facts, text string) string {
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
		return text
	}
	return squares[0] + "-" + squares[1] + promotes
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

// promote plays a move, and asks what the pawn is to become where there is a
// choice.
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
