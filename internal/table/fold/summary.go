package fold

import (
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Summarize returns the summary of a state, of which v is the snapshot. busy tells that
// a program has something to do at the table.
func Summarize(s *State, v *table.View, busy bool) *table.Summary {
	sum := &table.Summary{
		Terms: s.Terms, Host: s.Host, Phase: s.Phase, Moves: len(s.Game.Moves), Turn: rules.NoSeat,
		Changed: s.Seats.Changed, Active: s.Times.Active, Adjourned: s.Vote.Adjourned, Ended: s.Times.Ended, After: s.Rematch.After, Next: s.Rematch.Next, Due: dueUnattended(s),
	}
	if s.Phase == table.Playing {
		sum.Turn = s.Game.Position.Turn
	}
	if v.Clock != nil && v.Clock.Running != rules.NoSeat {
		sum.Since, sum.Deadline = v.Clock.Since, v.Clock.Deadline
	}
	if o := &s.Game.Position.Outcome; s.Phase == table.Finished && s.Over() {
		sum.Over, sum.Outcome, sum.Winners, sum.Scores = true, o.Termination, o.Winners, o.Scores
	}
	for i := range v.Seats {
		seat := &v.Seats[i]
		sum.Seats[i] = table.SeatSummary{Player: seat.Player, Open: seat.Open, Closed: seat.Closed, Ready: seat.Ready, Vacant: seat.Vacant}
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
		sum.Due = earliest(sum.Due, changedAt(s))
	}
	return sum
}

func ids(people []player.Player) (list []player.ID) {
	for _, p := range people {
		list = append(list, p.ID)
	}
	return list
}

// dueUnattended is when the table has something to do although nobody is connected to it,
// never later than it really has: what is to be done is decided when it is loaded.
func dueUnattended(s *State) (at time.Time) {
	switch s.Phase {
	case table.Waiting:
		return s.IdleAt(time.Time{})
	case table.Playing:
		return earliest(clockDueUnattended(s), absenceDueUnattended(s))
	}
	if s.RematchAccepted() {
		return changedAt(s) // the rematch is not made yet
	}
	return time.Time{}
}

// clockDueUnattended is when a clock needs the table: a clock of minutes all the time, so
// that it is stored from time to time that it runs; one of days when it runs out.
func clockDueUnattended(s *State) time.Time {
	c := &s.Clocks
	switch {
	case c.Running == rules.NoSeat || s.Vote.Adjourned:
		return time.Time{}
	case c.Ticking() && s.Terms.Clock.Correspondence():
		return c.Deadline().Add(table.Grace)
	}
	return c.Since
}

// absenceDueUnattended is when absent players need the table: at once until it is stored that
// they are away, and when a game that everybody left is closed.
func absenceDueUnattended(s *State) time.Time {
	if !s.ExpectsPlayers() {
		return time.Time{}
	}
	for seat := range s.Game.Position.InPlay().All() {
		if s.AwaySince[seat].IsZero() && !s.Seats.List[seat].Player.ID.Bot() {
			return s.Times.Started
		}
	}
	return s.AbandonedAt(time.Time{})
}

// changedAt is when somebody last did something that matters to others.
func changedAt(s *State) time.Time {
	return Later(Later(s.Times.Active, s.Seats.Changed), s.Times.Ended)
}

// earliest is the earlier of two times of which zero means never.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
