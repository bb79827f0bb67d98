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

// TaskSet is a set of tasks.
type TaskSet uint8

// Has reports whether a task is in the set.
func (s TaskSet) Has(t Task) bool { return s>>t&1 == 1 }

func (s *TaskSet) add(t Task, asked bool) {
	if asked {
		*s |= 1 << t
	}
}

// Task returns a player's most urgent task and the seat that it concerns. The task is 0 if
// the player has nothing to do.
func (v *View) Task(id player.ID) (Task, rules.Seat) {
	set := v.Tasks(id)
	for _, t := range Tasks {
		switch {
		case !set.Has(t):
		case t == ToMove:
			return t, v.Actor
		default:
			return t, v.Held(id).First()
		}
	}
	return 0, rules.NoSeat
}

// Tasks returns everything that the table expects from a player now.
func (v *View) Tasks(id player.ID) (set TaskSet) {
	held := v.Held(id)
	if held == 0 {
		return 0
	}
	switch v.Phase {
	case Waiting:
		open, unready := false, false
		for i, s := range v.Seats {
			open, unready = open || s.Open, unready || held.Has(rules.Seat(i)) && !s.Ready
		}
		set.add(ToReady, unready && !open)
	case Playing:
		inPlay := held & v.Position.MayAct()
		set.add(ToMove, held.Has(v.Actor) && !v.Adjourned)
		if inPlay == 0 {
			break
		}
		set.add(ToVote, len(v.Votes) > 0 && !slices.ContainsFunc(v.Votes, func(vote VoteView) bool { return vote.By.ID == id }))
		set.add(ToResign, v.Resigning&held == 0 && v.Resigning&v.Variant.Facts().PartnersOf(inPlay) != 0)
		set.add(ToDraw, v.Offer != nil && inPlay&^v.Offer.Accepted != 0)
		set.add(ToTakeback, v.Takeback != nil && inPlay&^v.Takeback.Accepted != 0)
	case Finished:
		set.add(ToRematch, v.Rematch != nil && v.Next == 0 && held&^v.Rematch.Accepted != 0)
	}
	return set
}
