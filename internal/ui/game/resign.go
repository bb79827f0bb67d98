package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// askResign resigns one of this person's seats after a question, or answers
// his partner's wish that their team resign (G5).
func (t *Screen) askResign() (kit.Step, tea.Cmd) {
	switch {
	case t.Study == nil && t.out():
		return kit.Stay, t.refuse(t.notMyTurn())
	case !t.InGame():
		return kit.Stay, t.refuse("there is nothing to resign: you have no seat in a game here")
	}
	if by := t.proposer(); by != rules.NoSeat {
		return kit.Enter(t.answerResign(by)), nil
	}
	f := t.View.Variant.Facts()
	text := "You are out at once, and your men stand still from then on."
	choices := []kit.Choice{{Label: "Play on"}}
	for s := range rules.Seat(rules.SeatCount) {
		if t.mine(s) && t.View.Position.State[s] != rules.Out {
			choices = append(choices, kit.Choice{Label: "Resign " + f.Seats[s], Do: t.resign(s)})
			if f.Teams() {
				text = "A team resigns as one, when both partners want it: your partner is asked."
			}
		}
	}
	return kit.Enter(kit.NewDialog(t.env, "Resign?", text, choices...).Until(unless(t.nobodyResignedSince()))), nil
}

func (t *Screen) resign(s rules.Seat) func() tea.Cmd {
	return func() tea.Cmd { return t.play(rules.Action{Verb: rules.Resign, Seat: s}) }
}

// answerResign agrees or declines, or takes one's own wish back.
func (t *Screen) answerResign(by rules.Seat) *kit.Dialog {
	playOn := func() tea.Cmd { return t.Act(table.Act{Do: table.PlayOn, Seat: t.home()}) }
	if t.mine(by) {
		return kit.NewDialog(t.env, "Resign?", "You want your team to resign; your partner has not answered yet.",
			kit.Choice{Label: "Leave it so"}, kit.Choice{Label: "Play on", Do: playOn}).Until(unless(t.nobodyResignedSince()))
	}
	choices := []kit.Choice{{Label: "Not now"}}
	for s := range rules.Seat(rules.SeatCount) {
		if t.mine(s) && t.View.Variant.Facts().Partners(s, by) {
			choices = append(choices, kit.Choice{Label: "Agree: resign " + t.View.Variant.Facts().Seats[s], Do: t.resign(s)})
		}
	}
	choices = append(choices, kit.Choice{Label: "Play on", Do: playOn})
	return kit.NewDialog(t.env, "Resign?", nameOf(t.View, by, 20)+" wants your team to resign.", choices...).Until(unless(t.nobodyResignedSince()))
}

// nobodyResignedSince is how long a question about resigning makes sense: whether
// others leave the game changes nothing about it.
func (t *Screen) nobodyResignedSince() func(*table.View) bool {
	then, mine := t.View, t.mySeats()
	return func(v *table.View) bool {
		return v.Phase == table.Playing && v.Resigning == then.Resigning && v.Position.InPlay()&mine == then.Position.InPlay()&mine
	}
}

// proposer is who wants this person's team to resign; NoSeat if nobody does.
// Adversaries are not told.
func (t *Screen) proposer() rules.Seat {
	by := rules.NoSeat
	for s := range rules.Seat(rules.SeatCount) {
		if !t.View.Resigning.Has(s) {
			continue
		}
		if t.mine(s) {
			return s
		}
		if t.besideMe(s) {
			by = s
		}
	}
	return by
}

// resignLine says that this person wants his team to resign.
func (t *Screen) resignLine() string {
	if by := t.proposer(); t.View.Phase == table.Playing && by != rules.NoSeat && t.mine(by) {
		return "You want your team to resign; your partner is asked"
	}
	return ""
}
