package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"quadrille/internal/table"
)

// What a crowd is to cost.
const (
	memoryFigure = 1.5e6 // bytes a session
	idleFigure   = 20.0  // percent of a core with idleCrowd sessions
	idleCrowd    = 500
)

const (
	crowdTables   = 50
	crowdSessions = 4 * crowdTables
	idleTime      = 6 * time.Second
	afterAll      = 5 * time.Second // until nothing is left of those who are gone
)

// crowdRows fill the house, look at what that costs, play at one of the tables
// and send everybody away.
func crowdRows(ctx context.Context, p pair, ids []table.ID) ([]row, error) {
	ours, err := p.ours.crowd(ctx, ids)
	if err != nil {
		return nil, err
	}
	bare, err := p.bare.crowd(ctx, ids)
	if err != nil {
		return nil, err
	}
	rows := sizeRows(ours, bare)
	if err := errors.Join(idle(ctx, ours, bare)); err != nil {
		return nil, err
	}
	rows = append(rows, idleRows(ours, bare)...)
	t, _, err := match{p, ours.tables[0], bare.tables[0]}.playAll(ctx)
	if err != nil {
		return nil, err
	}
	rows = append(t.rows(fmt.Sprintf("the same, %d sessions in the house", crowdSessions)), rows...)
	left, err := leftRow(ctx, ours, bare)
	return append(rows, left), err
}

// crowd is a full house.
type crowd struct {
	*contender
	tables []seated
	full   size
	bytes  int           // that came while nothing happened
	used   time.Duration // of a processor meanwhile
}

func (c *contender) crowd(ctx context.Context, ids []table.ID) (*crowd, error) {
	tables, err := c.fill(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		if err := t.quiet(ctx); err != nil {
			return nil, err
		}
	}
	full, err := c.size()
	return &crowd{contender: c, tables: tables, full: full}, err
}

func sizeRows(ours, bare *crowd) []row {
	mine, other := ours.share(), bare.share()
	return []row{{
		what:     fmt.Sprintf("memory a session at %d x %d, %d sessions", width, height, crowdSessions),
		measured: megabytes(mine.Resident) + " resident",
		baseline: megabytes(other.Resident) + ", bare board",
		ratio:    ratio(times(mine.Resident, other.Resident)),
		figure:   megabytes(memoryFigure),
		verdict:  verdictOf(mine.Resident <= memoryFigure),
	}, {
		what:     "  of it heap and stacks in use",
		measured: megabytes(mine.InUse),
		baseline: megabytes(other.InUse) + ", bare board",
		ratio:    ratio(times(mine.InUse, other.InUse)),
	}, {
		what:     "goroutines a session",
		measured: fmt.Sprint(mine.Goroutines),
		baseline: fmt.Sprintf("%d, bare board", other.Goroutines),
	}}
}

// share is what one session adds to an empty house.
func (c *crowd) share() size {
	return size{
		Goroutines: (c.full.Goroutines - c.empty.Goroutines) / crowdSessions,
		Resident:   (c.full.Resident - c.empty.Resident) / crowdSessions,
		InUse:      (c.full.InUse - c.empty.InUse) / crowdSessions,
	}
}

// idle looks at both houses for a while in which nobody does anything.
func idle(ctx context.Context, crowds ...*crowd) error {
	for _, c := range crowds {
		used, err := c.cpu()
		if err != nil {
			return err
		}
		c.used, c.bytes = -used, -c.received()
	}
	if err := pause(ctx, idleTime); err != nil {
		return err
	}
	for _, c := range crowds {
		used, err := c.cpu()
		if err != nil {
			return err
		}
		c.used, c.bytes = c.used+used, c.bytes+c.received()
	}
	return nil
}

func (c *crowd) received() (sum int) {
	for _, t := range c.tables {
		for _, client := range t {
			sum += client.received()
		}
	}
	return sum
}

func idleRows(ours, bare *crowd) []row {
	mine, other := ours.busy(), bare.busy()
	return []row{{
		what:     fmt.Sprintf("idle, %d sessions, %s: bytes sent", crowdSessions, short(idleTime)),
		measured: fmt.Sprint(ours.bytes),
		baseline: fmt.Sprintf("%d, bare board", bare.bytes),
		figure:   "0",
		verdict:  verdictOf(ours.bytes == 0),
	}, {
		what:     fmt.Sprintf("idle, %d sessions: of one core", crowdSessions),
		measured: fmt.Sprintf("%.1f %%", mine),
		baseline: fmt.Sprintf("%.1f %%, bare board", other),
		ratio:    ratio(times(mine, other)),
		figure:   fmt.Sprintf("under %.0f %% (%.0f %% with %d)", idleFigure*crowdSessions/idleCrowd, idleFigure, idleCrowd),
		verdict:  verdictOf(mine < idleFigure*crowdSessions/idleCrowd),
	}}
}

// busy is the part of a core that was used, in percent.
func (c *crowd) busy() float64 { return 100 * times(c.used, idleTime) }

// leftRow sends everybody away and counts what stays behind.
func leftRow(ctx context.Context, ours, bare *crowd) (row, error) {
	for _, c := range []*crowd{ours, bare} {
		for _, t := range c.tables {
			for _, client := range t {
				client.close()
			}
		}
	}
	if err := pause(ctx, afterAll); err != nil {
		return row{}, err
	}
	mine, err := ours.size()
	if err != nil {
		return row{}, err
	}
	other, err := bare.size()
	left := mine.Goroutines - ours.empty.Goroutines
	return row{
		what:     fmt.Sprintf("goroutines left %s after all %d are gone", short(afterAll), crowdSessions),
		measured: fmt.Sprint(left),
		baseline: fmt.Sprintf("%d, bare board", other.Goroutines-bare.empty.Goroutines),
		figure:   "none",
		verdict:  verdictOf(left <= 0),
	}, err
}
