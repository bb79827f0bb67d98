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

// words reads the actions of a game from a file in plain notation.
func words(t testing.TB, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return rules.SplitRecord(string(text))
}

// trace reads the actions of a game from a file that contains the output of `quadrille
// replay`.
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

func (b *testTable) restart() {
	b.Helper()
	b.kill()
	b.open()
}

func TestQ13_TwoPlayersWithTwoSeatsEach(t *testing.T) {
	b := newTable(t, table.Terms{Game: "quadrochess"})
	b.startGame(inky, blinky, blinky, inky)
	for i, word := range trace(t, "../../../rules/quadrochess/testdata/quadrochess-7-0.jsonl") {
		if i == 6 { // the second move of a double move
			b.wantRulesRefusal(table.Command{By: inky, Kind: table.Play, Seat: rules.NoSeat, Action: b.action(word)}, rules.NotYourTurn)
			b.restart()
		}
		who := b.View().Seats[b.View().Actor].Player
		b.do(table.Command{By: who, Kind: table.Play, Seat: rules.NoSeat, Action: b.action(word), Answers: i})
	}
	b.wantEnded(rules.ByKingTaken, silver, black)
}

// TestQ13_TwoPeopleAgreeOnADraw checks that a player with two seats accepts a draw for
// both seats with one command.
func TestQ13_TwoPeopleAgreeOnADraw(t *testing.T) {
	b := newTable(t, table.Terms{Game: "quadrochess"})
	b.startGame(inky, blinky, blinky, inky)
	b.do(table.Command{By: inky, Kind: table.OfferDraw})
	b.moves("e2-e3")
	b.do(table.Command{By: blinky, Kind: table.AcceptDraw})
	b.wantEnded(rules.ByAgreement)
}

// gainGoldArmy returns actions after which Black controls Gold's army and Black is to move.
func gainGoldArmy(t testing.TB) []string {
	t.Helper()
	return append(trace(t, "../../../rules/chess4/testdata/chess4-7-0.jsonl")[:23:23], "i1-j2", "d1-d3")
}

func method2(clock table.Clock) table.Terms {
	return table.Terms{Game: "chess4", Options: map[string]string{"method": "2"}, Clock: clock}
}

func TestC24_G6_ControllersClockRunsForGainedArmy(t *testing.T) {
	inVirtualTime(t, method2(timed.Clock), func(b *testTable) {
		b.startGame(four...)
		b.moves(gainGoldArmy(t)...)
		before := b.timeLeft()
		advance(20 * time.Second)
		b.moves("a8-a9")
		v := b.View()
		if v.Position.Turn != gold || v.Actor != black || v.Clock.Running != black || !v.Clock.Since.Equal(time.Now().UTC()) {
			t.Fatalf("turn %d, actor %d, clock %+v", v.Position.Turn, v.Actor, v.Clock)
		}
		army := b.action("d14-d13")
		b.wantRulesRefusal(table.Command{By: clyde, Kind: table.Play, Seat: gold, Action: army}, rules.NotInGame)
		b.wantRulesRefusal(table.Command{By: inky, Kind: table.Play, Seat: white, Action: army}, rules.NotYourTurn)
		b.wantRefusal(table.Command{By: pinky, Kind: table.Play, Seat: gold, Action: army}, table.NotYourSeat)
		b.wantRulesRefusal(b.move("b4-c4"), rules.NotYourPiece)
		b.wantRefusal(table.Command{By: clyde, Kind: table.OfferDraw}, table.YouAreEliminated)
		advance(30 * time.Second)
		b.moves("d14-d13")
		v = b.View()
		want := before
		want[black] -= 30 * time.Second // Black spent 20 s and 30 s, and received two increments of 10 s
		if v.Clock.Left != want || v.Clock.Running != white {
			t.Errorf("clock %+v, want %v", v.Clock, want)
		}
		if m := v.Moves[len(v.Moves)-1]; m.Seat != gold || m.By != black {
			t.Errorf("recorded as %+v", m)
		}
	})
}

func TestC24_G6_ControllerFlagsOnTurnOfGainedArmy(t *testing.T) {
	inVirtualTime(t, method2(table.Clock{Start: 5 * time.Minute}), func(b *testTable) {
		b.startGame(four...)
		b.moves(append(gainGoldArmy(t), "a8-a9")...)
		advance(5*time.Minute + table.Grace)
		v := b.View()
		if m := v.Moves[len(v.Moves)-1]; v.Position.State[black] != rules.Eliminated || v.Actor != white || m.Plain != "flag" ||
			m.Seat != gold ||
			m.By != black {
			t.Errorf("actor %d, the last action %+v", v.Actor, m)
		}
	})
}

func TestC28_G5_ControllerResignsOnTurnOfGainedArmy(t *testing.T) {
	b := newTable(t, method2(table.Clock{}))
	b.startGame(four...)
	b.moves(append(gainGoldArmy(t), "a8-a9")...)
	b.wantRulesRefusal(resignation(clyde, gold), rules.NotInGame)
	b.wantRefusal(resignation(pinky, gold), table.NotYourSeat)
	b.do(resignation(pinky, black))
	if v := b.View(); v.Actor != white || v.Position.State[black] != rules.Eliminated || v.Moves[len(v.Moves)-1].Plain != "resign" {
		t.Errorf("actor %d, state %v", v.Actor, v.Position.State)
	}
	b.restart()
	b.moves("m10-l10")
}

// TestC24_OtherSeatResignsOnTurnOfGainedArmy checks that a player whose turn it is to move an
// army gained from another seat keeps this turn when a third seat resigns.
func TestC24_OtherSeatResignsOnTurnOfGainedArmy(t *testing.T) {
	b := newTable(t, method2(table.Clock{}))
	b.startGame(four...)
	b.moves(append(gainGoldArmy(t), "a8-a9")...)
	b.do(resignation(inky, white))
	if v := b.View(); v.Actor != black || v.Position.Turn != gold || v.Moves[len(v.Moves)-1].Plain != "white:resign" {
		t.Errorf("actor %d on the turn of %d", v.Actor, v.Position.Turn)
	}
	b.moves("d14-d13")
	if v := b.View(); v.Actor != silver {
		t.Errorf("actor %d", v.Actor)
	}
}

func TestC27_ChooseArmy(t *testing.T) {
	b := newTable(t, table.Terms{Game: "chess4", Options: map[string]string{"method": "2"}, Touch: true})
	b.startGame(four...)
	game := words(t, "testdata/second-method.txt")
	chosen, gained := false, 0
	for _, word := range game {
		v := b.View()
		if strings.HasPrefix(word, "army:") {
			b.wantRefusal(b.lift("g13"), table.CannotLift) // the player must choose an army first
			b.wantRulesRefusal(b.move("e12-a8"), chess4law.MustChoose)
			b.restart()
			chosen = true
		} else {
			square, _, _ := strings.Cut(word, "-")
			b.do(b.lift(square)) // a piece of the gained army can be lifted too
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

func TestF13_CaptureKing(t *testing.T) {
	b := newTable(t, forchess)
	b.startGame(four...)
	b.moves(strings.Fields(capturesKing)...)
	b.wantRulesRefusal(
		table.Command{By: inky, Kind: table.Play, Seat: southwest, Action: b.action("a4-b5"), Answers: -1},
		rules.NotInGame,
	)
	b.wantRefusal(table.Command{By: inky, Kind: table.OfferDraw}, table.YouAreEliminated)
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

func TestF12_RemovePiece(t *testing.T) {
	b := newTable(t, touchMoveForchess)
	b.startGame(four...)
	game := words(t, "testdata/removal.txt")
	b.moves(game[:len(game)-1]...)
	removal := game[len(game)-1]
	b.do(b.lift("a1")) // a piece that its player can remove from the board can be lifted
	b.restart()
	b.moves(removal)
	v := b.View()
	if m := v.Moves[len(v.Moves)-1]; m.Action.Type != rules.Remove || v.Position.State[southwest] != rules.Eliminated ||
		v.Actor != northwest {
		t.Errorf("actor %d after %+v", v.Actor, m)
	}
}

// TestV16_V17_FrozenSeatIsSkippedAndReleased checks that a seat in checkmate passes until
// a move releases it. In this game, Gold is in checkmate from ply 69 until the move at ply
// 129.
func TestV16_V17_FrozenSeatIsSkippedAndReleased(t *testing.T) {
	b := newTable(t, verney)
	b.startGame(four...)
	game := trace(t, "../../../rules/verney/testdata/verney-7-0.jsonl")
	b.moves(game[:71]...)
	v := b.View()
	if m := v.Moves[70]; len(m.Passed) != 1 || m.Passed[0] != gold || v.Actor != yellow || v.Position.State[gold] != rules.Frozen {
		t.Fatalf("actor %d, state %v, passed %v", v.Actor, v.Position.State, m.Passed)
	}
	b.wantRulesRefusal(table.Command{By: clyde, Kind: table.Play, Seat: gold, Action: b.action("n9-f1"), Answers: -1}, rules.NotYourTurn)
	b.restart()
	b.moves(game[71:131]...)
	if v := b.View(); v.Actor != gold || v.Position.State[gold] != rules.Playing {
		t.Fatalf("actor %d, state %v: not released", v.Actor, v.Position.State)
	}
	b.moves(game[131:140]...)
}

func TestV16_G5_FrozenSeatMayAnswerOffers(t *testing.T) {
	b := newTable(t, verney)
	b.startGame(four...)
	b.moves(trace(t, "../../../rules/verney/testdata/verney-7-0.jsonl")[:71]...)
	b.do(resignation(blinky, red))
	b.wantResigning(red)
	b.do(table.Command{By: clyde, Kind: table.PlayOn})
	b.wantResigning()
	b.do(table.Command{By: inky, Kind: table.OfferDraw})
	b.do(table.Command{By: pinky, Kind: table.AcceptDraw})
	b.do(table.Command{By: blinky, Kind: table.AcceptDraw})
	if v := b.View(); v.Offer == nil {
		t.Fatal("the draw did not wait for the seat in checkmate")
	}
	b.do(resignation(clyde, gold))
	b.do(resignation(blinky, red))
	b.wantEnded(rules.ByResignation, yellow, black)
}
