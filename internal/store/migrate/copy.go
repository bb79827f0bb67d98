package migrate

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
)

// copied lists the SQL tables that are copied. Each table comes after the tables that it
// references. Tables that only one of the databases needs are left out: commits in SQLite,
// and counters, versions and nodes in PostgreSQL.
var copied = []string{
	"tables", eventTable, "summaries", "table_origins", "games", "game_players",
	"players", "keys", "key_codes", "settings", "account_deletions", "bot_accounts",
	"ratings", "rated_through", "rating_decisions", "audit",
	"evenings", "evening_events", "reports", "report_lines",
	"messages", "links", "vacations", "webhooks", "webhook_events",
	"quotas", "last_alive", "outages",
}

// eventTable is the SQL table that holds the events of tables. It is read through the view
// event_log.
const eventTable = "events"

// rows returns the next row of a query, or nil after the last one. The values are integers,
// floating-point numbers, texts, byte slices and nil.
type rows func() ([]any, error)

// source is the database to copy.
type source interface {
	// columns returns the names of a table's columns, except those that only PostgreSQL has.
	columns(ctx context.Context, table string) ([]string, error)
	// read calls `use` with an iterator over all rows of an SQL table.
	read(ctx context.Context, table string, columns []string, use func(rows) error) error
	// numbers returns the last number issued by each counter.
	numbers(ctx context.Context) (map[string]int64, error)
}

// target is the database to copy to. All writes belong to one transaction.
type target interface {
	source
	// write replaces all rows of a table.
	write(ctx context.Context, table string, columns []string, list rows) error
	// setNumbers sets each counter (of tables, audit entries and so on). The map `last` contains
	// the last used number of each counter.
	setNumbers(ctx context.Context, last map[string]int64) error
}

// The names of two copied counters that only PostgreSQL stores. Rows are sorted by the numbers
// that a counter issues, and no number is issued twice.
const (
	closedTables = "closed tables"
	decisions    = "rating decisions"
)

// Counts holds the numbers of copied rows.
type Counts struct {
	Tables, Events, Accounts, Keys int
}

// move copies all data and compares the copy with the source.
func move(ctx context.Context, from source, to target) (*Counts, error) {
	counts := map[string]int{}
	for _, name := range copied {
		n, err := moveTable(ctx, from, to, name)
		if err != nil {
			return nil, fmt.Errorf("cannot copy %s: %w", name, err)
		}
		counts[name] = n
	}
	last, err := from.numbers(ctx)
	if err == nil {
		err = to.setNumbers(ctx, last)
	}
	return &Counts{counts["tables"], counts[eventTable], counts["players"], counts["keys"]}, err
}

var errDiffers = errors.New("the copy differs from the source; check the disks and try again")

func moveTable(ctx context.Context, from source, to target, name string) (int, error) {
	columns, err := from.columns(ctx, name)
	if err != nil {
		return 0, err
	}
	var was, is digest
	err = from.read(ctx, name, columns, func(list rows) error {
		return to.write(ctx, name, columns, was.observe(list))
	})
	if err != nil {
		return 0, err
	}
	err = to.read(ctx, name, columns, func(list rows) error {
		list = is.observe(list)
		for {
			if row, err := list(); row == nil {
				return err
			}
		}
	})
	if err == nil && is != was {
		err = errDiffers
	}
	return is.rows, err
}

// digest is the number of rows and the sum of their hashes, which does not depend on the order
// of the rows.
type digest struct {
	rows int
	sum  uint64
}

// observe returns an iterator over the rows of `list`. The iterator also adds each row to the
// digest.
func (d *digest) observe(list rows) rows {
	return func() ([]any, error) {
		row, err := list()
		if row == nil || err != nil {
			return nil, err
		}
		h := fnv.New64a()
		for _, v := range row {
			fmt.Fprintf(h, "%T %v\n", v, v)
		}
		d.rows++
		d.sum += h.Sum64()
		return row, nil
	}
}

// common converts a value to a form in which values of both databases can be compared. SQLite
// has no booleans, so booleans become integers.
func common(v any) any {
	switch v := v.(type) {
	case bool:
		if v {
			return int64(1)
		}
		return int64(0)
	case float64:
		if v == 0 {
			return math.Abs(v) // SQLite does not keep the sign of zero
		}
	}
	return v
}
