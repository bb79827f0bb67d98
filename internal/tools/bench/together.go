package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"quadrille/internal/tools/must"
)

// each calls a function in a goroutine for each number below n, at most `most` at a time. When all
// calls have returned, it ends the part if one of them failed.
func each(n, most int, do func(i int)) {
	errs := make([]error, n)
	slots := make(chan bool, most)
	var all sync.WaitGroup
	for i := range n {
		slots <- true
		all.Go(func() {
			errs[i] = must.Catch(func() { do(i) })
			<-slots
		})
	}
	all.Wait()
	for _, err := range errs {
		must.Check(err)
	}
}

// together plays plies at several tables at the same time: one in each beat, or without pauses if
// beat is 0.
func together(ctx context.Context, tables, from, plies int, beat time.Duration, play func(table, ply int)) {
	each(tables, tables, func(table int) {
		next := time.Now().Add(rand.N(beat + 1))
		for ply := from; ply < from+plies; ply++ {
			pause(ctx, time.Until(next))
			next = next.Add(beat)
			play(table, ply)
		}
	})
}
