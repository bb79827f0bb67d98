package game

import (
	"testing"
	"time"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/table"
)

func TestAwayPlayers(t *testing.T) {
	for away, want := range map[time.Duration]string{
		40 * time.Second: "away <1m", 150 * time.Second: "away 2m", 200 * time.Minute: "away 3h", 200 * time.Hour: "away 8d",
	} {
		v, now := uitest.PlayerAway(t, away)
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:5]), kit.Config{})
		d.Env.Clock = func() time.Time { return now }
		d.Show(v)
		d.Sees(want, "Away: Clyde. Vote: ctrl+o")
		if len(d.Ticks) != 1 || d.Ticks[0] <= 0 || d.Ticks[0] > time.Hour+time.Second {
			t.Errorf("%v: the ticks are %v", away, d.Ticks)
		}
	}
}

// The menu offers to open the seat of an absent player, or to resign for the player, only
// after two minutes of absence.
func TestVoteChoices(t *testing.T) {
	for away, all := range map[time.Duration]bool{10 * time.Second: false, 119 * time.Second: false, 2 * time.Minute: true} {
		v, now := uitest.PlayerAway(t, away)
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:5]), kit.Config{})
		d.Env.Clock = func() time.Time { return now }
		d.Show(v)
		d.Keys("ctrl+o")
		d.Sees("Vote to wait for Clyde", "Vote to adjourn")
		if all {
			d.Sees("Vote to open the seat of Clyde", "Vote to resign for Clyde")
			d.Lacks("two minutes")
			continue
		}
		d.Lacks("Vote to open", "Vote to end")
		d.Reads("away for two minutes, you can vote to open their seat or resign for them.")
	}
}

func TestVotes(t *testing.T) {
	v, _ := uitest.PlayerAway(t, 5*time.Minute)
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Keys("ctrl+o")
	d.Sees("[ Cancel ]", "Vote to wait for Clyde", "Vote to adjourn", "Vote to open the seat of Clyde", "Vote to resign for Clyde")
	d.Keys("down", "down", "enter")
	if a := d.Backend.Commands[0]; a.Kind != table.Vote || a.Choice != table.Adjourn {
		t.Fatalf("the command is %+v", a)
	}
	v.Votes = []table.VoteView{{By: uitest.People[1], Choice: table.Wait}}
	d.Show(v)
	d.Sees("Blinky votes to wait for Clyde. ctrl+y yes, ctrl+n no")
	d.Keys("ctrl+n")
	d.Lacks("Blinky votes")
	d.Asks(table.Vote)
	d = atTable(t, uitest.People[0], v, kit.Config{})
	d.Keys("ctrl+y")
	if a := d.Backend.Commands[0]; a.Kind != table.Vote || a.Choice != table.Wait {
		t.Fatalf("the command is %+v", a)
	}
	v.Votes = append(v.Votes, table.VoteView{By: uitest.People[0], Choice: table.Wait})
	d.Show(v)
	d.Sees("You voted to wait for Clyde (2 so far)")
	d.Keys("ctrl+o")
	d.Choose("Withdraw my vote to wait for Clyde")
	d.Asks(table.Vote, table.Unvote)
}

func TestAdjournedGame(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:4])
	v.Adjourned, v.Legal = true, nil
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Sees("Adjourned", "Clocks are stopped until all are back. Vote: ctrl+o")
	d.Lacks("Your move")
	if got := d.Model.View().Title; got != "12: adjourned" {
		t.Errorf("title %q", got)
	}
	d.Keys("enter")
	d.Sees("The game is adjourned")
	d.Keys("esc", "ctrl+o", "down", "enter")
	if a := d.Backend.Commands[0]; a.Kind != table.Vote || a.Choice != table.Resume {
		t.Errorf("the command is %+v", a)
	}
}

func TestSpectatorTakesOverSeat(t *testing.T) {
	v, _ := uitest.PlayerAway(t, 5*time.Minute)
	v.Seats[3].Vacant, v.Seats[3].Open = true, true
	d := atTable(t, uitest.Spectator, v, kit.Config{})
	d.Sees("Clyde", "open", "A seat is open: ctrl+o")
	d.Keys("ctrl+o", "down", "enter")
	if a := d.Backend.Commands[0]; a.Kind != table.Sit || a.Seat != 3 {
		t.Errorf("the command is %+v", a)
	}
}
