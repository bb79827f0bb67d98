package postgres

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"quadrille/internal/store/datadir"
	"quadrille/internal/store/parts"
	"quadrille/internal/table"
)

// dialect contains the SQL that is specific to PostgreSQL.
var dialect = parts.Dialect{
	PrivateTerms: `(e.data::json #>> '{terms,private}') IS NOT NULL`,
	SameName:     `lower(name) = lower(%s)`,
	EventTables:  []string{"events"},
	Rewritten:    `UPDATE tables SET generation = generation + 1, rewritten = present_transaction() WHERE id = $1`,
}

// backend runs the transactions of package parts; see [parts.Backend].
type backend struct {
	name, run         string
	write, read, tail *sql.DB
	logger            *slog.Logger
	observer          parts.Observer
	alone             sync.RWMutex // write-locked by a transaction that must run alone in this process, and read-locked by all other transactions
}

// retryFor is the time during which a transaction is repeated after conflicts. An append is
// also repeated if the connection is lost within this time.
const retryFor = 5 * time.Second

// sharedAttempts is the number of attempts that a transaction makes while other transactions
// of this process may run. Later attempts run alone; see backend.alone.
const sharedAttempts = 3

// Update calls the function `do` in a serializable transaction, and repeats the transaction
// if it conflicts with another transaction; see [parts.Backend].
func (b *backend) Update(ctx context.Context, do func(tx *parts.Tx) (refused, failed error)) error {
	return b.transact(ctx, sql.LevelSerializable, do)
}

func (b *backend) transact(ctx context.Context, level sql.IsolationLevel, do func(tx *parts.Tx) (refused, failed error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var first time.Time // when the first attempt ended; retryFor counts from then, because that attempt may have waited long for a connection
	for attempt := 0; ; attempt++ {
		refused, committing, err := b.attempt(ctx, attempt, level, do)
		if attempt == 0 {
			first = time.Now()
		}
		switch {
		case err == nil:
			b.observer.Committed(1)
			return refused
		case conflicts(err) && time.Since(first) < retryFor:
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

// attempt calls `do` in one transaction. The parameter `attempt` is the number of earlier
// attempts. If there were sharedAttempts or more, this process runs no other transaction at
// the same time.
func (b *backend) attempt(ctx context.Context, attempt int, level sql.IsolationLevel, do func(tx *parts.Tx) (refused, failed error)) (refused error, committing bool, err error) {
	if attempt < sharedAttempts {
		b.alone.RLock()
		defer b.alone.RUnlock()
	} else {
		b.alone.Lock()
		defer b.alone.Unlock()
	}
	return b.try(ctx, level, do)
}

// try calls the function `do` in one transaction. The result `committing` reports whether the
// error occurred during the commit.
func (b *backend) try(ctx context.Context, level sql.IsolationLevel, do func(tx *parts.Tx) (refused, failed error)) (refused error, committing bool, err error) {
	// Do not cancel the transaction after it has begun: the outcome of a cancelled commit
	// is unknown.
	tx, err := b.write.BeginTx(context.WithoutCancel(ctx), &sql.TxOptions{Isolation: level})
	if err != nil {
		return nil, false, err
	}
	refused, err = do(&parts.Tx{Context: context.WithoutCancel(ctx), Queryer: tx, Run: b.run})
	if err != nil || refused != nil {
		if fault := tx.Rollback(); err == nil {
			err = fault
		}
		return refused, false, err
	}
	return nil, true, tx.Commit()
}

// failed logs the cause of a failed write, and returns the error that players get.
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

// Offer starts a goroutine that calls the function `do` in a transaction. If all connections
// are busy, Offer does nothing; see [parts.Backend].
func (b *backend) Offer(do func(tx *parts.Tx) (refused, failed error)) {
	if b.write.Stats().InUse >= writers {
		return
	}
	go func() {
		_, _, err := b.try(context.Background(), sql.LevelSerializable, do)
		if err != nil && !conflicts(err) {
			b.logger.Warn("an optional write to the database failed", "error", err.Error())
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

// conflicts reports whether a transaction failed because of another transaction.
func conflicts(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && retried[pg.Code]
}

// answered reports whether an error is the server's answer that a statement has failed. After
// any other error, the outcome of the statement is unknown.
func answered(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code[:2] != "57" && pg.Code != "40003" // 57... (the server is stopping) and 40003 leave the outcome unknown
}
