package live_test

import (
	"context"
	"errors"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

var moderator = player.Player{ID: "SHA256:warden", Name: "Warden"}

func (b *testTable) adjudicate(why string, to ...rules.Seat) error {
	return b.Adjudicate(context.Background(), moderator, table.Adjudication{Winners: seats(to...), Reason: why})
}

func (b *testTable) wantNotAdjudicated(want *table.Reason, to ...rules.Seat) {
	b.Helper()
	var r *table.Refusal
	if err := b.adjudicate("why not", to...); !errors.As(err, &r) || r.Reason != want {
		b.Errorf("%v, want %s", err, want)
	}
}

func TestAdjudicate(t *testing.T) {
	b := newTable(t, verney)
	b.wantNotAdjudicated(table.NotStarted, yellow)
	b.startGame(four...)
	if err := b.adjudicate("", yellow); err == nil {
		t.Error("adjudicated without a reason")
	}
	if v := b.View(); v.Phase != table.Playing || v.Adjudication != nil {
		t.Fatal("a refused command changed the table")
	}
	if err := b.adjudicate("they \t left\x1b[2J early", yellow); err == nil {
		t.Error("accepted control characters in a reason")
	}
	if err := b.adjudicate("they left early", yellow); err != nil {
		t.Fatal(err)
	}
	b.wantEnded(rules.ByAdjudication, yellow, black)
	if v := b.View().Adjudication; v == nil || v.By != moderator || v.Reason != "they left early" {
		t.Errorf("%+v", v)
	}
	b.wantNotAdjudicated(table.GameOver, red)
	r, err := fold.ResultOf(b.events(), variants.New)
	if err != nil || r == nil || r.Outcome.Scores != [4]uint8{6, 0, 6, 0} {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestAdjudicateWithoutResult(t *testing.T) {
	b := newTable(t, verney)
	b.startGame(four...)
	if err := b.adjudicate("two of them were one person"); err != nil {
		t.Fatal(err)
	}
	v := b.View()
	if v.Phase != table.Finished || v.Position.Over() || v.Adjudication.Reason != "two of them were one person" {
		t.Errorf("phase %d, %+v, %+v", v.Phase, v.Position.Outcome, v.Adjudication)
	}
	if r, err := fold.ResultOf(b.events(), variants.New); r != nil || err != nil {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestAdjudicateClosesWaitingTable(t *testing.T) {
	b := newTable(t, verney)
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: yellow})
	if err := b.adjudicate("its name was an insult"); err != nil || b.View().Phase != table.Finished {
		t.Error(err, b.View().Phase)
	}
}

func TestAdjudicateNotForEliminatedSeat(t *testing.T) {
	b := newTable(t, table.Terms{Game: "chess4"})
	b.startGame(four...)
	b.do(resignation(inky, white))
	b.wantNotAdjudicated(table.AlreadyEliminated, white)
	if err := b.adjudicate("the two others used an engine", silver, gold); err != nil {
		t.Fatal(err)
	}
	b.wantEnded(rules.ByAdjudication)
	if o := b.View().Position.Outcome; o.Scores[silver] != o.Scores[gold] || o.Scores[silver] <= o.Scores[black] ||
		o.Scores[black] < o.Scores[white] {
		t.Errorf("%v", o.Scores)
	}
}

func TestModeratorRemovesPlayer(t *testing.T) {
	b := newTable(t, verney)
	b.do(table.Command{By: blinky, Kind: table.Sit, Seat: yellow})
	b.do(table.Command{By: blinky, Kind: table.Ready})
	leave := b.connect(blinky) // the host cannot remove Blinky while Blinky is connected and ready
	defer leave()
	if err := b.RemovePlayer(context.Background(), moderator, blinky.ID, "rude"); err != nil {
		t.Fatal(err)
	}
	if v := b.View(); v.Held(blinky.ID) != 0 || len(v.Removals) != 1 || v.Removals[0].Reason != "rude" {
		t.Errorf("%+v", v.Removals)
	}
	b.wantRefusal(table.Command{By: blinky, Kind: table.Sit, Seat: yellow}, table.RemovedFromSeat)
	var r *table.Refusal
	if err := b.RemovePlayer(context.Background(), moderator, clyde.ID, "rude"); !errors.As(err, &r) || r.Reason != table.NoSuchPlayer {
		t.Error(err)
	}
}
