package match

import (
	"slices"
	"testing"
	"time"
)

// TestExamplesAreInTheOrderOfTheGames checks that Examples sorts its results by the number
// of the game, whichever game ends first, and that a game may return any number of
// examples.
func TestExamplesAreInTheOrderOfTheGames(t *testing.T) {
	got := Examples(6, 3, func(number uint64) []uint64 {
		time.Sleep(time.Duration(6-number) * time.Millisecond) // make the first game end last
		return slices.Repeat([]uint64{number}, int(number%3))
	})
	if want := []uint64{1, 2, 2, 4, 5, 5}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
