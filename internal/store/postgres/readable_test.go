package postgres

import (
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/store/pgtest"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestReadersOfPrivateGame reads a public table, a private one and one that does not exist, at
// first while there is no table at all.
func TestReadersOfPrivateGame(t *testing.T) {
	s, inky, white := opened(t, pgtest.Database(t), "a"), player.Player{ID: "SHA256:inky", Name: "Inky"}, rules.Seat(0)
	reads := func(id table.ID, by player.ID, all, want bool) {
		t.Helper()
		if may, err := s.Tables.Readable(t.Context(), id, by, all); err != nil || may != want {
			t.Errorf("table %d, %q, %t: %t, %v", id, by, all, may, err)
		}
	}
	reads(1, "", false, false)
	reads(1, "", true, false)
	var ids []table.ID
	for _, private := range []table.Privacy{table.ForAll, table.ForInvited} {
		terms := &table.Terms{Game: "verney", Private: private}
		id, err := s.Tables.Create(t.Context(), table.Event{Kind: table.Opened, At: time.Now(), Player: &inky, Terms: terms}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Tables.Append(t.Context(), id, 2, []table.Event{
			{Kind: table.Seated, At: time.Now(), Seat: &white, Player: &inky},
			{Kind: table.Started, At: time.Now()},
			{Kind: table.Closed, At: time.Now(), Action: "agreement"},
		}, nil); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	for _, by := range []player.ID{"", "SHA256:sue", inky.ID} {
		reads(ids[0], by, false, true)
		reads(ids[1], by, false, by == inky.ID)
		reads(ids[1], by, true, true)
		reads(999, by, false, false)
		reads(999, by, true, false)
	}
}
