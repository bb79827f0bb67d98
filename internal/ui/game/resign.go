package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/game/scene"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// askResign resigns one of this person's seats after a question, or answers
// his partner's wish that their team resign (G5).
func (qu *asking) askResign() (kit.Step, tea.Cmd) {
	switch {
	case qu.t.Study == nil && qu.t.seats.out():
		return kit.Stay, qu.t.Link.refuse(qu.t.Input.notMyTurn())
	case !qu.t.InGame():
		return kit.Stay, qu.t.Link.refuse("there is nothing to resign: you have no seat in a game here")
	}
	if by := qu.proposer(); by != rules.NoSeat {
		return kit.Enter(qu.answerResign(by)), nil
	}
	f := qu.t.View.Variant.Facts()
	text := "You are out at once, and your men stand still from then on."
	choices := []kit.Choice{{Label: "Play on"}}
	for s := range rules.Seat(rules.SeatCount) {
		if qu.t.seats.mine(s) && qu.t.View.Position.State[s] != rules.Out {
			choices = append(choices, kit.Choice{Label: "Resign " + f.Seats[s], Do: qu.resign(s)})
			if f.Teams() {
				text = "A team resigns as one, when both partners want it: your partner is asked."
			}
		}
	}
	return kit.Enter(kit.NewDialog(qu.t.env, "Resign?", text, choices...).Until(unless(qu.nobodyResignedSince()))), nil
}

func (qu *asking) resign(s rules.Seat) func() tea.Cmd {
	return func() tea.Cmd { return qu.t.Input.play(rules.Action{Verb: rules.Resign, Seat: s}) }
}

// answerResign agrees or declines, or takes one's own wish back.
func (qu *asking) answerResign(by rules.Seat) *kit.Dialog {
	playOn := func() tea.Cmd { return qu.t.Link.Act(table.Command{Kind: table.PlayOn, Seat: qu.t.seats.home()}) }
	if qu.t.seats.mine(by) {
		return kit.NewDialog(qu.t.env, "Resign?", qu.at().TeamResignation(by)+"; your partner has not answered yet.",
			kit.Choice{Label: "Leave it so"}, kit.Choice{Label: "Play on", Do: playOn}).Until(unless(qu.nobodyResignedSince()))
	}
	choices := []kit.Choice{{Label: "Not now"}}
	for s := range rules.Seat(rules.SeatCount) {
		if qu.t.seats.mine(s) && qu.t.View.Variant.Facts().Partners(s, by) {
			choices = append(choices, kit.Choice{Label: "Agree: resign " + qu.t.View.Variant.Facts().Seats[s], Do: qu.resign(s)})
		}
	}
	choices = append(choices, kit.Choice{Label: "Play on", Do: playOn})
	return kit.NewDialog(qu.t.env, "Resign?", qu.at().TeamResignation(by)+".", choices...).Until(unless(qu.nobodyResignedSince()))
}

// nobodyResignedSince is how long a question about resigning makes sense: whether
// others leave the game changes nothing about it.
func (qu *asking) nobodyResignedSince() func(*table.View) bool {
	then, mine := qu.t.View, qu.mySeats()
	return func(v *table.View) bool {
		return v.Phase == table.Playing && v.Resigning == then.Resigning && v.Position.InPlay()&mine == then.Position.InPlay()&mine
	}
}

// proposer is who wants this person's team to resign; NoSeat if nobody does.
// Adversaries are not told.
func (qu *asking) proposer() rules.Seat {
	by := rules.NoSeat
	for s := range rules.Seat(rules.SeatCount) {
		if !qu.t.View.Resigning.Has(s) {
			continue
		}
		if qu.t.seats.mine(s) {
			return s
		}
		if scene.Beside(qu.t.View.Variant.Facts(), qu.mySeats(), s) {
			by = s
		}
	}
	return by
}

// resignLine says that this person wants his team to resign.
func (qu *asking) resignLine() string {
	if by := qu.proposer(); qu.t.View.Phase == table.Playing && by != rules.NoSeat && qu.t.seats.mine(by) {
		return qu.at().TeamResignation(by) + "; your partner is asked"
	}
	return ""
}
