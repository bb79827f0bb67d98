package present_test

import (
	"testing"
	"time"

	"quadrille/assets"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestTurnIsWordedForEachSide checks what the player to move and another player read about a turn at a touch-move table.
func TestTurnIsWordedForEachSide(t *testing.T) {
	v := *logged(t, table.Terms{Game: "chess4", Touch: true, Clock: table.Clock{Start: 5 * time.Minute}})
	clock := *v.Clock
	now := began.Add(time.Hour)
	clock.FirstMoveBy = now.Add(42 * time.Second)
	v.Clock = &clock
	v.Lifted, _ = v.Variant.Facts().Geometry.Square("m7")
	for i, want := range [][3]string{
		{"Your move, White", "You touched the pawn on mike 7, so it must move", "You have 42 seconds for your first move"},
		{"White to move", "White touched the pawn on mike 7", "White has 42 seconds for the first move"},
	} {
		at := present.For(&v, present.Viewer{ID: people[i].ID})
		got := [3]string{at.Status(), at.Touched(present.Style{Spelled: true}), at.FirstMove(now, time.Minute)}
		if got != want {
			t.Errorf("%s reads %q, want %q", people[i].Name, got, want)
		}
		if text := at.FirstMove(now, 41*time.Second); text != "" {
			t.Errorf("%q with more than 41 seconds left", text)
		}
	}
}

// TestNobodyIsToMoveInAnAdjournedGame checks whose turn all front ends show, while a game runs and
// while it is adjourned.
func TestNobodyIsToMoveInAnAdjournedGame(t *testing.T) {
	v := *logged(t, table.Terms{Game: "chess4"})
	if got, want := present.TurnOf(&v, people[0].ID), (present.Turn{Seat: v.Actor, For: v.Actor, Own: true}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	v.Adjourned = true
	nobody := present.Turn{Seat: rules.NoSeat, For: rules.NoSeat}
	if got, at := present.TurnOf(&v, people[0].ID), present.For(&v, present.Viewer{ID: people[0].ID}); got != nobody || at.Turn != nobody ||
		at.Seats[v.Actor].ToMove {
		t.Errorf("adjourned: %+v", got)
	}
}

// TestMovesOutOfTurnArePremoves checks that the table decides whether they are, and that boards of one person take none.
func TestMovesOutOfTurnArePremoves(t *testing.T) {
	v := *logged(t, table.Terms{Game: "chess4"})
	v.Allowed.Seats[2] = 0
	for _, test := range []struct {
		viewer present.Viewer
		want   bool
	}{
		{present.Viewer{ID: people[0].ID}, false}, // to move
		{present.Viewer{ID: people[1].ID}, true},
		{present.Viewer{ID: people[2].ID}, false}, // the table refuses
		{present.Student(people[1].ID, nil), false},
		{present.Student(people[1].ID, &assets.AnnotatedGame{Lesson: true}), false},
	} {
		if got := present.For(&v, test.viewer).MayPremove(); got != test.want {
			t.Errorf("%+v: %v", test.viewer, got)
		}
	}
}

// TestBotsOfASeek checks when bots join a seek, in words.
func TestBotsOfASeek(t *testing.T) {
	for want, got := range map[string]string{
		"Bots join in 30 seconds":                     present.SeekBots(30*time.Second, false),
		"No bots join while a player here wants none": present.SeekBots(0, true),
		"": present.SeekBots(0, false),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestPiecesThatAnotherSeatMoves checks the words for a piece and a seat in positions of two games.
func TestPiecesThatAnotherSeatMoves(t *testing.T) {
	v := logged(t, table.Terms{Game: "quadrochess"})
	sq, _ := v.Variant.Facts().Geometry.Square("d1")
	if got := present.Mover(v, sq); got != ", moved by White A" {
		t.Errorf("the white king on d1: %q", got)
	}
	for seat := range rules.Seat(rules.SeatCount) {
		if word, _ := present.Standing(v.Variant, &v.Position, seat); word != "" {
			t.Errorf("seat %d is %q at the start", seat, word)
		}
	}
	if got := present.For(v, present.Viewer{}).Immobile(sq, present.Style{}); got != "the king on d1 cannot move" {
		t.Error(got)
	}
}

// TestBoardsOfOnePersonRefuse checks what an annotated game and a lesson do not take: any move or takeback; any move but the
// next one, and every move while the lesson moves itself.
func TestBoardsOfOnePersonRefuse(t *testing.T) {
	v := logged(t, open)
	a, other := v.Legal[0], v.Legal[1]
	wanted := rules.Plain(v.Variant.Facts(), v.Actor, a)
	score := func(lesson bool, prompt string) *assets.AnnotatedGame {
		return &assets.AnnotatedGame{Lesson: lesson, Steps: []assets.Step{{Action: wanted, Prompt: prompt}}}
	}
	play := func(a rules.Action) *table.Command { return &table.Command{Kind: table.Play, Action: a} }
	for _, test := range []struct {
		score   *assets.AnnotatedGame
		command *table.Command
		want    string
	}{
		{nil, play(other), ""},
		{nil, &table.Command{Kind: table.OfferTakeback}, ""},
		{score(false, ""), play(a), "this game is read-only"},
		{score(false, ""), &table.Command{Kind: table.OfferTakeback}, "this game is read-only"},
		{score(true, "Move."), play(a), ""},
		{score(true, "Move."), play(other), "the lesson continues with another move: " + wanted},
		{score(true, ""), play(a), "the others are moving; wait for your turn"},
		{&assets.AnnotatedGame{Lesson: true}, play(a), "the lesson is complete"},
	} {
		if got := present.For(v, present.Student("a", test.score)).Refuses(test.command); got != test.want {
			t.Errorf("%+v: %q, want %q", test.score, got, test.want)
		}
	}
}
