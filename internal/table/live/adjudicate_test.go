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

var warden = player.Player{ID: "SHA256:warden", Name: "Warden"}

func (b *bed) adjudicate(why string, to ...rules.Seat) error {
	return b.Adjudicate(context.Background(), warden, table.Adjudication{Winners: seats(to...), Reason: why})
}

func (b *bed) notAdjudicated(want *table.Reason, to ...rules.Seat) {
	b.Helper()
	var r *table.Refusal
	if err := b.adjudicate("why not", to...); !errors.As(err, &r) || r.Reason != want {
		b.Errorf("%v, want %s", err, want)
	}
}

func TestAGameIsAdjudicated(t *testing.T) {
	b := lay(t, verney)
	b.notAdjudicated(table.NotStarted, yellow)
	b.begin(four...)
	if err := b.adjudicate("", yellow); err == nil {
		t.Error("without a reason")
	}
	if v := b.View(); v.Phase != table.Playing || v.Adjudication != nil {
		t.Fatal("what was refused has changed the table")
	}
	if err := b.adjudicate("they \t left\x1b[2J for good", yellow); err == nil {
		t.Error("with a reason that no terminal should see")
	}
	if err := b.adjudicate("they left for good", yellow); err != nil {
		t.Fatal(err)
	}
	b.ended(rules.ByAdjudication, yellow, black)
	if v := b.View().Adjudication; v == nil || v.By != warden || v.Reason != "they left for good" {
		t.Errorf("%+v", v)
	}
	b.notAdjudicated(table.GameOver, red)
	r, err := fold.ResultOf(b.events(), variants.New)
	if err != nil || r == nil || r.Outcome.Scores != [4]uint8{6, 0, 6, 0} {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestAGameIsEndedWithoutAResult(t *testing.T) {
	b := lay(t, verney)
	b.begin(four...)
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

func TestATableIsClosedBeforeItsGame(t *testing.T) {
	b := lay(t, verney)
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: yellow})
	if err := b.adjudicate("its name was an insult"); err != nil || b.View().Phase != table.Finished {
		t.Error(err, b.View().Phase)
	}
}

// Who resigned cannot have the game any more; the rest can.
func TestOnlyWhoPlaysIsGivenTheGame(t *testing.T) {
	b := lay(t, table.Terms{Game: "chess4"})
	b.begin(four...)
	b.do(resignation(inky, white))
	b.notAdjudicated(table.AlreadyEliminated, white)
	if err := b.adjudicate("the two others used an engine", silver, gold); err != nil {
		t.Fatal(err)
	}
	b.ended(rules.ByAdjudication)
	if o := b.View().Position.Outcome; o.Scores[silver] != o.Scores[gold] || o.Scores[silver] <= o.Scores[black] || o.Scores[black] < o.Scores[white] {
		t.Errorf("%v", o.Scores)
	}
}

func TestSomebodyIsSentAwayFromAbove(t *testing.T) {
	b := lay(t, verney)
	b.do(table.Command{By: blinky, Kind: table.Sit, Seat: yellow})
	b.do(table.Command{By: blinky, Kind: table.Ready})
	leave := b.attend(blinky) // whom the host could not send away
	defer leave()
	if err := b.RemovePlayer(context.Background(), warden, blinky.ID, "rude"); err != nil {
		t.Fatal(err)
	}
	if v := b.View(); v.Held(blinky.ID) != 0 || len(v.Removals) != 1 || v.Removals[0].Reason != "rude" {
		t.Errorf("%+v", v.Removals)
	}
	b.refused(table.Command{By: blinky, Kind: table.Sit, Seat: yellow}, table.RemovedFromSeat)
	var r *table.Refusal
	if err := b.RemovePlayer(context.Background(), warden, clyde.ID, "rude"); !errors.As(err, &r) || r.Reason != table.NoSuchPlayer {
		t.Error(err)
	}
}
