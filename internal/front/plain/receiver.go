package plain

import (
	"context"
	"sync"
)

// group runs the goroutines of one session. The field Guard is a function that must call f
// and recover any panic in f. Its parameter `what` is the name of f in the log.
type group struct {
	sync.WaitGroup
	Guard func(what string, f func())
}

// receive returns a channel. It calls the function `take` repeatedly, and sends the values
// that `take` returns on the channel. It closes the channel when `take` returns false or ctx
// is done.
func receive[T any](ctx context.Context, g *group, what string, take func(context.Context) (T, bool)) <-chan T {
	values := make(chan T)
	g.Go(func() {
		g.Guard(what, func() {
			defer close(values)
			for {
				v, ok := take(ctx)
				if !ok {
					return
				}
				select {
				case values <- v:
				case <-ctx.Done():
					return
				}
			}
		})
	})
	return values
}
