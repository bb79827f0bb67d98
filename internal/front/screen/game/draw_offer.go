package game

import (
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/table"
	"quadrille/rules"
)

// askLeave goes back to the lobby. If the viewer is playing in a running game, it first asks
// for confirmation.
func (v seen) askLeave() intent {
	if !v.inGame() {
		return intent{step: kit.Leave}
	}
	return ask(dialog{
		head: "Back to the lobby?", text: "You keep your seat. The game and your clock continue. Open the table again to play.",
		choices: []choice{{label: "Stay"}, {"Leave", intent{step: kit.Leave}}},
	})
}

// alone says why a study has no offers.
const alone = "an analysis board has no other players"

// askDraw opens the dialog in which a player offers a draw, answers or withdraws an offer,
// or claims a draw.
func (v seen) askDraw() intent {
	switch {
	case v.study != nil:
		return refuse(alone)
	case !v.inGame():
		return refuse(v.words.CannotMove())
	}
	d := dialog{
		head: "Draw", text: "The game is drawn if all remaining players accept in the same round.",
		choices: []choice{{label: "Play on"}},
	}
	switch offer := v.Offer; {
	case offer == nil:
		d.choices = append(d.choices, choice{"Offer a draw", v.command(table.OfferDraw)})
	case offer.By.ID == v.me.ID:
		d.choices = append(d.choices, choice{"Withdraw the offer", v.command(table.DeclineDraw)})
	default:
		d.text = v.offers().DrawOffer() + ". " + d.text
		d.choices = append(d.choices, choice{"Accept", v.command(table.AcceptDraw)}, choice{"Decline", v.command(table.DeclineDraw)})
	}
	if v.CanClaim && v.myTurn() {
		d.choices = append(d.choices, choice{"Claim a draw", act(rules.Action{Type: rules.DrawClaimed})})
	}
	d.while = func(now *table.View) bool { return now.Phase == table.Playing && sameOffer(now.Offer, v.Offer) }
	return ask(d)
}

func sameOffer(a, b *table.OfferView) bool {
	return a == b || a != nil && b != nil && a.By.ID == b.By.ID
}
