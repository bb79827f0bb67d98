package live_test

import (
	"testing"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

func (b *bed) ask(by int, do table.CommandKind) table.Command {
	return table.Command{By: four[by], Kind: do}
}

// anything plays the first legal action.
func (b *bed) anything() string {
	b.Helper()
	v := b.View()
	b.moves(rules.Plain(v.Variant.Facts(), v.Actor, v.Legal[0]))
	return b.View().Moves[len(v.Moves)].Plain
}

func TestUndoIfAllAgree(t *testing.T) {
	bubble(t, timed, func(b *bed) {
		b.begin(four...)
		pass(10 * time.Second)
		b.moves("m7-k7")
		pass(20 * time.Second)
		before := b.View()
		b.moves("j1-k3")
		pass(5 * time.Second)
		b.moves("b8-d8")
		b.do(b.ask(1, table.OfferTakeback))
		if u := b.View().Takeback; u == nil || u.To != 1 || u.By != blinky || u.Accepted != rules.Seats(0).With(silver) {
			t.Fatalf("asked: %+v", u)
		}
		b.do(b.ask(0, table.AcceptTakeback))
		b.do(b.ask(3, table.AcceptTakeback))
		if v := b.View(); len(v.Moves) != 3 {
			t.Fatal("undone without Black")
		}
		pass(time.Second)
		b.do(b.ask(2, table.AcceptTakeback))
		v := b.View()
		if v.Takeback != nil || len(v.Moves) != 1 || v.Actor != silver || v.Position != before.Position {
			t.Fatalf("undone: %d moves, actor %d", len(v.Moves), v.Actor)
		}
		want := [rules.SeatCount]time.Duration{300 * time.Second, 300 * time.Second, 300 * time.Second, 300 * time.Second}
		if b.left() != want || !v.Clock.Since.Equal(time.Now()) || v.Clock.Running != silver {
			t.Errorf("left %v since %v, want %v since now", b.left(), v.Clock.Since, want)
		}
		if before.Moves[0].Plain != "m7-k7" || len(before.Moves) != 1 {
			t.Error("an old view changed")
		}
		b.moves("j1-k3", "b8-d8")
	})
}

func TestUndoLeavesOldViewsAlone(t *testing.T) {
	b := lay(t, chess4)
	b.begin(four...)
	b.moves("m7-k7", "j1-k3")
	old := b.View()
	for by, do := range []table.CommandKind{table.AcceptTakeback, table.OfferTakeback, table.AcceptTakeback, table.AcceptTakeback} {
		if do == table.AcceptTakeback && by == 0 {
			b.do(b.ask(1, table.OfferTakeback))
		}
		b.do(b.ask(by, do))
	}
	other := b.anything()
	if v := b.View(); old.Moves[1].Plain != "j1-k3" || v.Moves[1].Plain != other || other == "j1-k3" {
		t.Errorf("old %+v, new %+v", old.Moves[1], v.Moves[1])
	}
}

func TestUndoThatIsRefusedIsNotAskedAtOnceAgain(t *testing.T) {
	b := lay(t, chess4)
	b.begin(four...)
	b.refused(b.ask(0, table.OfferTakeback), table.NothingToTakeBack)
	b.moves("m7-k7")
	b.do(b.ask(0, table.OfferTakeback))
	b.do(b.ask(0, table.OfferTakeback)) // asked already
	b.refused(b.ask(1, table.OfferTakeback), table.TakebackOpen)
	b.do(b.ask(2, table.DeclineTakeback))
	if b.View().Takeback != nil {
		t.Error("refused, and still asked")
	}
	b.refused(b.ask(0, table.OfferTakeback), table.TakebackWasDeclined)
	b.refused(b.ask(0, table.AcceptTakeback), table.NoTakebackOffer)
	b.refused(b.ask(0, table.DeclineTakeback), table.NoTakebackOffer)
	b.moves("j1-k3", "b8-d8", "h13-h11")
	b.anything()
	b.do(b.ask(0, table.OfferTakeback))
}

func TestUndoIsAskedForARound(t *testing.T) {
	b := lay(t, chess4)
	b.begin(four...)
	b.moves("m7-k7")
	b.do(b.ask(0, table.OfferTakeback))
	b.moves("j1-k3", "b8-d8", "h13-h11")
	if b.View().Takeback == nil {
		t.Error("lapsed before the round was over")
	}
	b.anything()
	if b.View().Takeback != nil {
		t.Error("stands after its round")
	}
	b.do(b.ask(1, table.OfferTakeback))
	b.do(table.Command{By: clyde, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: gold}})
	if b.View().Takeback != nil {
		t.Error("stands, though somebody resigned")
	}
	b.refused(b.ask(1, table.OfferTakeback), table.NothingToTakeBack)
}

func TestOnePersonUndoesAlone(t *testing.T) {
	b := lay(t, chess4)
	b.begin(inky)
	b.moves("m7-k7", "j1-k3")
	b.do(b.ask(0, table.OfferTakeback))
	b.do(b.ask(0, table.OfferTakeback))
	if v := b.View(); len(v.Moves) != 0 || v.Actor != white {
		t.Errorf("%d moves", len(v.Moves))
	}
	b.refused(b.ask(0, table.OfferTakeback), table.NothingToTakeBack)
}

func TestNothingIsTakenBackWhereItCounts(t *testing.T) {
	rated, touch := chess4, chess4
	rated.Rated, touch.Touch = true, true
	for _, terms := range []table.Terms{rated, touch} { // V25
		b := lay(t, terms)
		b.begin(four...)
		b.moves("m7-k7")
		b.refused(b.ask(0, table.OfferTakeback), table.NoTakeback)
	}
}

func TestUndoForgetsWhatBelongedToTheMovesTakenBack(t *testing.T) {
	b := lay(t, table.Terms{Game: "chess4", Options: map[string]string{"teams": "on"}})
	b.begin(four...)
	b.moves("m7-k7", "j1-k3")
	b.do(b.later(clyde, gold, "g13-g11"))
	b.do(b.ask(3, table.OfferDraw))
	b.do(table.Command{By: clyde, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: gold}})
	b.do(b.ask(1, table.OfferTakeback))
	for _, by := range []int{0, 2, 3} {
		b.do(b.ask(by, table.AcceptTakeback))
	}
	if v := b.Seen(clyde.ID); v.Offer != nil || v.Resigning != 0 || len(v.Premoves) != 0 || len(v.Moves) != 1 {
		t.Errorf("%+v", v)
	}
}
