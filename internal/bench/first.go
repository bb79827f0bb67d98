package main

import (
	"context"
	"fmt"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

// What the screens are to reach, as times of the bare board.
const latencyFigure = 1.1

const connects = 150

// timesOf are the samples of the two contenders.
type timesOf struct{ ours, bare []time.Duration }

// rows are a line for the median and one for the tail.
func (t timesOf) rows(what string) []row {
	var rows []row
	for _, p := range []float64{50, 99} {
		ours, bare := percentile(t.ours, p), percentile(t.bare, p)
		x := times(ours, bare)
		rows = append(rows, row{
			what:     fmt.Sprintf("%s (p%.0f)", what, p),
			measured: short(ours),
			baseline: short(bare) + ", bare board",
			ratio:    ratio(x),
			figure:   fmt.Sprintf("at most %.1f x", latencyFigure),
			verdict:  verdictOf(x <= latencyFigure),
		})
	}
	return rows
}

// connectRows take a person's way from a closed laptop to a full screen, by turns
// at one server and at the other.
func connectRows(ctx context.Context, p pair, id table.ID) ([]row, error) {
	var t timesOf
	var frame [2]int
	for n := range connects {
		seat := rules.Seat(n % rules.SeatCount) // by turns: an account comes in only so often
		for i, c := range p.each() {
			took, bytes, err := c.first(ctx, id, seat)
			if err != nil {
				return nil, err
			}
			if frame[i] = bytes; c == p.ours {
				t.ours = append(t.ours, took)
			} else {
				t.bare = append(t.bare, took)
			}
		}
	}
	return append(t.rows("connect to full first frame"), row{
		what:     "bytes of the first frame",
		measured: fmt.Sprint(frame[0]),
		baseline: fmt.Sprintf("%d, bare board", frame[1]),
		ratio:    ratio(times(frame[0], frame[1])),
	}), nil
}

func (c *contender) first(ctx context.Context, id table.ID, seat rules.Seat) (took time.Duration, bytes int, err error) {
	begun := time.Now()
	guest, err := c.enter(ctx, id, seat)
	if err != nil {
		return 0, 0, err
	}
	defer guest.close()
	return guest.full.Sub(begun), guest.received(), nil
}
