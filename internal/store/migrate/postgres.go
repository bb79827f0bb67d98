package migrate

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"quadrille/internal/store/postgres"
	"quadrille/internal/table"
)

// postgresDB is a transaction of PostgreSQL.
type postgresDB struct{ tx pgx.Tx }

// onlyHere lists, for each SQL table, the columns that exist only in PostgreSQL.
var onlyHere = map[string][]string{
	"tables":   {"generation", "rewritten", "made_for"},
	eventTable: {"chain", "batch", "written"},
}

// fields returns the names of the columns of a query, and whether each of them is a boolean.
func (e postgresDB) fields(ctx context.Context, table string, columns []string) (names []string, truth []bool, err error) {
	list, err := e.tx.Query(ctx, `SELECT `+strings.Join(columns, ", ")+` FROM `+table+` LIMIT 0`)
	if err != nil {
		return nil, nil, err
	}
	defer list.Close()
	for _, f := range list.FieldDescriptions() {
		names, truth = append(names, f.Name), append(truth, f.DataTypeOID == pgtype.BoolOID)
	}
	list.Close()
	return names, truth, list.Err()
}

func (e postgresDB) columns(ctx context.Context, table string) ([]string, error) {
	names, _, err := e.fields(ctx, table, []string{"*"})
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(onlyHere[table], name) }), err
}

func (e postgresDB) read(ctx context.Context, table string, columns []string, use func(rows) error) error {
	list, err := e.tx.Query(ctx, selection(table, columns))
	if err != nil {
		return err
	}
	defer list.Close()
	return use(func() ([]any, error) {
		if !list.Next() {
			return nil, list.Err()
		}
		row, err := list.Values()
		for i := range row {
			row[i] = common(row[i])
		}
		return row, err
	})
}

func (e postgresDB) write(ctx context.Context, table string, columns []string, list rows) error {
	_, truth, err := e.fields(ctx, table, columns)
	if err != nil {
		return err
	}
	if _, err := e.tx.Exec(ctx, `DELETE FROM `+table); err != nil {
		return err
	}
	if table == eventTable {
		columns, list = append(slices.Clone(columns), "chain", "batch"), chained(columns, list)
	}
	_, err = e.tx.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromFunc(func() ([]any, error) {
		row, err := list()
		for i := range row {
			if n, ok := row[i].(int64); ok && i < len(truth) && truth[i] {
				row[i] = n != 0
			}
		}
		return row, err
	}))
	return err
}

// chained adds two columns to each row, which holds an event: the chained hash up to this
// event (see [table.Chain]), and a random batch number, which is the same in all rows. The
// rows must be sorted by table and sequence number.
func chained(columns []string, list rows) rows {
	id, seq, data := slices.Index(columns, "table_id"), slices.Index(columns, "seq"), slices.Index(columns, "data")
	batch := rand.Int64()
	var chain, last int64
	return func() ([]any, error) {
		row, err := list()
		if row == nil || err != nil {
			return nil, err
		}
		if row[id] != last {
			last, chain = row[id].(int64), 0
		}
		chain = postgres.ChainAfter(chain, table.ID(last), int(row[seq].(int64)), row[data].(string))
		return append(slices.Clone(row), chain, batch), nil
	}
}

func (e postgresDB) numbers(ctx context.Context) (map[string]int64, error) {
	last := map[string]int64{}
	list, err := e.tx.Query(ctx, `SELECT name, n FROM counters
		UNION ALL SELECT 'tables', CASE WHEN is_called THEN last_value ELSE 0 END FROM table_numbers`)
	if err != nil {
		return nil, err
	}
	var name string
	var n int64
	_, err = pgx.ForEachRow(list, []any{&name, &n}, func() error {
		last[name] = n
		return nil
	})
	delete(last, "checks") // do not copy these counters: one only serves to test whether the database can be written,
	delete(last, "news")   // and the other numbers items that are not copied
	return last, err
}

func (e postgresDB) setNumbers(ctx context.Context, last map[string]int64) error {
	for name, n := range last {
		text := `UPDATE counters SET n = $2 WHERE name = $1`
		if name == "tables" {
			text = `SELECT setval('table_numbers', greatest($2, 1), $2 > 0) WHERE $1 <> ''`
		}
		if _, err := e.tx.Exec(ctx, text, name, n); err != nil {
			return err
		}
	}
	return nil
}

// used reports whether the database has any data of Quadrille.
func (e postgresDB) used(ctx context.Context) (used bool, err error) {
	err = e.tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM players) OR EXISTS (SELECT 1 FROM tables) OR EXISTS (SELECT 1 FROM audit)`).
		Scan(&used)
	return used, err
}

// hostKey returns the host key, or nil if none is stored.
func (e postgresDB) hostKey(ctx context.Context) (pem []byte, err error) {
	err = e.tx.QueryRow(ctx, `SELECT pem FROM host_key`).Scan(&pem)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return pem, err
}

// setHostKey stores the host key, if there is one.
func (e postgresDB) setHostKey(ctx context.Context, pem []byte) error {
	if pem == nil {
		return nil
	}
	_, err := e.tx.Exec(ctx, `INSERT INTO host_key (one, pem) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET pem = excluded.pem`, pem)
	return err
}

// freeze locks the database against writes until the end of the transaction.
func (e postgresDB) freeze(ctx context.Context) error {
	_, err := e.tx.Exec(ctx, `LOCK TABLE `+strings.Join(copied, ", ")+` IN SHARE MODE`)
	return err
}

// servers returns the names of the servers that use the database.
func (e postgresDB) servers(ctx context.Context) ([]string, error) {
	list, err := e.tx.Query(ctx, `SELECT DISTINCT substr(application_name, 11) FROM pg_stat_activity
		WHERE datname = current_database() AND application_name LIKE 'quadrille %'
		AND application_name <> 'quadrille `+nodeName+`' ORDER BY 1`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(list, pgx.RowTo[string])
}
