package table

import (
	"slices"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Task is an action that a table expects from a player. The numbers are stored: never
// renumber or reuse one.
type Task uint8

// The tasks, most urgent first.
const (
	ToMove     Task = iota + 1 // it is the player's turn
	ToVote                     // other players have voted, but this player has not
	ToResign                   // the player's partner proposes to resign (G5)
	ToDraw                     // a draw is offered
	ToTakeback                 // a takeback is offered
	ToReady                    // all seats are taken, but the player is not ready
	ToRematch                  // a rematch is offered
)

// Tasks lists all tasks, most urgent first.
var Tasks = []Task{ToMove, ToVote, ToResign, ToDraw, ToTakeback, ToReady, ToRematch}

// Task returns a player's most urgent task and the seat that it concerns. The task is 0 if
// the player has nothing to do.
func (v *View) Task(id player.ID) (Task, rules.Seat) {
	held := v.Held(id)
	switch v.Phase {
	case Waiting:
		return v.taskWhileWaiting(held), held.First()
	case Playing:
		return v.taskWhilePlaying(id, held)
	}
	if v.Rematch != nil && v.Next == 0 && v.Rematch.Accepted&held == 0 {
		return ToRematch, held.First()
	}
	return 0, rules.NoSeat
}

func (v *View) taskWhileWaiting(held rules.Seats) (task Task) {
	for i, s := range v.Seats {
		switch {
		case s.Open:
			return 0
		case held.Has(rules.Seat(i)) && !s.Ready:
			task = ToReady
		}
	}
	return task
}

func (v *View) taskWhilePlaying(id player.ID, held rules.Seats) (Task, rules.Seat) {
	inPlay, seat := held&v.Position.MayAct(), held.First()
	voted := slices.ContainsFunc(v.Votes, func(vote VoteView) bool { return vote.By.ID == id })
	switch {
	case held.Has(v.Actor) && !v.Adjourned:
		return ToMove, v.Actor
	case inPlay == 0:
	case len(v.Votes) > 0 && !voted:
		return ToVote, seat
	case v.Resigning&^held != 0 && v.partnerResigns(inPlay):
		return ToResign, seat
	case v.Offer != nil && inPlay&^v.Offer.Accepted != 0:
		return ToDraw, seat
	case v.Takeback != nil && inPlay&^v.Takeback.Accepted != 0:
		return ToTakeback, seat
	}
	return 0, seat
}

func (v *View) partnerResigns(mine rules.Seats) bool {
	for a := range (v.Resigning &^ mine).All() {
		for b := range mine.All() {
			if v.Variant.Facts().Partners(a, b) {
				return true
			}
		}
	}
	return false
}
