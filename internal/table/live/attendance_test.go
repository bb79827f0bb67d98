package live_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// kinds returns the kinds of the table's events from the given number on.
func (b *testTable) kinds(from int) (kinds []table.Kind) {
	for _, e := range b.events()[from:] {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

// openSeatOfGold starts a game in which the players have voted to open the seat of gold, who is
// away. The returned function disconnects the other players.
func (b *testTable) openSeatOfGold() (leave func()) {
	b.startGame(four...)
	leave = b.connect(inky, blinky, pinky)
	advance(table.ReplaceAfter)
	b.do(voteCommand(inky, table.OpenSeat))
	b.do(voteCommand(blinky, table.OpenSeat))
	return leave
}

// TestDepartureThatDecidesAVoteClosesTheTable has a vote that ends the game only because one
// more player leaves.
func TestDepartureThatDecidesAVoteClosesTheTable(t *testing.T) {
	inVirtualTime(t, table.Terms{Game: "chess4", Options: map[string]string{"teams": "on"}}, func(b *testTable) {
		b.startGame(four...)
		defer b.connect(blinky)()
		leave := b.connect(clyde)
		advance(table.ReplaceAfter + time.Second)
		b.do(voteCommand(blinky, table.EndSeat))
		leave()
		advance(table.AwayAfter + time.Minute)
		if v := b.View(); !v.Position.Over() || v.Phase != table.Finished {
			t.Errorf("over %t, phase %d; events %q", v.Position.Over(), v.Phase, b.kinds(9))
		}
	})
}

// TestReturnWhenATableIsAbandoned has a player connect at the moment when the table would be
// closed, also after a failure of the disk.
func TestReturnWhenATableIsAbandoned(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(four...)
		advance(table.AbandonedFor - time.Minute)
		b.log.fail(errors.New("disk full"))
		advance(2 * time.Minute)
		defer b.Watch(inky).Close()
		b.log.fix()
		advance(5 * time.Second)
		if v := b.View(); v.Fault != "" || v.Phase != table.Playing {
			t.Errorf("phase %d, fault %q", v.Phase, v.Fault)
		}
		for range 20 {
			c := newUncheckedTable(t, chess4)
			c.startGame(four...)
			time.Sleep(table.AbandonedFor)
			w := c.Watch(inky)
			advance(5 * time.Second)
			if v := c.View(); v.Fault != "" {
				t.Errorf("the table was set aside: %s", v.Fault)
			}
			w.Close()
			if err := c.Stop(context.Background()); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestIDOfACommandIsStoredForItsAuthor checks that the event of a bot does not take the ID of
// the command that seated it.
func TestIDOfACommandIsStoredForItsAuthor(t *testing.T) {
	b := newUncheckedTable(t, chess4)
	if err := b.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	cfg := b.config()
	cfg.Bots = true
	var err error
	if b.Table, err = live.Open(cfg, b.events()); err != nil {
		t.Fatal(err)
	}
	b.do(table.Command{By: inky, Kind: table.AddBot, Seat: rules.NoSeat, Level: 1, ID: "k1"})
	for _, e := range b.events() {
		if e.Player != nil && e.Player.ID.Bot() && e.CommandID != "" {
			t.Errorf("%+v", e)
		}
	}
	if err := b.Stop(context.Background()); err != nil {
		t.Error(err)
	}
}

// TestChatCountsAsActivity checks that a player who is away and writes a line is not marked as
// away again at once.
func TestChatCountsAsActivity(t *testing.T) {
	inVirtualTime(t, table.Terms{Game: "chess4", Chat: true}, func(b *testTable) {
		b.startGame(four...)
		advance(table.AwayAfter + 10*time.Second)
		before := len(b.events())
		b.do(table.Command{By: inky, Kind: table.Chat, Text: "hello"})
		advance(time.Second)
		if got := b.kinds(before); !slices.Equal(got, []table.Kind{table.Returned, table.Chatted}) {
			t.Errorf("events %q", got)
		}
	})
}

// TestVotesEndWhenAnAwayPlayerIsReplaced checks that nobody is asked to vote about a player who
// is no longer at the table.
func TestVotesEndWhenAnAwayPlayerIsReplaced(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		defer b.openSeatOfGold()()
		b.do(voteCommand(inky, table.Wait))
		b.do(table.Command{By: sue, Kind: table.Sit, Seat: gold})
		v := b.View()
		if task, _ := v.Task(pinky.ID); len(v.Votes) > 0 || task == table.ToVote {
			t.Errorf("votes %v, Pinky's task %d", v.Votes, task)
		}
	})
}

// TestOldLogWithAVoteAfterAReplacement reads a log of an earlier version, in which votes outlived
// the absence that they were about.
func TestOldLogWithAVoteAfterAReplacement(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		defer b.openSeatOfGold()()
		b.do(voteCommand(inky, table.Wait))
		b.do(table.Command{By: sue, Kind: table.Sit, Seat: gold})
		events := append(b.events(), table.Event{Kind: table.Unvoted, At: time.Now(), Player: &inky})
		old, err := live.Open(b.config(), events)
		if err != nil {
			t.Fatal(err)
		}
		if err := old.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

// TestVotesEndWhenAnAwayPlayerIsEliminated has the away player lose on time.
func TestVotesEndWhenAnAwayPlayerIsEliminated(t *testing.T) {
	inVirtualTime(t, timed, func(b *testTable) {
		b.startGame(four...)
		defer b.connect(blinky, pinky, clyde)()
		advance(table.AwayAfter + time.Second)
		b.do(voteCommand(blinky, table.Wait))
		b.do(voteCommand(pinky, table.Adjourn))
		advance(6 * time.Minute)
		if v := b.View(); v.Position.State[white] != rules.Eliminated || len(v.Votes) > 0 {
			t.Errorf("state %v, votes %v", v.Position.State[white], v.Votes)
		}
	})
}

// TestVacantSeatIsNotOpenAfterTheGame has a seat that was open to others when the game ended.
func TestVacantSeatIsNotOpenAfterTheGame(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		defer b.openSeatOfGold()()
		for i, p := range four {
			if p != clyde {
				_ = b.Do(
					context.Background(),
					table.Command{By: p, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: rules.Seat(i)}, Answers: -1},
				)
			}
		}
		v := b.View()
		if seat := v.Seats[gold]; v.Phase != table.Finished || seat.Open || seat.Vacant || v.Summary.Seats[gold].Vacant {
			t.Errorf("phase %d, open %t, vacant %t, in the summary %t", v.Phase, seat.Open, seat.Vacant, v.Summary.Seats[gold].Vacant)
		}
	})
}

// TestTurnOfAGainedArmyInTheSummary checks that the summary names the seat that has to act.
func TestTurnOfAGainedArmyInTheSummary(t *testing.T) {
	b := openTable(
		t,
		table.Terms{Game: "chess4", Options: map[string]string{"method": "2"}},
		"option method=2\nwhite K n8\nblack K a7\ngold K h14\nsilver K g1\nsilver R k2\nout silver white\ncontrol silver "+
			"white\nturn silver\n",
	)
	for i, p := range four {
		_ = b.Do(context.Background(), table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(i)})
		_ = b.Do(context.Background(), table.Command{By: p, Kind: table.Ready})
	}
	if v := b.View(); v.Phase != table.Playing || v.Summary.Turn != v.Actor {
		t.Errorf("phase %d, turn of seat %d, actor %d", v.Phase, v.Summary.Turn, v.Actor)
	}
	if err := b.Stop(context.Background()); err != nil {
		t.Error(err)
	}
}

// TestRequestAtTheUnloadTime checks that a table is unloaded although a request arrives at the
// moment when it would have been.
func TestRequestAtTheUnloadTime(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		cfg := b.config()
		cfg.UnloadAfter = time.Minute
		cfg.Reopen = func(context.Context, table.ID) (*live.Table, error) { return nil, context.Canceled }
		for range 50 {
			one, err := live.Open(cfg, b.events())
			if err != nil {
				t.Fatal(err)
			}
			b.Table = one
			time.Sleep(time.Minute)
			go func() { _ = one.Do(context.Background(), table.Command{By: sue, Kind: table.Ready}) }()
			advance(time.Hour)
			if !one.Unloaded() {
				t.Error("the table is still loaded after an hour")
				if err := one.Stop(context.Background()); err != nil {
					t.Error(err)
				}
			}
		}
	})
}
