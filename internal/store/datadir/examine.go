package datadir

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
)

// Counts is the result of [Examine].
type Counts struct {
	Schema  int      `json:"schema"`
	Tables  int      `json:"tables"`
	Live    int      `json:"live"` // unfinished tables
	Players int      `json:"players"`
	Keys    int      `json:"keys"`
	Damaged []string `json:"damaged,omitempty"` // descriptions of the first unreadable events
	Commits int64    `json:"-"`
}

// damagedNamed is the maximum length of [Counts.Damaged].
const damagedNamed = 10

// Examine checks a database file to which no process writes, and counts its contents. It
// refuses a damaged file, and a file that is not a database of Quadrille. In error messages,
// `name` identifies the file.
func Examine(ctx context.Context, path, name string) (*Counts, error) {
	c, err := examine(ctx, path, name)
	if err != nil {
		return nil, Trouble(name, err)
	}
	return c, nil
}

// examine opens the file as immutable and checks it.
func examine(ctx context.Context, path, name string) (*Counts, error) {
	db, err := sql.Open("sqlite", DSN(path, "mode=ro", "immutable=1", "_pragma=trusted_schema(0)", "_pragma=cell_size_check(1)"))
	if err != nil {
		return nil, err
	}
	defer db.Close()
	c := &Counts{}
	if c.Schema, err = schemaOf(ctx, db, name); err != nil {
		return nil, err
	}
	if err := sameSchema(ctx, db, c.Schema, name); err != nil {
		return nil, err
	}
	var result string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&result); err != nil {
		return nil, err
	}
	if result != "ok" {
		return nil, &Refusal{Reason: Damaged, Path: name, Err: fmt.Errorf("integrity check: %s", result)}
	}
	if c.Commits, err = storedCommits(ctx, db, c.Schema); err != nil {
		return nil, err
	}
	return c, c.count(ctx, db)
}

// count counts the tables, players and keys in the database, and finds damaged events.
func (c *Counts) count(ctx context.Context, db *sql.DB) (err error) {
	const counts = `SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM tables WHERE finished IS NULL),
		(SELECT count(*) FROM players)`
	if err := db.QueryRowContext(ctx, counts).Scan(&c.Tables, &c.Live, &c.Players); err != nil {
		return err
	}
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM keys`).Scan(&c.Keys); err != nil {
		return err
	}
	c.Damaged, err = Texts(db.QueryContext(ctx, `SELECT 'event ' || seq || ' of table ' || table_id FROM event_log
		WHERE checksum <> event_checksum(table_id, seq, data) LIMIT ?`, damagedNamed))
	if err != nil {
		return err
	}
	evenings, err := Texts(db.QueryContext(ctx, `SELECT 'event ' || seq || ' of evening ' || evening FROM evening_events
		WHERE checksum <> event_checksum(evening, seq, data) LIMIT ?`, damagedNamed))
	c.Damaged = append(c.Damaged, evenings...)
	return err
}

// sameSchema refuses a database whose tables differ from the schema of its version.
func sameSchema(ctx context.Context, db *sql.DB, version int, name string) error {
	const list = `SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema
		WHERE name NOT LIKE 'sqlite_stat%' ORDER BY 1`
	expected, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return err
	}
	defer expected.Close()
	expected.SetMaxOpenConns(1) // a second connection would open a second, empty database in memory
	for _, step := range Migrations[:version] {
		if _, err := expected.ExecContext(ctx, step); err != nil {
			return err
		}
	}
	want, err := Texts(expected.QueryContext(ctx, list))
	if err != nil {
		return err
	}
	got, err := Texts(db.QueryContext(ctx, list))
	if err == nil && !slices.Equal(got, want) {
		err = &Refusal{Reason: ForeignDatabase, Path: name}
	}
	return err
}

// Texts collects the values of the only column of rows.
func Texts(rows *sql.Rows, err error) ([]string, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var lines []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, rows.Err()
}
