package table

import (
	"slices"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Task is what a table waits for from a player. The numbers are stored: never
// renumber or reuse one.
type Task uint8

// What a table waits for, the most urgent first.
const (
	ToMove     Task = iota + 1 // it is the player's turn
	ToVote                     // somebody is away or wants to adjourn, and others have voted
	ToResign                   // the player's partner wants to resign (G5)
	ToDraw                     // a draw is offered
	ToTakeback                 // somebody asks for a takeback
	ToReady                    // all seats are taken, and the player is not ready
	ToRematch                  // the others want a rematch
)

// Tasks are all tasks, the most urgent first.
var Tasks = []Task{ToMove, ToVote, ToResign, ToDraw, ToTakeback, ToReady, ToRematch}

// Task returns the most urgent thing that the table waits for from a player, and for
// which seat; 0 if there is nothing.
func (v *View) Task(id player.ID) (Task, rules.Seat) {
	held := v.Held(id)
	switch v.Phase {
	case Waiting:
		return v.readying(held), held.First()
	case Playing:
		return v.taskInPlay(id, held)
	}
	if v.Rematch != nil && v.Next == 0 && v.Rematch.Accepted&held == 0 {
		return ToRematch, held.First()
	}
	return 0, rules.NoSeat
}

func (v *View) readying(held rules.Seats) (task Task) {
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

func (v *View) taskInPlay(id player.ID, held rules.Seats) (Task, rules.Seat) {
	inPlay, seat := held&v.Position.InPlay(), held.First()
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
