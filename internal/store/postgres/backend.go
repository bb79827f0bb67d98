package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"quadrille/internal/clock"
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
	confirmer         *confirmer
	logger            *slog.Logger
	observer          parts.Observer
	within            time.Duration   // the longest time that a transaction waits for the answer to its commit
	slots             chan struct{}   // holds an element for each running transaction; its capacity is `writers`
	stuck             atomic.Int32    // number of the transactions whose commit waits although nobody waits for the result
	standbyAway       atomic.Bool     // whether writes wait for the synchronous standby
	ctx               context.Context // cancelled when the store is closed
	// alone is write-locked by a transaction that must run alone in this process, and read-locked
	// by all others.
	alone sync.RWMutex
}

// work is the function that a transaction calls; see [parts.Backend].
type work = func(tx *parts.Tx) (refused, failed error)

// retryFor is the time during which a transaction is repeated after conflicts. An append is
// also repeated if the connection is lost within this time.
const retryFor = 5 * time.Second

// patience is how long a table waits for the answer to an append, and a check for the
// confirmation of earlier writes. After that time, people learn that the outcome is
// unknown; the append continues.
const patience = time.Second

// sharedAttempts is the number of attempts that a transaction makes while other transactions
// of this process may run. Later attempts run alone; see backend.alone.
const sharedAttempts = 3

// Update calls the function `do` in a serializable transaction, and repeats the transaction
// if it conflicts with another transaction; see [parts.Backend].
func (b *backend) Update(ctx context.Context, do func(tx *parts.Tx) (refused, failed error)) error {
	return b.transact(ctx, sql.LevelSerializable, b.within, do)
}

// transact calls the function `do` in a transaction, and repeats the transaction after a
// conflict. If the database does not answer the commit within the given time, the error wraps
// [table.ErrUnsure], and the commit continues.
func (b *backend) transact(ctx context.Context, level sql.IsolationLevel, within time.Duration, do work) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	// when the first attempt ended; retryFor counts from then, because that attempt may have waited long for a
	// connection
	var first time.Time
	for attempt := 0; ; attempt++ {
		refused, committing, err := b.attempt(ctx, attempt, level, within, do)
		if attempt == 0 {
			first = clock.Steady()
		}
		switch {
		case err == nil && refused != nil && b.confirmer.inDoubt() && !errors.Is(refused, errTaken):
			// The reason for the refusal may be a change that only the primary has.
			if err := b.confirm(ctx, within); err != nil {
				return b.failed(err)
			}
			return refused
		case err == nil:
			b.observer.Committed(1)
			return refused
		case conflicts(err) && clock.Steady().Sub(first) < retryFor:
			pause(attempt)
			continue
		}
		if ctx.Err() != nil && !committing {
			return ctx.Err()
		}
		if committing && !answered(err) {
			if !errors.Is(err, errNoAnswer) {
				b.confirmer.doubt()
			}
			err = b.unsure(err)
		}
		return b.failed(err)
	}
}

// attempt calls `do` in one transaction. The parameter `attempt` is the number of earlier
// attempts. If there were sharedAttempts or more, this process runs no other transaction at
// the same time.
func (b *backend) attempt(
	ctx context.Context, attempt int, level sql.IsolationLevel, within time.Duration, do work,
) (refused error, committing bool, err error) {
	if attempt < sharedAttempts {
		b.alone.RLock()
		defer b.alone.RUnlock()
	} else {
		b.alone.Lock()
		defer b.alone.Unlock()
	}
	return b.try(ctx, level, within, do)
}

// try calls the function `do` in one transaction. The result `committing` reports whether the
// error occurred during the commit.
func (b *backend) try(
	ctx context.Context, level sql.IsolationLevel, within time.Duration, do work,
) (refused error, committing bool, err error) {
	if err := b.takeSlot(ctx); err != nil {
		return nil, false, err
	}
	// Do not cancel the transaction after it has begun: the outcome of a cancelled commit
	// is unknown.
	tx, err := b.write.BeginTx(b.ctx, &sql.TxOptions{Isolation: level})
	if err != nil {
		<-b.slots
		return nil, false, err
	}
	noting := &notingTx{Tx: tx}
	refused, err = do(&parts.Tx{Context: context.WithoutCancel(ctx), Queryer: noting, Run: b.run})
	if err == nil && refused == nil && !noting.changed {
		_, err = tx.ExecContext(context.WithoutCancel(ctx), confirmText)
	}
	if err != nil || refused != nil {
		if fault := tx.Rollback(); err == nil {
			err = fault
		}
		<-b.slots
		return refused, false, err
	}
	return nil, true, b.commit(tx, within)
}

// notingTx is a transaction that notes whether a statement has changed something. PostgreSQL commits
// a transaction without changes at once, also while the synchronous standby is away. But its caller
// learns that something is stored, which perhaps only the primary has.
type notingTx struct {
	*sql.Tx
	changed bool
}

// ExecContext executes a statement.
func (tx *notingTx) ExecContext(ctx context.Context, text string, values ...any) (sql.Result, error) {
	result, err := tx.Tx.ExecContext(ctx, text, values...)
	if err == nil {
		n, _ := result.RowsAffected()
		tx.changed = tx.changed || n > 0
	}
	return result, err
}

// errBusy reports that all connections for transactions wait for the database.
var errBusy = errors.New("all transactions wait for the database")

// takeSlot waits until a transaction may begin. It returns [errBusy] if all connections for
// transactions are used by commits that the database does not answer.
func (b *backend) takeSlot(ctx context.Context) error {
	for {
		select {
		case b.slots <- struct{}{}:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(patience):
		}
		if b.stuck.Load() >= writers {
			return errBusy
		}
	}
}

// errNoAnswer reports that the database has not answered a commit in time.
var errNoAnswer = errors.New("the database has not answered the commit")

// commit commits a transaction and frees its slot. After the given time without an answer, it
// returns [errNoAnswer]. The commit then continues: while a standby is away, a commit must wait
// for it and must not be cancelled.
func (b *backend) commit(tx *sql.Tx, within time.Duration) error {
	done := make(chan error, 1)
	go func() {
		done <- tx.Commit()
		<-b.slots
	}()
	limit := time.NewTimer(within)
	defer limit.Stop()
	select {
	case err := <-done:
		return err
	case <-limit.C:
	}
	b.stuck.Add(1)
	go func() {
		err := <-done
		b.stuck.Add(-1)
		if err != nil && !answered(err) {
			b.confirmer.doubt()
		}
		b.logger.Warn("the database has answered a late commit", "error", fmt.Sprint(err))
	}()
	return errNoAnswer
}

// unsure returns the error of a write whose outcome is unknown.
func (b *backend) unsure(err error) error {
	const advice = "check that PostgreSQL and its synchronous standby run"
	return &datadir.Refusal{Reason: datadir.Unsure, Path: b.name, Detail: advice, Err: errors.Join(err, table.ErrUnsure)}
}

// failed logs the cause of a failed write, and returns the error that players get.
func (b *backend) failed(err error) error {
	err = b.trouble(err)
	b.logger.Error("write failed", "error", err.Error())
	refusal := (*datadir.Refusal)(nil)
	if !errors.As(err, &refusal) {
		return err
	}
	b.observer.Failed(refusal.Reason)
	switch refusal.Reason {
	case datadir.NoAnswer:
		return &table.Refusal{Reason: table.CannotStore, Cause: err}
	case datadir.Unsure:
		return &table.Refusal{Reason: table.InDoubt, Cause: err}
	}
	return err
}

// Offer starts a goroutine that calls the function `do` in a transaction. If all connections
// are busy, Offer does nothing; see [parts.Backend].
func (b *backend) Offer(do func(tx *parts.Tx) (refused, failed error)) {
	if len(b.slots) >= writers {
		return
	}
	go func() {
		_, _, err := b.try(context.Background(), sql.LevelSerializable, b.within, do)
		if err != nil && !conflicts(err) {
			b.logger.Warn("an optional write to the database failed", "error", err.Error())
		}
	}()
}

// Trouble turns an error of PostgreSQL into an error for people; see [parts.Backend].
func (b *backend) Trouble(err error) error { return datadir.ForPeople(b.logger, b.trouble(err)) }

// trouble turns an error of PostgreSQL into a refusal.
func (b *backend) trouble(err error) error {
	var refusal *datadir.Refusal
	if err == nil || errors.As(err, &refusal) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &datadir.Refusal{Reason: datadir.NoAnswer, Path: b.name, Err: err}
}

func (b *backend) close() error {
	b.confirmer.close()
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
	// 57... (the server is stopping) and 40003 leave the outcome unknown
	return errors.As(err, &pg) && pg.Code[:2] != "57" && pg.Code != "40003"
}
