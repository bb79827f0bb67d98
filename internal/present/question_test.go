package present_test

import (
	"math/rand/v2"
	"testing"

	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestQuestionsAreTasks checks in random views that the first question, or else the turn, is the task that the table names for
// lists and programs, and that each question can be worded.
func TestQuestionsAreTasks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seats := func() rules.Seats { return rules.Seats(r.IntN(1 << rules.SeatCount)) }
	fewSeats := func() rules.Seats { some := seats(); return some & seats() }
	asked := map[table.Task]int{}
	for _, game := range []string{"chess4", "quadrochess"} {
		start := logged(t, table.Terms{Game: game})
		m := start.Legal[0]
		start.Moves = []table.MoveView{{Number: 1, Action: m, Plain: rules.Plain(start.Variant.Facts(), 0, m)}}
		for range 2000 {
			v := *start
			v.Phase, v.Adjourned, v.Resigning = table.Phase(r.IntN(3)), r.IntN(4) == 0, fewSeats()
			for seat := range v.Seats {
				v.Seats[seat].Player, v.Seats[seat].Ready = people[r.IntN(len(people))], r.IntN(2) == 0
				if r.IntN(3) == 0 {
					v.Position.State[seat] = rules.Eliminated
				}
			}
			if r.IntN(2) == 0 {
				v.Offer = &table.OfferView{By: people[0], Accepted: seats()}
				v.Takeback = &table.TakebackView{By: people[1], Accepted: seats()}
				v.Rematch = &table.RematchView{Accepted: seats()}
			}
			for _, p := range people {
				if r.IntN(4) == 0 {
					v.Votes = append(v.Votes, table.VoteView{By: p, Choice: table.Adjourn})
				}
			}
			for _, p := range append(people[:], gus) {
				at, want := present.For(&v, present.Viewer{ID: p.ID}), table.Task(0)
				for i := range at.Questions {
					if at.Questions[i].Text == "" || at.Questions[i].ID == "" {
						t.Fatalf("%+v", at.Questions[i])
					}
				}
				switch {
				case at.Turn.Own:
					want = table.ToMove
				case len(at.Questions) > 0:
					want = at.Questions[0].Kind
				}
				got, _ := v.Task(p.ID)
				if asked[got]++; got != want && got != table.ToReady {
					t.Fatalf("%s has the task %d, and is asked %+v", p.Name, got, at.Questions)
				}
			}
		}
	}
	for _, task := range table.Tasks {
		if asked[task] < 10 {
			t.Errorf("task %d occurs only %d times", task, asked[task])
		}
	}
}
