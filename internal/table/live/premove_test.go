package live_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

func (b *testTable) premove(by player.Player, seat rules.Seat, word string) table.Command {
	b.Helper()
	return table.Command{By: by, Kind: table.Premove, Seat: seat, Action: b.action(word)}
}

func TestPremoveCostsNoTime(t *testing.T) {
	inVirtualTime(t, timed, func(b *testTable) {
		b.startGame(four...)
		b.do(b.premove(blinky, silver, "j1-k3"))
		b.do(b.premove(pinky, black, "b8-d8"))
		advance(20 * time.Second)
		b.moves("m7-k7")
		v := b.View()
		if len(v.Moves) != 3 || v.Moves[1].Plain != "j1-k3" || v.Moves[1].By != silver || v.Moves[2].Plain != "b8-d8" || v.Actor != gold {
			t.Fatalf("moves %+v", v.Moves)
		}
		want := [rules.SeatCount]time.Duration{290 * time.Second, 310 * time.Second, 310 * time.Second, 300 * time.Second}
		if b.timeLeft() != want {
			t.Errorf("left %v, want %v", b.timeLeft(), want)
		}
		if got := b.Seen(blinky.ID).Premoves; len(got) != 0 {
			t.Errorf("still set after it was played: %+v", got)
		}
	})
}

func TestPremoveIsVisibleToOwnerOnly(t *testing.T) {
	inVirtualTime(t, timed, func(b *testTable) {
		b.startGame(four...)
		first, second, other := b.Watch(blinky), b.Watch(blinky), b.Watch(inky)
		synctest.Wait()
		for _, w := range []*live.Watcher{first, second, other} {
			_, _ = w.Take(context.Background())
		}
		b.do(b.premove(blinky, silver, "j1-k3"))
		for _, w := range []*live.Watcher{first, second} { // both sessions of the player show the premove
			v, _ := w.Take(context.Background())
			if len(v.Premoves) != 1 || v.Premoves[0].Plain != "j1-k3" || v.Premoves[0].Seat != silver || v.Premoves[0].Dropped {
				t.Errorf("the owner sees %+v", v.Premoves)
			}
		}
		soon, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if _, ok := other.Take(soon); ok {
			t.Error("another player gets a view")
		}
		for _, p := range []player.Player{inky, pinky, clyde, sue, {}} {
			if got := b.Seen(p.ID).Premoves; len(got) != 0 {
				t.Errorf("%s sees %+v", p.Name, got)
			}
		}
		b.do(table.Command{By: blinky, Kind: table.CancelPremove, Seat: rules.NoSeat})
		if v, _ := first.Take(context.Background()); len(v.Premoves) != 0 {
			t.Errorf("after the cancellation: %+v", v.Premoves)
		}
		for _, w := range []*live.Watcher{first, second, other} {
			w.Close()
		}
		b.wantRefusal(table.Command{By: blinky, Kind: table.CancelPremove, Seat: rules.NoSeat}, table.NoPremove)
	})
}

func TestIllegalPremoveIsDropped(t *testing.T) {
	inVirtualTime(t, timed, func(b *testTable) {
		b.startGame(four...)
		b.do(b.premove(blinky, silver, "j1-k5"))
		b.moves("m7-k7")
		got := b.Seen(blinky.ID).Premoves
		if v := b.View(); v.Actor != silver || len(got) != 1 || !got[0].Dropped || got[0].Plain != "j1-k5" {
			t.Fatalf("actor %d, premoves %+v", v.Actor, got)
		}
		advance(3 * time.Second)
		b.moves("j1-k3")
		if got := b.Seen(blinky.ID).Premoves; len(got) != 0 || b.timeLeft()[silver] != 307*time.Second {
			t.Errorf("premoves %+v, left %v", got, b.timeLeft())
		}
	})
}

func TestPremoveRefusalsAndReplacement(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(inky, blinky)
	b.wantRefusal(b.premove(inky, white, "m7-k7"), table.YourTurn)
	b.wantRefusal(b.premove(inky, silver, "j1-k3"), table.NotYourSeat)
	b.wantRefusal(b.premove(blinky, silver, "m7-k7"), table.NotYourPiece)
	b.wantRefusal(b.premove(blinky, silver, "g7-g8"), table.NotYourPiece)
	b.wantRefusal(
		table.Command{By: blinky, Kind: table.Premove, Seat: silver, Action: rules.Action{Type: rules.Flag, Seat: silver}},
		table.ServerAction,
	)
	wild := b.premove(blinky, silver, "j1-k3")
	wild.Action.Promote = 200
	b.wantRefusal(wild, table.UnknownCommand)
	wild.Action = rules.NewMove(wild.Action.From, 0)
	b.wantRefusal(wild, table.UnknownCommand)
	b.do(b.premove(blinky, silver, "j1-k3"))
	b.do(b.premove(blinky, silver, "i1-k3")) // replaces the first premove
	b.do(b.premove(blinky, silver, "j1-k3"))
	b.do(b.premove(blinky, gold, "g13-g11"))
	if got := b.Seen(blinky.ID).Premoves; len(got) != 2 {
		t.Errorf("premoves %+v", got)
	}
	b.do(table.Command{By: blinky, Kind: table.CancelPremove, Seat: gold})
	b.moves("m7-k7")
	if v := b.View(); v.Actor != black || v.Moves[1].Plain != "j1-k3" {
		t.Errorf("moves %+v", v.Moves)
	}
}

func TestPremoveSurvivesRestart(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(four...)
		b.do(b.premove(blinky, silver, "j1-k3"))
		b.kill()
		b.open()
		if got := b.Seen(blinky.ID).Premoves; len(got) != 1 {
			t.Errorf("premoves %+v", got)
		}
		b.moves("m7-k7")
		if v := b.View(); v.Actor != black {
			t.Errorf("moves %+v", v.Moves)
		}
	})
}

func TestResignationCancelsPremove(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(four...)
	b.do(b.premove(blinky, silver, "j1-k3"))
	b.do(table.Command{By: blinky, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: silver}})
	b.moves("m7-k7")
	if v := b.View(); v.Actor != black || len(v.Moves) != 2 || len(b.Seen(blinky.ID).Premoves) != 0 {
		t.Errorf("moves %+v", v.Moves)
	}
}
