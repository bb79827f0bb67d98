package plain

import (
	"cmp"
	"slices"
	"strings"

	"quadrille/internal/table"
	"quadrille/internal/table/play"
	"quadrille/rules"
)

func (s *session) typedMove(text string) {
	if why := s.cannotPlay(text); why != "" {
		s.say("%s", why)
		return
	}
	v := s.table.view
	fits, err := play.Candidates(v, s.me, text)
	if err != nil {
		s.say("%s", cmp.Or(s.described().CannotMove(), err.Error()))
		return
	}
	switch a := fits[0]; a.Type {
	case rules.Move:
		s.promote(fits)
	case rules.Resign:
		s.resign(s.table.view.Variant.Facts().Seats[a.Seat])
	case rules.DrawClaimed, rules.DrawAgreed:
		s.claim("")
	default:
		s.play(a)
	}
}

func (s *session) cannotPlay(text string) string {
	v := s.table.view
	first, _, _ := strings.Cut(text, " ")
	switch {
	case !strings.ContainsAny(text, "0123456789-:") && !s.held().Has(v.Actor):
		return "No command \"" + first + "\" here: type \"help\""
	}
	return s.teller().lookingBack()
}

// promote plays one of the given promotions. If there are several, it first asks the player
// to which piece the pawn promotes.
func (s *session) promote(fits []rules.Action) {
	if len(fits) == 1 {
		s.play(fits[0])
		return
	}
	var words []string
	for _, a := range fits {
		words = append(words, a.Promote.Name())
	}
	answers := s.table.view
	s.ask("Promote to "+strings.Join(words, ", ")+"? Type \"no\" to cancel.", func(answer string) {
		answer = strings.ToLower(answer)
		i := slices.IndexFunc(fits, func(a rules.Action) bool {
			return answer == a.Promote.Name() || answer == strings.ToLower(string(a.Promote.Letter()))
		})
		switch {
		case answer == "no" || answer == "" || !s.stillAt(answers):
			s.say("Cancelled")
		case i < 0:
			s.promote(fits)
		default:
			s.play(fits[i])
		}
	})
}

// play plays an action for the seat to move.
func (s *session) play(a rules.Action) {
	v := s.table.view
	s.do(table.Command{Kind: table.Play, Seat: v.Actor, Action: a, Answers: len(v.Moves)})
}

// stillAt reports whether the player is still at the table of the view v, and whether the
// table still has the same number of actions.
func (s *session) stillAt(v *table.View) bool {
	return s.table != nil && s.table.view.ID == v.ID && len(s.table.view.Moves) == len(v.Moves)
}
