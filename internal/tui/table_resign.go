package tui

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/rules"
)

// askResign resigns one of this person's seats after a question, or answers
// his partner's wish that their team resign (G5).
func (t *tableScreen) askResign() (step, tea.Cmd) {
	switch {
	case t.study == nil && t.out():
		return stay, t.refuse(t.notMyTurn())
	case !t.inGame():
		return stay, t.refuse("there is nothing to resign: you have no seat in a game here")
	}
	if by := t.proposer(); by != rules.NoSeat {
		return enter(t.answerResign(by)), nil
	}
	f := t.view.Variant.Facts()
	text := "You are out at once, and your men stand still from then on."
	choices := []choice{{label: "Play on"}}
	for s := range rules.Seat(rules.SeatCount) {
		if t.mine(s) && t.view.Position.State[s] != rules.Out {
			choices = append(choices, choice{label: "Resign " + f.Seats[s], do: t.resign(s)})
			if f.Teams() {
				text = "A team resigns as one, when both partners want it: your partner is asked."
			}
		}
	}
	return enter(newDialog(t.env, "Resign?", text, choices...).until(unless(t.nobodyResignedSince()))), nil
}

func (t *tableScreen) resign(s rules.Seat) func() tea.Cmd {
	return func() tea.Cmd { return t.play(rules.Action{Verb: rules.Resign, Seat: s}) }
}

// answerResign agrees or declines, or takes one's own wish back.
func (t *tableScreen) answerResign(by rules.Seat) *dialog {
	playOn := func() tea.Cmd { return t.act(table.Act{Do: table.PlayOn, Seat: t.home()}) }
	if t.mine(by) {
		return newDialog(t.env, "Resign?", "You want your team to resign; your partner has not answered yet.",
			choice{label: "Leave it so"}, choice{label: "Play on", do: playOn}).until(unless(t.nobodyResignedSince()))
	}
	choices := []choice{{label: "Not now"}}
	for s := range rules.Seat(rules.SeatCount) {
		if t.mine(s) && t.view.Variant.Facts().Partners(s, by) {
			choices = append(choices, choice{label: "Agree: resign " + t.view.Variant.Facts().Seats[s], do: t.resign(s)})
		}
	}
	choices = append(choices, choice{label: "Play on", do: playOn})
	return newDialog(t.env, "Resign?", nameOf(t.view, by, 20)+" wants your team to resign.", choices...).until(unless(t.nobodyResignedSince()))
}

// nobodyResignedSince is how long a question about resigning makes sense: whether
// others leave the game changes nothing about it.
func (t *tableScreen) nobodyResignedSince() func(*table.View) bool {
	then, mine := t.view, t.mySeats()
	return func(v *table.View) bool {
		return v.Phase == table.Playing && v.Resigning == then.Resigning && v.Position.InPlay()&mine == then.Position.InPlay()&mine
	}
}

// proposer is who wants this person's team to resign; NoSeat if nobody does.
// Adversaries are not told.
func (t *tableScreen) proposer() rules.Seat {
	by := rules.NoSeat
	for s := range rules.Seat(rules.SeatCount) {
		if !t.view.Resigning.Has(s) {
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
func (t *tableScreen) resignLine() string {
	if by := t.proposer(); t.view.Phase == table.Playing && by != rules.NoSeat && t.mine(by) {
		return "You want your team to resign; your partner is asked"
	}
	return ""
}
