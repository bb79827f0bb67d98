// Package receiver feeds the goroutine of a session: [Receive] turns a subscription into a
// channel, and [Pace] limits how fast input is read.
package receiver

import (
	"context"
	"sync"
)

// Group runs the goroutines of one session. Guard must call f and recover a panic in it;
// what describes f in the log.
type Group struct {
	sync.WaitGroup
	Guard func(what string, f func())
}

// Receive calls take in a loop and returns a channel of the values. It closes the channel
// when take returns false or ctx is done.
func Receive[T any](ctx context.Context, g *Group, what string, take func(context.Context) (T, bool)) <-chan T {
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
