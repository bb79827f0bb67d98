package migrate

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"quadrille/internal/store/parts"
)

// sqliteDB is an SQLite database. If it is the target of the migration, db is a
// transaction.
type sqliteDB struct{ db parts.Queryer }

func (l sqliteDB) columns(ctx context.Context, table string) ([]string, error) {
	list, err := l.db.QueryContext(ctx, `SELECT * FROM `+viewOf(table)+` LIMIT 0`)
	if err != nil {
		return nil, err
	}
	defer list.Close()
	return list.Columns()
}

// viewOf returns the name of the SQL view or SQL table from which the rows of an SQL table
// are read.
func viewOf(table string) string {
	if table == eventTable {
		return "event_log"
	}
	return table
}

// selection returns the SQL statement that reads a database table. It sorts the events of a
// game by number, because the chained hash of an event depends on all earlier events.
func selection(table string, columns []string) string {
	text := `SELECT ` + strings.Join(columns, ", ") + ` FROM ` + viewOf(table)
	if table == eventTable {
		text += ` ORDER BY table_id, seq`
	}
	return text
}

func (l sqliteDB) read(ctx context.Context, table string, columns []string, use func(rows) error) error {
	list, err := l.db.QueryContext(ctx, selection(table, columns))
	if err != nil {
		return err
	}
	defer list.Close()
	return use(func() ([]any, error) {
		if !list.Next() {
			return nil, list.Err()
		}
		row, at := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			at[i] = &row[i]
		}
		if err := list.Scan(at...); err != nil {
			return nil, err
		}
		for i := range row {
			row[i] = common(row[i])
		}
		return row, nil
	})
}

func (l sqliteDB) numbers(ctx context.Context) (map[string]int64, error) {
	last := map[string]int64{}
	err := l.read(ctx, "sqlite_sequence", []string{"name", "seq"}, func(list rows) error {
		for {
			row, err := list()
			if row == nil {
				return err
			}
			last[row[0].(string)] = row[1].(int64)
		}
	})
	for name, text := range map[string]string{
		closedTables: `SELECT coalesce(max(finished), 0) FROM tables`,
		decisions:    `SELECT coalesce(max(n), 0) FROM rating_decisions`,
	} {
		var n int64
		err = errors.Join(err, l.db.QueryRowContext(ctx, text).Scan(&n))
		last[name] = n
	}
	return last, err
}

func (l sqliteDB) write(ctx context.Context, table string, columns []string, list rows) error {
	if _, err := l.db.ExecContext(ctx, `DELETE FROM `+table); err != nil {
		return err
	}
	text := `INSERT INTO ` + table + ` (` + strings.Join(columns, ", ") + `) VALUES (?` + strings.Repeat(", ?", len(columns)-1) + `)`
	insert, err := l.db.(*sql.Tx).PrepareContext(ctx, text)
	if err != nil {
		return err
	}
	defer insert.Close()
	for {
		row, err := list()
		if row == nil {
			return err
		}
		if _, err := insert.ExecContext(ctx, row...); err != nil {
			return err
		}
	}
}

func (l sqliteDB) setNumbers(ctx context.Context, last map[string]int64) error {
	if _, err := l.db.ExecContext(ctx, `DELETE FROM sqlite_sequence`); err != nil {
		return err
	}
	for name, n := range last {
		if name == closedTables || name == decisions || n == 0 {
			continue
		}
		if _, err := l.db.ExecContext(ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)`, name, n); err != nil {
			return err
		}
	}
	return nil
}
