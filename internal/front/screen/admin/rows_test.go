package admin

import (
	"slices"
	"testing"

	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// TestTablesAreSortedByNumbers checks that the columns of numbers are not sorted as texts: most moves come first, as in the
// lobby.
func TestTablesAreSortedByNumbers(t *testing.T) {
	rows := tableRows(&view.Lobby{Tables: []*view.Summary{
		{ID: 10, Moves: 9, Terms: table.Terms{Game: "chess4"}},
		{ID: 9, Moves: 80, Terms: table.Terms{Game: "chess4"}},
		{ID: 200, Terms: table.Terms{Game: "chess4"}},
	}})
	list := newList(tablesTab)
	for head, want := range map[string][]int64{"#": {9, 10, 200}, "Moves": {9, 10, 200}, "State": {10, 9, 200}} {
		for _, c := range list.Columns {
			if c.Head != head {
				continue
			}
			var got []int64
			for _, r := range slices.SortedStableFunc(slices.Values(rows), c.Less) {
				got = append(got, r.number)
			}
			if !slices.Equal(got, want) {
				t.Errorf("by %s: %v, want %v", head, got, want)
			}
		}
	}
}
