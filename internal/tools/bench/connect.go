package main

import (
	"context"
	"fmt"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

// Maximum latencies, as multiples of the latencies of the minimal server
// (internal/server/bare). connectTarget is for the time from connecting to the first frame,
// keyTarget for the time from a key press to another player's screen, and manyTarget for the
// same time with many sessions.
const (
	connectTarget = 0.35
	keyTarget     = 0.55
	manyTarget    = 1.1
)

const connects = 150

// timesOf holds times measured at the Quadrille server and, as a baseline, at a minimal SSH
// server.
type timesOf struct{ server, bare []time.Duration }

// rows returns two rows of the report: the medians of the times, and their 99th percentiles.
func (t timesOf) rows(what string, target float64) []row {
	var rows []row
	for _, p := range []float64{50, 99} {
		server, bare := percentile(t.server, p), percentile(t.bare, p)
		x := times(server, bare)
		rows = append(rows, row{
			what:     fmt.Sprintf("%s (p%.0f)", what, p),
			measured: short(server),
			baseline: short(bare) + ", bare board",
			ratio:    ratio(x),
			target:   fmt.Sprintf("at most %.2f x", target),
			status:   statusOf(x <= target),
		})
	}
	return rows
}

// connectRows measures the time from the start of a connection to its first complete frame.
// It alternates between the measured server and the minimal server.
func connectRows(ctx context.Context, p pair, id table.ID) []row {
	var t timesOf
	var frame [2]int
	for n := range connects {
		seat := rules.Seat(n % rules.SeatCount) // alternate between seats, because the server limits the logins of one account
		for i, c := range p.each() {
			took, bytes := c.first(ctx, id, seat)
			if frame[i] = bytes; c == p.server {
				t.server = append(t.server, took)
			} else {
				t.bare = append(t.bare, took)
			}
		}
	}
	return append(t.rows("time from connecting to the complete first frame", connectTarget), row{
		what:     "bytes of the first frame",
		measured: fmt.Sprint(frame[0]),
		baseline: fmt.Sprintf("%d, bare board", frame[1]),
		ratio:    ratio(times(frame[0], frame[1])),
	})
}

func (c *contender) first(ctx context.Context, id table.ID, seat rules.Seat) (took time.Duration, bytes int) {
	begun := time.Now()
	client := c.enter(ctx, id, seat)
	defer client.close()
	return client.full.Sub(begun), client.received()
}
