package live_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

var touchMove = table.Terms{Game: "verney", Touch: true}

func (b *testTable) square(name string) rules.Square {
	b.Helper()
	sq, ok := b.View().Variant.Facts().Geometry.Square(name)
	if !ok {
		b.Fatalf("no square %s", name)
	}
	return sq
}

// lift returns the command to touch the piece on a square, for the seat whose turn it is.
func (b *testTable) lift(square string) table.Command {
	b.Helper()
	v := b.View()
	return table.Command{By: v.Seats[v.Actor].Player, Kind: table.Lift, Seat: v.Actor, Square: b.square(square), Answers: len(v.Moves)}
}

func (b *testTable) wantLifted(square string) {
	b.Helper()
	if v := b.View(); v.Variant.Facts().Geometry.Name(v.Lifted) != square {
		b.Errorf("lifted is square %d, want %q", v.Lifted, square)
	}
}

func TestV25_LiftedPieceMustMove(t *testing.T) {
	b := newTable(t, touchMove)
	b.startGame(four...)
	w := b.Watch(sue)
	defer w.Close()
	b.wantLifted("")
	b.do(b.lift("e1"))
	if v, _ := w.Take(context.Background()); v.Lifted != b.square("e1") {
		t.Errorf("others see %d lifted", v.Lifted)
	}
	b.wantRefusal(b.move("d2-d3"), table.MustMoveLifted)
	b.wantRefusal(b.lift("d2"), table.MustMoveLifted)
	b.do(b.lift("e1")) // no effect: the piece is already lifted
	var r *table.Refusal
	if err := b.Do(context.Background(), b.move("d2-d3")); !errors.As(err, &r) || !strings.Contains(r.Error(), "e1") {
		t.Errorf("%v does not name e1", err)
	}
	b.wantRulesRefusal(b.move("e1-e5"), rules.CannotMove) // after an illegal move the piece stays lifted
	b.wantLifted("e1")
	b.moves("e1-f3")
	b.wantLifted("")
	b.moves("a10-c9") // players may move without lifting a piece first
	b.do(b.lift("d13"))
	b.moves("d13-d12")
	lifted := 0
	for _, e := range b.events() {
		if e.Kind == table.Lifted {
			lifted++
		}
	}
	if lifted != 2 {
		t.Errorf("%d lifts are stored, want 2", lifted)
	}
}

func TestV25_LiftNeedsMovablePiece(t *testing.T) {
	b := newTable(t, touchMove)
	b.wantRefusal(table.Command{By: inky, Kind: table.Lift}, table.NotStarted)
	b.startGame(four...)
	// a piece without a legal move, an empty square, and two pieces of seats that are not to move (White and Red)
	for _, square := range []string{"d1", "h8", "d13", "b7"} {
		b.wantRefusal(b.lift(square), table.CannotLift)
	}
	for _, off := range []rules.Square{rules.NoSquare, 255} {
		b.wantRefusal(table.Command{By: inky, Kind: table.Lift, Seat: rules.NoSeat, Square: off, Answers: -1}, table.CannotLift)
	}
	late := b.lift("e1")
	late.Answers = 5
	b.wantRefusal(late, table.Stale)
	b.wantLifted("")
}

func TestV25_LiftSurvivesRestart(t *testing.T) {
	for name, down := range map[string]func(*testTable){
		"kill": (*testTable).kill,
		"stop": func(b *testTable) { _ = b.Stop(context.Background()) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newTable(t, touchMove)
			b.startGame(four...)
			lift := b.lift("e1")
			lift.ID = "lift"
			b.do(lift)
			down(b)
			b.open()
			b.wantLifted("e1")
			b.do(lift)
			b.wantRefusal(b.move("d2-d3"), table.MustMoveLifted)
			b.moves("e1-f3")
			b.do(lift) // no effect: the piece is already lifted
			b.wantLifted("")
		})
	}
}

func TestV25_ResignAndClaimWithLiftedPiece(t *testing.T) {
	b := newTable(t, table.Terms{Game: "chess4", Touch: true})
	b.startGame(four...)
	shuffle := []string{"n5-l6", "e1-f3", "a5-c6", "e14-f12", "l6-n5", "f3-e1", "c6-a5", "f12-e14"}
	b.moves(append(shuffle, shuffle...)...)
	b.do(b.lift("n5"))
	b.do(table.Command{By: pinky, Kind: table.OfferDraw})
	b.do(table.Command{By: blinky, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: silver}})
	b.wantLifted("n5") // the piece stays lifted when other seats act
	b.wantRefusal(b.move("m7-k7"), table.MustMoveLifted)
	b.moves("resign")
	b.wantLifted("")
	b.moves("a5-c6", "e14-f12")

	c := newTable(t, table.Terms{Game: "chess4", Touch: true})
	c.startGame(four...)
	c.moves(append(shuffle, shuffle...)...)
	c.do(c.lift("n5"))
	c.moves("draw:claim")
	c.wantLifted("")
}

// TestV25_PieceThatCannotMoveIsPutDown checks that a lifted piece is put down when it can no
// longer move. The bishop may move while Northeast gives a check that no move can stop
// (F11), but is pinned after Northeast resigns (F16).
func TestV25_PieceThatCannotMoveIsPutDown(t *testing.T) {
	b := newTableAt(t, table.Terms{Game: "forchess", Options: map[string]string{"cutthroat": "on"}, Touch: true}, `variant forchess
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
	b.startGame(four...)
	b.wantRefusal(b.lift("a1"), table.CannotLift)
	b.do(b.lift("a2"))
	b.do(table.Command{By: pinky, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: black}})
	b.wantLifted("")
	b.wantRefusal(b.lift("a2"), table.CannotLift)
	b.do(b.lift("a1"))
	b.moves("a1-b1")
}

func TestV25_LiftResumesPausedClock(t *testing.T) {
	terms := touchMove
	terms.Clock = table.Clock{Start: 5 * time.Minute}
	inVirtualTime(t, terms, func(b *testTable) {
		b.startGame(four...)
		advance(time.Minute)
		_ = b.Stop(context.Background())
		advance(time.Hour)
		b.open()
		advance(time.Second)
		b.do(b.lift("e1"))
		if c := b.View().Clock; c.Running != white || time.Until(c.Deadline) != 4*time.Minute {
			t.Errorf("clock %+v", c)
		}
		advance(4*time.Minute + table.Grace)
		if v := b.View(); v.Phase != table.Finished || v.Lifted != rules.NoSquare {
			t.Errorf("phase %d, lifted %d", v.Phase, v.Lifted)
		}
	})
}

func TestV25_LiftNotStoredHasNoEffect(t *testing.T) {
	b := newTable(t, touchMove)
	b.startGame(four...)
	b.log.fail(errors.New("disk full"))
	b.wantRefusal(b.lift("e1"), table.CannotStore)
	b.log.fix()
	b.wantLifted("")
	b.moves("d2-d3")
}
