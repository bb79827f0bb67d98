package postgres

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"quadrille/internal/store/datadir"
	"quadrille/internal/store/parts"
	"quadrille/internal/table"
)

// dialect is the SQL that only PostgreSQL and its relatives understand.
var dialect = parts.Dialect{
	PrivateTerms: `(e.data::json #>> '{terms,private}') IS NOT NULL`,
	SameName:     `lower(name) = lower(%s)`,
	EventTables:  []string{"events"},
	Rewritten:    `UPDATE tables SET generation = generation + 1, rewritten = present_transaction() WHERE id = $1`,
}

// backend runs the transactions of the parts; see [parts.Backend].
type backend struct {
	name              string
	write, read, tail *sql.DB
	logger            *slog.Logger
	observer          parts.Observer
}

// retryFor limits how long a statement or transaction is tried again.
const retryFor = 5 * time.Second

// offerLasts limits how long an offered transaction takes.
const offerLasts = 10 * time.Second

// Update runs do in a serializable transaction, and again if it conflicts with another; see
// [parts.Backend].
func (b *backend) Update(ctx context.Context, do func(tx *parts.Tx) (refused, failed error)) error {
	return b.transact(ctx, sql.LevelSerializable, do)
}

func (b *backend) transact(ctx context.Context, level sql.IsolationLevel, do func(tx *parts.Tx) (refused, failed error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	begun := time.Now()
	for attempt := 0; ; attempt++ {
		refused, committing, err := b.try(ctx, level, do)
		switch {
		case err == nil:
			b.observer.Committed(1)
			return refused
		case conflicts(err) && time.Since(begun) < retryFor:
			pause(attempt)
			continue
		}
		if ctx.Err() != nil && !committing {
			return ctx.Err()
		}
		if committing && !answered(err) {
			err = &datadir.Refusal{Reason: datadir.Unsure, Path: b.name, Err: errors.Join(err, table.ErrUnsure)}
		}
		return b.failed(err)
	}
}

// try runs do in one transaction. committing reports whether the error is one of the commit.
func (b *backend) try(ctx context.Context, level sql.IsolationLevel, do func(tx *parts.Tx) (refused, failed error)) (refused error, committing bool, err error) {
	// Once begun, the transaction is not cancelled: a cancelled commit has an unknown outcome.
	tx, err := b.write.BeginTx(context.WithoutCancel(ctx), &sql.TxOptions{Isolation: level})
	if err != nil {
		return nil, false, err
	}
	refused, err = do(&parts.Tx{Context: context.WithoutCancel(ctx), Queryer: tx})
	if err != nil || refused != nil {
		if fault := tx.Rollback(); err == nil {
			err = fault
		}
		return refused, false, err
	}
	return nil, true, tx.Commit()
}

// failed logs a failed write and returns the error for players. The log has its cause.
func (b *backend) failed(err error) error {
	err = b.Trouble(err)
	b.logger.Error("write failed", "error", err.Error())
	refusal := (*datadir.Refusal)(nil)
	if !errors.As(err, &refusal) {
		return err
	}
	b.observer.Failed(refusal.Reason)
	if refusal.Reason == datadir.NoAnswer {
		return &table.Refusal{Reason: table.CannotStore, Cause: err}
	}
	return err
}

// Offer runs do in a transaction in the background, unless all connections are busy; see
// [parts.Backend].
func (b *backend) Offer(do func(tx *parts.Tx) (refused, failed error)) {
	if b.write.Stats().InUse >= writers {
		return
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), offerLasts)
		defer cancel()
		_, _, err := b.try(ctx, sql.LevelSerializable, do)
		if err != nil && !conflicts(err) {
			b.logger.Warn("an optional write failed", "error", err.Error())
		}
	}()
}

// Trouble turns an error of PostgreSQL into a refusal.
func (b *backend) Trouble(err error) error {
	var refusal *datadir.Refusal
	if err == nil || errors.As(err, &refusal) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &datadir.Refusal{Reason: datadir.NoAnswer, Path: b.name, Err: err}
}

func (b *backend) close() error {
	return errors.Join(b.write.Close(), b.read.Close(), b.tail.Close())
}

// The codes of errors after which a transaction may be run again: a serialization failure, a
// deadlock, a number that another node has taken, and a lock that another node holds.
var retried = map[string]bool{"40001": true, "40P01": true, "23505": true, "55P03": true}

// conflicts reports whether a transaction failed because of another one.
func conflicts(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && retried[pg.Code]
}

// answered reports whether the server answered with an error. Otherwise the outcome of a
// statement is unknown.
func answered(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code[:2] != "57" && pg.Code != "40003" // not a shutdown
}
