package live_test

import (
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// fair returns the terms of a rated game with the current fairness rules. All other terms are
// those of the variable `timed`.
func fair() table.Terms {
	terms := timed
	terms.Fairness, terms.Rated = table.Fairness, true
	return terms
}

// firstMoves are the first moves of White, Silver, Black and Gold.
var firstMoves = []string{"m7-k7", "j1-k3", "b8-d8", "h13-h11"}

func (b *testTable) wantAborted(want table.AbortView) {
	b.Helper()
	v := b.View()
	if v.Phase != table.Finished || v.Aborted == nil || *v.Aborted != want || !v.Summary.Aborted || v.Summary.Over || v.FirstMoves != 0 {
		b.Fatalf("phase %d, aborted %+v, summary %+v; want %+v", v.Phase, v.Aborted, v.Summary, want)
	}
	if last := b.events()[len(b.events())-1]; last.Kind != table.Closed || last.Action != table.WasAborted {
		b.Errorf("last event %+v", last)
	}
	if r := b.result(); r != nil {
		b.Errorf("result %+v", r)
	}
}

// result replays the table's log and returns the result of the game.
func (b *testTable) result() *fold.Result {
	b.Helper()
	r, err := fold.ResultOf(b.events(), variants.New)
	if err != nil {
		b.Fatal(err)
	}
	return r
}

func TestAbortBeforeEverySeatHasMoved(t *testing.T) {
	inVirtualTime(t, fair(), func(b *testTable) {
		b.startGame(four...)
		b.moves(firstMoves[:3]...)
		if v := b.View(); v.FirstMoves != rules.Seats(0).With(gold) {
			t.Errorf("first moves %v", v.FirstMoves)
		}
		b.wantRefusal(table.Command{By: player.Player{ID: "z", Name: "Zoe"}, Kind: table.Abort}, table.NotSeated)
		b.restart()
		b.do(table.Command{By: inky, Kind: table.Abort})
		b.wantAborted(table.AbortView{By: inky, Seat: rules.NoSeat})
		b.wantRefusal(table.Command{By: inky, Kind: table.Abort}, table.GameOver)
	})
}

// TestAbortWithEliminatedSeat checks that a game cannot be aborted once every seat has
// either moved or been eliminated, and that the player of an eliminated seat cannot abort
// the game.
func TestAbortWithEliminatedSeat(t *testing.T) {
	inVirtualTime(t, fair(), func(b *testTable) {
		b.startGame(four...)
		b.moves(firstMoves[:3]...)
		b.moves("resign")
		b.wantRefusal(table.Command{By: four[3], Kind: table.Abort}, table.YouAreEliminated)
		b.wantRefusal(table.Command{By: four[0], Kind: table.Abort}, table.AllHaveMoved)
	})
}

func TestFirstMoveTooLateAbortsGame(t *testing.T) {
	inVirtualTime(t, fair(), func(b *testTable) {
		b.startGame(four...)
		b.moves(firstMoves[0])
		if by := b.View().Clock.FirstMoveBy; time.Until(by) != table.FirstMoveTime {
			t.Errorf("first move until %v", by)
		}
		advance(table.FirstMoveTime + table.Grace - 1)
		if v := b.View(); v.Phase != table.Playing {
			t.Fatal("aborted too early")
		}
		advance(1)
		b.wantAborted(table.AbortView{Seat: silver})
	})
}

func TestFirstMoveInTimeIsNotAborted(t *testing.T) {
	inVirtualTime(t, fair(), func(b *testTable) {
		b.startGame(four...)
		for _, move := range firstMoves {
			advance(table.FirstMoveTime - time.Second)
			b.moves(move)
		}
		advance(5*time.Minute - table.FirstMoveTime + time.Second + timed.Clock.Increment + table.Grace)
		v := b.View()
		if v.Phase != table.Playing || v.Moves[4].Action.Type != rules.Flag || !v.Clock.FirstMoveBy.IsZero() {
			t.Errorf("phase %d, moves %+v, first move until %v", v.Phase, v.Moves, v.Clock.FirstMoveBy)
		}
	})
}

// TestFirstMoveOfCorrespondence checks that a seat in a correspondence game has the full
// time per move for its first move.
func TestFirstMoveOfCorrespondence(t *testing.T) {
	terms := fair()
	terms.Clock = table.Clock{PerMove: table.Day}
	inVirtualTime(t, terms, func(b *testTable) {
		for seat, p := range four {
			b.do(table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)})
		}
		advance(table.Day - time.Second)
		if v := b.View(); v.Phase != table.Playing || v.FirstMoves.Count() != 4 {
			t.Fatalf("phase %d, first moves %v", v.Phase, v.FirstMoves)
		}
		advance(time.Second + table.Grace)
		b.wantAborted(table.AbortView{Seat: white})
	})
}

func TestAbortAfterTakeback(t *testing.T) {
	terms := fair()
	terms.Rated = false
	inVirtualTime(t, terms, func(b *testTable) {
		b.startGame(four...)
		b.moves(firstMoves...)
		b.do(table.Command{By: four[3], Kind: table.OfferTakeback})
		for _, p := range four[:3] {
			b.do(table.Command{By: p, Kind: table.AcceptTakeback})
		}
		b.do(table.Command{By: four[3], Kind: table.Abort})
		b.wantAborted(table.AbortView{By: four[3], Seat: rules.NoSeat})
	})
}

func TestShortGames(t *testing.T) {
	second := []string{"k7-j7", "k3-i4", "d8-e8", "h11-h10"}
	inVirtualTime(t, fair(), func(b *testTable) {
		b.startGame(four...)
		b.moves(firstMoves...)
		b.moves(second[:3]...)
		b.moves("resign")
		b.moves("resign", "resign")
		if r := b.result(); r == nil || r.Short || b.View().Short {
			t.Errorf("every remaining seat had two turns: %+v", r)
		}
	})
	inVirtualTime(t, fair(), func(b *testTable) {
		b.startGame(four...)
		b.moves(firstMoves...)
		b.moves("resign", "resign", "resign")
		if r := b.result(); r == nil || !r.Short || !b.View().Short {
			t.Errorf("no seat had two turns: %+v", r)
		}
	})
	inVirtualTime(t, fair(), func(b *testTable) {
		b.startGame(four...)
		b.moves(firstMoves...)
		for _, p := range four {
			b.do(table.Command{By: p, Kind: table.OfferDraw})
		}
		if r := b.result(); r == nil || r.Short {
			t.Errorf("a draw that all agreed on: %+v", r)
		}
	})
}

// TestOldGamesKeepTheirRules checks that the fairness rules do not apply to a game whose
// table was opened before these rules were introduced.
func TestOldGamesKeepTheirRules(t *testing.T) {
	terms := fair()
	terms.Fairness = 0
	inVirtualTime(t, terms, func(b *testTable) {
		b.startGame(four...)
		b.wantRefusal(table.Command{By: inky, Kind: table.Abort}, table.CannotAbort)
		advance(table.FirstMoveTime + time.Second)
		if v := b.View(); v.Phase != table.Playing || v.FirstMoves != 0 || !v.Clock.FirstMoveBy.IsZero() {
			t.Fatalf("phase %d, first moves %v, clock %+v", v.Phase, v.FirstMoves, v.Clock)
		}
		advance(5 * time.Minute)
		if v := b.View(); v.Moves[0].Action.Type != rules.Flag {
			t.Errorf("moves %+v", v.Moves)
		}
		b.moves("resign", "resign")
		if r := b.result(); r == nil || r.Short {
			t.Errorf("result %+v", r)
		}
	})
}
