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
func (rq *requests) askResign() (kit.Step, tea.Cmd) {
	switch {
	case rq.t.Study == nil && rq.t.seats.eliminated():
		return kit.Stay, rq.t.Link.refuse(rq.t.Input.notMyTurn())
	case !rq.t.InGame():
		return kit.Stay, rq.t.Link.refuse("there is nothing to resign: you have no seat in a game here")
	}
	if by := rq.proposer(); by != rules.NoSeat {
		return kit.Enter(rq.answerResign(by)), nil
	}
	f := rq.t.View.Variant.Facts()
	text := "You are out at once, and your men stand still from then on."
	choices := []kit.Choice{{Label: "Play on"}}
	for s := range rules.Seat(rules.SeatCount) {
		if rq.t.seats.mine(s) && rq.t.View.Position.State[s] != rules.Eliminated {
			choices = append(choices, kit.Choice{Label: "Resign " + f.Seats[s], Do: rq.resign(s)})
			if f.Teams() {
				text = "A team resigns as one, when both partners want it: your partner is asked."
			}
		}
	}
	return kit.Enter(kit.NewDialog(rq.t.env, "Resign?", text, choices...).Until(unless(rq.noResignationSince()))), nil
}

func (rq *requests) resign(s rules.Seat) func() tea.Cmd {
	return func() tea.Cmd { return rq.t.Input.play(rules.Action{Type: rules.Resign, Seat: s}) }
}

// answerResign agrees or declines, or takes one's own wish back.
func (rq *requests) answerResign(by rules.Seat) *kit.Dialog {
	playOn := func() tea.Cmd { return rq.t.Link.Act(table.Command{Kind: table.PlayOn, Seat: rq.t.seats.home()}) }
	if rq.t.seats.mine(by) {
		return kit.NewDialog(rq.t.env, "Resign?", rq.words().TeamResignation(by)+"; your partner has not answered yet.",
			kit.Choice{Label: "Leave it so"}, kit.Choice{Label: "Play on", Do: playOn}).Until(unless(rq.noResignationSince()))
	}
	choices := []kit.Choice{{Label: "Not now"}}
	for s := range rules.Seat(rules.SeatCount) {
		if rq.t.seats.mine(s) && rq.t.View.Variant.Facts().Partners(s, by) {
			choices = append(choices, kit.Choice{Label: "Agree: resign " + rq.t.View.Variant.Facts().Seats[s], Do: rq.resign(s)})
		}
	}
	choices = append(choices, kit.Choice{Label: "Play on", Do: playOn})
	return kit.NewDialog(rq.t.env, "Resign?", rq.words().TeamResignation(by)+".", choices...).Until(unless(rq.noResignationSince()))
}

// noResignationSince is how long a question about resigning makes sense: whether
// others leave the game changes nothing about it.
func (rq *requests) noResignationSince() func(*table.View) bool {
	then, mine := rq.t.View, rq.mySeats()
	return func(v *table.View) bool {
		return v.Phase == table.Playing && v.Resigning == then.Resigning && v.Position.InPlay()&mine == then.Position.InPlay()&mine
	}
}

// proposer is who wants this person's team to resign; NoSeat if nobody does.
// Adversaries are not told.
func (rq *requests) proposer() rules.Seat {
	by := rules.NoSeat
	for s := range rules.Seat(rules.SeatCount) {
		if !rq.t.View.Resigning.Has(s) {
			continue
		}
		if rq.t.seats.mine(s) {
			return s
		}
		if scene.Beside(rq.t.View.Variant.Facts(), rq.mySeats(), s) {
			by = s
		}
	}
	return by
}

// resignLine says that this person wants his team to resign.
func (rq *requests) resignLine() string {
	if by := rq.proposer(); rq.t.View.Phase == table.Playing && by != rules.NoSeat && rq.t.seats.mine(by) {
		return rq.words().TeamResignation(by) + "; your partner is asked"
	}
	return ""
}
