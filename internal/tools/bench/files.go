package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/sshtest"
	"quadrille/internal/table"
	"quadrille/internal/tools/bench/child"
	"quadrille/internal/tools/must"
	"quadrille/rules"
)

const (
	animations       = 4
	animatedMoves    = 800
	filesMemory      = 64 << 20 // maximum memory that the animations take
	filesLatency     = 1.5      // maximum p99 of the latency with animations, as a multiple of that without
	longGameAttempts = 1000
)

// measureFiles plays a game twice: first alone, and then while four people have an animation of a
// long game made. It measures the latency of the moves and the memory of the server.
func measureFiles(ctx context.Context, dir string) []row {
	f := newFixture(ctx, filepath.Join(dir, "files"), 3, 0)
	ids := f.ids()
	f.playLong(ctx, ids[2])
	p := launch(ctx, f.data)
	defer p.end()
	c := contenderOf(p, f)
	alone, _ := c.playBeside(ctx, ids[0], func() bool { return false })
	before := p.resident()
	var all sync.WaitGroup
	var made, failed atomic.Int64
	begun := time.Now()
	var took atomic.Int64
	for _, who := range c.people[ids[2]] {
		all.Go(func() {
			if must.Catch(func() { c.animate(who, ids[2]) }) != nil {
				failed.Add(1)
			}
			made.Add(1)
			took.Store(int64(time.Since(begun)))
		})
	}
	with, peak := c.playBeside(ctx, ids[1], func() bool { return made.Load() == animations })
	all.Wait()
	if failed.Load() > 0 {
		must.Check(fmt.Errorf("%d animations failed: the results are invalid", failed.Load()))
	}
	beside, base := percentile(with, 99), percentile(alone, 99)
	what := fmt.Sprintf("while %d animations of %d moves are made", animations, animatedMoves)
	return []row{{
		what:     "time from a key press to another player's screen " + what + " (p99)",
		measured: short(beside),
		baseline: short(base) + ", alone",
		ratio:    ratio(times(beside, base)),
		target:   "under " + ratio(filesLatency),
		status:   statusOf(times(beside, base) < filesLatency),
	}, {
		what:     "further resident memory " + what,
		measured: megabytes(peak - before),
		baseline: megabytes(before) + ", alone",
		ratio:    "all made after " + short(time.Duration(took.Load())),
		target:   "under " + megabytes(filesMemory),
		status:   statusOf(peak-before < filesMemory),
	}}
}

// playBeside plays the recorded game at a table, at most until `done` returns true. It returns the
// latencies of the moves and the largest resident memory.
func (c *contender) playBeside(ctx context.Context, id table.ID, done func() bool) (took []time.Duration, peak int64) {
	players := c.seat(ctx, id)
	defer closeTables(players)
	for ply := 0; ply < movesPlayed && !done(); ply++ {
		took = append(took, players.play(ctx, c, ply).took...)
		peak = max(peak, c.resident())
	}
	return took, peak
}

// animate has the server make an animation of the largest size.
func (c *contender) animate(who person, id table.ID) {
	conn := must.Get(sshtest.TryDialFrom(unusedAddress(), c.address, sshtest.KeyAuth(who.key)))
	defer func() { _ = conn.Close() }()
	session := must.Get(conn.NewSession())
	session.Stdout = io.Discard
	must.Check(session.Run(fmt.Sprintf("gif %d --size 900x900", id)))
}

// playLong adds a game of animatedMoves moves to a table at which nothing has been played.
func (f *fixture) playLong(ctx context.Context, id table.ID) {
	words, movers := longGame(f.record.variant)
	db := child.OpenDatabase(ctx, f.data, "", "", slog.New(slog.DiscardHandler))
	stored := must.Get(db.Tables.Load(ctx, id))
	now := time.Now().UTC()
	var events []table.Event
	for i, word := range words {
		events = append(events, table.Event{Kind: table.Acted, At: now, Seat: &movers[i], Action: word, Spent: time.Second})
	}
	must.Check(errors.Join(db.Tables.Append(ctx, id, len(stored)+1, events, nil), db.Close()))
}

// longGame returns a game whose players seldom capture, by chance, and the seats that move.
func longGame(v rules.Variant) (words []string, movers []rules.Seat) {
	for seed := range uint64(longGameAttempts) {
		g, random := rules.NewGame(v), rand.New(rand.NewPCG(seed, 0))
		words, movers = nil, nil
		for len(words) < animatedMoves && !g.Position.Over() {
			legal := v.Legal(&g.Position, nil)
			still := slices.DeleteFunc(slices.Clone(legal), func(a rules.Action) bool {
				return g.Position.Board[a.To].IsPiece() || g.Position.Board[a.From].Kind() == rules.Pawn
			})
			if len(still) > 0 {
				legal = still
			}
			a := legal[random.IntN(len(legal))]
			words = append(words, rules.Plain(v.Facts(), rules.NoSeat, a))
			movers = append(movers, v.Actor(&g.Position))
			must.Get(g.Play(a))
		}
		if len(words) == animatedMoves && !g.Position.Over() {
			return words, movers
		}
	}
	must.Check(errors.New("no game is long enough"))
	return nil, nil
}
