package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"quadrille/internal/store"
	"quadrille/internal/table"
)

const (
	// companyFigure is how long a key may take to another's screen while bots play
	// all around.
	companyFigure = 50 * time.Millisecond
	companyPlies  = 120
	usualLevel    = 3
	hardLevel     = 6 // thinks for as long as it is allowed to
)

// measureCompany plays the recorded game at a table of people while 200 sessions
// sit idle at 50 others: first with nobody playing there, then with four bots at
// each.
func measureCompany(ctx context.Context, dir string) ([]row, error) {
	var rows []row
	for _, level := range []int{usualLevel, hardLevel} {
		data := filepath.Join(dir, fmt.Sprintf("company%d", level))
		c, err := newCompany(ctx, data, level)
		if err != nil {
			return nil, err
		}
		still, err := c.evening(ctx, c.people.ids()[0])
		if err != nil {
			return nil, err
		}
		busy, err := c.evening(ctx, c.people.ids()[1], withBots)
		if err != nil {
			return nil, err
		}
		moves, err := c.moves(ctx)
		if err != nil {
			return nil, err
		}
		rows = append(rows, companyRows(level, moves, still, busy)...)
	}
	return rows, nil
}

// company is a house with tables of people, and of bots with people who look on.
type company struct{ people, bots *house }

func newCompany(ctx context.Context, data string, level int) (c company, err error) {
	if c.people, err = furnish(ctx, data, 2, 0); err != nil {
		return c, err
	}
	c.bots, err = furnishBots(ctx, data, crowdTables, level)
	return c, err
}

// outcome is what an evening was like.
type outcome struct {
	took   []time.Duration // from a key to the others' screens
	lasted time.Duration
	used   time.Duration // of a processor, meanwhile
}

// evening fills the house and plays at one table of people.
func (c company) evening(ctx context.Context, id table.ID, more ...string) (o outcome, err error) {
	p, err := launch(ctx, c.people.data, more...)
	if err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, p.end()) }()
	rest, err := contenderOf(p, c.bots).fill(ctx, c.bots.ids())
	defer dismiss(rest)
	if err != nil {
		return o, err
	}
	host := contenderOf(p, c.people)
	players, err := host.seat(ctx, id)
	defer dismiss([]seated{players})
	if err != nil {
		return o, err
	}
	begun := time.Now()
	before, err := p.cpu()
	if err != nil {
		return o, err
	}
	for ply := range companyPlies {
		took, _, err := players.play(ctx, host, ply)
		if err != nil {
			return o, fmt.Errorf("ply %d: %w", ply+1, err)
		}
		o.took = append(o.took, took...)
	}
	after, err := p.cpu()
	o.lasted, o.used = time.Since(begun), after-before
	return o, err
}

// dismiss sends people away.
func dismiss(tables []seated) {
	for _, t := range tables {
		for _, c := range t {
			if c != nil {
				c.close()
			}
		}
	}
}

// moves is how many the bots have played at all tables.
func (c company) moves(ctx context.Context) (int, error) {
	s, err := store.Open(ctx, c.bots.data, slog.New(slog.DiscardHandler))
	if err != nil {
		return 0, err
	}
	defer s.Close()
	count := 0
	for _, id := range c.bots.ids() {
		events, err := s.Tables.Load(ctx, id)
		if err != nil {
			return 0, err
		}
		for _, e := range events {
			if e.Kind == table.Acted {
				count++
			}
		}
	}
	if count == 0 {
		err = errors.New("no bot has moved: the figures are worth nothing")
	}
	return count, err
}

func companyRows(level, moves int, still, busy outcome) []row {
	what := fmt.Sprintf("key to another's screen, %d sessions, %d tables of four bots of level %d", crowdSessions, crowdTables, level)
	var rows []row
	for _, p := range []float64{50, 99} {
		took := percentile(busy.took, p)
		r := row{
			what:     fmt.Sprintf("%s (p%.0f)", what, p),
			measured: short(took),
			baseline: short(percentile(still.took, p)) + ", no bots",
		}
		if p == 99 {
			r.figure, r.verdict = "under "+short(companyFigure), verdictOf(took < companyFigure)
		}
		rows = append(rows, r)
	}
	rows[0].ratio = fmt.Sprintf("%d moves of bots in all, %d samples", moves, len(busy.took))
	rows[1].ratio = fmt.Sprintf("%.0f %% of a core; %.0f %% without bots", busy.cores(), still.cores())
	return rows
}

// cores is how much of one the server took, in percent.
func (o outcome) cores() float64 { return 100 * times(o.used, o.lasted) }
