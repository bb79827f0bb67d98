package parts

import (
	"context"
	"database/sql"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// outagesKept is the time after which outages are deleted. It is much longer than any
// correspondence clock.
const outagesKept = 365 * 24 * time.Hour

// SummaryRow is the stored form of a summary.
type SummaryRow struct {
	Due  any // the next deadline in Unix microseconds, or nil
	Data string
}

// EncodeSummary returns the row of a summary, or nil if s is nil.
func EncodeSummary(s *table.Summary) (*SummaryRow, error) {
	if s == nil {
		return nil, nil
	}
	data, err := json.Marshal(s)
	if err != nil {
		return nil, &datadir.Refusal{
			Reason: datadir.Unwritable,
			Detail: "in the summary of its table, each year must have four digits",
			Err:    err,
		}
	}
	row := &SummaryRow{Data: string(data)}
	if !s.Due.IsZero() {
		row.Due = s.Due.UnixMicro()
	}
	return row, nil
}

// StoreSummary stores the summary of a table, unless row is nil.
func (s *Tables) StoreSummary(tx *Tx, id table.ID, row *SummaryRow) error {
	if row == nil {
		return nil
	}
	data, err := s.AnonymousSummary(row.Data)
	if err != nil {
		return err
	}
	return tx.Exec(`INSERT INTO summaries (table_id, due_at, data) VALUES ($1, $2, $3)
		ON CONFLICT (table_id) DO UPDATE SET due_at = excluded.due_at, data = excluded.data`, int64(id), row.Due, data)
}

// AnonymousSummary returns a summary (as JSON) with anonymous IDs in place of the accounts
// that were deleted since the program started. A table that was loaded before the deletion
// may still store summaries that contain these accounts.
func (db *DB) AnonymousSummary(data string) (string, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	for account, anonymous := range db.anonymous {
		var err error
		if data, err = anonymizeSummary(data, account, anonymous); err != nil {
			return "", err
		}
	}
	return data, nil
}

func (db *DB) setAnonymous(account, anonymous player.ID) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.anonymous[account] = anonymous
}

// anonymizeSummary replaces an account with its anonymous ID in a stored summary.
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

// anonymizeSummaries replaces an account with its anonymous ID in all stored summaries.
func (tx *Tx) anonymizeSummaries(account, anonymous player.ID) error {
	var id int64
	var data string
	texts := map[int64]string{}
	const text = `SELECT table_id, data FROM summaries WHERE instr(data, $1) > 0`
	err := tx.query(text, quoted(account)).each([]any{&id, &data}, func() error {
		if next, err := anonymizeSummary(data, account, anonymous); err == nil { // a damaged one is rebuilt when the table is loaded
			texts[id] = next
		}
		return nil
	})
	if err != nil {
		return err
	}
	return tx.updateAll(`UPDATE summaries SET data = $1 WHERE table_id = $2`, texts)
}

// Live returns the unfinished tables, the oldest first.
func (s *Tables) Live(ctx context.Context) ([]table.Stored, error) {
	return storedTables(s.query(ctx, listLive))
}

// Finished returns at most `limit` finished tables, the latest first.
func (s *Tables) Finished(ctx context.Context, limit int) ([]table.Stored, error) {
	return storedTables(s.query(ctx, listClosed, max(limit, 0)))
}

// Stored returns those of the given tables that exist.
func (s *Tables) Stored(ctx context.Context, ids []table.ID) ([]table.Stored, error) {
	numbers := make([]string, len(ids))
	for i, id := range ids {
		numbers[i] = strconv.FormatInt(int64(id), 10)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return storedTables(
		s.query(ctx, `SELECT id, data FROM tables LEFT JOIN summaries ON table_id = id WHERE id IN (`+strings.Join(numbers, ", ")+`)`),
	)
}

// storedTables reads tables with their summaries. If a summary is missing or unreadable,
// the field Summary is nil.
func storedTables(r result) (list []table.Stored, err error) {
	var id table.ID
	var data sql.RawBytes
	err = r.each([]any{&id, &data}, func() error {
		one := table.Stored{ID: id}
		if s := new(table.Summary); json.Unmarshal(data, s) == nil {
			one.Summary = s
		}
		list = append(list, one)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// Started stores the time at which the server started, and returns its outages, the earliest
// first. It returns them even if the time cannot be stored, for example on a full disk.
func (s *Tables) Started(ctx context.Context, at time.Time) (clock.Outages, error) {
	var alive int64
	err := s.Read.QueryRowContext(ctx, `SELECT coalesce((SELECT at FROM last_alive), 0)`).Scan(&alive)
	if err != nil {
		return nil, s.Trouble(err)
	}
	oldest := at.Add(-outagesKept).UnixMicro()
	list, err := all(s.query(ctx, `SELECT since, until FROM outages WHERE until >= $1 ORDER BY until`, oldest),
		func(o *clock.Outage) []any { return []any{micros{&o.From}, micros{&o.Until}} })
	if err != nil {
		return nil, err
	}
	list = append(list, clock.Outage{From: time.UnixMicro(alive).UTC(), Until: time.UnixMicro(at.UnixMicro()).UTC()})
	return list, s.Update(ctx, func(tx *Tx) (refused, failed error) {
		err := tx.Exec(`INSERT INTO outages VALUES ($1, $2)`, alive, at.UnixMicro())
		if err == nil {
			err = tx.Exec(`DELETE FROM outages WHERE until < $1`, oldest)
		}
		if err == nil {
			err = tx.alive(at)
		}
		return nil, err
	})
}

// Alive records that the server was running at the given time.
func (s *Tables) Alive(ctx context.Context, at time.Time) error {
	return s.Update(ctx, func(tx *Tx) (refused, failed error) { return nil, tx.alive(at) })
}

func (tx *Tx) alive(at time.Time) error {
	return tx.Exec(`INSERT INTO last_alive VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at`, at.UnixMicro())
}

// quoted returns an ID as a JSON string.
func quoted(id player.ID) string {
	text, _ := json.Marshal(string(id)) // encoding a string never fails
	return string(text)
}
