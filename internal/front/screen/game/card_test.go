package game

import (
	"slices"
	"testing"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// outView returns a view of a game in which a player is eliminated, as a table sends it.
func outView(t *testing.T, seat rules.Seat) *table.View {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:40])
	v.Position.State[seat] = rules.Eliminated
	v.Out[seat] = 40
	v.Recent = []table.Notable{{
		Number: 50, Kind: table.SeatOut, Seat: seat, Player: uitest.People[seat], BySeat: 3, How: rules.ByCheckmate, Move: 40,
	}}
	return v
}

// TestCardOfAnEliminatedPlayer draws the card of a player who is out: over the panel, never over the board, with one
// bell, until a key. Other people see no card.
func TestCardOfAnEliminatedPlayer(t *testing.T) {
	for _, size := range [][2]int{{46, 16}, {80, 24}, {80, 45}, {100, 30}, {120, 40}, {200, 60}} {
		d := atTable(t, uitest.People[1], uitest.ViewAfter(t, uitest.Recorded(t)[:39]), kit.Config{Width: size[0], Height: size[1]})
		d.Show(outView(t, 1))
		if d.Bells != 1 {
			t.Errorf("%v: %d bells", size, d.Bells)
		}
		d.Sees("You are out")
		d.checkSquares(size)
		if l, _ := d.layout(); l.Panel.Width > 0 {
			d.Reads("Checkmated by Gold in round 10")
			d.Reads("4th of 4")
		}
		d.Show(outView(t, 1))
		d.Sees("You are out")
		d.Keys("enter")
		d.Lacks("You are out")
		d.Show(outView(t, 1))
		d.Lacks("You are out")
		for _, other := range []player.Player{uitest.People[0], uitest.Spectator} {
			d := atTable(t, other, outView(t, 1), kit.Config{Width: size[0], Height: size[1]})
			d.Lacks("You are out")
			if key, _ := d.table().Shared(); other == uitest.Spectator && key == nil {
				t.Error("the frame of a spectator is not shared")
			}
		}
	}
}

// TestCardOfAnEliminatedPlayerOffersAnotherGame presses o while the card is open. Without the card, letters are a typed move.
func TestCardOfAnEliminatedPlayerOffersAnotherGame(t *testing.T) {
	form := func(d *driver) bool {
		place, ok := d.Stack.Screens[len(d.Stack.Screens)-1].(uitest.Place)
		return ok && place.Place == (nav.NewTable{})
	}
	d := atTable(t, uitest.People[1], outView(t, 1), kit.Config{Width: 120, Height: 40})
	d.Sees("You are out", "o another game")
	d.Keys("o")
	if !form(d) {
		t.Error("o did not open the form for a new table")
	}
	d = atTable(t, uitest.People[1], outView(t, 1), kit.Config{Width: 120, Height: 40})
	d.Keys("enter", "o")
	if d.Sees("Move: o_"); form(d) {
		t.Error("o opened the form without the card")
	}
}

// TestCardOfAPlayerWhoComesBack opens the table of a game from which the player was eliminated meanwhile.
func TestCardOfAPlayerWhoComesBack(t *testing.T) {
	d := atTable(t, uitest.People[1], outView(t, 1), kit.Config{})
	d.Sees("You are out")
}

// TestResultCard shows the result of a game to its players when it ends, but not to spectators, nor to who opens
// the table of a finished game.
func TestResultCard(t *testing.T) {
	words := uitest.Recorded(t)
	for _, size := range [][2]int{{80, 24}, {80, 50}, {120, 40}} {
		end := uitest.Finished(t)
		end.Started = uitest.Noon
		d := atTable(t, uitest.People[1], uitest.ViewAfter(t, words[:len(words)-1]), kit.Config{Width: size[0], Height: size[1]})
		d.Show(end)
		d.Sees("You won", "1 ● Blinky", "4 ● Inky", "r rematch", "esc back")
		d.checkSquares(size)
		d.Keys("r")
		d.Asks(table.OfferRematch)
		d.Lacks("1 ● Blinky")
		d = atTable(t, uitest.Spectator, uitest.ViewAfter(t, words[:len(words)-1]), kit.Config{Width: size[0], Height: size[1]})
		d.Show(end)
		d.Lacks("1 ● Blinky")
		d = atTable(t, uitest.People[1], end, kit.Config{Width: size[0], Height: size[1]})
		d.Lacks("1 ● Blinky")
	}
}

// TestResultCardOfARatedGame checks that the card shows ratings with arrows, and the round in which a
// player was eliminated.
func TestResultCardOfARatedGame(t *testing.T) {
	words, end := uitest.Recorded(t), uitest.Finished(t)
	end.Started = uitest.Noon
	end.Out[0] = 41
	for i, change := range []int{-24, 18, 6, 0} {
		rated := player.RatingChange{Player: uitest.People[i].ID.RatedID(), Before: 1400, After: 1400 + change}
		end.Ratings = append(end.Ratings, rated)
	}
	d := atTable(t, uitest.People[1], uitest.ViewAfter(t, words[:len(words)-1]), kit.Config{Width: 120, Height: 40})
	d.Show(end)
	d.Sees("+18 1418 ▲", "-24 1376 ▼", "+0 1400 ─", "round 11")
}

// TestResultCardWithAnalysis checks that the card stays while the key of the analysis starts it, and
// shows the accuracy, the best and the worst move of the player.
func TestResultCardWithAnalysis(t *testing.T) {
	words, end := uitest.Recorded(t), uitest.Finished(t)
	end.Started = uitest.Noon
	seat := end.Moves[5].By
	d := atTable(t, uitest.People[seat], uitest.ViewAfter(t, words[:len(words)-1]), kit.Config{Width: 120, Height: 40})
	d.Show(end)
	d.allowAnalysis(nil)
	d.Keys("a")
	d.progress(analysisOf(end, 8), true)
	d.Sees("1 ● Blinky", "Analysis: 8 of")
	now := analysisOf(end, len(end.Moves))
	d.progress(now, true)
	accuracy, _ := now.Accuracy(seat)
	best, worst := now.Extremes(seat)
	if worst == nil || worst.Number != 6 || best == nil {
		t.Fatalf("best %+v, worst %+v", best, worst)
	}
	d.Sees("accuracy "+view.FormatScore(accuracy), "worst 2 "+end.Moves[5].Text+"?", "best ")
	d.Keys("enter")
	d.Lacks("1 ● Blinky", "worst")
	d.Sees("Analysis")
}

// TestCardOfAReplacedPlayer shows the card of a player whose seat somebody else took. They are not offered the
// chat of the spectators, which they may not read.
func TestCardOfAReplacedPlayer(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:40])
	v.Seats[2].Player = uitest.Spectator
	v.Replaced = []player.Player{uitest.People[2]}
	v.Recent = []table.Notable{{Number: 60, Kind: table.SeatReplaced, Seat: 2, Player: uitest.People[2], By: uitest.Spectator}}
	d := atTable(t, uitest.People[2], uitest.ViewAfter(t, uitest.Recorded(t)[:39]), kit.Config{Width: 120, Height: 40})
	d.Show(v)
	d.Sees("You were replaced")
	d.Reads("You were replaced by Sue")
	d.Keys("enter", "'")
	d.Lacks("Spectator chat")
	d.Sees("You had a seat in this game")
}

// TestRefusalLeavesWhenItIsNoLongerTrue has a player move too early. When their turn comes, the reason leaves and
// the typed move stays.
func TestRefusalLeavesWhenItIsNoLongerTrue(t *testing.T) {
	words := uitest.Recorded(t)
	view := func(n int) *table.View {
		v := uitest.ViewAfter(t, words[:n])
		v.Terms.Touch = true // without touch-move, the typed move would become a premove
		return v
	}
	d := atTable(t, uitest.People[0], view(3), kit.Config{})
	d.Keys(words[4], "enter")
	d.Sees("It is not your turn")
	d.Show(view(4))
	d.Sees("Your move, White", "Move: "+words[4])
	d.Lacks("It is not your turn", "! It")

	d = atTable(t, uitest.People[0], view(4), kit.Config{})
	d.Keys("hello", "enter")
	d.Sees("is not a move")
	changed := view(4)
	changed.Lifted = changed.Legal[0].From
	d.Show(changed)
	d.Sees("is not a move") // it is still true
}

// TestSecondOfFourHasNotLost reads how a game ended for each player: only the last one has lost.
func TestSecondOfFourHasNotLost(t *testing.T) {
	v := uitest.Finished(t)
	seats := present.For(v, present.Viewer{}).Seats
	for seat, who := range uitest.People {
		want := "You came " + present.Ordinal(seats[seat].Place)
		switch place := seats[seat].Place; {
		case place == 1:
			want = "You won"
		case !slices.ContainsFunc(seats[:], func(l present.SeatLine) bool { return l.Place > place }):
			want = "You lost"
		}
		atTable(t, who, v, kit.Config{Width: 120, Height: 40}).Sees(want)
	}
}
