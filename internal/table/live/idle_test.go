package live_test

import (
	"context"
	"testing"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

func TestATableThatNobodyReadiesIsClosed(t *testing.T) {
	bubble(t, chess4, func(b *bed) {
		defer b.attend(inky, blinky)()
		pass(100 * time.Hour) // nobody sits: that is the lobby's affair
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		pass(table.IdleFor - 1)
		b.do(table.Command{By: blinky, Kind: table.Sit, Seat: silver})
		pass(table.IdleFor - 1)
		b.do(table.Command{By: inky, Kind: table.Ready})
		pass(100 * time.Hour) // somebody is ready
		b.do(table.Command{By: inky, Kind: table.Unready})
		pass(table.IdleFor - 1)
		if b.View().Phase != table.Waiting {
			t.Fatal("closed too early")
		}
		pass(1)
		if v := b.View(); v.Phase != table.Finished {
			t.Error("stays for ever")
		}
		b.refused(says(inky, "why?"), table.GameOver)
	})
}

func TestTheHostSendsIdlersAway(t *testing.T) {
	bubble(t, chess4, func(b *bed) {
		defer b.attend(inky, blinky)()
		for seat, p := range four {
			b.do(table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)})
		}
		b.do(table.Command{By: blinky, Kind: table.Ready})
		b.do(table.Command{By: clyde, Kind: table.Ready}) // and goes away
		away := func(seat rules.Seat) table.Command {
			return table.Command{By: inky, Kind: table.Unseat, Seat: seat, Text: " we  begin "}
		}
		b.refused(table.Command{By: blinky, Kind: table.Unseat, Seat: black}, table.HostOnly)
		b.refused(away(silver), table.PlayerReady)
		b.refused(away(white), table.PlayerReady) // himself
		b.refused(away(rules.NoSeat), table.NoSuchSeat)
		b.do(away(black))
		b.do(away(gold))
		v := b.View()
		if !v.Seats[black].Open || !v.Seats[gold].Open || len(v.Removals) != 2 {
			t.Fatalf("seats %+v", v.Seats)
		}
		if s := v.Removals[0]; s.Player != pinky || s.Seat != black || s.Reason != "we begin" {
			t.Errorf("sent away: %+v", s)
		}
		b.refused(table.Command{By: pinky, Kind: table.Sit, Seat: rules.NoSeat}, table.RemovedFromSeat)
		pass(table.RemovedFor)
		b.do(table.Command{By: pinky, Kind: table.Sit, Seat: rules.NoSeat})
	})
}

func TestSeatsOfOnePerson(t *testing.T) {
	terms := chess4
	terms.SeatsPerPerson = 2
	b := lay(t, terms)
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: black})
	b.refused(table.Command{By: inky, Kind: table.Sit, Seat: gold}, table.TooManySeats)
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: black}) // has it
	b.do(table.Command{By: inky, Kind: table.Stand, Seat: white})
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: gold})
}

func TestWhoMayHaveOneSeatChangesToAnother(t *testing.T) {
	one, rated := chess4, chess4
	one.SeatsPerPerson, rated.Rated = 1, true
	for _, terms := range []table.Terms{one, rated} {
		b := lay(t, terms)
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		b.do(table.Command{By: blinky, Kind: table.Sit, Seat: gold})
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: black})
		if v := b.View(); v.Seats[white].Player.ID != "" || v.Seats[black].Player != inky {
			t.Errorf("seats %+v", v.Seats)
		}
		b.refused(table.Command{By: inky, Kind: table.Sit, Seat: gold}, table.SeatTaken)
		if v := b.View(); v.Seats[black].Player != inky {
			t.Error("lost his seat over it")
		}
	}
}

func TestAllSayYesToARematch(t *testing.T) {
	bubble(t, table.Terms{Game: "forchess"}, func(b *bed) {
		again := func(by int, onward bool) table.Command {
			return table.Command{By: four[by], Kind: table.OfferRematch, Rotate: onward}
		}
		b.begin(four...)
		b.refused(again(0, false), table.NotOver)
		for _, seat := range []rules.Seat{white, black} {
			b.do(table.Command{By: four[seat], Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: seat}})
		}
		b.refused(table.Command{By: sue, Kind: table.OfferRematch}, table.DidNotPlay)
		b.do(again(0, false))
		b.do(again(1, false))
		b.do(again(2, true)) // another way: asked anew
		if r := b.View().Rematch; r == nil || !r.Rotate || r.Accepted != rules.Seats(0).With(black) {
			t.Errorf("rematch %+v", r)
		}
		b.do(table.Command{By: pinky, Kind: table.DeclineRematch})
		if r := b.View().Rematch; r != nil {
			t.Errorf("rematch %+v", r)
		}
		for by := range four {
			if b.View().RematchAccepted() {
				t.Errorf("%d agreed", by)
			}
			b.do(again(by, true))
		}
		if !b.View().RematchAccepted() {
			t.Error("all agreed")
		}
		if err := b.SetRematch(context.Background(), 9); err != nil {
			t.Fatal(err)
		}
		if err := b.SetRematch(context.Background(), 10); err == nil {
			t.Error("two rematches")
		}
		b.refused(again(0, true), table.HasRematch)
		if v := b.View(); v.Next != 9 || v.RematchAccepted() {
			t.Errorf("next %d", v.Next)
		}
	})
}
