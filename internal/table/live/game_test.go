package live_test

import (
	"context"
	"os"
	"strconv"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
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

func TestG3_MoveOutOfTurnIsRefused(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(inky, blinky)
	move := b.action("m7-k7")
	b.wantRefusal(table.Command{By: sue, Kind: table.Play, Action: move}, table.NotSeated)
	b.wantRefusal(table.Command{By: blinky, Kind: table.Play, Seat: white, Action: move}, table.NotYourSeat)
	b.wantRulesRefusal(table.Command{By: blinky, Kind: table.Play, Seat: silver, Action: move}, rules.NotYourTurn)
	b.wantRulesRefusal(table.Command{By: blinky, Kind: table.Play, Seat: rules.NoSeat, Action: move}, rules.NotYourTurn)
	b.wantRulesRefusal(table.Command{By: inky, Kind: table.Play, Seat: black, Action: move}, rules.NotYourTurn)
	b.wantRulesRefusal(table.Command{By: inky, Kind: table.Play, Seat: white, Action: b.action("n7-n5"), Answers: -1}, rules.Blocked)
	b.wantRulesRefusal(
		table.Command{By: inky, Kind: table.Play, Seat: white, Action: rules.Action{Type: rules.DrawClaimed}},
		rules.NoClaim,
	)
	b.do(table.Command{By: inky, Kind: table.Play, Seat: rules.NoSeat, Action: move})
	if v := b.View(); v.Actor != silver || len(v.Moves) != 1 {
		t.Errorf("actor %d, %d moves", v.Actor, len(v.Moves))
	}
}

func TestServerActionsAreRefused(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(four...)
	for _, a := range []rules.Action{{Type: rules.Flag, Seat: white}, {Type: rules.DrawAgreed}} {
		b.wantRefusal(table.Command{By: inky, Kind: table.Play, Seat: white, Action: a, Answers: -1}, table.ServerAction)
	}
	b.wantRefusal(table.Command{By: inky, Kind: table.Play, Seat: white, Answers: -1}, table.UnknownCommand)
	for _, a := range []rules.Action{
		{Type: rules.ChooseArmy, Seat: 200},
		{Type: rules.Move, Path: rules.Path{From: 255, To: 0}, Promote: 200},
		{Type: rules.Move, Seat: 3},
	} {
		b.wantRulesRefusal(table.Command{By: inky, Kind: table.Play, Seat: white, Action: a, Answers: -1}, rules.Unreadable)
	}
	b.wantRefusal(table.Command{By: inky, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: 200}}, table.NotYourSeat)
}

func TestG5_ResignationOutOfTurn(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(four...)
	resign := func(seat rules.Seat) rules.Action { return rules.Action{Type: rules.Resign, Seat: seat} }
	b.wantRefusal(table.Command{By: inky, Kind: table.Play, Action: resign(black)}, table.NotYourSeat)
	b.do(table.Command{By: pinky, Kind: table.Play, Seat: black, Action: resign(black), Answers: 99})
	b.wantRulesRefusal(table.Command{By: pinky, Kind: table.Play, Seat: black, Action: resign(black), Answers: -1}, rules.NotInGame)
	v := b.View()
	if m := v.Moves[0]; v.Actor != white || m.Plain != "black:resign" || m.Seat != white || m.By != black {
		t.Errorf("actor %d after %+v", v.Actor, m)
	}
	b.do(table.Command{By: inky, Kind: table.Play, Action: resign(white)})
	b.wantRulesRefusal(table.Command{By: inky, Kind: table.Play, Seat: white, Action: b.action("m7-k7"), Answers: -1}, rules.NotInGame)
	b.do(table.Command{By: clyde, Kind: table.Play, Action: resign(gold)})
	if o := b.View().Position.Outcome; b.View().Phase != table.Finished || !o.Winners.Has(silver) {
		t.Errorf("outcome %+v", o)
	}
}

func TestStaleMovesAreRefused(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(inky)
	b.moves("m7-k7", "j1-k3", "b8-d8", "h13-h11")
	late := b.move("n6-k9")
	late.Answers = 0
	b.wantRefusal(late, table.Stale)
	late.Answers = 5
	b.wantRefusal(late, table.Stale)
	late.Answers = -1
	b.do(late)
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

func TestOpenRefusesInconsistentLog(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(inky)
	b.moves("m7-k7")
	good := b.events()
	seat := func(s rules.Seat) *rules.Seat { return &s }
	for name, events := range map[string][]table.Event{
		"empty":            nil,
		"no opening":       good[1:],
		"opened twice":     {good[0], good[0]},
		"unknown kind":     append(good[:1:1], table.Event{Kind: "danced"}),
		"unknown game":     {{Kind: table.Opened, Player: &inky, Terms: &table.Terms{Game: "go"}}},
		"no terms":         {{Kind: table.Opened, Player: &inky}},
		"no seat":          append(good[:1:1], table.Event{Kind: table.Seated, Player: &inky}),
		"seat 200":         append(good[:1:1], table.Event{Kind: table.Seated, Player: &inky, Seat: seat(200)}),
		"nobody":           append(good[:1:1], table.Event{Kind: table.Seated, Player: &player.Player{}, Seat: seat(0)}),
		"seat taken":       append(good[:2:2], good[1]),
		"early":            append(good[:1:1], table.Event{Kind: table.Started}),
		"out of turn":      append(good[:len(good):len(good)], good[len(good)-1]),
		"illegal":          append(good[:len(good):len(good)], table.Event{Kind: table.Acted, Seat: seat(silver), Action: "g1-g7"}),
		"unreadable":       append(good[:len(good):len(good)], table.Event{Kind: table.Acted, Seat: seat(silver), Action: "army:red"}),
		"flag by hand":     append(good[:len(good):len(good)], table.Event{Kind: table.Acted, Seat: seat(silver), Action: "flag"}),
		"flag, no clock":   append(good[:len(good):len(good)], table.Event{Kind: table.Flagged, Seat: seat(silver)}),
		"agreed by none":   append(good[:len(good):len(good)], table.Event{Kind: table.DrawAgreed}),
		"declined":         append(good[:len(good):len(good)], table.Event{Kind: table.DrawDeclined, Player: &inky}),
		"paused no clock":  append(good[:len(good):len(good)], table.Event{Kind: table.Paused}),
		"resumed":          append(good[:len(good):len(good)], table.Event{Kind: table.Resumed}),
		"continued":        append(good[:len(good):len(good)], table.Event{Kind: table.Continued}),
		"adjourned twice":  append(good[:len(good):len(good)], table.Event{Kind: table.Adjourned}, table.Event{Kind: table.Adjourned}),
		"resumed then":     append(good[:len(good):len(good)], table.Event{Kind: table.Adjourned}, table.Event{Kind: table.Resumed}),
		"taken back early": append(good[:len(good):len(good)], table.Event{Kind: table.TakenBack}),
		"empty chat line":  append(good[:len(good):len(good)], table.Event{Kind: table.Chatted, Player: &inky}),
		"no premove":       append(good[:len(good):len(good)], table.Event{Kind: table.PremoveCancelled, Seat: seat(silver)}),
		"not vacant":       append(good[:len(good):len(good)], table.Event{Kind: table.Replaced, Seat: seat(silver), Player: &sue}),
		"nobody is away":   append(good[:len(good):len(good)], table.Event{Kind: table.Forfeited, Seat: seat(silver)}),
		"vacated, present": append(good[:len(good):len(good)], table.Event{Kind: table.Vacated, Seat: seat(silver)}),
		"back, not away":   append(good[:len(good):len(good)], table.Event{Kind: table.Returned, Player: &inky}),
		"a stranger left":  append(good[:len(good):len(good)], table.Event{Kind: table.Left, Player: &sue}),
		"opened early":     append(good[:len(good):len(good)], table.Event{Kind: table.RematchOpened, Table: 2}),
		"rematch early": append(good[:len(good):len(good)], table.Event{
			Kind: table.RematchOffered, Player: &inky,
			Action: table.SeatsSame,
		}),
		"closed early":   append(good[:len(good):len(good)], table.Event{Kind: table.Closed, Action: "checkmate"}),
		"abandoned late": append(good[:len(good):len(good)], table.Event{Kind: table.Closed, Action: "abandoned"}),
	} {
		if _, err := live.Open(b.config(), events); err == nil {
			t.Errorf("%s: opened", name)
		}
	}
}
