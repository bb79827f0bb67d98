package lobby_test

import (
	"os"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

var four = []player.Player{inky, blinky, pinky, clyde}

// beginFour starts a game of four people.
func (h *testLobby) beginFour(terms table.Terms) *live.Table {
	h.Helper()
	t, err := h.Create(ctx, inky, terms)
	if err != nil {
		h.Fatal(err)
	}
	for _, p := range four {
		h.do(t, table.Command{By: p, Kind: table.Sit, Seat: rules.NoSeat})
	}
	for _, p := range four {
		if t.View().Phase == table.Waiting {
			h.do(t, table.Command{By: p, Kind: table.Ready})
		}
	}
	return t
}

// TestEliminatedPlayerIsASpectator checks that a player who is out of the game no longer counts
// as playing it: they get messages, are not taken back to the table, and may open another one.
// The others still play.
func TestEliminatedPlayerIsASpectator(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		for _, clock := range []table.Clock{{Start: time.Hour}, {PerMove: 72 * time.Hour}} {
			tab := h.beginFour(table.Terms{Game: "chess4", Clock: clock})
			id := tab.View().ID
			for _, p := range four {
				if !h.plays(id, p, clock) {
					t.Errorf("%v: %s does not play", clock, p.Name)
				}
			}
			h.do(tab, table.Command{By: inky, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: 0}})
			for _, p := range four {
				if want := p.ID != inky.ID; h.plays(id, p, clock) != want {
					t.Errorf("%v: after Inky is out, %s plays: %v", clock, p.Name, !want)
				}
			}
			if s := h.summary(id); s.Phase != table.Playing || s.Held(inky.ID) == 0 {
				t.Errorf("%v: the table is %+v", clock, s)
			}
		}
		for range 8 { // the tables where Inky is out do not count
			h.create(inky)
		}
		h.restart() // from the stored summaries
		if h.InLiveGame(inky.ID) || !h.InLiveGame(blinky.ID) {
			t.Error("after a restart Inky plays, or Blinky does not")
		}
	})
}

// plays reports what the lobby says about a player of the game of a table.
func (h *testLobby) plays(id table.ID, p player.Player, clock table.Clock) bool {
	h.Helper()
	if clock.Correspondence() {
		return h.SharedGame(p.ID, pinky.ID) == id || p.ID == pinky.ID && h.SharedGame(p.ID, clyde.ID) == id
	}
	live := h.InLiveGame(p.ID)
	if current := h.CurrentGame(ctx, p.ID); (current == id) != live {
		h.Errorf("%s: in a live game %v, current game %d", p.Name, live, current)
	}
	return live
}

func (h *testLobby) summary(id table.ID) *table.Summary {
	h.Helper()
	t, err := h.Table(ctx, id)
	if err != nil {
		h.Fatal(err)
	}
	return t.View().Summary
}

// TestEliminatedPartnerStillPlays checks that a player whose partner plays on counts as playing:
// messages could bring hints. It plays a game of two teams in which a king is captured.
func TestEliminatedPartnerStillPlays(t *testing.T) {
	record, err := os.ReadFile("../../../rules/forchess/testdata/forchess-game.txt")
	if err != nil {
		t.Fatal(err)
	}
	withLobby(t, func(h *testLobby) {
		tab := h.beginFour(table.Terms{Game: "forchess", Clock: table.Clock{Start: 3 * time.Hour}})
		seen := 0
		for _, text := range rules.SplitRecord(string(record)) {
			v := tab.View()
			a, err := rules.ParsePlain(v.Variant.Facts(), v.Actor, text)
			if err != nil {
				t.Fatal(err)
			}
			h.do(tab, table.Command{By: v.Seats[v.Actor].Player, Kind: table.Play, Seat: v.Actor, Action: a, Answers: -1})
			v = tab.View()
			if v.Phase != table.Playing {
				break
			}
			if v.Position.Out() == 0 {
				continue
			}
			seen++
			for _, p := range four {
				if !h.InLiveGame(p.ID) {
					t.Fatalf("after %s, %s does not play", text, p.Name)
				}
			}
		}
		if seen == 0 {
			t.Error("no seat was eliminated before the end of the game")
		}
	})
}
