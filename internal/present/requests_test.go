package present_test

import (
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

var (
	ann = player.Player{ID: "a", Name: "Ann"}
	bob = player.Player{ID: "b", Name: "Bob"}
	cyd = player.Player{ID: "c", Name: "Cyd"}
)

// played returns a view of a game in which Ann has two seats.
func played(t *testing.T) *table.View {
	t.Helper()
	v, err := variants.All()[0].New(nil)
	if err != nil {
		t.Fatal(err)
	}
	view := &table.View{Variant: v, Phase: table.Playing, Host: bob, Rematch: &table.RematchView{}}
	for s, p := range []player.Player{ann, bob, ann, cyd} {
		view.Seats[s].Player = p
	}
	return view
}

func TestPremovesAreNamedUntilTheyAreDropped(t *testing.T) {
	for want, dropped := range map[string][]bool{
		"Premove a1-a2, b1-b2":                                    {false, false},
		"Premove b1-b2 was not legal and was cancelled":           {false, true},
		"Premoves a1-a2, b1-b2 were not legal and were cancelled": {true, true},
	} {
		v := played(t)
		v.Premoves = []table.PremoveView{{Plain: "a1-a2", Dropped: dropped[0]}, {Plain: "b1-b2", Dropped: dropped[1]}}
		if got, set := present.For(v, present.Viewer{ID: ann.ID}).Premove(); got != want || set == dropped[1] {
			t.Errorf("%q, %v; want %q", got, set, want)
		}
	}
}

// TestEveryChoiceHasWords checks that each choice of a vote has its own text.
func TestEveryChoiceHasWords(t *testing.T) {
	v := played(t)
	v.Seats[0].AwaySince, v.Seats[2].AwaySince, v.Seats[3].AwaySince = time.Now(), time.Now(), time.Now()
	want := map[table.Choice]string{
		table.Wait: "to wait for Ann, Cyd", table.Adjourn: "to adjourn the game", table.OpenSeat: "to open the seat of Ann, Cyd",
		table.EndSeat: "to resign for Ann, Cyd", table.Resume: "to resume the game",
	}
	for _, c := range table.Choices {
		vote := table.VoteView{By: bob, Choice: c}
		if got := (present.At{View: v, Me: ann.ID}).Vote(vote); want[c] == "" || got != "Bob votes "+want[c] {
			t.Errorf("%s reads %q", c, got)
		}
		if got := (present.At{View: v, Me: bob.ID}).Vote(vote); got != "You vote "+want[c] {
			t.Errorf("%s reads %q to who votes", c, got)
		}
	}
	if got := present.Choice(played(t), table.Wait); got != "to wait for whoever left" {
		t.Errorf("with nobody away: %q", got)
	}
}

// TestEveryTaskHasWords checks that each task has a text.
func TestEveryTaskHasWords(t *testing.T) {
	seen := map[string]bool{}
	for _, task := range table.Tasks {
		words := present.Task(task)
		if words == "" || seen[words] {
			t.Errorf("task %d reads %q", task, words)
		}
		seen[words] = true
		if brief := present.TaskInBrief(task); brief == "" || len(brief) > 9 {
			t.Errorf("task %d reads %q in a list whose column has 9 cells", task, brief)
		}
	}
	due := view.Waiting{Table: 12, Title: "Chess4", SeatName: "white-a", Task: table.ToMove}
	if got := present.Due(&due); got != "Your move: table 12, Chess4, White A" {
		t.Error(got)
	}
}

func TestRequests(t *testing.T) {
	v := played(t)
	v.Moves = []table.MoveView{{Text: "e4"}, {Text: "Nk3"}, {Text: "d6"}}
	v.Offer = &table.OfferView{By: bob}
	to := func(me player.ID, say func(present.At) string) string { return say(present.At{View: v, Me: me}) }
	rematch := func(a present.At) string { return a.Rematch(bob) }
	removal := func(a present.At) string {
		return a.Removal(&table.RemovalView{Player: ann, By: bob, Seat: 0, Reason: "we begin\x1b[2J"})
	}
	takeback := func(n int) func(present.At) string {
		return func(a present.At) string {
			v.Takeback = &table.TakebackView{By: cyd, To: n}
			return a.Takeback()
		}
	}
	seat := v.Variant.Facts().SeatTitle(0)
	for _, test := range []struct{ got, want string }{
		{to(ann.ID, present.At.DrawOffer), "Bob offers a draw"},
		{to(bob.ID, present.At.DrawOffer), "You offer a draw"},
		{to(ann.ID, takeback(2)), "Cyd proposes to take back d6"},
		{to(cyd.ID, takeback(1)), "You propose to take back Nk3"},
		{to(ann.ID, func(a present.At) string { return a.TeamResignation(1) }), "Bob wants your team to resign"},
		{to(bob.ID, func(a present.At) string { return a.TeamResignation(1) }), "You offered to resign"},
		{to(ann.ID, rematch), "Bob wants a rematch"},
		{to(bob.ID, rematch), "You want a rematch"},
		{to(bob.ID, func(a present.At) string { return a.RematchOf(rules.Seats(0b0101)) }), "Ann wants a rematch"},
		{to(bob.ID, func(a present.At) string { return a.RematchOf(rules.Seats(0b1001)) }), "Ann and Cyd want a rematch"},
		{to(bob.ID, removal), "The host removed Ann from " + seat + ": we begin?[2J"},
		{to(ann.ID, removal), "The host removed you from " + seat + ": we begin?[2J"},
		{present.Here(1), "1 person is here"},
		{present.Here(3), "3 people are here"},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
	v.Rematch.Rotate = true
	if got := to(ann.ID, rematch); got != "Bob wants a rematch, seats rotated" && got != "Bob wants a rematch, next seat moves first" {
		t.Error(got)
	}
}

// TestAbsentNamesTheOwnerOfASeatInPlay has a player whose first seat is eliminated.
func TestAbsentNamesTheOwnerOfASeatInPlay(t *testing.T) {
	v := &table.View{}
	for s := range v.Seats {
		v.Seats[s].Player = player.Player{ID: player.ID(rune('a' + s)), Name: "N"}
	}
	pinky := player.Player{ID: "x", Name: "Pinky"}
	for _, s := range []int{0, 2} {
		v.Seats[s].Player, v.Seats[s].AwaySince = pinky, time.Unix(1, 0)
	}
	v.Position.State[0] = rules.Eliminated
	if got := present.Choice(v, table.Wait); got != "to wait for Pinky" {
		t.Errorf("the vote is %q", got)
	}
}

// TestInbox checks what invitations ask, how long they stay open, and what a person types to answer.
func TestInbox(t *testing.T) {
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		invitation view.Invitation
		line, yes  string
	}{
		{
			view.Invitation{Number: 3, From: bob, Table: 7, Title: "Chess4", Seat: rules.NoSeat, Until: now.Add(10 * time.Minute)},
			"Bob invites you: table 7, Chess4, 10 minutes left", "sit 7",
		},
		{
			view.Invitation{Number: 3, From: bob, Table: 7, Title: "Chess4", Seat: 2, SeatName: "black", Until: now.Add(time.Second)},
			"Bob invites you: table 7, Chess4, less than a minute left", "sit 7 black",
		},
		{
			view.Invitation{Number: 3, From: bob, Table: 7, Title: "Chess4", SeatName: "white", Rematch: true},
			"Bob wants a rematch: table 7, Chess4", "table 7",
		},
		{
			view.Invitation{Number: 3, Evening: "Friday", Round: 2, Table: 7, SeatName: "white"},
			"Table 7, White: Friday, round 2", "table 7",
		},
	} {
		q := &present.Inbox([]view.Invitation{test.invitation})[0]
		if got := [...]string{q.Line(now), q.Accept.Word(), q.Decline.Word()}; got != [...]string{test.line, test.yes, "ignore 3"} {
			t.Errorf("%+v: %q", test.invitation, got)
		}
	}
}
