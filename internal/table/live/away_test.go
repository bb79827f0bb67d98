package live_test

import (
	"context"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

func voteCommand(by player.Player, c table.Choice) table.Command {
	return table.Command{By: by, Kind: table.Vote, Choice: c}
}

func (b *testTable) countEvents(kind table.Kind) (n int) {
	b.Helper()
	for _, e := range b.events() {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

func TestAwaySince(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(four...)
		defer b.connect(inky, blinky, pinky)()
		watcher := b.Watch(clyde)
		advance(time.Minute)
		watcher.Close()
		left := time.Now()
		advance(table.AwayAfter - 1)
		if v := b.View(); !v.Seats[gold].AwaySince.IsZero() || v.Seats[gold].Present {
			t.Errorf("away too early: %+v", v.Seats[gold])
		}
		advance(1)
		if v := b.View(); !v.Seats[gold].AwaySince.Equal(left) || !v.Seats[white].AwaySince.IsZero() {
			t.Errorf("away: %+v", v.Seats)
		}
		b.checkViews()
		again := b.Watch(clyde)
		advance(0)
		if v := b.View(); !v.Seats[gold].AwaySince.IsZero() {
			t.Errorf("back: %+v", v.Seats[gold])
		}
		for range 100 { // the connection is lost and restored again and again
			again.Close()
			advance(table.AwayAfter / 2)
			again = b.Watch(clyde)
			advance(table.AwayAfter / 2)
		}
		again.Close()
		if b.countEvents(table.Left) != 1 || b.countEvents(table.Returned) != 1 {
			t.Errorf("%d times away, %d times back", b.countEvents(table.Left), b.countEvents(table.Returned))
		}
	})
}

func TestCommandMarksPlayerAsBack(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(four...) // start the game with no player connected
		advance(table.AwayAfter)
		if b.countEvents(table.Left) != 4 {
			t.Fatalf("%d are away", b.countEvents(table.Left))
		}
		b.moves("m7-k7")
		if v := b.View(); !v.Seats[white].AwaySince.IsZero() || v.Seats[silver].AwaySince.IsZero() {
			t.Errorf("seats %+v", v.Seats)
		}
		advance(table.AwayAfter)
		if v := b.View(); v.Seats[white].AwaySince.IsZero() {
			t.Error("not away after one command")
		}
	})
}

func TestAdjournedGameResumesWhenAllReturn(t *testing.T) {
	inVirtualTime(t, timed, func(b *testTable) {
		b.startGame(four...)
		defer b.connect(blinky, pinky, clyde)()
		b.wantRefusal(voteCommand(blinky, table.Wait), table.NobodyAway)
		b.wantRefusal(voteCommand(blinky, "dance"), table.NoSuchChoice)
		b.wantRefusal(voteCommand(blinky, table.Resume), table.NotAdjourned)
		advance(table.AwayAfter)
		b.do(voteCommand(blinky, table.Adjourn))
		if b.View().Adjourned {
			t.Fatal("adjourned by one of three")
		}
		b.do(voteCommand(pinky, table.Adjourn))
		v := b.View()
		if !v.Adjourned || v.Clock.Running != rules.NoSeat || v.Clock.Left[white] != 5*time.Minute-table.AwayAfter || len(v.Legal) != 0 ||
			len(v.Votes) != 0 {
			t.Fatalf("adjourned %v, clock %+v", v.Adjourned, v.Clock)
		}
		advance(time.Hour)
		b.wantRefusal(voteCommand(pinky, table.EndSeat), table.IsAdjourned)
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		b.open()
		defer b.connect(blinky, pinky, clyde)()
		advance(time.Hour)
		if v := b.View(); !v.Adjourned || v.Clock.Running != rules.NoSeat {
			t.Fatalf("after a restart: adjourned %v, clock %+v", v.Adjourned, v.Clock)
		}
		defer b.connect(inky)()
		advance(0)
		if v := b.View(); v.Adjourned || v.Clock.Running != white || time.Until(v.Clock.Deadline) != 5*time.Minute-table.AwayAfter {
			t.Errorf("all returned: adjourned %v, clock %+v", v.Adjourned, v.Clock)
		}
	})
}

func TestNoMovesWhileAdjourned(t *testing.T) {
	inVirtualTime(t, table.Terms{Game: "verney", Touch: true}, func(b *testTable) {
		b.startGame(four...)
		defer b.connect(four...)()
		word := rules.Plain(b.View().Variant.Facts(), white, b.View().Legal[0])
		move := b.move(word)
		for i, p := range four { // all players are present, so the vote must be unanimous
			if b.View().Adjourned {
				t.Fatalf("adjourned by %d of four", i)
			}
			b.do(voteCommand(p, table.Adjourn))
		}
		b.wantRefusal(move, table.IsAdjourned)
		b.wantRefusal(table.Command{By: inky, Kind: table.Lift, Seat: white, Square: move.Action.From}, table.IsAdjourned)
		advance(24 * time.Hour)
		for i, p := range four[1:] { // three votes are a majority of the four players
			if !b.View().Adjourned {
				t.Fatalf("resumed by %d of four", i)
			}
			b.do(voteCommand(p, table.Resume))
		}
		b.do(move)
	})
}

func TestSinglePlayerResumesOnlyAfterAdjournedFor(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(four...)
		leave := b.connect(four...)
		for _, p := range four {
			b.do(voteCommand(p, table.Adjourn))
		}
		leave()
		advance(time.Hour)
		defer b.connect(inky)()
		advance(table.AdjournedFor - time.Hour - 1)
		b.do(voteCommand(inky, table.Resume))
		if !b.View().Adjourned {
			t.Fatal("resumed by one of four")
		}
		advance(1)
		b.do(table.Command{By: inky, Kind: table.Unvote})
		b.do(voteCommand(inky, table.Resume))
		if b.View().Adjourned {
			t.Error("not resumed after AdjournedFor")
		}
	})
}

func TestReplacePlayerWhoIsAwayLong(t *testing.T) {
	inVirtualTime(t, openChat, func(b *testTable) {
		b.startGame(four...)
		defer b.connect(inky, blinky, pinky, sue)()
		b.moves("m7-k7", "j1-k3", "b8-d8")
		b.wantRefusal(table.Command{By: sue, Kind: table.Sit, Seat: gold}, table.AlreadyStarted)
		advance(table.AwayAfter)
		b.wantRefusal(voteCommand(inky, table.OpenSeat), table.NotAwayLong)
		advance(table.ReplaceAfter - table.AwayAfter)
		b.do(voteCommand(inky, table.OpenSeat))
		b.do(voteCommand(blinky, table.OpenSeat))
		if v := b.View(); !v.Seats[gold].Vacant || !v.Seats[gold].Open || v.Seats[gold].Player != clyde {
			t.Fatalf("seat %+v", v.Seats[gold])
		}
		b.wantRefusal(table.Command{By: inky, Kind: table.Sit, Seat: gold}, table.AlreadyPlaying)
		b.do(chatCommand(sue, "I can take over"))
		b.do(table.Command{By: sue, Kind: table.Sit, Seat: rules.NoSeat})
		v := b.Seen(sue.ID)
		if v.Seats[gold].Player != sue || v.Seats[gold].Vacant || v.SpectatorChat != nil {
			t.Fatalf("seat %+v, spectator chat %q", v.Seats[gold], chatText(v.SpectatorChat))
		}
		b.do(chatCommand(funky, "gold left"))
		if got := b.Seen(clyde.ID).SpectatorChat; got != nil { // Clyde must not see spectator chat even after being replaced
			t.Errorf("the replaced player sees %q", chatText(got))
		}
		b.wantRefusal(chatCommand(clyde, "ask me"), table.ChatClosed)
		b.moves("h13-h11")
		b.wantError(table.Command{By: clyde, Kind: table.Play, Seat: gold, Action: b.action("m8-k8"), Answers: -1})
	})
}

// wantError checks that the table refuses a command.
func (b *testTable) wantError(a table.Command) {
	b.Helper()
	if err := b.Do(context.Background(), a); err == nil {
		b.Errorf("%+v succeeded", a)
	}
}

func TestG5_ResignationNeedsNoOpenSeat(t *testing.T) {
	inVirtualTime(t, table.Terms{Game: "forchess"}, func(b *testTable) {
		b.startGame(four...)
		defer b.connect(inky, blinky, pinky)() // Clyde, the partner of Blinky, is not connected
		advance(table.ReplaceAfter)
		b.do(voteCommand(inky, table.OpenSeat))
		b.do(voteCommand(blinky, table.OpenSeat))
		b.do(table.Command{By: blinky, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: silver}})
		if v := b.View(); v.Phase != table.Finished || !v.Position.Outcome.Winners.Has(white) {
			t.Errorf("phase %d", v.Phase)
		}
	})
}

func TestReturningPlayerKeepsOpenSeat(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(four...)
		defer b.connect(inky, blinky, pinky)()
		advance(table.ReplaceAfter)
		b.do(voteCommand(inky, table.OpenSeat))
		b.do(voteCommand(blinky, table.OpenSeat))
		defer b.connect(clyde)()
		advance(0)
		if v := b.View(); v.Seats[gold].Vacant || v.Seats[gold].Open {
			t.Errorf("seat %+v", v.Seats[gold])
		}
		b.wantRefusal(table.Command{By: sue, Kind: table.Sit, Seat: gold}, table.AlreadyStarted)
	})
}

func TestG5_VoteEndsSeatOfAwayPlayer(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(four...)
		defer b.connect(inky, blinky, pinky)()
		advance(table.ReplaceAfter)
		b.do(voteCommand(inky, table.EndSeat))
		b.do(voteCommand(inky, table.Wait)) // replaces Inky's first vote, because each player has one vote
		b.do(voteCommand(blinky, table.EndSeat))
		b.do(voteCommand(pinky, table.EndSeat))
		v := b.View()
		if v.Position.State[gold] != rules.Eliminated || v.Moves[0].By != gold || v.Phase != table.Playing || len(v.Votes) != 0 {
			t.Fatalf("moves %+v", v.Moves)
		}
		b.wantRefusal(voteCommand(clyde, table.Adjourn), table.YouAreEliminated)
	})
}

func TestG5_VoteToEndTeamSeatNeedsPartner(t *testing.T) {
	inVirtualTime(t, table.Terms{Game: "forchess"}, func(b *testTable) {
		b.startGame(four...)
		defer b.connect(inky, blinky, pinky)() // Clyde, the partner of Blinky, is not connected
		advance(table.ReplaceAfter)
		b.do(voteCommand(inky, table.EndSeat))
		b.do(voteCommand(pinky, table.EndSeat))
		if v := b.View(); v.Phase != table.Playing {
			t.Fatal("two opponents ended the game by vote")
		}
		b.do(voteCommand(blinky, table.EndSeat))
		if v := b.View(); v.Phase != table.Finished || !v.Position.Outcome.Winners.Has(white) {
			t.Errorf("outcome %+v", v.Position.Outcome)
		}
	})
}

func TestVoteToWaitRestartsWaiting(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(inky, blinky)
		defer b.connect(inky)()
		advance(table.ReplaceAfter)
		b.do(voteCommand(inky, table.Wait))
		b.wantRefusal(voteCommand(inky, table.EndSeat), table.NotAwayLong)
		advance(table.ReplaceAfter - 1)
		b.wantRefusal(voteCommand(inky, table.EndSeat), table.NotAwayLong)
		advance(1)
		b.do(voteCommand(inky, table.EndSeat))
		if v := b.View(); v.Position.State[silver] != rules.Eliminated || v.Position.State[gold] != rules.Eliminated {
			t.Errorf("phase %d", v.Phase)
		}
	})
}

func TestServerOutageDoesNotCountAsAway(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(inky, blinky)
		leave := b.connect(inky)
		advance(table.ReplaceAfter)
		leave()
		b.kill()
		advance(time.Hour)
		b.open()
		defer b.connect(inky)()
		advance(table.AwayAfter)
		b.wantRefusal(voteCommand(inky, table.EndSeat), table.NotAwayLong)
		advance(table.ReplaceAfter)
		b.do(voteCommand(inky, table.EndSeat))
	})
}

func TestAbandonedGameCloses(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(four...)
		leave := b.connect(inky)
		advance(table.AbandonedFor * 2)
		if b.View().Phase != table.Playing {
			t.Fatal("closed while a player is connected")
		}
		leave()
		advance(table.AbandonedFor - 1)
		if b.View().Phase != table.Playing {
			t.Fatal("closed too early")
		}
		b.kill()
		advance(time.Hour * 24)
		b.open()
		advance(time.Minute)
		if b.View().Phase != table.Playing {
			t.Fatal("closed before players could return")
		}
		advance(time.Hour)
		if v := b.View(); v.Phase != table.Finished || v.Position.Over() {
			t.Errorf("phase %d", v.Phase)
		}
	})
}

func TestPlayerWithTwoSeatsHasOneVote(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(inky, inky, blinky, pinky)
		defer b.connect(inky, inky, blinky)()
		advance(table.AwayAfter)
		b.do(voteCommand(inky, table.Adjourn))
		if b.View().Adjourned {
			t.Error("two seats count as two votes")
		}
		b.do(voteCommand(blinky, table.Adjourn))
		if !b.View().Adjourned {
			t.Error("not adjourned by all present players")
		}
	})
}
