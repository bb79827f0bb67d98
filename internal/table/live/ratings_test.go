package live_test

import (
	"context"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// TestUnloadedTableShowsNoRatings checks that a table publishes no view if it is unloaded
// while the rating changes of its game are read. Such a view named accounts that were deleted
// in the meantime.
func TestUnloadedTableShowsNoRatings(t *testing.T) {
	b := newUncheckedTable(t, verney)
	_ = b.Stop(context.Background())
	views := 0
	c := b.config()
	c.UnloadAfter, c.Changed = time.Minute, func(*table.View) { views++ }
	opened, err := live.Open(c, b.events())
	if err != nil {
		t.Fatal(err)
	}
	if err := opened.Unload(context.Background()); err != nil || !opened.Unloaded() {
		t.Fatalf("not unloaded: %v", err)
	}
	views = 0
	opened.ShowRatings([]player.RatingChange{{Player: inky.ID, Before: 1000, After: 1010}})
	if views != 0 {
		t.Error("the unloaded table published a view")
	}
}
