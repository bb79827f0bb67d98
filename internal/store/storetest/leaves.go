package storetest

import (
	"context"
	"slices"
	"testing"
	"time"

	"quadrille/internal/table"
)

// testLeavesAreStored stores who left a game with the summary of its table, and reads it after
// reopening. Deleting an account removes its leaves and no others.
func testLeavesAreStored(t *testing.T, b *Backend) {
	s := b.opened(t)
	me, other := Member(1), Member(2)
	if _, err := s.Accounts.Claim(t.Context(), me.ID, me.Name); err != nil {
		t.Fatal(err)
	}
	terms := table.Terms{Game: "chess4"}
	sum := &table.Summary{Terms: terms, Host: other, Phase: table.Waiting}
	id, err := s.Tables.Create(t.Context(), table.Event{Kind: table.Opened, At: noon, Player: &other, Terms: &terms}, sum)
	if err != nil {
		t.Fatal(err)
	}
	closed := *sum
	closed.Phase, closed.Ended = table.Finished, noon
	closed.Left = []table.Leave{{Player: me.ID, At: noon}, {Player: other.ID, At: noon.Add(time.Second)}}
	events := []table.Event{{Kind: table.Closed, At: noon, Action: table.Abandoned}}
	if err := s.Tables.Append(t.Context(), id, 2, events, &closed); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = b.opened(t)
	wantLeaves(t, s, closed.Left)
	if _, err := s.Accounts.Delete(t.Context(), me.ID); err != nil {
		t.Fatal(err)
	}
	wantLeaves(t, s, closed.Left[1:])
}

func wantLeaves(t *testing.T, s *Store, want []table.Leave) {
	t.Helper()
	list, err := s.Tables.Finished(context.Background(), 10)
	if err != nil || len(list) != 1 || list[0].Summary == nil || !slices.Equal(list[0].Summary.Left, want) {
		t.Errorf("%+v, %v, want %v", list, err, want)
	}
}
