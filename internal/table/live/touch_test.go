package live_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

var touching = table.Terms{Game: "verney", Touch: true}

func (b *bed) square(name string) rules.Square {
	b.Helper()
	sq, ok := b.View().Variant.Facts().Geometry.Square(name)
	if !ok {
		b.Fatalf("no square %s", name)
	}
	return sq
}

// lift is an act of whoever is to move.
func (b *bed) lift(square string) table.Command {
	b.Helper()
	v := b.View()
	return table.Command{By: v.Seats[v.Actor].Player, Kind: table.Lift, Seat: v.Actor, Square: b.square(square), Answers: len(v.Moves)}
}

func (b *bed) lifted(square string) {
	b.Helper()
	if v := b.View(); v.Variant.Facts().Geometry.Name(v.Lifted) != square {
		b.Errorf("lifted is square %d, want %q", v.Lifted, square)
	}
}

func TestV25_WhoHasLiftedAManMovesIt(t *testing.T) {
	b := lay(t, touching)
	b.begin(four...)
	w := b.Watch(sue)
	defer w.Close()
	b.lifted("")
	b.do(b.lift("e1"))
	if v, _ := w.Take(context.Background()); v.Lifted != b.square("e1") {
		t.Errorf("others see %d lifted", v.Lifted)
	}
	b.refused(b.move("d2-d3"), table.MustMoveLifted)
	b.refused(b.lift("d2"), table.MustMoveLifted)
	b.do(b.lift("e1")) // it is in his hand already
	var r *table.Refusal
	if err := b.Do(context.Background(), b.move("d2-d3")); !errors.As(err, &r) || !strings.Contains(r.Error(), "e1") {
		t.Errorf("%v does not name e1", err)
	}
	b.unlawful(b.move("e1-e5"), rules.CannotMove) // an illegal move with it is one to try again
	b.lifted("e1")
	b.moves("e1-f3")
	b.lifted("")
	b.moves("a10-c9") // a move sent at once is lifted and put down
	b.do(b.lift("d13"))
	b.moves("d13-d12")
	lifted := 0
	for _, e := range b.events() {
		if e.Kind == table.Lifted {
			lifted++
		}
	}
	if lifted != 2 {
		t.Errorf("%d liftings are stored, want 2", lifted)
	}
}

func TestV25_OnlyAManThatCanMoveIsLifted(t *testing.T) {
	b := lay(t, touching)
	b.refused(table.Command{By: inky, Kind: table.Lift}, table.NotStarted)
	b.begin(four...)
	for _, square := range []string{"d1", "h8", "d13", "b7"} { // walled in, empty, White's, Red's
		b.refused(b.lift(square), table.CannotLift)
	}
	for _, off := range []rules.Square{rules.NoSquare, 255} {
		b.refused(table.Command{By: inky, Kind: table.Lift, Seat: rules.NoSeat, Square: off, Answers: -1}, table.CannotLift)
	}
	late := b.lift("e1")
	late.Answers = 5
	b.refused(late, table.Stale)
	b.lifted("")
}

// V26: nothing about an attempt out of turn is shown.
func TestV25_V26_OnlyTheActorLifts(t *testing.T) {
	b := lay(t, touching)
	b.begin(four...)
	before := b.View().Seq
	act := table.Command{Kind: table.Lift, Seat: rules.NoSeat, Square: b.square("a10"), Answers: -1}
	for _, p := range []player.Player{blinky, pinky, clyde} {
		act.By = p
		b.unlawful(act, rules.NotYourTurn)
	}
	act.By = sue
	b.refused(act, table.NotSeated)
	act.By, act.Seat = blinky, white
	b.refused(act, table.NotYourSeat)
	if v := b.View(); v.Seq != before || v.Lifted != rules.NoSquare {
		t.Errorf("%d events more", v.Seq-before)
	}
}

func TestV25_WithoutTouchAndMoveNothingIsLifted(t *testing.T) {
	b := lay(t, table.Terms{Game: "verney"})
	b.begin(four...)
	b.refused(b.lift("e1"), table.NoTouch)
	b.moves("d2-d3")
}

func TestV25_ALiftedManOutlivesARestart(t *testing.T) {
	for name, down := range map[string]func(*bed){
		"kill": (*bed).kill,
		"stop": func(b *bed) { _ = b.Stop(context.Background()) },
	} {
		t.Run(name, func(t *testing.T) {
			b := lay(t, touching)
			b.begin(four...)
			lift := b.lift("e1")
			lift.ID = "lift"
			b.do(lift)
			down(b)
			b.open()
			b.lifted("e1")
			b.do(lift)
			b.refused(b.move("d2-d3"), table.MustMoveLifted)
			b.moves("e1-f3")
			b.do(lift) // known, and not done again
			b.lifted("")
		})
	}
}

func TestV25_ResigningAndClaimingStayPossible(t *testing.T) {
	b := lay(t, table.Terms{Game: "chess4", Touch: true})
	b.begin(four...)
	shuffle := []string{"n5-l6", "e1-f3", "a5-c6", "e14-f12", "l6-n5", "f3-e1", "c6-a5", "f12-e14"}
	b.moves(append(shuffle, shuffle...)...)
	b.do(b.lift("n5"))
	b.do(table.Command{By: pinky, Kind: table.OfferDraw})
	b.do(table.Command{By: blinky, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: silver}})
	b.lifted("n5") // what another does out of turn puts nothing down
	b.refused(b.move("m7-k7"), table.MustMoveLifted)
	b.moves("resign")
	b.lifted("")
	b.moves("a5-c6", "e14-f12")

	c := lay(t, table.Terms{Game: "chess4", Touch: true})
	c.begin(four...)
	c.moves(append(shuffle, shuffle...)...)
	c.do(c.lift("n5"))
	c.moves("draw:claim")
	c.lifted("")
}

// Black's check makes every move of the bishop a token move (F11); when he
// resigns (F16), the bishop is pinned and may be put down again.
func TestV25_AManThatCannotMoveAnyMoreIsPutDown(t *testing.T) {
	b := layAt(t, table.Terms{Game: "forchess", Options: map[string]string{"cutthroat": "on"}, Touch: true}, `variant forchess
option cutthroat=on
turn southwest
southwest K a1
southwest B a2
northwest K d8
northwest R a8
northeast K h8
northeast N c2
northeast R b8
southeast K h2`)
	b.begin(four...)
	b.refused(b.lift("a1"), table.CannotLift)
	b.do(b.lift("a2"))
	b.do(table.Command{By: pinky, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: black}})
	b.lifted("")
	b.refused(b.lift("a2"), table.CannotLift)
	b.do(b.lift("a1"))
	b.moves("a1-b1")
}

func TestV25_LiftingBringsAPausedClockBack(t *testing.T) {
	terms := touching
	terms.Clock = table.Clock{Start: 5 * time.Minute}
	bubble(t, terms, func(b *bed) {
		b.begin(four...)
		pass(time.Minute)
		_ = b.Stop(context.Background())
		pass(time.Hour)
		b.open()
		pass(time.Second)
		b.do(b.lift("e1"))
		if c := b.View().Clock; c.Running != white || time.Until(c.Deadline) != 4*time.Minute {
			t.Errorf("clock %+v", c)
		}
		pass(4*time.Minute + table.Grace)
		if v := b.View(); v.Phase != table.Finished || v.Lifted != rules.NoSquare {
			t.Errorf("phase %d, lifted %d", v.Phase, v.Lifted)
		}
	})
}

func TestV25_ALiftingThatCannotBeStoredDidNotHappen(t *testing.T) {
	b := lay(t, touching)
	b.begin(four...)
	b.diary.fail(errors.New("disk full"))
	b.refused(b.lift("e1"), table.CannotStore)
	b.diary.mend()
	b.lifted("")
	b.moves("d2-d3")
}
