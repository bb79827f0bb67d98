package present_test

import (
	"slices"
	"testing"
	"time"

	"quadrille/internal/present"
	"quadrille/internal/table"
)

// TestChangesOfSeats checks the sentences on what players do with their seats, and the lines of the seats afterwards.
func TestChangesOfSeats(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	waiting := func(v *table.View) { v.Phase = table.Waiting }
	for _, c := range []struct {
		name          string
		before, after func(v *table.View)
		changes       []string
		who           string // the line of seat 1, which is Bob's
	}{
		{"nothing", waiting, func(*table.View) {}, nil, "Bob, not ready, away"},
		{
			"new player", func(v *table.View) { v.Seats[1] = table.SeatView{Open: true} }, func(*table.View) {},
			[]string{"Bob sits down as Silver"},
			"Bob, not ready, away",
		},
		{"leaves", waiting, func(v *table.View) { v.Seats[1] = table.SeatView{Open: true} }, []string{"Bob stands up from Silver"}, "open"},
		{
			"ready", waiting, func(v *table.View) { v.Seats[1].Ready, v.Seats[1].Present = true, true },
			[]string{"Bob is ready as Silver"},
			"Bob, ready",
		},
		{
			"away", func(v *table.View) { v.Seats[1].Ready = true }, func(*table.View) {},
			[]string{"Bob is away and no longer ready"},
			"Bob, not ready, away",
		},
		{
			"own vacation, with two seats", waiting, func(v *table.View) {
				v.Seats[0].Vacation, v.Seats[2].Vacation = now.Add(24*time.Hour), now.Add(24*time.Hour)
			},
			[]string{"You are on vacation until 2026-12-01 12:00 UTC"},
			"Bob, not ready, away",
		},
		{
			"end of a vacation", func(v *table.View) { v.Seats[1].Vacation = now }, func(*table.View) {},
			[]string{"Bob is back from vacation"},
			"Bob, not ready, away",
		},
		{
			"chat", waiting, func(v *table.View) { v.Seats[0].AcceptsChat = true },
			[]string{"You agree to chat during the game"},
			"Bob, not ready, away",
		},
	} {
		old, v := played(t), played(t)
		old.Phase, v.Phase = table.Waiting, table.Waiting
		c.before(old)
		c.after(v)
		at := present.For(v, present.Viewer{ID: ann.ID})
		if got := at.Changes(old, now, time.UTC); !slices.Equal(got, c.changes) {
			t.Errorf("%s: %q, want %q", c.name, got, c.changes)
		}
		if got := at.Who(1, now, time.UTC); got != c.who {
			t.Errorf("%s: seat 1 is %q, want %q", c.name, got, c.who)
		}
	}
}
