package seek_test

import (
	"errors"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/seek"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

const duel = "chess4 5+10 armies=white,black"

// TestPausedPlayersAreNotPaired lets a player abort two games. A seek then neither seats the player
// at other people's tables nor others at the player's, until the pause is over. Games against bots
// remain.
func TestPausedPlayersAreNotPaired(t *testing.T) {
	withSeeks(t, func(h *testSeeks) {
		for _, p := range []player.Player{inky, blinky, pinky} {
			defer h.lobby.Connect(p).Leave()
		}
		for range 2 {
			game := h.start(blinky, duel, "never")
			if other := h.start(inky, duel, "never"); other != game {
				t.Fatalf("the seeks did not meet: tables %d and %d", game.View().ID, other.View().ID)
			}
			h.phase(game, table.Playing)
			if err := game.Do(ctx, table.Command{By: inky, Kind: table.Abort}); err != nil {
				t.Fatal(err)
			}
		}
		want, err := seek.Parse([]string{"chess4", "5+10", "armies=white,black"})
		if err != nil {
			t.Fatal(err)
		}
		refused := func(what string, err error) {
			t.Helper()
			if !errors.Is(err, table.PairingPaused.Refuse()) {
				t.Errorf("%s: %v, want a refusal", what, err)
			}
		}
		waiting := h.start(blinky, duel, "never")
		_, err = h.Start(ctx, inky, want)
		refused("a seek", err)
		refused("the check of a seek", h.Check(inky.ID, &want))
		alone := want
		if alone.BotsAfter = 0; h.Check(inky.ID, &alone) != nil {
			t.Errorf("a game against bots: %v, want no refusal", h.Check(inky.ID, &alone))
		}
		_, err = h.Join(ctx, inky, waiting.View().ID)
		refused("another player's seek", err)
		refused("a seat", waiting.Do(ctx, table.Command{By: inky, Kind: table.Sit, Seat: rules.NoSeat}))
		h.phase(waiting, table.Waiting)

		terms, err := setup.ParseTerms([]string{"chess4", "clock=5+10", "armies=white,black"})
		if err != nil {
			t.Fatal(err)
		}
		own, err := h.lobby.Create(ctx, inky, terms)
		if err != nil {
			t.Fatalf("an own table: %v", err)
		}
		if err := own.Do(ctx, table.Command{By: inky, Kind: table.Sit, Seat: rules.NoSeat}); err != nil {
			t.Errorf("a seat at the own table: %v", err)
		}
		if met := h.start(pinky, duel, "never"); met != waiting {
			t.Errorf("a seek found table %d, want %d", met.View().ID, waiting.View().ID)
		}
		h.phase(waiting, table.Playing)
		again := h.start(blinky, "forchess 5+10", "never")
		bots := h.start(inky, "forchess 5+10", "0")
		if bots == again {
			t.Error("a paused player who wants bots met another player")
		}
		h.wantBots(bots)

		time.Sleep(5*time.Minute + time.Second)
		if met := h.start(inky, "forchess 5+10", "never"); met.View().ID != again.View().ID {
			t.Errorf("after the pause, a seek found table %d, want %d", met.View().ID, again.View().ID)
		}
	})
}

// wantBots checks that bots play at a table.
func (h *testSeeks) wantBots(t *live.Table) {
	h.Helper()
	h.phase(t, table.Playing)
	bots := 0
	for _, s := range t.View().Seats {
		if s.Player.ID.Bot() {
			bots++
		}
	}
	if bots != 3 {
		h.Errorf("%d bots play, want 3", bots)
	}
}

// TestPausedPlayersLoseTheirSeek lets a player wait at another player's seek, and abort two games
// meanwhile. The other player's game starts without the paused one when the bots come, also if the
// paused player wanted to begin it at once with bots.
func TestPausedPlayersLoseTheirSeek(t *testing.T) {
	for _, wantsBots := range []bool{true, false} {
		withSeeks(t, func(h *testSeeks) {
			for _, p := range []player.Player{inky, blinky, pinky} {
				defer h.lobby.Connect(p).Leave()
			}
			var games []*live.Table
			for range 2 {
				game := h.start(pinky, duel, "never")
				h.start(inky, duel, "never")
				h.phase(game, table.Playing)
				games = append(games, game)
			}
			waiting := h.start(blinky, "forchess 5+10", "1m")
			if met := h.start(inky, "forchess 5+10", "1m"); met != waiting {
				t.Fatal("the seeks did not meet")
			}
			for _, game := range games {
				if err := game.Do(ctx, table.Command{By: inky, Kind: table.Abort}); err != nil {
					t.Fatal(err)
				}
			}
			if wantsBots {
				bots := h.start(inky, "forchess 5+10", "0")
				if bots == waiting {
					t.Error("a paused player who wants bots met another player")
				}
				h.wantBots(bots)
			}
			time.Sleep(time.Minute + time.Second)
			h.wantBots(waiting)
			if waiting.View().Held(inky.ID) != 0 {
				t.Error("the paused player plays with another player")
			}
		})
	}
}
