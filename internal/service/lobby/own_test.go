package lobby_test

import (
	"fmt"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// createTimed starts a game of Inky against Blinky, with the given number of minutes for
// each player.
func (h *testLobby) createTimed(minutes int) *live.Table {
	h.Helper()
	terms := duel
	terms.Clock = table.Clock{Start: time.Duration(minutes) * time.Minute}
	t, err := h.Create(ctx, inky, terms)
	if err != nil {
		h.Fatal(err)
	}
	h.begin(t)
	return t
}

func (h *testLobby) playFirstLegal(t *live.Table, by player.Player) {
	h.Helper()
	h.do(t, table.Command{By: by, Kind: table.Play, Action: t.View().Legal[0], Answers: -1})
}

func TestCurrentGameOfAPlayer(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		want := func(who player.Player, id table.ID) {
			t.Helper()
			if got := h.CurrentGame(ctx, who.ID); got != id {
				t.Errorf("current game of %s: %d, want %d", who.Name, got, id)
			}
		}
		h.createCorrespondence(1, inky, blinky)
		h.begin(h.create(inky)) // begin a game without a clock, which is never the current game
		want(inky, 0)
		slow := h.createTimed(30)
		want(blinky, slow.View().ID)
		want(sue, 0)
		fast := h.createTimed(5)
		want(inky, fast.View().ID)
		h.playFirstLegal(fast, inky)
		want(inky, slow.View().ID) // the fast game no longer waits for Inky, because it is Blinky's turn there
		want(blinky, fast.View().ID)
		h.finish(slow)
		want(inky, fast.View().ID)
		h.finish(fast)
		want(inky, 0)
	})
}

func TestOwnTablesComeFirst(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		h.create(blinky)
		mine := h.create(inky)
		h.do(mine, table.Command{By: inky, Kind: table.Sit, Seat: 0})
		moved := h.createTimed(5)
		h.playFirstLegal(moved, inky)
		h.createTimed(5)
		h.finish(h.createTimed(5))
		for _, c := range []struct {
			who  player.Player
			want string
		}{{inky, "4 3 2 | 1 5"}, {blinky, "3 4 1 | 2 5"}, {sue, "| 1 2 3 4 5"}} {
			list, own := h.ViewFor(c.who.ID).OwnFirst(c.who.ID)
			got := ""
			for i, s := range list {
				if i == own {
					got += "| "
				}
				got += fmt.Sprint(s.ID, " ")
			}
			if got != c.want+" " {
				t.Errorf("tables of %s: %s, want %s", c.who.Name, got, c.want)
			}
		}
	})
}

// TestOwnTableIsListedAmongMany checks that a player sees their own table even if the lobby
// has so many tables that it does not list this table for other people.
func TestOwnTableIsListedAmongMany(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		h.createForHosts(lobby.MaxListed)
		own := h.create(inky)
		v := h.ViewFor(inky.ID)
		if list, n := v.OwnFirst(inky.ID); n != 1 || list[0].ID != own.View().ID || v.Waiting != lobby.MaxListed+1 {
			t.Errorf("%d own tables, the first is %d; %d tables wait", n, list[0].ID, v.Waiting)
		}
	})
}
