package live_test

import (
	"context"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

var chess4 = table.Terms{Game: "chess4"}

func TestGameStartsWhenAllAreReady(t *testing.T) {
	b := newTable(t, chess4)
	b.wantRefusal(table.Command{By: inky, Kind: table.Ready}, table.NotSeated)
	for i, p := range []player.Player{inky, blinky, inky, pinky} {
		b.do(table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(i)})
	}
	b.do(table.Command{By: inky, Kind: table.Ready})
	b.do(table.Command{By: blinky, Kind: table.Ready})
	b.do(table.Command{By: blinky, Kind: table.Unready})
	b.do(table.Command{By: pinky, Kind: table.Ready})
	if v := b.View(); v.Phase != table.Waiting || v.Actor != rules.NoSeat || len(v.Legal) != 0 {
		t.Fatalf("started without Blinky: %+v", v.Phase)
	}
	b.wantRefusal(table.Command{By: inky, Kind: table.Play, Action: b.action("m7-k7")}, table.NotStarted)
	b.wantRefusal(table.Command{By: inky, Kind: table.OfferDraw}, table.NotStarted)
	b.do(table.Command{By: blinky, Kind: table.Ready})
	if v := b.View(); v.Phase != table.Playing || v.Actor != white || len(v.Legal) == 0 {
		t.Fatalf("not started: %+v", v.Phase)
	}
	b.wantRefusal(table.Command{By: inky, Kind: table.Stand, Seat: white}, table.AlreadyStarted)
	b.wantRefusal(table.Command{By: inky, Kind: table.Unready}, table.AlreadyStarted)
	b.wantRefusal(table.Command{By: clyde, Kind: table.Sit, Seat: rules.NoSeat}, table.AlreadyStarted)
}

func TestC23_SeatsWithoutArmyAreClosed(t *testing.T) {
	b := newTable(t, table.Terms{Game: "chess4", Options: map[string]string{"armies": "silver,gold"}})
	b.wantRefusal(table.Command{By: inky, Kind: table.Sit, Seat: white}, table.NoSuchSeat)
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: rules.NoSeat})
	b.do(table.Command{By: blinky, Kind: table.Sit, Seat: rules.NoSeat})
	b.do(table.Command{By: blinky, Kind: table.Ready})
	b.do(table.Command{By: inky, Kind: table.Ready})
	v := b.View()
	if !v.Seats[white].Closed || v.Seats[white].Open || v.Seats[silver].Closed || v.Phase != table.Playing || v.Actor != silver {
		t.Errorf("seats %+v, phase %d, actor %d", v.Seats, v.Phase, v.Actor)
	}
}

func TestCloseIfEmpty(t *testing.T) {
	ctx := context.Background()
	b := newTable(t, chess4)
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
	w := b.Watch(inky)
	if err := b.CloseIfEmpty(ctx); err == nil {
		t.Fatal("closed although Inky is connected")
	}
	w.Close()
	if err := b.CloseIfEmpty(ctx); err != nil {
		t.Fatal(err)
	}
	if v := b.View(); v.Phase != table.Finished || v.Ended.IsZero() {
		t.Errorf("phase %d, ended %v", v.Phase, v.Ended)
	}
	b.wantRefusal(table.Command{By: inky, Kind: table.Sit, Seat: white}, table.GameOver)

	begun := newTable(t, chess4)
	begun.startGame(four...)
	if err := begun.CloseIfEmpty(ctx); err == nil {
		t.Error("closed a running game")
	}
}
