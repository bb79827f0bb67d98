package store

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// blanked is how many pages are overwritten by one row.
const blanked = 256

// withdrawn stands for what somebody said who left.
const withdrawn = "(withdrawn)"

// Leave forgets somebody; see [player.Accounts]. What is his alone goes at once. The
// events of his games follow, a table at a time, so that nobody's move waits long.
func (s *Store) Leave(ctx context.Context, id player.ID) (player.Player, error) {
	if id.Guest() {
		return player.Player{}, &player.KeyRefusal{Reason: player.KeylessGuest}
	}
	heir := player.NewLeaver()
	err := s.writer.submit(ctx, func(p *pen) (refused, failed error) {
		return nil, p.wiping(func() error { return p.forget(id, heir) })
	})
	if err == nil {
		err = s.forgetEvents(context.WithoutCancel(ctx), id, heir)
	}
	return player.Player{ID: heir, Name: player.LeaverName(heir)}, err
}

// What is deleted of somebody.
var deleted = []string{
	`DELETE FROM players WHERE id = ?1`,
	`DELETE FROM settings WHERE player = ?1`,
	`DELETE FROM invitations WHERE account = ?1`,
	`DELETE FROM keys WHERE account = ?1`,
}

// What gets his heir. A rating that was being made just then has to be looked for
// again at the end.
var inherited = []string{
	`UPDATE ratings SET player = ?2 WHERE player = ?1`,
	`UPDATE game_players SET player = ?2, name = ?3 WHERE player = ?1`,
	`UPDATE verdicts SET author = ?2 WHERE author = ?1`,
	`UPDATE deeds SET author = ?2 WHERE author = ?1`,
	`UPDATE deeds SET detail = json_set(detail, '$.whom', ?2) WHERE json_extract(detail, '$.whom') = ?1`,
}

// exec runs statements in which ?1 is who leaves, ?2 his heir and ?3 the heir's
// name.
func (p *pen) exec(id, heir player.ID, texts ...string) error {
	values := []any{string(id), string(heir), player.LeaverName(heir)}
	for _, text := range texts {
		count := 0
		for i := range values {
			if strings.Contains(text, "?"+strconv.Itoa(i+1)) {
				count = i + 1
			}
		}
		if _, err := p.conn.ExecContext(context.Background(), text, values[:count]...); err != nil {
			return err
		}
	}
	return nil
}

// forget is all of a leaving but the events.
func (p *pen) forget(id, heir player.ID) error {
	if err := p.exec(id, heir, `INSERT INTO leavers (id, heir) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET heir = excluded.heir`); err != nil {
		return err
	}
	return p.exec(id, heir, slices.Concat(deleted, inherited)...)
}

// forgetEvents goes on until no event names him: meanwhile a table may have
// written another.
func (s *Store) forgetEvents(ctx context.Context, id, heir player.ID) error {
	for {
		names, err := s.naming(ctx, id)
		if err != nil {
			return trouble(s.dir.database(), err)
		}
		if len(names) == 0 {
			return s.leavingEnds(ctx, id, heir)
		}
		for _, one := range names {
			err := s.writer.submit(ctx, func(p *pen) (refused, failed error) {
				return nil, p.wiping(func() error { return p.rename(one, id, heir) })
			})
			if err != nil {
				return err
			}
		}
	}
}

func (s *Store) leavingEnds(ctx context.Context, id, heir player.ID) error {
	return s.writer.submit(ctx, func(p *pen) (refused, failed error) {
		return nil, p.wiping(func() error {
			if err := p.exec(id, heir, append(slices.Clone(inherited), `DELETE FROM leavers WHERE id = ?1`)...); err != nil {
				return err
			}
			return p.blank()
		})
	})
}

// wiping overwrites what is deleted meanwhile, or replaced.
func (p *pen) wiping(do func() error) error {
	ctx := context.Background()
	if _, err := p.conn.ExecContext(ctx, `PRAGMA secure_delete = ON`); err != nil {
		return err
	}
	err := do()
	_, off := p.conn.ExecContext(ctx, `PRAGMA secure_delete = OFF`)
	return errors.Join(err, off)
}

// blank overwrites the pages of the file that are free: events that were moved
// stand in them still.
func (p *pen) blank() error {
	ctx := context.Background()
	var free, size int
	if err := p.conn.QueryRowContext(ctx, `SELECT freelist_count, page_size FROM pragma_freelist_count, pragma_page_size`).Scan(&free, &size); err != nil {
		return err
	}
	if _, err := p.conn.ExecContext(ctx, `CREATE TABLE blank (bytes BLOB) STRICT`); err != nil {
		return err
	}
	for ; free > 0; free -= blanked {
		if _, err := p.conn.ExecContext(ctx, `INSERT INTO blank VALUES (zeroblob(?))`, min(free, blanked)*size); err != nil {
			return err
		}
	}
	_, err := p.conn.ExecContext(ctx, `DROP TABLE blank`)
	return err
}

// naming is a log with events that name somebody: a table's, or an evening's.
type naming struct {
	evening bool
	number  int64
}

// naming are the logs with an event that names somebody.
func (s *Store) naming(ctx context.Context, id player.ID) (list []naming, err error) {
	rows, err := s.read.QueryContext(ctx, `SELECT DISTINCT 0, table_id FROM event_log WHERE instr(data, ?1) > 0
		UNION ALL SELECT DISTINCT 1, evening FROM evening_events WHERE instr(data, ?1) > 0`, inJSON(id))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var one naming
		if err := rows.Scan(&one.evening, &one.number); err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, rows.Err()
}

// inJSON is how an identity stands in a stored event.
func inJSON(id player.ID) string {
	text, _ := json.Marshal(string(id)) // of text: it cannot fail
	return `"ID":` + string(text)
}

// rename lets the heir stand in a log's events where somebody stood.
func (p *pen) rename(in naming, id, heir player.ID) error {
	ctx := context.Background()
	from, parts, key := "event_log", []string{"events", "arrivals"}, "table_id"
	if in.evening {
		from, parts, key = "evening_events", []string{"evening_events"}, "evening"
	}
	texts, err := p.renamed(`SELECT seq, data FROM `+from+` WHERE `+key+` = ? AND instr(data, ?) > 0`, in, id, heir)
	if err != nil {
		return err
	}
	for seq, text := range texts {
		for _, part := range parts {
			if _, err := p.conn.ExecContext(ctx, `UPDATE `+part+` SET data = ?3, sum = event_sum(?1, ?2, ?3) WHERE `+key+` = ?1 AND seq = ?2`,
				in.number, seq, text); err != nil {
				return err
			}
		}
	}
	return nil
}

// renamed are the events of a log that named somebody, by seq, as they shall be.
func (p *pen) renamed(query string, in naming, id, heir player.ID) (map[int]string, error) {
	rows, err := p.conn.QueryContext(context.Background(), query, in.number, inJSON(id))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	texts := map[int]string{}
	for rows.Next() {
		var seq int
		var data []byte
		if err := rows.Scan(&seq, &data); err != nil {
			return nil, err
		}
		if texts[seq], err = in.succeeded(data, id, heir); err != nil {
			return nil, err
		}
	}
	return texts, rows.Err()
}

// succeeded is a stored event with the heir in somebody's place.
func (n naming) succeeded(data []byte, id, heir player.ID) (string, error) {
	if n.evening {
		e, err := decodeEvening(data)
		if err != nil {
			return "", err
		}
		e.Succeed(id, player.Player{ID: heir, Name: player.LeaverName(heir)})
		text, err := json.Marshal(&e)
		return string(text), err
	}
	e, err := decode(data)
	if err != nil {
		return "", err
	}
	return encode(succeed(&e, id, heir))
}

// succeed is an event with the heir in somebody's place, and without his words.
func succeed(e *table.Event, id, heir player.ID) *table.Event {
	neutral := &player.Player{ID: heir, Name: player.LeaverName(heir)}
	if e.Player != nil && e.Player.ID == id {
		e.Player = neutral
		if e.Kind == table.Said || e.Kind == table.Remarked {
			e.Text = withdrawn
		}
	}
	if e.Whom != nil && e.Whom.ID == id {
		e.Whom = neutral
	}
	return e
}

// endLeavings ends those that a crash cut short.
func (s *Store) endLeavings(ctx context.Context) error {
	begun, err := s.leavers(ctx)
	for id, heir := range begun {
		if err == nil {
			err = s.forgetEvents(ctx, id, heir)
		}
	}
	return err
}

func (s *Store) leavers(ctx context.Context) (map[player.ID]player.ID, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT id, heir FROM leavers`)
	if err != nil {
		return nil, trouble(s.dir.database(), err)
	}
	defer rows.Close()
	begun := map[player.ID]player.ID{}
	for rows.Next() {
		var id, heir player.ID
		if err := rows.Scan(&id, &heir); err != nil {
			return nil, trouble(s.dir.database(), err)
		}
		begun[id] = heir
	}
	return begun, trouble(s.dir.database(), rows.Err())
}

// Mentions are the events that name somebody; see [player.Accounts]. All events are
// looked at for that, so one asks after the other: they must not hold all readers.
func (s *Store) Mentions(ctx context.Context, id player.ID) ([]player.Mention, error) {
	select {
	case s.exports <- struct{}{}:
		defer func() { <-s.exports }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	rows, err := s.read.QueryContext(ctx, `SELECT table_id, 0, seq, data FROM event_log WHERE instr(data, ?1) > 0
		UNION ALL SELECT 0, evening, seq, data FROM evening_events WHERE instr(data, ?1) > 0 ORDER BY 2, 1, 3`, inJSON(id))
	if err != nil {
		return nil, trouble(s.dir.database(), err)
	}
	defer rows.Close()
	var list []player.Mention
	for rows.Next() {
		var m player.Mention
		var data string
		if err := rows.Scan(&m.Table, &m.Evening, &m.Seq, &data); err != nil {
			return nil, trouble(s.dir.database(), err)
		}
		m.Event = json.RawMessage(data)
		list = append(list, m)
	}
	return list, trouble(s.dir.database(), rows.Err())
}
