package parts

import (
	"context"
	"database/sql"
	"testing"

	"quadrille/internal/player"
)

// failingReads is a Queryer whose queries of summaries fail after the first row.
type failingReads struct{ Queryer }

func (f failingReads) QueryContext(ctx context.Context, text string, values ...any) (*sql.Rows, error) {
	return f.Queryer.QueryContext(ctx, text+` UNION ALL SELECT table_id, json(data || 'not JSON') FROM summaries`, values...)
}

func TestFailedReadStopsAnonymization(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // a second connection would open another, empty database in memory
	if _, err := db.Exec(`CREATE TABLE summaries (table_id INTEGER, data TEXT);
		INSERT INTO summaries VALUES (1, '{"host":{"id":"SHA256:me"}}')`); err != nil {
		t.Fatal(err)
	}
	tx := &Tx{Context: t.Context(), Queryer: failingReads{db}}
	if err := tx.anonymizeSummaries("SHA256:me", player.ID("deleted:1")); err == nil {
		t.Error("no error, although a row could not be read")
	}
}
