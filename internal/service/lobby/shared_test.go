package lobby_test

import (
	"reflect"
	"testing"

	"quadrille/internal/table"
	"quadrille/rules"
)

// TestTablesShareTheirGame opens tables with equal and with other options.
func TestTablesShareTheirGame(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		variant := func(options map[string]string) rules.Variant {
			made, err := h.Create(ctx, inky, table.Terms{Game: "chess4", Options: options})
			if err != nil {
				t.Fatal(err)
			}
			return made.View().Variant
		}
		one, two, other := variant(map[string]string{"teams": "on"}), variant(map[string]string{"teams": "on"}), variant(nil)
		if one != two || one == other {
			t.Errorf("the same options: %v; other options: %v", one == two, one == other)
		}
	})
}

// TestSharedSummariesDoNotChange takes a seat at one of two tables: a view from before the change stays as it
// was, and the view after it shares the summary of the other table.
func TestSharedSummariesDoNotChange(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		changed := h.create(inky)
		h.create(blinky)
		before := h.View().Tables
		kept := *before[0]
		h.do(changed, table.Command{By: inky, Kind: table.Sit, Seat: 2})
		after := h.View().Tables
		if !reflect.DeepEqual(*before[0], kept) || after[0].Seats[2].Player.ID != inky.ID {
			t.Errorf("before %+v, after %+v", before[0].Seats, after[0].Seats)
		}
		if before[1] != after[1] {
			t.Error("the other table has a new summary")
		}
	})
}
