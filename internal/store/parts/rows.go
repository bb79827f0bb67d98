package parts

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// result is the result of a query. The methods that read its rows return the error of the query.
type result struct {
	rows    *sql.Rows
	err     error
	trouble func(error) error // converts the errors of the database; see [Backend]
}

// query runs a query outside of transactions.
func (s *DB) query(ctx context.Context, text string, values ...any) result {
	rows, err := s.Read.QueryContext(ctx, text, values...)
	return result{rows, err, s.Trouble}
}

// query runs a query in the transaction.
func (tx *Tx) query(text string, values ...any) result {
	rows, err := tx.Queryer.QueryContext(tx.Context, text, values...)
	return result{rows, err, func(err error) error { return err }}
}

// exec executes a statement in its own transaction.
func (s *DB) exec(ctx context.Context, text string, values ...any) error {
	return s.Update(ctx, func(tx *Tx) (refused, failed error) { return nil, tx.Exec(text, values...) })
}

// deleteFrom deletes the rows that `rows` selects: an SQL table and a condition. It writes nothing if
// there are none.
func (s *DB) deleteFrom(ctx context.Context, rows string, value any) error {
	var found bool
	err := s.Read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM `+rows+`)`, value).Scan(&found)
	if err != nil || !found {
		return s.Trouble(err)
	}
	return s.exec(ctx, `DELETE FROM `+rows, value)
}

// each scans each row into the given variables, and then calls `do`. It closes the rows.
func (r result) each(into []any, do func() error) error {
	if r.err != nil {
		return r.trouble(r.err)
	}
	defer r.rows.Close()
	for r.rows.Next() {
		err := r.rows.Scan(into...)
		if err == nil {
			err = do()
		}
		if err != nil {
			return r.trouble(err)
		}
	}
	return r.trouble(r.rows.Err())
}

// all returns a value for each row of a result. The function `fields` returns where to scan the
// columns of a row.
func all[T any](r result, fields func(*T) []any) (list []T, err error) {
	var one T
	err = r.each(fields(&one), func() error {
		list = append(list, one)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// micros scans a time that is stored in microseconds since 1970, and seconds one that is stored in
// seconds.
type (
	micros  struct{ *time.Time }
	seconds struct{ *time.Time }
)

// Scan sets the time; see [sql.Scanner].
func (t micros) Scan(value any) error {
	n, err := integer(value)
	*t.Time = time.UnixMicro(n).UTC()
	return err
}

// Scan sets the time; see [sql.Scanner].
func (t seconds) Scan(value any) error {
	n, err := integer(value)
	*t.Time = time.Unix(n, 0).UTC()
	return err
}

func integer(value any) (int64, error) {
	n, ok := value.(int64)
	if !ok {
		return 0, fmt.Errorf("a time is stored as %T", value)
	}
	return n, nil
}
