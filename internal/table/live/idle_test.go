package live_test

import (
	"context"
	"testing"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

func TestIdleTableCloses(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		defer b.connect(inky, blinky)()
		advance(100 * time.Hour) // the table stays open: the lobby, not the table itself, closes a table without players
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		advance(table.IdleFor - 1)
		b.do(table.Command{By: blinky, Kind: table.Sit, Seat: silver})
		advance(table.IdleFor - 1)
		b.do(table.Command{By: inky, Kind: table.Ready})
		advance(100 * time.Hour) // the table stays open, because a player is ready
		b.do(table.Command{By: inky, Kind: table.Unready})
		advance(table.IdleFor - 1)
		if b.View().Phase != table.Waiting {
			t.Fatal("closed too early")
		}
		advance(1)
		if v := b.View(); v.Phase != table.Finished {
			t.Error("not closed after IdleFor")
		}
		b.wantRefusal(chatCommand(inky, "why?"), table.GameOver)
	})
}

func TestHostRemovesIdlePlayers(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		defer b.connect(inky, blinky)()
		for seat, p := range four {
			b.do(table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)})
		}
		b.do(table.Command{By: blinky, Kind: table.Ready})
		b.do(table.Command{By: clyde, Kind: table.Ready}) // Clyde is ready, but not connected
		remove := func(seat rules.Seat) table.Command {
			return table.Command{By: inky, Kind: table.Unseat, Seat: seat, Text: " we  begin "}
		}
		b.wantRefusal(table.Command{By: blinky, Kind: table.Unseat, Seat: black}, table.HostOnly)
		b.wantRefusal(remove(silver), table.PlayerReady)
		b.wantRefusal(remove(white), table.PlayerReady) // the host cannot remove themselves
		b.wantRefusal(remove(rules.NoSeat), table.NoSuchSeat)
		b.do(remove(black))
		b.do(remove(gold))
		v := b.View()
		if !v.Seats[black].Open || !v.Seats[gold].Open || len(v.Removals) != 2 {
			t.Fatalf("seats %+v", v.Seats)
		}
		if s := v.Removals[0]; s.Player != pinky || s.Seat != black || s.Reason != "we begin" {
			t.Errorf("removed: %+v", s)
		}
		b.wantRefusal(table.Command{By: pinky, Kind: table.Sit, Seat: rules.NoSeat}, table.RemovedFromSeat)
		advance(table.RemovedFor)
		b.do(table.Command{By: pinky, Kind: table.Sit, Seat: rules.NoSeat})
	})
}

func TestSeatsPerPerson(t *testing.T) {
	terms := chess4
	terms.SeatsPerPerson = 2
	b := newTable(t, terms)
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: black})
	b.wantRefusal(table.Command{By: inky, Kind: table.Sit, Seat: gold}, table.TooManySeats)
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: black}) // no effect: Inky has this seat already
	b.do(table.Command{By: inky, Kind: table.Stand, Seat: white})
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: gold})
}

func TestSittingElsewhereChangesOnlySeat(t *testing.T) {
	one, rated := chess4, chess4
	one.SeatsPerPerson, rated.Rated = 1, true
	for _, terms := range []table.Terms{one, rated} {
		b := newTable(t, terms)
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		b.do(table.Command{By: blinky, Kind: table.Sit, Seat: gold})
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: black})
		if v := b.View(); v.Seats[white].Player.ID != "" || v.Seats[black].Player != inky {
			t.Errorf("seats %+v", v.Seats)
		}
		b.wantRefusal(table.Command{By: inky, Kind: table.Sit, Seat: gold}, table.SeatTaken)
		if v := b.View(); v.Seats[black].Player != inky {
			t.Error("lost the first seat")
		}
	}
}

func TestRematchNeedsAllPlayers(t *testing.T) {
	inVirtualTime(t, table.Terms{Game: "forchess"}, func(b *testTable) {
		again := func(by int, rotate bool) table.Command {
			return table.Command{By: four[by], Kind: table.OfferRematch, Rotate: rotate}
		}
		b.startGame(four...)
		b.wantRefusal(again(0, false), table.NotOver)
		for _, seat := range []rules.Seat{white, black} {
			b.do(table.Command{By: four[seat], Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: seat}})
		}
		b.wantRefusal(table.Command{By: sue, Kind: table.OfferRematch}, table.DidNotPlay)
		b.do(again(0, false))
		b.do(again(1, false))
		b.do(again(2, true)) // a rematch with a different value of Rotate is a new offer
		if r := b.View().Rematch; r == nil || !r.Rotate || r.Accepted != rules.Seats(0).With(black) {
			t.Errorf("rematch %+v", r)
		}
		b.do(table.Command{By: pinky, Kind: table.DeclineRematch})
		if r := b.View().Rematch; r != nil {
			t.Errorf("rematch %+v", r)
		}
		for by := range four {
			if b.View().RematchAccepted() {
				t.Errorf("accepted before seat %d", by)
			}
			b.do(again(by, true))
		}
		if !b.View().RematchAccepted() {
			t.Error("not accepted by all")
		}
		if err := b.SetRematch(context.Background(), 9); err != nil {
			t.Fatal(err)
		}
		if err := b.SetRematch(context.Background(), 10); err == nil {
			t.Error("opened a second rematch")
		}
		b.wantRefusal(again(0, true), table.HasRematch)
		if v := b.View(); v.Next != 9 || v.RematchAccepted() {
			t.Errorf("next %d", v.Next)
		}
	})
}
