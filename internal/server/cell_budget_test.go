package server

import (
	"slices"
	"testing"
	"time"

	"quadrille/internal/sshtest"
)

func TestLargeScreensLeaveRoomForUsualOnes(t *testing.T) {
	var b cellBudget
	const limit = 1_000_000
	huge := size{500, 200}
	for n := range 5 {
		if got := b.grant(0, huge, limit); got != huge {
			t.Fatalf("screen %d is %v, want %v", n, got, huge)
		}
	}
	if got := b.grant(0, huge, limit); got != mediumScreen {
		t.Errorf("with half of the budget used it is %v, want %v", got, mediumScreen)
	}
	if got := b.grant(0, size{500, 10}, limit); got != (size{200, 10}) {
		t.Errorf("a wide one is %v, want 200 columns", got)
	}
	for range 50 {
		b.grant(0, mediumScreen, limit)
	}
	if got := b.grant(0, huge, limit); got != smallScreen {
		t.Errorf("with all of it used it is %v, want %v", got, smallScreen)
	}
	if got := b.grant(0, size{40, 12}, limit); got != (size{40, 12}) {
		t.Errorf("a small one is %v", got)
	}
	// What a screen has already counts for its new size.
	b = cellBudget{}
	for range 10 {
		b.grant(0, size{250, 200}, limit)
	}
	if got := b.grant(250*200, size{200, 250}, limit); got != (size{200, 250}) {
		t.Errorf("turned on its side it is %v", got)
	}
}

func TestMemoryIsGivenBackWhenMuchIsFree(t *testing.T) {
	var b cellBudget
	now := time.Now()
	for range 60 {
		b.grant(0, size{500, 200}, 100_000_000)
	}
	var given []time.Duration
	for n := range 60 {
		if after := b.release(500*200, now.Add(time.Duration(n)*time.Millisecond)); after > 0 {
			given = append(given, after.Round(time.Second))
		}
	}
	if want := []time.Duration{freeAfter, freeAfter + freeEvery, freeAfter + 2*freeEvery}; !slices.Equal(given, want) {
		t.Errorf("memory is given back after %v, want %v", given, want)
	}
	if b.used != 0 {
		t.Errorf("%d cells are used in the end", b.used)
	}
}

// 300 terminals of 500 x 200 took 742 MB: there was no bound on all of them
// together.
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
	for d.cellsUsed() != 100*100 { // the channels of the first two end a little later
	}
}

func (d *testServer) cellsUsed() int {
	d.screenCells.mu.Lock()
	defer d.screenCells.mu.Unlock()
	return d.screenCells.used
}
