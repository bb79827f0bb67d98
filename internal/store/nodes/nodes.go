// Package nodes stores in PostgreSQL which nodes of a cluster run, when each node was last
// seen, and who is connected to tables through each node.
package nodes

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"quadrille/internal/cluster"
	"quadrille/internal/player"
)

//go:embed schema.sql
var schema string

// Store implements [cluster.Store] with a PostgreSQL database.
type Store struct{ db *sql.DB }

// schemaLock is the number of the advisory lock that a node holds while it creates the tables.
const schemaLock = 0x5164726e

// Open returns a store. It creates the SQL tables of the store if the database lacks them.
func Open(ctx context.Context, db *sql.DB) (*Store, error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // has no effect after the commit
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, schemaLock); err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(ctx, schema); err != nil {
		return nil, fmt.Errorf("create the tables of the nodes: %w", err)
	}
	return &Store{db}, tx.Commit()
}

// Beat implements [cluster.Store].
func (s *Store) Beat(
	ctx context.Context, run cluster.Run, ahead time.Duration, stopped bool,
) (list []cluster.State, now time.Time, err error) {
	_, err = s.db.ExecContext(ctx, `INSERT INTO nodes (node, run, beat, stopped, reports, ahead)
		VALUES ($1, $2, clock_timestamp(), $3, 0, $4)
		ON CONFLICT (node, run) DO UPDATE SET beat = clock_timestamp(), stopped = $3, ahead = $4`,
		run.Node, run.ID, stopped, ahead.Microseconds())
	if err != nil {
		return nil, now, err
	}
	rows, err := s.db.QueryContext(ctx, `SELECT node, run, beat, stopped, reports, ahead, clock_timestamp() FROM nodes`)
	if err != nil {
		return nil, now, err
	}
	defer rows.Close()
	for rows.Next() {
		var one cluster.State
		var ahead int64
		if err := rows.Scan(&one.Node, &one.ID, &one.Beat, &one.Stopped, &one.Reports, &ahead, &now); err != nil {
			return nil, now, err
		}
		one.Ahead = time.Duration(ahead) * time.Microsecond
		one.Age, one.Beat = max(0, now.Sub(one.Beat)), one.Beat.UTC()
		list = append(list, one)
	}
	return list, now.UTC(), rows.Err()
}

// Report implements [cluster.Store].
func (s *Store) Report(ctx context.Context, run cluster.Run, reports []cluster.Report) error {
	rows, empty := []map[string]any{}, []int64{}
	for _, r := range reports {
		if len(r.Players) == 0 && r.Spectators == 0 {
			empty = append(empty, int64(r.Table))
			continue
		}
		players, err := json.Marshal(r.Players)
		if err != nil {
			return err
		}
		rows = append(rows, map[string]any{"t": r.Table, "p": string(players), "s": r.Spectators})
	}
	data, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	removed, err := json.Marshal(empty)
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `WITH
		removed AS (DELETE FROM node_reports WHERE node = $1 AND run = $2
			AND table_id IN (SELECT CAST(value AS BIGINT) FROM json_array_elements_text($4))),
		stored AS (INSERT INTO node_reports (node, run, table_id, players, spectators)
			SELECT $1, $2, t, p, s FROM json_to_recordset($3) AS r(t BIGINT, p TEXT, s BIGINT)
			ON CONFLICT (node, run, table_id) DO UPDATE SET players = excluded.players, spectators = excluded.spectators)
		UPDATE nodes SET reports = reports + 1 WHERE node = $1 AND run = $2`, run.Node, run.ID, string(data), string(removed))
	return err
}

// Reports implements [cluster.Store].
func (s *Store) Reports(ctx context.Context) (list []cluster.Report, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT node, run, table_id, players, spectators FROM node_reports`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var one cluster.Report
		var players string
		if err := rows.Scan(&one.Run.Node, &one.Run.ID, &one.Table, &players, &one.Spectators); err != nil {
			return nil, err
		}
		var ids []player.ID
		if err := json.Unmarshal([]byte(players), &ids); err != nil {
			return nil, fmt.Errorf("reading the players of table %d on node %q: %w", one.Table, one.Run.Node, err)
		}
		one.Players = ids
		list = append(list, one)
	}
	return list, rows.Err()
}

// SetVisitors replaces the list of the people who are connected through one run of a node.
// The list is encoded as JSON.
func (s *Store) SetVisitors(ctx context.Context, run cluster.Run, list []byte) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO node_visitors (node, run, visitors) VALUES ($1, $2, $3)
		ON CONFLICT (node, run) DO UPDATE SET visitors = excluded.visitors`, run.Node, run.ID, string(list))
	return err
}

// Visitors returns the lists that SetVisitors has stored for all runs that are running, except
// the list of the given run.
func (s *Store) Visitors(ctx context.Context, except cluster.Run, running func(cluster.Run) bool) (lists [][]byte, err error) {
	rows, err := s.db.QueryContext(
		ctx,
		`SELECT node, run, visitors FROM node_visitors WHERE node <> $1 OR run <> $2`,
		except.Node,
		except.ID,
	)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var list []byte
		var run cluster.Run
		if err := rows.Scan(&run.Node, &run.ID, &list); err != nil {
			return nil, err
		}
		if running(run) {
			lists = append(lists, list)
		}
	}
	return lists, rows.Err()
}

// Forget implements [cluster.Store].
func (s *Store) Forget(ctx context.Context, run cluster.Run) error {
	_, err := s.db.ExecContext(ctx, `WITH removed AS (DELETE FROM node_reports WHERE node = $1 AND run = $2),
		visitors AS (DELETE FROM node_visitors WHERE node = $1 AND run = $2)
		DELETE FROM nodes WHERE node = $1 AND run = $2`, run.Node, run.ID)
	return err
}
