// Package receiver passes values of subscriptions on to the goroutine of a session.
package receiver

import (
	"context"
	"sync"
)

// Group runs the goroutines of one session. Guard must run f and recover a panic in it; what
// names f.
type Group struct {
	sync.WaitGroup
	Guard func(what string, f func())
}

// Receive calls take in a loop and returns a channel of the values. The channel is closed
// after the last value, or when ctx is done.
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
