package uitest

import (
	"testing"
	"time"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/rules"
)

// Tuesday returns a club evening of ten players after the given number of rounds. Only the
// first board of the last round has a result. No other player has the same standing as
// `me`, so the order of the standings does not depend on names.
func Tuesday(t testing.TB, me player.Player, rounds int) *pairing.Evening {
	t.Helper()
	by, at := People[0], Noon
	plan := pairing.Plan{
		Name: "Tuesday drive", Method: pairing.Rotating, Game: "chess4", Title: "Chess4", Seed: 18,
		Teams: pairing.Teams{0, 1, 0, 1}, Seats: [rules.SeatCount]string{"white", "silver", "black", "gold"},
	}
	one, err := pairing.Fold(1, []pairing.Event{pairing.Begin(by, plan, at)})
	do := func(events ...pairing.Event) {
		if err == nil {
			one, err = one.With(events...)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	players := []player.Player{me}
	for _, name := range []string{"Inky", "Blinky", "Pinky", "Clyde", "Sue Ellen", "山田太郎", "Fay", "Gus", "Hanna"} {
		players = append(players, player.Player{ID: player.ID("SHA256:there " + name), Name: name})
	}
	came, err := one.Add(by, players, at)
	do(came)
	for round := range rounds {
		drawn, refused := one.Next(by, nil, at.Add(time.Duration(round)*20*time.Minute))
		if refused != nil {
			t.Fatal(refused)
		}
		do(drawn)
		for i := range drawn.Boards {
			do(pairing.Event{Kind: pairing.TableOpened, Board: i + 1, Table: int64(2*round + i + 1)})
			if i == 0 || round < rounds-1 {
				do(pairing.Event{Kind: pairing.Scored, Round: round + 1, Board: i + 1, Scores: [rules.SeatCount]uint8{6, 0, 6, 0}})
			}
		}
	}
	return one
}
