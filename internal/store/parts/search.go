package parts

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Search returns finished games, the latest first.
func (s *Tables) Search(ctx context.Context, q table.Search) ([]table.Found, error) {
	where, values := s.Conditions(&q)
	text := `SELECT table_id, game, started, ended, termination, winners FROM games` + where +
		fmt.Sprintf(` ORDER BY ended DESC, table_id DESC LIMIT %d`, limit(q.Limit))
	var list []table.Found
	var f table.Found
	var winners string
	err := s.query(ctx, text, values...).
		each([]any{&f.ID, &f.Game, seconds{&f.Started}, seconds{&f.Ended}, &f.Termination, &winners}, func() error {
			f.Winners = strings.Fields(winners)
			list = append(list, f)
			return nil
		})
	if err != nil {
		return nil, err
	}
	return list, s.whoPlayed(ctx, list)
}

// Conditions returns the WHERE clause of a search. It contains only the conditions that the
// search uses, so that the database can use an index.
func (s *Tables) Conditions(q *table.Search) (where string, values []any) {
	var parts []string
	ask := func(part string, value ...any) {
		for _, one := range value {
			values = append(values, one)
			part = strings.Replace(part, "?", "$"+strconv.Itoa(len(values)), 1)
		}
		parts = append(parts, part)
	}
	switch {
	case q.Player.Bot(): // find the bot in any seat: the ID of a bot contains its seat
		ask(
			`table_id IN (SELECT table_id FROM game_players WHERE player >= ? AND player < ?)`,
			string(q.Player.RatedID())+":",
			string(q.Player.RatedID())+";",
		)
	case q.Player != "":
		ask(`table_id IN (SELECT table_id FROM game_players WHERE player = ?)`, string(q.Player))
	}
	if q.Name != "" {
		ask(`table_id IN (SELECT table_id FROM game_players WHERE `+fmt.Sprintf(s.SameName, "?")+`)`, q.Name)
	}
	if q.Game != "" {
		ask(`game = ?`, q.Game)
	}
	switch q.Result {
	case "":
	case table.AnyWon:
		ask(`winners <> ''`)
	case table.AnyDrawn:
		ask(`winners = '' AND termination NOT IN (?, ?)`, table.Abandoned, table.WasAborted)
	default:
		ask(`termination = ?`, q.Result)
	}
	if !q.From.IsZero() {
		ask(`ended >= ?`, q.From.Unix())
	}
	if !q.Until.IsZero() {
		ask(`ended < ?`, q.Until.Unix())
	}
	if !q.Private {
		ask(s.readable("games.table_id", "?"), string(q.Viewer))
	}
	switch {
	case q.Before != 0 && q.Private:
		ask(`(ended, table_id) < (SELECT ended, table_id FROM games WHERE table_id = ?)`, int64(q.Before))
	case q.Before != 0:
		ask(
			`(ended, table_id) < (SELECT ended, table_id FROM games b WHERE table_id = ? AND `+s.readable("b.table_id", "?")+`)`,
			int64(q.Before),
			string(q.Viewer),
		)
	}
	if len(parts) > 0 {
		where = ` WHERE ` + strings.Join(parts, ` AND `)
	}
	return where, values
}

// readable returns an SQL condition that is true if a table is public or if a player played
// there. The parameters id and by are SQL expressions for the number of the table and the ID
// of the player. A table whose opening event is damaged counts as public.
func (s *Tables) readable(id, by string) string {
	return `(NOT EXISTS (SELECT 1 FROM event_log e WHERE e.table_id = ` + id + ` AND e.seq = 1 AND ` + s.PrivateTerms + `)
		OR EXISTS (SELECT 1 FROM game_players p WHERE p.table_id = ` + id + ` AND p.player = ` + by + `))`
}

// Readable reports whether a player may read a finished table. If the parameter `all` is true,
// the player may read all tables. If there is no such table, Readable reads the newest one
// instead, so that it does the same work for absent and for private tables.
func (s *Tables) Readable(ctx context.Context, id table.ID, by player.ID, all bool) (may bool, err error) {
	var exists, private, played bool
	var newest sql.NullInt64
	err = s.Read.QueryRowContext(ctx, `WITH newest AS (SELECT max(id) AS id FROM tables),
		one AS (SELECT COALESCE((SELECT id FROM tables WHERE id = $1), newest.id) AS id FROM newest)
		SELECT EXISTS (SELECT 1 FROM tables WHERE id = $1), (SELECT id FROM newest),
		EXISTS (SELECT 1 FROM event_log e WHERE e.table_id = one.id AND e.seq = 1 AND `+s.PrivateTerms+`),
		EXISTS (SELECT 1 FROM game_players p WHERE p.table_id = one.id AND p.player = $2) FROM one`,
		int64(id), string(by)).Scan(&exists, &newest, &private, &played)
	return exists && (all || !private || played), s.Trouble(err)
}

func limit(asked int) int {
	if asked <= 0 {
		return table.MaxFound
	}
	return min(asked, table.MaxFound)
}

// whoPlayed adds the players and the changes of their ratings to games that were found.
func (s *Tables) whoPlayed(ctx context.Context, list []table.Found) (err error) {
	for i := range list {
		var seat int
		var p player.Player
		err := s.query(ctx, `SELECT seat, player, name, bot FROM game_players WHERE table_id = $1`, int64(list[i].ID)).
			each([]any{&seat, &p.ID, &p.Name, &p.BotAccount}, func() error {
				if seat >= 0 && seat < len(list[i].Players) {
					list[i].Players[seat] = p
				}
				return nil
			})
		if err != nil {
			return err
		}
		if list[i].Ratings, err = s.ratingChanges(ctx, int64(list[i].ID)); err != nil {
			return s.Trouble(err)
		}
	}
	return nil
}
