package live_test

import (
	"context"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

var chess4 = table.Terms{Game: "chess4"}

func TestSitsOnTheFirstOpenSeatOrTheOneNamed(t *testing.T) {
	b := lay(t, chess4)
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: silver})
	b.do(table.Command{By: blinky, Kind: table.Sit, Seat: rules.NoSeat})
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: rules.NoSeat}) // G2: a second seat
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: black})        // is his already
	b.refused(table.Command{By: pinky, Kind: table.Sit, Seat: silver}, table.SeatTaken)
	b.refused(table.Command{By: pinky, Kind: table.Sit, Seat: 7}, table.NoSuchSeat)
	b.refused(table.Command{Kind: table.Sit}, table.NoName)
	b.refused(table.Command{By: player.Player{ID: "SHA256:x"}, Kind: table.Sit}, table.NoName)
	b.refused(table.Command{By: pinky, Kind: 99}, table.UnknownCommand)
	b.do(table.Command{By: pinky, Kind: table.Sit, Seat: rules.NoSeat})
	b.refused(table.Command{By: clyde, Kind: table.Sit, Seat: rules.NoSeat}, table.Full)
	want := []player.Player{blinky, inky, inky, pinky}
	for i, s := range b.View().Seats {
		if s.Player != want[i] || s.Open || s.Closed {
			t.Errorf("seat %d: %+v", i, s)
		}
	}
}

func TestStandsUpBeforeTheStart(t *testing.T) {
	b := lay(t, chess4)
	b.refused(table.Command{By: inky, Kind: table.Stand, Seat: rules.NoSeat}, table.NotSeated)
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: gold})
	b.refused(table.Command{By: inky, Kind: table.Stand, Seat: black}, table.NotYourSeat)
	b.do(table.Command{By: inky, Kind: table.Ready})
	b.do(table.Command{By: inky, Kind: table.Stand, Seat: white})
	if s := b.View().Seats; !s[white].Open || s[white].Ready || !s[gold].Ready {
		t.Errorf("seats: %+v", s)
	}
	b.do(table.Command{By: inky, Kind: table.Stand, Seat: rules.NoSeat})
	for i, s := range b.View().Seats {
		if !s.Open {
			t.Errorf("seat %d is not open", i)
		}
	}
}

func TestBeginsWhenEverySeatIsTakenAndReady(t *testing.T) {
	b := lay(t, chess4)
	b.refused(table.Command{By: inky, Kind: table.Ready}, table.NotSeated)
	for i, p := range []player.Player{inky, blinky, inky, pinky} {
		b.do(table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(i)})
	}
	b.do(table.Command{By: inky, Kind: table.Ready})
	b.do(table.Command{By: blinky, Kind: table.Ready})
	b.do(table.Command{By: blinky, Kind: table.Unready})
	b.do(table.Command{By: pinky, Kind: table.Ready})
	if v := b.View(); v.Phase != table.Waiting || v.Actor != rules.NoSeat || len(v.Legal) != 0 {
		t.Fatalf("began without Blinky: %+v", v.Phase)
	}
	b.refused(table.Command{By: inky, Kind: table.Play, Action: b.action("m7-k7")}, table.NotStarted)
	b.refused(table.Command{By: inky, Kind: table.OfferDraw}, table.NotStarted)
	b.do(table.Command{By: blinky, Kind: table.Ready})
	if v := b.View(); v.Phase != table.Playing || v.Actor != white || len(v.Legal) == 0 {
		t.Fatalf("not begun: %+v", v.Phase)
	}
	b.refused(table.Command{By: inky, Kind: table.Stand, Seat: white}, table.AlreadyStarted)
	b.refused(table.Command{By: inky, Kind: table.Unready}, table.AlreadyStarted)
	b.refused(table.Command{By: clyde, Kind: table.Sit, Seat: rules.NoSeat}, table.AlreadyStarted)
}

func TestC23_SeatsWithoutArmyAreClosed(t *testing.T) {
	b := lay(t, table.Terms{Game: "chess4", Options: map[string]string{"armies": "silver,gold"}})
	b.refused(table.Command{By: inky, Kind: table.Sit, Seat: white}, table.NoSuchSeat)
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: rules.NoSeat})
	b.do(table.Command{By: blinky, Kind: table.Sit, Seat: rules.NoSeat})
	b.do(table.Command{By: blinky, Kind: table.Ready})
	b.do(table.Command{By: inky, Kind: table.Ready})
	v := b.View()
	if !v.Seats[white].Closed || v.Seats[white].Open || v.Seats[silver].Closed || v.Phase != table.Playing || v.Actor != silver {
		t.Errorf("seats %+v, phase %d, actor %d", v.Seats, v.Phase, v.Actor)
	}
}

func TestAbandonsAWaitingTableOnly(t *testing.T) {
	ctx := context.Background()
	b := lay(t, chess4)
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
	w := b.Watch(inky)
	if err := b.CloseIfEmpty(ctx); err == nil {
		t.Fatal("abandoned under Inky's eyes")
	}
	w.Close()
	if err := b.CloseIfEmpty(ctx); err != nil {
		t.Fatal(err)
	}
	if v := b.View(); v.Phase != table.Finished || v.Ended.IsZero() {
		t.Errorf("phase %d, ended %v", v.Phase, v.Ended)
	}
	b.refused(table.Command{By: inky, Kind: table.Sit, Seat: white}, table.GameOver)

	begun := lay(t, chess4)
	begun.begin(four...)
	if err := begun.CloseIfEmpty(ctx); err == nil {
		t.Error("abandoned a game that goes on")
	}
}
