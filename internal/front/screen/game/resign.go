package game

import (
	"quadrille/internal/draw/scene"
	"quadrille/internal/table"
	"quadrille/rules"
)

// askResign opens the dialog for resigning one of the viewer's seats. If a partner has
// proposed to resign, it opens the dialog that answers the proposal.
func (v seen) askResign() intent {
	switch {
	case v.study != nil:
		return refuse(alone)
	case !v.inGame():
		return refuse(v.words.CannotMove())
	}
	if by := v.proposer(); by != rules.NoSeat {
		return ask(v.answerResign(by))
	}
	if v.FirstMoves != 0 {
		return ask(askAbort())
	}
	f := v.facts()
	d := dialog{
		head: "Resign?", text: "You will be eliminated. Your pieces stay on the board and no longer move.",
		choices: []choice{{label: "Cancel"}}, while: v.sameResignations(),
	}
	if f.Teams() {
		d.text = "A team resigns together. Your partner is asked first."
	}
	for s := range v.inPlay().All() {
		d.choices = append(d.choices, choice{"Resign " + f.Seats[s], resign(s)})
	}
	return ask(d)
}

// askAbort returns the dialog that aborts a game in which not every seat has moved.
func askAbort() dialog {
	return dialog{
		head: "Abort?", text: "Not every seat has moved. An aborted game has no result and is not rated.",
		choices: []choice{{label: "Cancel"}, {"Abort", send(table.Command{Kind: table.Abort, Seat: rules.NoSeat})}},
		while:   func(v *table.View) bool { return v.FirstMoves != 0 },
	}
}

func resign(s rules.Seat) intent { return act(rules.Action{Type: rules.Resign, Seat: s}) }

// answerResign returns the dialog that accepts or declines a partner's proposal to resign.
// If the viewer made the proposal, the dialog withdraws it.
func (v seen) answerResign(by rules.Seat) dialog {
	d := dialog{head: "Resign?", text: v.offers().TeamResignation(by) + ".", while: v.sameResignations()}
	if v.mine(by) {
		d.text = v.offers().TeamResignation(by) + "; your partner has not answered yet."
		d.choices = []choice{{label: "Keep waiting"}, {"Withdraw", v.command(table.PlayOn)}}
		return d
	}
	d.choices = []choice{{label: "Close"}}
	for s := range v.held().All() {
		if v.facts().Partners(s, by) {
			d.choices = append(d.choices, choice{"Accept: resign " + v.facts().Seats[s], resign(s)})
		}
	}
	d.choices = append(d.choices, choice{"Decline", v.command(table.PlayOn)})
	return d
}

// sameResignations returns a function that reports whether a dialog about resigning may stay
// open. The dialog must close when the game ends, a seat of the viewer is eliminated, or the
// proposals to resign change.
func (v seen) sameResignations() func(*table.View) bool {
	then, mine := v.View, v.held()
	return func(now *table.View) bool {
		return now.Phase == table.Playing && now.Resigning == then.Resigning && now.Position.InPlay()&mine == then.Position.InPlay()&mine
	}
}

// proposer returns the seat that has proposed that the viewer's team resign, or NoSeat.
// Opponents cannot see the proposal.
func (v seen) proposer() rules.Seat {
	by := rules.NoSeat
	for s := range v.Resigning.All() {
		if v.mine(s) {
			return s
		}
		if scene.Beside(v.facts(), v.held(), s) {
			by = s
		}
	}
	return by
}
