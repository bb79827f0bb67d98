package parts

import (
	"encoding/json"
	"maps"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Finish records that the game of a table has ended, so that searches can find the game. It
// also deletes the address from which the table was opened. It ignores damaged events, so
// that they do not prevent a table from closing.
func (tx *Tx) Finish(id table.ID) error {
	if err := tx.Exec(`DELETE FROM table_origins WHERE table_id = $1`, int64(id)); err != nil {
		return err
	}
	g, err := tx.finishedGame(id)
	if err != nil || g.opened.Terms == nil || g.started.Kind == "" || g.closed.Kind == "" {
		return err
	}
	err = tx.Exec(
		`INSERT INTO games (table_id, game, started, ended, termination, winners) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
		int64(id),
		g.opened.Terms.Game,
		g.started.At.Unix(),
		g.closed.At.Unix(),
		g.closed.Action,
		g.closed.Text,
	)
	for _, seat := range slices.Sorted(maps.Keys(g.players)) {
		if p := g.players[seat]; err == nil {
			err = tx.Exec(
				`INSERT INTO game_players (table_id, seat, player, name, bot) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
				int64(id),
				int(seat),
				string(p.ID),
				p.Name,
				p.BotAccount,
			)
		}
	}
	return err
}

// finishedGame contains the events that describe a finished game, and the last player of
// each seat.
type finishedGame struct {
	opened, started, closed table.Event
	players                 map[rules.Seat]player.Player
}

func (tx *Tx) finishedGame(id table.ID) (g finishedGame, err error) {
	g.players = map[rules.Seat]player.Player{}
	var seq int
	var data []byte
	err = tx.query(`SELECT seq, data FROM event_log WHERE table_id = $1 ORDER BY seq`, int64(id)).each([]any{&seq, &data}, func() error {
		var e table.Event
		if json.Unmarshal(data, &e) == nil {
			g.add(seq, &e)
		}
		return nil
	})
	return g, err
}

func (g *finishedGame) add(seq int, e *table.Event) {
	switch {
	case seq == 1:
		g.opened = *e
	case e.Kind == table.Started:
		g.started = *e
	case e.Kind == table.Closed:
		g.closed = *e
	case e.Seat == nil:
	case (e.Kind == table.Seated || e.Kind == table.Replaced) && e.Player != nil:
		g.players[*e.Seat] = *e.Player
	case e.Kind == table.Unseated:
		delete(g.players, *e.Seat)
	}
}
