package fold

import (
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Summarize returns the summary of a state. The parameter `v` must be the state's snapshot.
// `busy` tells whether a bot or an external program is about to act at the table.
func Summarize(s *State, v *table.View, busy bool) *table.Summary {
	sum := &table.Summary{
		Terms: s.Terms, Host: s.Host, Phase: s.Phase, Moves: len(s.Game.Moves), Turn: rules.NoSeat,
		Opened: s.Times.Opened, Changed: s.Seats.Changed, Active: s.Times.Active, Adjourned: s.Vote.Adjourned, Ended: s.Times.Ended,
		After: s.Rematch.After, Next: s.Rematch.Next, Due: dueUnattended(s),
	}
	if s.Phase == table.Playing {
		sum.Turn = s.Actor()
	}
	if v.Clock != nil && v.Clock.Running != rules.NoSeat {
		sum.Since, sum.Deadline = v.Clock.Since, v.Clock.Deadline
	}
	if o := &s.Game.Position.Outcome; s.Phase == table.Finished && s.Over() {
		sum.Over, sum.Outcome, sum.Winners, sum.Scores = true, o.Termination, o.Winners, o.Scores
	}
	sum.Aborted, sum.Left = s.Fairness.Aborted != nil, s.Fairness.Left
	for i := range v.Seats {
		seat := &v.Seats[i]
		sum.Seats[i] = table.SeatSummary{
			Player:   seat.Player,
			Open:     seat.Open,
			Closed:   seat.Closed,
			Ready:    seat.Ready,
			Vacant:   seat.Vacant,
			Vacation: seat.Vacation,
		}
		sum.Seats[i].Out = s.Phase == table.Playing && v.Variant.Facts().Side(rules.Seat(i))&v.Position.MayAct() == 0
		if seat.Player.ID != "" {
			if task, of := v.Task(seat.Player.ID); of == rules.Seat(i) {
				sum.Seats[i].Task = task
			}
		}
	}
	if s.Terms.Private != table.ForAll {
		sum.Admitted, sum.Replaced, sum.PasswordHash = ids(s.Access.Admitted), ids(s.Seats.Replaced), s.Access.PasswordHash
	}
	if busy {
		sum.Due = clock.Earliest(sum.Due, changedAt(s))
	}
	return sum
}

func ids(people []player.Player) (list []player.ID) {
	for _, p := range people {
		list = append(list, p.ID)
	}
	return list
}

// dueUnattended returns the time at which the table must be loaded even if nobody is
// connected to it. The time may be too early: the table then finds nothing to do. It is
// never too late.
func dueUnattended(s *State) (at time.Time) {
	switch s.Phase {
	case table.Waiting:
		if len(s.ReadyPeople()) > 0 { // load the table, so that it finds out whether they are away
			return s.Seats.Changed
		}
		return s.IdleAt(time.Time{}, nil)
	case table.Playing:
		return clock.Earliest(clockDueUnattended(s), absenceDueUnattended(s))
	}
	if s.RematchAccepted() {
		return changedAt(s) // load this table immediately, so that the table of the rematch is opened
	}
	return time.Time{}
}

// clockDueUnattended returns the time at which the table must be loaded because a clock is
// running. For a correspondence clock, this is the time when the clock runs out, plus a
// grace period. For any other clock it is a time in the past, because the table must stay
// loaded to store heartbeats.
func clockDueUnattended(s *State) time.Time {
	c := &s.Clocks
	switch {
	case c.Running == rules.NoSeat || s.Vote.Adjourned:
		return time.Time{}
	case c.Ticking() && s.Terms.Clock.Correspondence():
		return s.Deadline().Add(table.Grace)
	}
	return c.Since
}

// absenceDueUnattended returns the time at which the table must be loaded because players
// are absent: a time in the past if some of them must still be recorded as away, otherwise the
// time at which the abandoned game is closed.
func absenceDueUnattended(s *State) time.Time {
	if !s.ExpectsPlayers() {
		return time.Time{}
	}
	for seat := range s.Game.Position.Expected().All() {
		if s.AwaySince[seat].IsZero() && !s.Seats.List[seat].Player.ID.Bot() {
			return s.Times.Started
		}
	}
	return s.AbandonedAt(time.Time{}, nil)
}

// changedAt returns the time of the last change to the game or its seats.
func changedAt(s *State) time.Time {
	return Later(Later(s.Times.Active, s.Seats.Changed), s.Times.Ended)
}
