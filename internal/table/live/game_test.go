package live_test

import (
	"context"
	"os"
	"strconv"
	"testing"

	"quadrille/internal/table"
	"quadrille/rules"
)

// record returns the actions of a recorded game.
func record(t testing.TB) []string {
	t.Helper()
	text, err := os.ReadFile("../../../rules/chess4/testdata/chess4-firstgame.txt")
	if err != nil {
		t.Fatal(err)
	}
	return rules.SplitRecord(string(text))
}

func TestRecordedGameWithRestart(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(four...)
	words := record(t)
	for i, word := range words {
		if i == 100 {
			b.kill()
			b.open()
		}
		b.moves(word)
	}
	v := b.View()
	if v.Phase != table.Finished || v.Actor != rules.NoSeat || len(v.Legal) != 0 || len(v.Moves) != len(words) {
		t.Fatalf("phase %d after %d moves", v.Phase, len(v.Moves))
	}
	if p := &v.Position; p.EliminationOrder[white] >= p.EliminationOrder[gold] || p.EliminationOrder[gold] >= p.EliminationOrder[black] ||
		p.Points != [4]uint16{0, 18, 0, 0} {
		t.Errorf("left %v, points %v", p.EliminationOrder, p.Points)
	}
	if m := v.Moves[1]; m.Number != 2 || m.Seat != silver || m.By != silver || m.Plain != "j1-k3" || m.Text != "Nk3" {
		t.Errorf("second move: %+v", m)
	}
	passes := 0
	for _, m := range v.Moves {
		passes += len(m.Passed)
	}
	if passes == 0 {
		t.Error("no forced pass is shown")
	}
	b.wantRefusal(table.Command{By: blinky, Kind: table.Play, Action: rules.NewMove(1, 2)}, table.GameOver)
}

func TestRepeatedCommandRunsOnce(t *testing.T) {
	b := newTable(t, chess4)
	sit := table.Command{By: inky, Kind: table.Sit, Seat: rules.NoSeat, ID: "sit"}
	b.do(sit)
	b.do(sit)
	if b.View().Seats[silver].Player == inky {
		t.Fatal("one command took two seats")
	}
	sit.By = blinky // another player may use the same ID for a different command
	b.do(sit)
	b.do(table.Command{By: inky, Kind: table.Stand, Seat: white, ID: "stand"})
	b.do(table.Command{By: blinky, Kind: table.Stand, Seat: silver})
	b.startGame(inky)
	move := b.move("m7-k7")
	move.ID = "first"
	b.do(move)
	for range 2 {
		b.do(move)
		b.do(sit)
		b.do(table.Command{By: inky, Kind: table.Stand, Seat: white, ID: "stand"})
		if n := len(b.View().Moves); n != 1 {
			t.Fatalf("%d moves", n)
		}
		b.kill()
		b.open()
	}
}

func TestRepeatedRefusalIsTheSame(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(four...)
	early := table.Command{By: blinky, Kind: table.Play, Seat: silver, Action: b.action("j1-k3"), Answers: -1, ID: "early"}
	b.wantRulesRefusal(early, rules.NotYourTurn)
	b.moves("m7-k7")
	b.wantRulesRefusal(early, rules.NotYourTurn)
	for i := range 100 { // send more refused commands than the table remembers
		b.wantRefusal(table.Command{By: inky, Kind: table.Stand, ID: strconv.Itoa(i)}, table.AlreadyStarted)
	}
	b.do(early)
}

func TestRepeatedLastCommandAfterGame(t *testing.T) {
	b := newTable(t, table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}})
	b.startGame(inky, blinky)
	last := table.Command{By: inky, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: white}, ID: "last"}
	for range 3 {
		b.do(last)
		b.do(last)
		b.wantRefusal(table.Command{By: inky, Kind: table.OfferDraw}, table.GameOver)
		_ = b.Stop(context.Background())
		b.open()
	}
	b.wantRefusal(table.Command{By: inky, Kind: table.OfferDraw, ID: string(make([]byte, 65))}, table.LongKey)
}

func TestViewsShareTheirMoves(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(inky)
	var views []*table.View
	words := record(t)[:80]
	for _, word := range words {
		b.moves(word)
		views = append(views, b.View())
	}
	for i, v := range views {
		if len(v.Moves) != i+1 || v.Moves[i].Plain != words[i] || v.Moves[0].Plain != words[0] {
			t.Fatalf("view %d has %d moves, the last %s", i, len(v.Moves), v.Moves[len(v.Moves)-1].Plain)
		}
	}
}
