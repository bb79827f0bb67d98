package live_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
	chess4law "quadrille/rules/chess4"
)

// words reads a game in plain notation.
func words(t testing.TB, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return rules.SplitRecord(string(text))
}

// trace reads the actions of a game as `replay` prints it.
func trace(t testing.TB, file string) (actions []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var at rules.Trace
		if err := json.Unmarshal([]byte(line), &at); err != nil {
			t.Fatal(err)
		}
		if at.Action != nil {
			actions = append(actions, *at.Action)
		}
	}
	return actions
}

func (b *bed) restart() {
	b.Helper()
	b.kill()
	b.open()
}

func TestQ13_TwoPeopleHoldTwoSeatsEach(t *testing.T) {
	b := lay(t, table.Terms{Game: "quadrochess"})
	b.begin(inky, blinky, blinky, inky)
	for i, word := range trace(t, "../../../rules/quadrochess/testdata/quadrochess-7-0.jsonl") {
		if i == 6 { // the second half of a double move
			b.unlawful(table.Command{By: inky, Kind: table.Play, Seat: rules.NoSeat, Action: b.action(word)}, rules.NotYourTurn)
			b.restart()
		}
		who := b.View().Seats[b.View().Actor].Player
		b.do(table.Command{By: who, Kind: table.Play, Seat: rules.NoSeat, Action: b.action(word), Answers: i})
	}
	b.ended(rules.ByKingTaken, silver, black)
}

// A player of two seats has one voice, and the offer needs the other's only.
func TestQ13_TwoPeopleAgreeOnADraw(t *testing.T) {
	b := lay(t, table.Terms{Game: "quadrochess"})
	b.begin(inky, blinky, blinky, inky)
	b.do(table.Command{By: inky, Kind: table.OfferDraw})
	b.moves("e2-e3")
	b.do(table.Command{By: blinky, Kind: table.AcceptDraw})
	b.ended(rules.ByAgreement)
}

// goldGained leads to where Black has gained Gold's army, on Black's turn.
func goldGained(t testing.TB) []string {
	t.Helper()
	return append(trace(t, "../../../rules/chess4/testdata/chess4-7-0.jsonl")[:23:23], "i1-j2", "d1-d3")
}

func method2(clock table.Clock) table.Terms {
	return table.Terms{Game: "chess4", Options: map[string]string{"method": "2"}, Clock: clock}
}

func TestC24_G6_TheControllersClockRunsOnTheTurnOfAGainedArmy(t *testing.T) {
	bubble(t, method2(timed.Clock), func(b *bed) {
		b.begin(four...)
		b.moves(goldGained(t)...)
		before := b.left()
		pass(20 * time.Second)
		b.moves("a8-a9")
		v := b.View()
		if v.Position.Turn != gold || v.Actor != black || v.Clock.Running != black || !v.Clock.Since.Equal(time.Now().UTC()) {
			t.Fatalf("turn %d, actor %d, clock %+v", v.Position.Turn, v.Actor, v.Clock)
		}
		army := b.action("d14-d13")
		b.unlawful(table.Command{By: clyde, Kind: table.Play, Seat: gold, Action: army}, rules.NotInGame)
		b.unlawful(table.Command{By: inky, Kind: table.Play, Seat: white, Action: army}, rules.NotYourTurn)
		b.refused(table.Command{By: pinky, Kind: table.Play, Seat: gold, Action: army}, table.NotYourSeat)
		b.unlawful(b.move("b4-c4"), rules.NotYourPiece)
		b.refused(table.Command{By: clyde, Kind: table.OfferDraw}, table.YouAreEliminated)
		pass(30 * time.Second)
		b.moves("d14-d13")
		v = b.View()
		want := before
		want[black] -= 30 * time.Second // 20 and 30 spent, two increments of 10
		if v.Clock.Left != want || v.Clock.Running != white {
			t.Errorf("clock %+v, want %v", v.Clock, want)
		}
		if m := v.Moves[len(v.Moves)-1]; m.Seat != gold || m.By != black {
			t.Errorf("recorded as %+v", m)
		}
	})
}

func TestC24_G6_FlagOfTheControllerOnTheTurnOfAGainedArmy(t *testing.T) {
	bubble(t, method2(table.Clock{Start: 5 * time.Minute}), func(b *bed) {
		b.begin(four...)
		b.moves(append(goldGained(t), "a8-a9")...)
		pass(5*time.Minute + table.Grace)
		v := b.View()
		if m := v.Moves[len(v.Moves)-1]; v.Position.State[black] != rules.Eliminated || v.Actor != white || m.Plain != "flag" || m.Seat != gold || m.By != black {
			t.Errorf("actor %d, the last action %+v", v.Actor, m)
		}
	})
}

func TestC28_G5_TheControllerResignsOnTheTurnOfAGainedArmy(t *testing.T) {
	b := lay(t, method2(table.Clock{}))
	b.begin(four...)
	b.moves(append(goldGained(t), "a8-a9")...)
	b.unlawful(resignation(clyde, gold), rules.NotInGame)
	b.refused(resignation(pinky, gold), table.NotYourSeat)
	b.do(resignation(pinky, black))
	if v := b.View(); v.Actor != white || v.Position.State[black] != rules.Eliminated || v.Moves[len(v.Moves)-1].Plain != "resign" {
		t.Errorf("actor %d, state %v", v.Actor, v.Position.State)
	}
	b.restart()
	b.moves("m10-l10")
}

// What others do on that turn leaves the army's turn as it was.
func TestC24_AnotherResignsOnTheTurnOfAGainedArmy(t *testing.T) {
	b := lay(t, method2(table.Clock{}))
	b.begin(four...)
	b.moves(append(goldGained(t), "a8-a9")...)
	b.do(resignation(inky, white))
	if v := b.View(); v.Actor != black || v.Position.Turn != gold || v.Moves[len(v.Moves)-1].Plain != "white:resign" {
		t.Errorf("actor %d on the turn of %d", v.Actor, v.Position.Turn)
	}
	b.moves("d14-d13")
	if v := b.View(); v.Actor != silver {
		t.Errorf("actor %d", v.Actor)
	}
}

func TestC27_AnArmyIsChosenAtATable(t *testing.T) {
	b := lay(t, table.Terms{Game: "chess4", Options: map[string]string{"method": "2"}, Touch: true})
	b.begin(four...)
	game := words(t, "testdata/second-method.txt")
	chosen, gained := false, 0
	for _, word := range game {
		v := b.View()
		if strings.HasPrefix(word, "army:") {
			b.refused(b.lift("g13"), table.CannotLift) // first the choice
			b.unlawful(b.move("e12-a8"), chess4law.MustChoose)
			b.restart()
			chosen = true
		} else {
			square, _, _ := strings.Cut(word, "-")
			b.do(b.lift(square)) // a gained man too
			if v.Actor != v.Position.Turn {
				gained++
			}
		}
		b.moves(word)
	}
	if v := b.View(); !chosen || gained < 10 || v.Position.Controller[gold] != silver || len(v.Moves) != len(game) {
		t.Errorf("chosen %v, %d moves of gained armies, controllers %v", chosen, gained, v.Position.Controller)
	}
}

func TestF13_AKingIsTakenAtATable(t *testing.T) {
	b := lay(t, forchess)
	b.begin(four...)
	b.moves(strings.Fields(takesKing)...)
	b.unlawful(table.Command{By: inky, Kind: table.Play, Seat: southwest, Action: b.action("a4-b5"), Answers: -1}, rules.NotInGame)
	b.refused(table.Command{By: inky, Kind: table.OfferDraw}, table.YouAreEliminated)
	b.restart()
	b.moves("b7-b6", "h5-h4")
	v := b.View()
	if v.Actor != southeast || v.Position.Controller[southwest] != southeast {
		t.Fatalf("actor %d, controllers %v", v.Actor, v.Position.Controller)
	}
	conquered := slices.IndexFunc(v.Legal, func(a rules.Action) bool { return v.Position.Board[a.From].Army() == rules.Army(southwest) })
	b.do(table.Command{By: clyde, Kind: table.Play, Seat: southeast, Action: v.Legal[conquered], Answers: 14})
	if v := b.View(); v.Actor != northwest || v.Moves[14].By != southeast {
		t.Errorf("actor %d: a seat that is out is skipped", v.Actor)
	}
}

func TestF12_AManIsTakenOffAtATable(t *testing.T) {
	b := lay(t, touchingForchess)
	b.begin(four...)
	game := words(t, "testdata/removal.txt")
	b.moves(game[:len(game)-1]...)
	removal := game[len(game)-1]
	b.do(b.lift("a1")) // what can be taken off can be lifted
	b.restart()
	b.moves(removal)
	v := b.View()
	if m := v.Moves[len(v.Moves)-1]; m.Action.Type != rules.Remove || v.Position.State[southwest] != rules.Eliminated || v.Actor != northwest {
		t.Errorf("actor %d after %+v", v.Actor, m)
	}
}

// Black is in checkmate from the 69th ply to the 129th, which releases him.
func TestV16_V17_AFrozenSeatIsSkippedAndReleased(t *testing.T) {
	b := lay(t, verney)
	b.begin(four...)
	game := trace(t, "../../../rules/verney/testdata/verney-7-0.jsonl")
	b.moves(game[:71]...)
	v := b.View()
	if m := v.Moves[70]; len(m.Passed) != 1 || m.Passed[0] != gold || v.Actor != yellow || v.Position.State[gold] != rules.Frozen {
		t.Fatalf("actor %d, state %v, passed %v", v.Actor, v.Position.State, m.Passed)
	}
	b.unlawful(table.Command{By: clyde, Kind: table.Play, Seat: gold, Action: b.action("n9-f1"), Answers: -1}, rules.NotYourTurn)
	b.restart()
	b.moves(game[71:131]...)
	if v := b.View(); v.Actor != gold || v.Position.State[gold] != rules.Playing {
		t.Fatalf("actor %d, state %v: not released", v.Actor, v.Position.State)
	}
	b.moves(game[131:140]...)
}

func TestV16_G5_AFrozenSeatHasASay(t *testing.T) {
	b := lay(t, verney)
	b.begin(four...)
	b.moves(trace(t, "../../../rules/verney/testdata/verney-7-0.jsonl")[:71]...)
	b.do(resignation(blinky, red))
	b.resigning(red)
	b.do(table.Command{By: clyde, Kind: table.PlayOn})
	b.resigning()
	b.do(table.Command{By: inky, Kind: table.OfferDraw})
	b.do(table.Command{By: pinky, Kind: table.AcceptDraw})
	b.do(table.Command{By: blinky, Kind: table.AcceptDraw})
	if v := b.View(); v.Offer == nil {
		t.Fatal("the draw did not wait for the seat in checkmate")
	}
	b.do(resignation(clyde, gold))
	b.do(resignation(blinky, red))
	b.ended(rules.ByResignation, yellow, black)
}
