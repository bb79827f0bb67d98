package lobby_test

import (
	"errors"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// leave lets Inky abort a game against Blinky, who opens the table.
func (h *testLobby) leave() {
	h.Helper()
	t := h.create(blinky)
	h.begin(t)
	h.do(t, table.Command{By: inky, Kind: table.Abort})
}

// wantPause checks how long a player still has to wait before other people's tables are open to them.
func (h *testLobby) wantPause(who player.Player, now time.Time, left int, want time.Duration) {
	h.Helper()
	p := h.PairingPause(who.ID)
	if got := max(0, p.Until.Sub(now)).Round(time.Second); p.Left != left || got != want {
		h.Errorf("%s left %d games and waits %v, want %d and %v", who.Name, p.Left, got, left, want)
	}
	if err := h.MayPair(who.ID); (err != nil) != (want > 0) {
		h.Errorf("%s after %d leaves: %v", who.Name, left, err)
	}
	if _, paused := h.Pauses()[who.ID]; paused != (want > 0) {
		h.Errorf("the pauses are %v", h.Pauses())
	}
}

// TestPauseSurvivesARestart checks that the pause of a player who aborts games grows, lasts over
// restarts, also if many other games were played since, and ends.
func TestPauseSurvivesARestart(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		h.leave()
		h.wantPause(inky, time.Now(), 1, 0)
		h.leave()
		left := time.Now()
		h.wantPause(inky, left, 2, 5*time.Minute)
		h.restart()
		h.wantPause(inky, left, 2, 5*time.Minute)
		waits := h.create(blinky)
		err := waits.Do(ctx, table.Command{By: inky, Kind: table.Sit, Seat: rules.NoSeat})
		if !errors.Is(err, table.PairingPaused.Refuse()) {
			t.Errorf("Inky sits down: %v", err)
		}
		if err := waits.CloseWaiting(ctx); err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Minute)
		h.leave()
		left = time.Now()
		for range 120 { // more than the lobby lists after a restart
			t := h.create(inky)
			for _, p := range []player.Player{inky, blinky} {
				h.do(t, table.Command{By: p, Kind: table.Sit, Seat: rules.NoSeat})
				h.do(t, table.Command{By: p, Kind: table.Ready})
			}
			h.finish(t)
			time.Sleep(time.Second)
		}
		h.restart()
		h.wantPause(inky, left, 3, 15*time.Minute)
		h.wantPause(blinky, left, 0, 0)
		h.ReplaceAccount(ctx, inky.ID, player.Player{ID: "deleted-1", Name: "deleted-1"})
		h.wantPause(inky, left, 0, 0)
	})
}

// TestPauseAtEveryNode checks that all nodes know of a pause, also when the node at which the player
// left the games has failed. Each leave counts once.
func TestPauseAtEveryNode(t *testing.T) {
	withNodes(t, []string{"a", "b", "c"}, func(nodes []*clusterNode) {
		for range 2 {
			id := startDuel(nodes)
			nodes[0].do(id, table.Command{By: inky, Kind: table.Abort})
		}
		nodes[0].c.nodes.Cut("a", true)
		nodes[0].stop() // the other nodes do not learn that this node is stopping
		time.Sleep(4 * time.Second)
		added := nodes[1].c.join("d")
		defer added.stop()
		for _, n := range []*clusterNode{nodes[1], nodes[2], added} {
			if p := n.PairingPause(inky.ID); p.Left != 2 || p.Until.Sub(p.Last) != 5*time.Minute {
				t.Errorf("node %s: %+v", n.name, p)
			}
			if err := n.MayPair(blinky.ID); err != nil {
				t.Errorf("node %s: %v", n.name, err)
			}
		}
	})
}
