package lobby_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

func formatTasks(list []view.Waiting) string {
	var text []string
	for _, d := range list {
		line := fmt.Sprintf("table %d: %d as %d", d.Table, d.Task, d.Seat)
		if !d.Deadline.IsZero() {
			line += fmt.Sprint(" in ", time.Until(d.Deadline))
		}
		text = append(text, line)
	}
	return strings.Join(text, "; ")
}

func (h *testLobby) createCorrespondence(days int, people ...player.Player) *live.Table {
	h.Helper()
	terms := duel
	terms.Clock = table.Clock{PerMove: time.Duration(days) * 24 * time.Hour}
	t, err := h.Create(ctx, people[0], terms)
	if err != nil {
		h.Fatal(err)
	}
	for _, p := range people {
		h.do(t, table.Command{By: p, Kind: table.Sit, Seat: rules.NoSeat})
	}
	return t
}

func TestWaitingTasksOfAPlayer(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		h.createCorrespondence(3, inky, blinky)
		h.createCorrespondence(1, inky, blinky)
		untimed := h.create(blinky)
		h.begin(untimed)
		h.createCorrespondence(2, blinky, inky)
		waits := h.create(inky)
		h.do(waits, table.Command{By: inky, Kind: table.Sit, Seat: 0})
		if got, want := formatTasks(h.WaitingFor(inky.ID)),
			"table 2: 1 as 0 in 24h0m0s; table 1: 1 as 0 in 72h0m0s; table 3: 1 as 0"; got != want {
			t.Errorf("Inky: %s, want %s", got, want)
		}
		if got, want := formatTasks(h.WaitingFor(blinky.ID)), "table 4: 1 as 0 in 48h0m0s"; got != want {
			t.Errorf("Blinky: %s, want %s", got, want)
		}
		h.do(waits, table.Command{By: blinky, Kind: table.Sit, Seat: 2})
		h.do(waits, table.Command{By: blinky, Kind: table.Ready})
		h.do(untimed, table.Command{By: inky, Kind: table.OfferDraw})
		if got, want := formatTasks(h.WaitingFor(blinky.ID)), fmt.Sprintf("table 4: 1 as 0 in 48h0m0s; table 3: %d as 2",
			table.ToDraw); got != want {
			t.Errorf("Blinky: %s, want %s", got, want)
		}
		if got := formatTasks(h.WaitingFor(inky.ID)); !strings.HasSuffix(got, fmt.Sprintf("; table 5: %d as 0", table.ToReady)) {
			t.Errorf("Inky: %s", got)
		}
		h.finish(untimed)
		h.do(untimed, table.Command{By: inky, Kind: table.OfferRematch})
		if got := formatTasks(h.WaitingFor(blinky.ID)); !strings.HasSuffix(got, fmt.Sprintf("; table 3: %d as 2", table.ToRematch)) {
			t.Errorf("Blinky: %s", got)
		}
		h.restart()
		if got := formatTasks(h.WaitingFor(inky.ID)); !strings.HasPrefix(got, "table 2: 1 as 0 in 24h0m0s; table 1: 1 as 0 in 72h0m0s") {
			t.Errorf("after a restart: %s", got)
		}
		if h.WaitingFor(sue.ID) != nil || h.WaitingFor("") != nil {
			t.Error("a player without a game has tasks")
		}
	})
}
