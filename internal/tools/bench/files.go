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
func measureFiles(ctx context.Context, dir string) (rows []row, err error) {
	f, err := newFixture(ctx, filepath.Join(dir, "files"), 3, 0)
	if err != nil {
		return nil, err
	}
	ids := f.ids()
	if err := f.playLong(ctx, ids[2]); err != nil {
		return nil, err
	}
	p, err := launch(ctx, f.data)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.end()) }()
	c := contenderOf(p, f)
	alone, _, err := c.playBeside(ctx, ids[0], func() bool { return false })
	if err != nil {
		return nil, err
	}
	before, err := p.resident()
	if err != nil {
		return nil, err
	}
	var all sync.WaitGroup
	var made, failed atomic.Int64
	begun := time.Now()
	var took atomic.Int64
	for _, who := range c.people[ids[2]] {
		all.Go(func() {
			if err := c.animate(who, ids[2]); err != nil {
				failed.Add(1)
			}
			made.Add(1)
			took.Store(int64(time.Since(begun)))
		})
	}
	with, peak, err := c.playBeside(ctx, ids[1], func() bool { return made.Load() == animations })
	if err != nil {
		return nil, err
	}
	all.Wait()
	if failed.Load() > 0 {
		return nil, fmt.Errorf("%d animations failed: the results are invalid", failed.Load())
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
	}}, nil
}

// playBeside plays the recorded game at a table, at most until `done` returns true. It returns the
// latencies of the moves and the largest resident memory.
func (c *contender) playBeside(ctx context.Context, id table.ID, done func() bool) (took []time.Duration, peak int64, err error) {
	players, err := c.seat(ctx, id)
	defer closeTables([]tableClients{players})
	if err != nil {
		return nil, 0, err
	}
	for ply := 0; ply < movesPlayed && !done(); ply++ {
		one, _, err := players.play(ctx, c, ply)
		if err != nil {
			return nil, 0, fmt.Errorf("ply %d: %w", ply+1, err)
		}
		took = append(took, one...)
		resident, err := c.resident()
		if err != nil {
			return nil, 0, err
		}
		peak = max(peak, resident)
	}
	return took, peak, nil
}

// animate has the server make an animation of the largest size.
func (c *contender) animate(who person, id table.ID) error {
	conn, err := sshtest.TryDialFrom(unusedAddress(), c.address, sshtest.KeyAuth(who.key))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	session, err := conn.NewSession()
	if err != nil {
		return err
	}
	session.Stdout = io.Discard
	return session.Run(fmt.Sprintf("gif %d --size 900x900", id))
}

// playLong adds a game of animatedMoves moves to a table at which nothing has been played.
func (f *fixture) playLong(ctx context.Context, id table.ID) error {
	words, movers, err := longGame(f.record.variant)
	if err != nil {
		return err
	}
	db, err := child.OpenDatabase(ctx, filepath.Clean(f.data), "", "", slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	stored, err := db.Tables.Load(ctx, id)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	now := time.Now().UTC()
	var events []table.Event
	for i, word := range words {
		events = append(events, table.Event{Kind: table.Acted, At: now, Seat: &movers[i], Action: word, Spent: time.Second})
	}
	return errors.Join(db.Tables.Append(ctx, id, len(stored)+1, events, nil), db.Close())
}

// longGame returns a game whose players seldom capture, by chance, and the seats that move.
func longGame(v rules.Variant) (words []string, movers []rules.Seat, err error) {
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
			if _, err := g.Play(a); err != nil {
				return nil, nil, err
			}
		}
		if len(words) == animatedMoves && !g.Position.Over() {
			return words, movers, nil
		}
	}
	return nil, nil, errors.New("no game is long enough")
}
