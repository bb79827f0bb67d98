package live_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
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

// TestOutageOfTheServerIsNoLeave lets a player who is disconnected for a moment, with little time
// left, lose on time because the server is stopped, killed or suspended for an hour. Nobody has left
// the game, because the player could not return.
func TestOutageOfTheServerIsNoLeave(t *testing.T) {
	for name, outage := range map[string]func(b *testTable){
		"stopped": func(b *testTable) {
			if err := b.Stop(context.Background()); err != nil {
				b.Fatal(err)
			}
			advance(time.Hour)
			b.boot()
		},
		"killed": func(b *testTable) {
			b.kill()
			advance(time.Hour)
			b.boot()
		},
		"suspended": func(b *testTable) {
			b.wall.Step(time.Hour)
			b.clock.Now()
			b.Recheck()
			synctest.Wait()
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newUncheckedTable(t, fair())
				defer b.check()
				if err := b.Stop(context.Background()); err != nil {
					t.Fatal(err)
				}
				b.boot()
				b.startGame(four...)
				leave := b.connect(four...)
				b.moves(firstMoves...)
				advance(4*time.Minute + 20*time.Second)
				leave()
				advance(table.AwayAfter + 5*time.Second)
				if v := b.View(); v.Seats[white].AwaySince.IsZero() {
					t.Fatal("White is not away")
				}
				outage(b)
				defer b.connect(blinky, pinky, clyde)()
				advance(2 * time.Minute)
				v := b.View()
				if len(v.Moves) != 5 || v.Moves[4].Action.Type != rules.Flag || v.Moves[4].By != white {
					t.Fatalf("moves %+v", v.Moves)
				}
				if len(v.Left) != 0 {
					t.Errorf("left: %+v", v.Left)
				}
			})
		})
	}
}
