package plain

import (
	"errors"
	"slices"
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/internal/table/play"
	"quadrille/rules"
)

func (pl *playing) typedMove(text string) {
	if why := pl.cannotPlay(text); why != "" {
		pl.s.say("%s", why)
		return
	}
	v := pl.s.at.table.view
	fits, err := play.Candidates(v, pl.s.me, text)
	if err != nil {
		pl.s.say("%s", pl.barred(err))
		return
	}
	switch a := fits[0]; a.Type {
	case rules.Move:
		pl.promote(fits)
	case rules.Resign:
		pl.resign(pl.s.at.table.view.Variant.Facts().Seats[a.Seat])
	case rules.DrawClaimed, rules.DrawAgreed:
		pl.claim("")
	default:
		pl.play(a)
	}
}

func (pl *playing) cannotPlay(text string) string {
	v := pl.s.at.table.view
	first, _, _ := strings.Cut(text, " ")
	switch {
	case !strings.ContainsAny(text, "0123456789-:") && !pl.held().Has(v.Actor):
		return "No command \"" + first + "\" here: type \"help\""
	case v.Phase != table.Waiting && pl.held() == 0:
		return "You are a spectator and have no seat"
	}
	return pl.s.review.lookingBack()
}

// barred returns the sentence that tells the player why they cannot move now. The parameter
// `why` is the error of the attempt.
func (pl *playing) barred(why error) string {
	var illegal *rules.Refusal
	if errors.As(why, &illegal) && illegal.Reason == rules.NotYourTurn {
		return "It is not your turn: " + present.Seat(pl.s.at.table.view.Variant.Facts(), pl.s.at.table.view.Actor) + " is to move"
	}
	return why.Error()
}

// promote plays one of the given promotions. If there are several, it first asks the player
// to which piece the pawn promotes.
func (pl *playing) promote(fits []rules.Action) {
	if len(fits) == 1 {
		pl.play(fits[0])
		return
	}
	var words []string
	for _, a := range fits {
		words = append(words, a.Promote.Name())
	}
	answers := pl.s.at.table.view
	pl.s.ask("Promote to "+strings.Join(words, ", ")+"? Type \"no\" to cancel.", func(answer string) {
		answer = strings.ToLower(answer)
		i := slices.IndexFunc(fits, func(a rules.Action) bool {
			return answer == a.Promote.Name() || answer == strings.ToLower(string(a.Promote.Letter()))
		})
		switch {
		case answer == "no" || answer == "" || !pl.stillAt(answers):
			pl.s.say("Cancelled")
		case i < 0:
			pl.promote(fits)
		default:
			pl.play(fits[i])
		}
	})
}

// play plays an action for the seat to move.
func (pl *playing) play(a rules.Action) {
	v := pl.s.at.table.view
	pl.do(table.Command{Kind: table.Play, Seat: v.Actor, Action: a, Answers: len(v.Moves)})
}

// stillAt reports whether the player is still at the table of the view v, and whether the
// table still has the same number of actions.
func (pl *playing) stillAt(v *table.View) bool {
	return pl.s.at.table != nil && pl.s.at.table.view.ID == v.ID && len(pl.s.at.table.view.Moves) == len(v.Moves)
}
