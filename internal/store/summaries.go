package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// outagesKept is how long outages are stored. It is much longer than any correspondence
// clock.
const outagesKept = 365 * 24 * time.Hour

// summaryRow is the stored form of a summary.
type summaryRow struct {
	due  any // the next deadline in Unix microseconds, or nil
	data string
}

// encodeSummary returns the row of a summary, or nil if s is nil.
func encodeSummary(s *table.Summary) (*summaryRow, error) {
	if s == nil {
		return nil, nil
	}
	data, err := json.Marshal(s)
	if err != nil {
		return nil, &datadir.Refusal{Reason: datadir.Unwritable, Detail: "its times must have a year of four digits", Err: err}
	}
	row := &summaryRow{data: string(data)}
	if !s.Due.IsZero() {
		row.due = s.Due.UnixMicro()
	}
	return row, nil
}

// summarize stores the summary of a table, unless row is nil. If the summary still names a
// deleted account, it stores the anonymous name instead.
func (p *writeConn) summarize(id table.ID, row *summaryRow) error {
	if row == nil {
		return nil
	}
	data := row.data
	for account, anonymous := range p.anonymous {
		var err error
		if data, err = anonymizeSummary(data, account, anonymous); err != nil {
			return err
		}
	}
	_, err := p.newSummary.Exec(int64(id), row.due, data)
	return err
}

// anonymizeSummary replaces an account in a stored summary by its anonymous ID.
func anonymizeSummary(data string, account, anonymous player.ID) (string, error) {
	if !strings.Contains(data, quoted(account)) {
		return data, nil
	}
	var s table.Summary
	if err := json.Unmarshal([]byte(data), &s); err != nil {
		return "", err
	}
	s.ReplacePlayer(account, player.Player{ID: anonymous, Name: player.AnonymousName(anonymous)})
	text, err := json.Marshal(&s)
	return string(text), err
}

// anonymizeSummaries replaces an account in all stored summaries.
func (p *writeConn) anonymizeSummaries(account, anonymous player.ID) error {
	p.anonymous[account] = anonymous
	ctx := context.Background()
	rows, err := p.conn.QueryContext(ctx, `SELECT table_id, data FROM summaries WHERE instr(data, ?) > 0`, quoted(account))
	if err != nil {
		return err
	}
	texts := map[int64]string{}
	for rows.Next() {
		var id int64
		var data string
		if err := rows.Scan(&id, &data); err != nil {
			rows.Close()
			return err
		}
		if texts[id], err = anonymizeSummary(data, account, anonymous); err != nil {
			delete(texts, id) // skip a damaged summary: it is rebuilt when the table is loaded
		}
	}
	if err := rows.Close(); err != nil {
		return err
	}
	for id, text := range texts {
		if _, err := p.conn.ExecContext(ctx, `UPDATE summaries SET data = ? WHERE table_id = ?`, text, id); err != nil {
			return err
		}
	}
	return nil
}

// Live returns the unfinished tables, the oldest first.
func (s *Tables) Live(ctx context.Context) ([]table.Stored, error) {
	list, err := storedTables(s.reads.live.QueryContext(ctx))
	return list, s.trouble(err)
}

// Finished returns at most limit finished tables, the latest first.
func (s *Tables) Finished(ctx context.Context, limit int) ([]table.Stored, error) {
	list, err := storedTables(s.reads.finished.QueryContext(ctx, max(limit, 0)))
	return list, s.trouble(err)
}

// storedTables reads tables with their summaries. It omits unreadable summaries, which are
// rebuilt from the events.
func storedTables(rows *sql.Rows, err error) ([]table.Stored, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []table.Stored
	for rows.Next() {
		var id int64
		var data sql.RawBytes
		if err := rows.Scan(&id, &data); err != nil {
			return nil, err
		}
		one := table.Stored{ID: table.ID(id)}
		if len(data) > 0 {
			var s table.Summary
			if json.Unmarshal(data, &s) == nil {
				one.Summary = &s
			}
		}
		list = append(list, one)
	}
	return list, rows.Err()
}

// Started stores the time at which the server started, and returns its outages, the earliest
// first. It returns them even if the time cannot be stored, for example on a full disk.
func (s *Tables) Started(ctx context.Context, at time.Time) ([]table.Outage, error) {
	last, err := s.outages(ctx, `SELECT coalesce((SELECT at FROM last_alive), 0), ?`, at.UnixMicro())
	if err != nil {
		return nil, s.trouble(err)
	}
	list, err := s.outages(ctx, `SELECT since, until FROM outages WHERE until >= ? ORDER BY until`, at.Add(-outagesKept).UnixMicro())
	if err != nil {
		return nil, s.trouble(err)
	}
	return append(list, last...), s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		ctx := context.Background()
		_, err := p.conn.ExecContext(ctx, `INSERT INTO outages VALUES (?, ?)`, last[0].From.UnixMicro(), at.UnixMicro())
		if err == nil {
			_, err = p.conn.ExecContext(ctx, `DELETE FROM outages WHERE until < ?`, at.Add(-outagesKept).UnixMicro())
		}
		if err == nil {
			err = p.alive(at)
		}
		return nil, err
	})
}

func (s *Tables) outages(ctx context.Context, query string, values ...any) (list []table.Outage, err error) {
	rows, err := s.read.QueryContext(ctx, query, values...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var since, until int64
		if err := rows.Scan(&since, &until); err != nil {
			return nil, err
		}
		list = append(list, table.Outage{From: time.UnixMicro(since).UTC(), Until: time.UnixMicro(until).UTC()})
	}
	return list, rows.Err()
}

// Alive stores that the server was running at a time.
func (s *Tables) Alive(ctx context.Context, at time.Time) error {
	return s.writer.submit(ctx, func(p *writeConn) (refused, failed error) { return nil, p.alive(at) })
}

func (p *writeConn) alive(at time.Time) error {
	_, err := p.conn.ExecContext(context.Background(), `INSERT INTO last_alive VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at`, at.UnixMicro())
	return err
}

// quoted returns an ID as a JSON string.
func quoted(id player.ID) string {
	text, _ := json.Marshal(string(id)) // encoding a string never fails
	return string(text)
}
