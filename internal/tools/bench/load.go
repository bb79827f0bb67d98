package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/tools/bench/child"
	"quadrille/internal/tools/must"
)

const (
	// loadTarget is the maximum time from a key press to the move on another player's screen
	// while bots play at other tables.
	loadTarget = 50 * time.Millisecond
	loadPlies  = 120
)

// measureLoad plays the recorded game at one table while 200 sessions watch 50 other tables.
// In a first run nobody plays at these tables; in a second run four bots play at each.
func measureLoad(ctx context.Context, dir string) []row {
	var rows []row
	for _, level := range []int{player.DefaultBotLevel, player.MaxBotLevel} {
		data := filepath.Join(dir, fmt.Sprintf("load%d", level))
		c := botLoad{people: newFixture(ctx, data, 2, 0), bots: newBotFixture(ctx, data, sessionTables, level)}
		without := c.run(ctx, c.people.ids()[0])
		with := c.run(ctx, c.people.ids()[1], child.WithBots)
		moves := storedMoves(ctx, data, c.bots.ids()...)
		if moves == 0 {
			must.Check(errors.New("no bot has moved: the results are invalid"))
		}
		rows = append(rows, loadRows(level, moves, without, with)...)
	}
	return rows
}

// botLoad holds the tables of one data directory: tables at which people play, and tables at
// which bots play and spectators watch.
type botLoad struct{ people, bots *fixture }

// outcome holds the measurements of one game played while other sessions are open.
type outcome struct {
	usage
	took []time.Duration // times from each key press until another player's screen showed the move
}

// game plays plies of the recorded game, beginning with the ply `from`.
func (c *contender) game(ctx context.Context, players tableClients, from, plies int) (o outcome) {
	o.usage = c.usage(func() {
		for ply := from; ply < from+plies; ply++ {
			o.took = append(o.took, players.play(ctx, c, ply).took...)
		}
	})
	return o
}

// run starts a server, connects spectators to the tables at which bots play, and measures a
// game between people at the table `id`.
func (c botLoad) run(ctx context.Context, id table.ID, more ...string) outcome {
	p := launch(ctx, c.people.data, more...)
	defer p.end()
	defer closeTables(contenderOf(p, c.bots).fill(ctx, c.bots.ids())...)
	host := contenderOf(p, c.people)
	players := host.seat(ctx, id)
	defer closeTables(players)
	return host.game(ctx, players, 0, loadPlies)
}

func closeTables(tables ...tableClients) {
	for _, t := range tables {
		closeClients(t[:])
	}
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
	rows[1].ratio = fmt.Sprintf("%.0f %% of a core; %.0f %% without bots", with.percent(), without.percent())
	return rows
}
