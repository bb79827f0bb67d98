package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/tools/bench/child"
)

const (
	// loadTarget is the maximum time from a key press to the move on another player's screen
	// while bots play at other tables.
	loadTarget = 50 * time.Millisecond
	loadPlies  = 120
)

// measureLoad plays the recorded game at one table while 200 sessions watch 50 other tables.
// In a first run nobody plays at these tables; in a second run four bots play at each.
func measureLoad(ctx context.Context, dir string) ([]row, error) {
	var rows []row
	for _, level := range []int{player.DefaultBotLevel, player.MaxBotLevel} {
		data := filepath.Join(dir, fmt.Sprintf("load%d", level))
		c, err := newBotLoad(ctx, data, level)
		if err != nil {
			return nil, err
		}
		without, err := c.run(ctx, c.people.ids()[0])
		if err != nil {
			return nil, err
		}
		with, err := c.run(ctx, c.people.ids()[1], child.WithBots)
		if err != nil {
			return nil, err
		}
		moves, err := c.moves(ctx)
		if err != nil {
			return nil, err
		}
		rows = append(rows, loadRows(level, moves, without, with)...)
	}
	return rows, nil
}

// botLoad holds the tables of one data directory: tables at which people play, and tables at
// which bots play and spectators watch.
type botLoad struct{ people, bots *fixture }

func newBotLoad(ctx context.Context, data string, level int) (c botLoad, err error) {
	if c.people, err = newFixture(ctx, data, 2, 0); err != nil {
		return c, err
	}
	c.bots, err = newBotFixture(ctx, data, sessionTables, level)
	return c, err
}

// outcome holds the measurements of one game played while other sessions are open.
type outcome struct {
	took   []time.Duration // times from each key press until another player's screen showed the move
	lasted time.Duration
	used   time.Duration // processor time that the server used during the game
}

// run starts a server, connects spectators to the tables at which bots play, and measures a
// game between people at the table `id`.
func (c botLoad) run(ctx context.Context, id table.ID, more ...string) (o outcome, err error) {
	p, err := launch(ctx, c.people.data, more...)
	if err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, p.end()) }()
	rest, err := contenderOf(p, c.bots).fill(ctx, c.bots.ids())
	defer closeTables(rest)
	if err != nil {
		return o, err
	}
	host := contenderOf(p, c.people)
	players, err := host.seat(ctx, id)
	defer closeTables([]tableClients{players})
	if err != nil {
		return o, err
	}
	begun := time.Now()
	before, err := p.cpu()
	if err != nil {
		return o, err
	}
	for ply := range loadPlies {
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

func closeTables(tables []tableClients) {
	for _, t := range tables {
		for _, c := range t {
			if c != nil {
				c.close()
			}
		}
	}
}

// moves returns the number of moves that bots have played at all tables.
func (c botLoad) moves(ctx context.Context) (int, error) {
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
		err = errors.New("no bot has moved: the results are invalid")
	}
	return count, err
}

func loadRows(level, moves int, without, with outcome) []row {
	what := fmt.Sprintf(
		"time from a key press to another player's screen, %d sessions, %d tables of four level-%d bots",
		sessionCount,
		sessionTables,
		level,
	)
	var rows []row
	for _, p := range []float64{50, 99} {
		took := percentile(with.took, p)
		r := row{
			what:     fmt.Sprintf("%s (p%.0f)", what, p),
			measured: short(took),
			baseline: short(percentile(without.took, p)) + ", no bots",
		}
		if p == 99 {
			r.target, r.status = "under "+short(loadTarget), statusOf(took < loadTarget)
		}
		rows = append(rows, r)
	}
	rows[0].ratio = fmt.Sprintf("%d bot moves, %d measured key presses", moves, len(with.took))
	rows[1].ratio = fmt.Sprintf("%.0f %% of a core; %.0f %% without bots", with.cores(), without.cores())
	return rows
}

// cores returns the processor time that the server used, in percent of one core.
func (o outcome) cores() float64 { return 100 * times(o.used, o.lasted) }
