package match

import (
	"slices"
	"sync"
)

// Examples calls the function `play` for each number from 0 to games-1, on `workers`
// goroutines at the same time. Each call plays a game and returns training examples. Examples
// returns all of them in the order of the games, so that the result does not depend on timing.
func Examples[E any](games, workers int, play func(number uint64) []E) []E {
	found := make([][]E, games)
	var wait sync.WaitGroup
	numbers := make(chan int)
	for range workers {
		wait.Go(func() {
			for number := range numbers {
				found[number] = play(uint64(number))
			}
		})
	}
	for number := range found {
		numbers <- number
	}
	close(numbers)
	wait.Wait()
	return slices.Concat(found...)
}
