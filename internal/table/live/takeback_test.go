package live_test

import (
	"testing"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

func (b *testTable) command(by int, do table.CommandKind) table.Command {
	return table.Command{By: four[by], Kind: do}
}

// playAny plays the first legal action and returns it.
func (b *testTable) playAny() string {
	b.Helper()
	v := b.View()
	b.moves(rules.Plain(v.Variant.Facts(), v.Actor, v.Legal[0]))
	return b.View().Moves[len(v.Moves)].Plain
}

func TestTakebackNeedsAllPlayers(t *testing.T) {
	inVirtualTime(t, timed, func(b *testTable) {
		b.startGame(four...)
		advance(10 * time.Second)
		b.moves("m7-k7")
		advance(20 * time.Second)
		before := b.View()
		b.moves("j1-k3")
		advance(5 * time.Second)
		b.moves("b8-d8")
		b.do(b.command(1, table.OfferTakeback))
		if u := b.View().Takeback; u == nil || u.To != 1 || u.By != blinky || u.Accepted != rules.Seats(0).With(silver) {
			t.Fatalf("offer: %+v", u)
		}
		b.do(b.command(0, table.AcceptTakeback))
		b.do(b.command(3, table.AcceptTakeback))
		if v := b.View(); len(v.Moves) != 3 {
			t.Fatal("taken back without Black")
		}
		advance(time.Second)
		b.do(b.command(2, table.AcceptTakeback))
		v := b.View()
		if v.Takeback != nil || len(v.Moves) != 1 || v.Actor != silver || v.Position != before.Position {
			t.Fatalf("taken back: %d moves, actor %d", len(v.Moves), v.Actor)
		}
		want := [rules.SeatCount]time.Duration{300 * time.Second, 300 * time.Second, 300 * time.Second, 300 * time.Second}
		if b.timeLeft() != want || !v.Clock.Since.Equal(time.Now()) || v.Clock.Running != silver {
			t.Errorf("left %v since %v, want %v since now", b.timeLeft(), v.Clock.Since, want)
		}
		if before.Moves[0].Plain != "m7-k7" || len(before.Moves) != 1 {
			t.Error("an old view changed")
		}
		b.moves("j1-k3", "b8-d8")
	})
}

func TestTakebackKeepsOldViews(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(four...)
	b.moves("m7-k7", "j1-k3")
	old := b.View()
	for by, do := range []table.CommandKind{table.AcceptTakeback, table.OfferTakeback, table.AcceptTakeback, table.AcceptTakeback} {
		if do == table.AcceptTakeback && by == 0 {
			b.do(b.command(1, table.OfferTakeback))
		}
		b.do(b.command(by, do))
	}
	other := b.playAny()
	if v := b.View(); old.Moves[1].Plain != "j1-k3" || v.Moves[1].Plain != other || other == "j1-k3" {
		t.Errorf("old %+v, new %+v", old.Moves[1], v.Moves[1])
	}
}

func TestTakebackOfferLapsesAfterRound(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(four...)
	b.moves("m7-k7")
	b.do(b.command(0, table.OfferTakeback))
	b.moves("j1-k3", "b8-d8", "h13-h11")
	if b.View().Takeback == nil {
		t.Error("lapsed before the end of the round")
	}
	b.playAny()
	if b.View().Takeback != nil {
		t.Error("still open after its round")
	}
	b.do(b.command(1, table.OfferTakeback))
	b.do(table.Command{By: clyde, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: gold}})
	if b.View().Takeback != nil {
		t.Error("still open after a resignation")
	}
	b.wantRefusal(b.command(1, table.OfferTakeback), table.NothingToTakeBack)
}

func TestTakebackWithOnePlayer(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(inky)
	b.moves("m7-k7", "j1-k3")
	b.do(b.command(0, table.OfferTakeback))
	b.do(b.command(0, table.OfferTakeback))
	if v := b.View(); len(v.Moves) != 0 || v.Actor != white {
		t.Errorf("%d moves", len(v.Moves))
	}
	b.wantRefusal(b.command(0, table.OfferTakeback), table.NothingToTakeBack)
}

func TestTakebackClearsOffersAndPremoves(t *testing.T) {
	b := newTable(t, table.Terms{Game: "chess4", Options: map[string]string{"teams": "on"}})
	b.startGame(four...)
	b.moves("m7-k7", "j1-k3")
	b.do(b.premove(clyde, gold, "g13-g11"))
	b.do(b.command(3, table.OfferDraw))
	b.do(table.Command{By: clyde, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: gold}})
	b.do(b.command(1, table.OfferTakeback))
	for _, by := range []int{0, 2, 3} {
		b.do(b.command(by, table.AcceptTakeback))
	}
	if v := b.Seen(clyde.ID); v.Offer != nil || v.Resigning != 0 || len(v.Premoves) != 0 || len(v.Moves) != 1 {
		t.Errorf("%+v", v)
	}
}
