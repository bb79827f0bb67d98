package game

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// askResign opens the dialog for resigning one of the viewer's seats. If a partner has
// proposed to resign, it opens the dialog that answers the proposal.
func (rq *requests) askResign() (kit.Step, tea.Cmd) {
	switch {
	case rq.t.Study == nil && rq.t.seats.eliminated():
		return kit.Stay, rq.t.Link.refuse(rq.t.Input.notMyTurn())
	case !rq.t.InGame():
		return kit.Stay, rq.t.Link.refuse("only players can resign")
	}
	if by := rq.proposer(); by != rules.NoSeat {
		return kit.Enter(rq.answerResign(by)), nil
	}
	if rq.t.View.FirstMoves != 0 {
		return kit.Enter(rq.askAbort()), nil
	}
	f := rq.t.View.Variant.Facts()
	text := "You will be eliminated. Your pieces stay on the board and no longer move."
	choices := []kit.Choice{{Label: "Cancel"}}
	for s := range rules.Seat(rules.SeatCount) {
		if rq.t.seats.mine(s) && rq.t.View.Position.State[s] != rules.Eliminated {
			choices = append(choices, kit.Choice{Label: "Resign " + f.Seats[s], Do: rq.resign(s)})
			if f.Teams() {
				text = "A team resigns together. Your partner is asked first."
			}
		}
	}
	return kit.Enter(kit.NewDialog(rq.t.env, "Resign?", text, choices...).Until(unless(rq.noResignationSince()))), nil
}

// askAbort returns the dialog that aborts a game in which not every seat has moved.
func (rq *requests) askAbort() *kit.Dialog {
	abort := func() tea.Cmd { return rq.t.Link.Act(table.Command{Kind: table.Abort, Seat: rules.NoSeat}) }
	return kit.NewDialog(rq.t.env, "Abort?", "Not every seat has moved. An aborted game has no result and is not rated.",
		kit.Choice{Label: "Cancel"}, kit.Choice{Label: "Abort", Do: abort}).
		Until(unless(func(v *table.View) bool { return v.FirstMoves != 0 }))
}

func (rq *requests) resign(s rules.Seat) func() tea.Cmd {
	return func() tea.Cmd { return rq.t.Input.play(rules.Action{Type: rules.Resign, Seat: s}) }
}

// answerResign returns the dialog that accepts or declines a partner's proposal to resign.
// If the viewer made the proposal, the dialog withdraws it.
func (rq *requests) answerResign(by rules.Seat) *kit.Dialog {
	playOn := func() tea.Cmd { return rq.t.Link.Act(table.Command{Kind: table.PlayOn, Seat: rq.t.seats.home()}) }
	if rq.t.seats.mine(by) {
		return kit.NewDialog(rq.t.env, "Resign?", rq.words().TeamResignation(by)+"; your partner has not answered yet.",
			kit.Choice{Label: "Keep waiting"}, kit.Choice{Label: "Withdraw", Do: playOn}).Until(unless(rq.noResignationSince()))
	}
	choices := []kit.Choice{{Label: "Close"}}
	for s := range rules.Seat(rules.SeatCount) {
		if rq.t.seats.mine(s) && rq.t.View.Variant.Facts().Partners(s, by) {
			choices = append(choices, kit.Choice{Label: "Accept: resign " + rq.t.View.Variant.Facts().Seats[s], Do: rq.resign(s)})
		}
	}
	choices = append(choices, kit.Choice{Label: "Decline", Do: playOn})
	return kit.NewDialog(rq.t.env, "Resign?", rq.words().TeamResignation(by)+".", choices...).Until(unless(rq.noResignationSince()))
}

// noResignationSince returns a function that reports whether a dialog about resigning may
// stay open. The dialog must close when the game ends, a seat of the viewer is eliminated,
// or the proposals to resign change.
func (rq *requests) noResignationSince() func(*table.View) bool {
	then, mine := rq.t.View, rq.mySeats()
	return func(v *table.View) bool {
		return v.Phase == table.Playing && v.Resigning == then.Resigning && v.Position.InPlay()&mine == then.Position.InPlay()&mine
	}
}

// proposer returns the seat that has proposed that the viewer's team resign, or NoSeat.
// Opponents cannot see the proposal.
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

// firstMoveLine returns a line that says how much time the seat to move has left for its
// first move. It returns "" if more than a minute is left, or while a touched piece must be
// moved.
func (rq *requests) firstMoveLine() string {
	v := rq.t.View
	if v.Clock == nil || v.Clock.FirstMoveBy.IsZero() || v.Lifted != rules.NoSquare {
		return ""
	}
	by := max(0, v.Clock.FirstMoveBy.Sub(rq.t.env.Now))
	if by > time.Minute {
		return ""
	}
	left := present.ClockFace(by)
	return present.Seat(v.Variant.Facts(), v.Actor) + " has " + strings.TrimSpace(left) + " for the first move"
}

// resignLine returns a line that says that the viewer has proposed to resign.
func (rq *requests) resignLine() string {
	if by := rq.proposer(); rq.t.View.Phase == table.Playing && by != rules.NoSeat && rq.t.seats.mine(by) {
		return rq.words().TeamResignation(by) + "; waiting for your partner"
	}
	return ""
}
