package live_test

import (
	"context"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

func votes(by player.Player, c table.Choice) table.Command {
	return table.Command{By: by, Kind: table.Vote, Choice: c}
}

// kinds counts the events of a kind.
func (b *bed) kinds(kind table.Kind) (n int) {
	b.Helper()
	for _, e := range b.events() {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

func TestWhoIsGoneAndForHowLong(t *testing.T) {
	bubble(t, chess4, func(b *bed) {
		b.begin(four...)
		defer b.attend(inky, blinky, pinky)()
		here := b.Watch(clyde)
		pass(time.Minute)
		here.Close()
		left := time.Now()
		pass(table.AwayAfter - 1)
		if v := b.View(); !v.Seats[gold].AwaySince.IsZero() || v.Seats[gold].Present {
			t.Errorf("too early: %+v", v.Seats[gold])
		}
		pass(1)
		if v := b.View(); !v.Seats[gold].AwaySince.Equal(left) || !v.Seats[white].AwaySince.IsZero() {
			t.Errorf("gone: %+v", v.Seats)
		}
		b.same()
		again := b.Watch(clyde)
		pass(0)
		if v := b.View(); !v.Seats[gold].AwaySince.IsZero() {
			t.Errorf("back: %+v", v.Seats[gold])
		}
		for range 100 { // a line that breaks all the time
			again.Close()
			pass(table.AwayAfter / 2)
			again = b.Watch(clyde)
			pass(table.AwayAfter / 2)
		}
		again.Close()
		if b.kinds(table.Left) != 1 || b.kinds(table.Returned) != 1 {
			t.Errorf("%d times gone, %d back", b.kinds(table.Left), b.kinds(table.Returned))
		}
	})
}

func TestWhoDoesSomethingIsNotGone(t *testing.T) {
	bubble(t, chess4, func(b *bed) {
		b.begin(four...) // nobody looks on
		pass(table.AwayAfter)
		if b.kinds(table.Left) != 4 {
			t.Fatalf("%d are gone", b.kinds(table.Left))
		}
		b.moves("m7-k7")
		if v := b.View(); !v.Seats[white].AwaySince.IsZero() || v.Seats[silver].AwaySince.IsZero() {
			t.Errorf("seats %+v", v.Seats)
		}
		pass(table.AwayAfter)
		if v := b.View(); v.Seats[white].AwaySince.IsZero() {
			t.Error("did something once, and is here for ever")
		}
	})
}

func TestVoteToAdjournAndTheGameGoesOnWhenAllAreBack(t *testing.T) {
	bubble(t, timed, func(b *bed) {
		b.begin(four...)
		defer b.attend(blinky, pinky, clyde)()
		b.refused(votes(blinky, table.Wait), table.NobodyAway)
		b.refused(votes(blinky, "dance"), table.NoSuchChoice)
		b.refused(votes(blinky, table.Resume), table.NotAdjourned)
		pass(table.AwayAfter)
		b.do(votes(blinky, table.Adjourn))
		if b.View().Adjourned {
			t.Fatal("one of three adjourned it")
		}
		b.do(votes(pinky, table.Adjourn))
		v := b.View()
		if !v.Adjourned || v.Clock.Running != rules.NoSeat || v.Clock.Left[white] != 5*time.Minute-table.AwayAfter || len(v.Legal) != 0 || len(v.Votes) != 0 {
			t.Fatalf("adjourned %v, clock %+v", v.Adjourned, v.Clock)
		}
		pass(time.Hour)
		b.refused(votes(pinky, table.EndSeat), table.IsAdjourned)
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		b.open()
		defer b.attend(blinky, pinky, clyde)()
		pass(time.Hour)
		if v := b.View(); !v.Adjourned || v.Clock.Running != rules.NoSeat {
			t.Fatalf("after a restart: adjourned %v, clock %+v", v.Adjourned, v.Clock)
		}
		defer b.attend(inky)()
		pass(0)
		if v := b.View(); v.Adjourned || v.Clock.Running != white || time.Until(v.Clock.Deadline) != 5*time.Minute-table.AwayAfter {
			t.Errorf("all are back: adjourned %v, clock %+v", v.Adjourned, v.Clock)
		}
	})
}

func TestAdjournedNobodyMoves(t *testing.T) {
	bubble(t, table.Terms{Game: "verney", Touch: true}, func(b *bed) {
		b.begin(four...)
		defer b.attend(four...)()
		word := rules.Plain(b.View().Variant.Facts(), white, b.View().Legal[0])
		move := b.move(word)
		for i, p := range four { // nobody is gone: all have to want it
			if b.View().Adjourned {
				t.Fatalf("%d of four adjourned it", i)
			}
			b.do(votes(p, table.Adjourn))
		}
		b.refused(move, table.IsAdjourned)
		b.refused(table.Command{By: inky, Kind: table.Lift, Seat: white, Square: move.Action.From}, table.IsAdjourned)
		pass(24 * time.Hour)
		for i, p := range four[1:] { // more than half of all
			if !b.View().Adjourned {
				t.Fatalf("%d of four went on", i)
			}
			b.do(votes(p, table.Resume))
		}
		b.do(move)
	})
}

func TestWhoIsAloneWithAnAdjournedGameDoesNotGoOnSoon(t *testing.T) {
	bubble(t, chess4, func(b *bed) {
		b.begin(four...)
		leave := b.attend(four...)
		for _, p := range four {
			b.do(votes(p, table.Adjourn))
		}
		leave()
		pass(time.Hour)
		defer b.attend(inky)()
		pass(table.AdjournedFor - time.Hour - 1)
		b.do(votes(inky, table.Resume))
		if !b.View().Adjourned {
			t.Fatal("one of four went on")
		}
		pass(1)
		b.do(table.Command{By: inky, Kind: table.Unvote})
		b.do(votes(inky, table.Resume))
		if b.View().Adjourned {
			t.Error("stays adjourned for ever")
		}
	})
}

func TestAnotherPersonTakesTheSeatOfWhoIsGoneLong(t *testing.T) {
	bubble(t, openTalk, func(b *bed) {
		b.begin(four...)
		defer b.attend(inky, blinky, pinky, sue)()
		b.moves("m7-k7", "j1-k3", "b8-d8")
		b.refused(table.Command{By: sue, Kind: table.Sit, Seat: gold}, table.AlreadyStarted)
		pass(table.AwayAfter)
		b.refused(votes(inky, table.OpenSeat), table.NotAwayLong)
		pass(table.ReplaceAfter - table.AwayAfter)
		b.do(votes(inky, table.OpenSeat))
		b.do(votes(blinky, table.OpenSeat))
		if v := b.View(); !v.Seats[gold].Vacant || !v.Seats[gold].Open || v.Seats[gold].Player != clyde {
			t.Fatalf("seat %+v", v.Seats[gold])
		}
		b.refused(table.Command{By: inky, Kind: table.Sit, Seat: gold}, table.AlreadyPlaying)
		b.do(says(sue, "I know what to do"))
		b.do(table.Command{By: sue, Kind: table.Sit, Seat: rules.NoSeat})
		v := b.Seen(sue.ID)
		if v.Seats[gold].Player != sue || v.Seats[gold].Vacant || v.SpectatorChat != nil {
			t.Fatalf("seat %+v, and the gallery says %q", v.Seats[gold], spoken(v.SpectatorChat))
		}
		b.do(says(funky, "he left"))
		if got := b.Seen(clyde.ID).SpectatorChat; got != nil { // he may be asked what he wants to do
			t.Errorf("who was replaced hears %q", spoken(got))
		}
		b.refused(says(clyde, "ask me"), table.ChatClosed)
		b.moves("h13-h11")
		b.unlawfulOrRefused(table.Command{By: clyde, Kind: table.Play, Seat: gold, Action: b.action("m8-k8"), Answers: -1})
	})
}

// unlawfulOrRefused asks and wants it not done.
func (b *bed) unlawfulOrRefused(a table.Command) {
	b.Helper()
	if err := b.Do(context.Background(), a); err == nil {
		b.Errorf("%+v was done", a)
	}
}

func TestG5_AVacantSeatAgreesToResign(t *testing.T) {
	bubble(t, table.Terms{Game: "forchess"}, func(b *bed) {
		b.begin(four...)
		defer b.attend(inky, blinky, pinky)() // Clyde and Blinky are partners
		pass(table.ReplaceAfter)
		b.do(votes(inky, table.OpenSeat))
		b.do(votes(blinky, table.OpenSeat))
		b.do(table.Command{By: blinky, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: silver}})
		if v := b.View(); v.Phase != table.Finished || !v.Position.Outcome.Winners.Has(white) {
			t.Errorf("phase %d", v.Phase)
		}
	})
}

func TestWhoComesBackFindsHisSeatUnlessItIsTaken(t *testing.T) {
	bubble(t, chess4, func(b *bed) {
		b.begin(four...)
		defer b.attend(inky, blinky, pinky)()
		pass(table.ReplaceAfter)
		b.do(votes(inky, table.OpenSeat))
		b.do(votes(blinky, table.OpenSeat))
		defer b.attend(clyde)()
		pass(0)
		if v := b.View(); v.Seats[gold].Vacant || v.Seats[gold].Open {
			t.Errorf("seat %+v", v.Seats[gold])
		}
		b.refused(table.Command{By: sue, Kind: table.Sit, Seat: gold}, table.AlreadyStarted)
	})
}

func TestG5_TheOthersEndTheGameOfWhoIsGoneLong(t *testing.T) {
	bubble(t, chess4, func(b *bed) {
		b.begin(four...)
		defer b.attend(inky, blinky, pinky)()
		pass(table.ReplaceAfter)
		b.do(votes(inky, table.EndSeat))
		b.do(votes(inky, table.Wait)) // thinks better of it: one voice
		b.do(votes(blinky, table.EndSeat))
		b.do(votes(pinky, table.EndSeat))
		v := b.View()
		if v.Position.State[gold] != rules.Eliminated || v.Moves[0].By != gold || v.Phase != table.Playing || len(v.Votes) != 0 {
			t.Fatalf("moves %+v", v.Moves)
		}
		b.refused(votes(clyde, table.Adjourn), table.YouAreEliminated)
	})
}

func TestG5_AdversariesAloneDoNotEndATeamsGame(t *testing.T) {
	bubble(t, table.Terms{Game: "forchess"}, func(b *bed) {
		b.begin(four...)
		defer b.attend(inky, blinky, pinky)() // Clyde and Blinky are partners
		pass(table.ReplaceAfter)
		b.do(votes(inky, table.EndSeat))
		b.do(votes(pinky, table.EndSeat))
		if v := b.View(); v.Phase != table.Playing {
			t.Fatal("two adversaries voted themselves a win")
		}
		b.do(votes(blinky, table.EndSeat))
		if v := b.View(); v.Phase != table.Finished || !v.Position.Outcome.Winners.Has(white) {
			t.Errorf("outcome %+v", v.Position.Outcome)
		}
	})
}

func TestVoteToWaitBeginsTheWaitingAnew(t *testing.T) {
	bubble(t, chess4, func(b *bed) {
		b.begin(inky, blinky)
		defer b.attend(inky)()
		pass(table.ReplaceAfter)
		b.do(votes(inky, table.Wait))
		b.refused(votes(inky, table.EndSeat), table.NotAwayLong)
		pass(table.ReplaceAfter - 1)
		b.refused(votes(inky, table.EndSeat), table.NotAwayLong)
		pass(1)
		b.do(votes(inky, table.EndSeat))
		if v := b.View(); v.Position.State[silver] != rules.Eliminated || v.Position.State[gold] != rules.Eliminated {
			t.Errorf("phase %d", v.Phase)
		}
	})
}

func TestAnOutageIsNobodysAbsence(t *testing.T) {
	bubble(t, chess4, func(b *bed) {
		b.begin(inky, blinky)
		leave := b.attend(inky)
		pass(table.ReplaceAfter)
		leave()
		b.kill()
		pass(time.Hour)
		b.open()
		defer b.attend(inky)()
		pass(table.AwayAfter)
		b.refused(votes(inky, table.EndSeat), table.NotAwayLong)
		pass(table.ReplaceAfter)
		b.do(votes(inky, table.EndSeat))
	})
}

func TestAGameThatEverybodyLeftDoesNotStayForEver(t *testing.T) {
	bubble(t, chess4, func(b *bed) {
		b.begin(four...)
		leave := b.attend(inky)
		pass(table.AbandonedFor * 2)
		if b.View().Phase != table.Playing {
			t.Fatal("closed while somebody is here")
		}
		leave()
		pass(table.AbandonedFor - 1)
		if b.View().Phase != table.Playing {
			t.Fatal("closed too early")
		}
		b.kill()
		pass(time.Hour * 24)
		b.open()
		pass(time.Minute)
		if b.View().Phase != table.Playing {
			t.Fatal("closed before anybody could come back")
		}
		pass(time.Hour)
		if v := b.View(); v.Phase != table.Finished || v.Position.Over() {
			t.Errorf("phase %d", v.Phase)
		}
	})
}

func TestWhoSharesASessionHasOneVoice(t *testing.T) {
	bubble(t, chess4, func(b *bed) {
		b.begin(inky, inky, blinky, pinky) // Inky has two seats
		defer b.attend(inky, inky, blinky)()
		pass(table.AwayAfter)
		b.do(votes(inky, table.Adjourn))
		if b.View().Adjourned {
			t.Error("two seats are two voices")
		}
		b.do(votes(blinky, table.Adjourn))
		if !b.View().Adjourned {
			t.Error("both who are here want to adjourn")
		}
	})
}
