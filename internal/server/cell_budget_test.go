package server

import (
	"slices"
	"testing"
	"time"

	"quadrille/internal/sshtest"
)

func TestLargeScreensAreReducedWhenBudgetIsUsed(t *testing.T) {
	var b cellBudget
	const limit = 1_000_000
	huge := size{500, 200}
	for n := range 5 {
		if got := b.grant(0, huge, limit); got != huge {
			t.Fatalf("screen %d: granted %v, want %v", n, got, huge)
		}
	}
	if got := b.grant(0, huge, limit); got != mediumScreen {
		t.Errorf("with half of the budget used: granted %v, want %v", got, mediumScreen)
	}
	if got := b.grant(0, size{500, 10}, limit); got != (size{200, 10}) {
		t.Errorf("wide screen: granted %v, want 200 columns", got)
	}
	for range 50 {
		b.grant(0, mediumScreen, limit)
	}
	if got := b.grant(0, huge, limit); got != smallScreen {
		t.Errorf("with the whole budget used: granted %v, want %v", got, smallScreen)
	}
	if got := b.grant(0, size{40, 12}, limit); got != (size{40, 12}) {
		t.Errorf("small screen: granted %v", got)
	}
	// When a screen gets a new size, the cells of its old size count as free.
	b = cellBudget{}
	for range 10 {
		b.grant(0, size{250, 200}, limit)
	}
	if got := b.grant(250*200, size{200, 250}, limit); got != (size{200, 250}) {
		t.Errorf("rotated screen: granted %v", got)
	}
}

func TestMemoryIsFreedAfterScreensAreReleased(t *testing.T) {
	var b cellBudget
	now := time.Now()
	for range 60 {
		b.grant(0, size{500, 200}, 100_000_000)
	}
	var delays []time.Duration
	for n := range 60 {
		if after := b.release(500*200, now.Add(time.Duration(n)*time.Millisecond)); after > 0 {
			delays = append(delays, after.Round(time.Second))
		}
	}
	if want := []time.Duration{freeAfter, freeAfter + freeEvery, freeAfter + 2*freeEvery}; !slices.Equal(delays, want) {
		t.Errorf("memory is freed after %v, want %v", delays, want)
	}
	if b.used != 0 {
		t.Errorf("%d cells are still used", b.used)
	}
}

// TestCellsOfAllSessionsAreBounded checks that the server reduces the screens of large
// terminals when the budget of cells is used up. Without this limit, 300 terminals of 500 ×
// 200 cells would use 742 MB.
func TestCellsOfAllSessionsAreBounded(t *testing.T) {
	d := startServer(t, Limits{ScreenCells: 200_000})
	client := sshtest.Dial(t, d.address, sshtest.GuestAuth())
	first := sshtest.Open(t, client, "first", 500, 200, "")
	first.See(t, "size 500x200.")
	second := sshtest.Open(t, client, "second", 500, 200, "")
	second.See(t, "size 200x60.")
	must(t, first.Resize(80, 24))
	first.See(t, "size 80x24.")
	must(t, second.Resize(400, 150))
	second.See(t, "size 400x150.")
	must(t, first.Resize(500, 200))
	first.See(t, "size 200x60.")
	for _, screen := range []*sshtest.Screen{first, second} {
		must(t, screen.Type("q"))
		screen.Ended(t)
	}
	_ = client.Close()
	again := sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()), "again", 100, 100, "")
	again.See(t, "size 100x100.")
	for d.cellsUsed() != 100*100 { // wait until the channels of the first two sessions have ended
	}
}

func (d *testServer) cellsUsed() int {
	d.screenCells.mu.Lock()
	defer d.screenCells.mu.Unlock()
	return d.screenCells.used
}
