package simulation

import (
	"context"
	"errors"
	"testing"
	"time"

	"quadrille/internal/service/seek"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestPauseOfALeaverWhoseServerIsKilled lets a player abort two games, kills the server right after
// the second answer, and sends the command again to another server. The leave counts once, and all
// servers pause the player until the same time, also the one that was killed when it is back. No
// server seats the player at another person's table.
func TestPauseOfALeaverWhoseServerIsKilled(t *testing.T) {
	scenario(t, 3, func(w *world) {
		ctx, a, b := context.Background(), w.slots[0].server, w.slots[1].server
		ann, bob := w.people[0], w.people[1]
		do := func(n *server, p *person, id table.ID, c table.Command) error {
			one, err := n.lobby.Table(ctx, id)
			must(t, err)
			c.By = p.Player
			return one.Do(ctx, c)
		}
		must := func(err error) {
			t.Helper()
			must(t, err)
		}
		terms := table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}}
		w.connect(ann, a)
		w.connect(bob, a)
		abort := table.Command{Kind: table.Abort, ID: "abort"}
		for range 2 {
			game, err := a.lobby.Create(ctx, ann.Player, terms)
			must(err)
			id := game.View().ID
			for _, p := range []*person{ann, bob} {
				must(do(a, p, id, table.Command{Kind: table.Sit, Seat: rules.NoSeat}))
			}
			for _, p := range []*person{ann, bob} {
				must(do(a, p, id, table.Command{Kind: table.Ready}))
			}
			must(do(a, bob, id, abort))
		}
		w.kill(a)
		w.connect(ann, b)
		w.connect(bob, b)
		if err := do(b, bob, 2, abort); err != nil && !errors.Is(err, table.Refuse(table.GameOver)) {
			t.Errorf("the abort, sent again: %v", err)
		}
		left := time.Now()
		for w.slots[0].server == nil {
			time.Sleep(time.Second)
			w.startServers()
		}
		waiting, err := b.lobby.Create(ctx, ann.Player, terms)
		must(err)
		time.Sleep(shownWithin)
		want, err := seek.Parse([]string{"chess4", "5+10", "armies=white,black"})
		must(err)
		for _, n := range w.up() {
			if p := n.lobby.PairingPause(bob.ID); p.Left != 2 || p.Until.Sub(p.Last) != 5*time.Minute || p.Last.After(left) {
				t.Errorf("server %s: %+v", n.name, p)
			}
			if err := n.lobby.MayPair(ann.ID); err != nil {
				t.Errorf("server %s: Ann: %v", n.name, err)
			}
			_, seeks := n.seeks.Start(ctx, bob.Player, want)
			sits := do(n, bob, waiting.View().ID, table.Command{Kind: table.Sit, Seat: rules.NoSeat})
			for _, err := range []error{seeks, sits} {
				if !errors.Is(err, table.PairingPaused.Refuse()) {
					t.Errorf("server %s: %v, want a refusal", n.name, err)
				}
			}
		}
		time.Sleep(5 * time.Minute)
		for _, n := range w.up() {
			if err := n.lobby.MayPair(bob.ID); err != nil {
				t.Errorf("server %s after the pause: %v", n.name, err)
			}
		}
		must(do(w.slots[2].server, bob, waiting.View().ID, table.Command{Kind: table.Sit, Seat: rules.NoSeat}))
	})
}
