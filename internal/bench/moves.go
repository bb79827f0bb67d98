package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

const (
	// movesFigure is how many bytes a move may cost each client.
	movesFigure = 120
	// movesPlayed are those of the recorded game at which latency is taken, and
	// plain those at which bytes are counted: later ones take more of the board.
	movesPlayed = 200
	plain       = middle
	// patience is how long a move may take to show before the run fails.
	patience = 5 * time.Second
)

// match is the same table at both servers, with people at its seats.
type match struct {
	pair
	ours, bare seated
}

// bytesOf are what the four clients of a table got of a move, each.
type bytesOf struct{ ours, bare []int }

// playAll plays the recorded game at both, a ply here and a ply there.
func (m match) playAll(ctx context.Context) (t timesOf, b bytesOf, err error) {
	for ply := range movesPlayed {
		ours, bytes, err := m.ours.play(ctx, m.pair.ours, ply)
		if err != nil {
			return t, b, fmt.Errorf("ply %d: %w", ply+1, err)
		}
		bare, bareBytes, err := m.bare.play(ctx, m.pair.bare, ply)
		if err != nil {
			return t, b, fmt.Errorf("ply %d of the bare board: %w", ply+1, err)
		}
		t.ours, t.bare = append(t.ours, ours...), append(t.bare, bare...)
		if ply < plain {
			b.ours, b.bare = append(b.ours, bytes...), append(b.bare, bareBytes...)
		}
	}
	return t, b, nil
}

// play types a ply, presses Enter, and returns after how long each of the other
// three saw it, and how many bytes Enter sent to each of the four.
func (s seated) play(ctx context.Context, c *contender, ply int) (took []time.Duration, bytes []int, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	mover := c.mover(ply)
	if err := s.prepare(ctx, mover, c.typed(ply)); err != nil {
		return nil, nil, err
	}
	var before [len(s)]int
	for seat, client := range s {
		before[seat] = client.received()
		client.arm()
	}
	begun := time.Now()
	if err := s[mover].press("\r"); err != nil {
		return nil, nil, err
	}
	for seat, client := range s {
		seen, err := client.woken(ctx)
		if err != nil {
			return nil, nil, fmt.Errorf("nothing changed at seat %d: %w", seat, err)
		}
		if seat != int(mover) {
			took = append(took, seen.Sub(begun))
		}
	}
	err = s.quiet(ctx)
	for seat, client := range s {
		bytes = append(bytes, client.received()-before[seat])
	}
	return took, bytes, err
}

// prepare types what comes before the key that counts.
func (s seated) prepare(ctx context.Context, mover rules.Seat, text string) error {
	if text == "" {
		return nil
	}
	s[mover].arm()
	if err := s[mover].press(text); err != nil {
		return err
	}
	if _, err := s[mover].woken(ctx); err != nil {
		return fmt.Errorf("%q is not shown: %w", text, err)
	}
	return s.quiet(ctx)
}

func (s seated) quiet(ctx context.Context) error { return quiet(ctx, s[:]...) }

// quiet waits until nothing more comes, and a moment by chance: the bare board
// draws by the tick, and keys must not fall into step with it.
func quiet(ctx context.Context, clients ...*client) error {
	for last := -1; ; {
		sum := 0
		for _, client := range clients {
			sum += client.received()
		}
		if sum == last {
			return pause(ctx, rand.N(17*time.Millisecond))
		}
		last = sum
		if err := pause(ctx, 25*time.Millisecond); err != nil {
			return err
		}
	}
}

// pause lets time pass.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// seat opens the sessions of a table at both servers.
func (p pair) seat(ctx context.Context, id table.ID) (m match, err error) {
	m.pair = p
	if m.ours, err = p.ours.seat(ctx, id); err != nil {
		return m, err
	}
	m.bare, err = p.bare.seat(ctx, id)
	return m, err
}

func (m match) close() {
	for seat := range m.ours {
		m.ours[seat].close()
		m.bare[seat].close()
	}
}

// moveRows play at a table with nobody else in the house.
func moveRows(ctx context.Context, p pair, id table.ID) ([]row, error) {
	m, err := p.seat(ctx, id)
	if err != nil {
		return nil, err
	}
	defer m.close()
	t, b, err := m.playAll(ctx)
	if err != nil {
		return nil, err
	}
	return append(t.rows("key at one seat to changed cells at another"), b.row()), nil
}

func (b bytesOf) row() row {
	ours := mean(b.ours)
	return row{
		what:     fmt.Sprintf("bytes to each client for a move, first %d", plain),
		measured: fmt.Sprintf("%.0f (p99 %d)", ours, percentile(b.ours, 99)),
		baseline: fmt.Sprintf("%.0f, bare board", mean(b.bare)),
		ratio:    ratio(times(ours, mean(b.bare))),
		figure:   fmt.Sprint(movesFigure),
		verdict:  verdictOf(ours <= movesFigure),
	}
}
