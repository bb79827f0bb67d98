package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// A transaction that waits for the synchronous standby is already committed on the primary. If
// the wait is cancelled, the transaction becomes visible there, and a crash of the primary
// may lose it. PostgreSQL then reports success with a warning. So the store never asks
// PostgreSQL to cancel a statement that writes, and does not count a commit with this warning
// as durable.

// errUnreplicated reports that a transaction is committed, but perhaps only on the primary.
var errUnreplicated = errors.New("the transaction is committed, but the wait for the standby was cancelled")

// unreplicated is the key under which a connection remembers that PostgreSQL has cancelled a
// wait for the standby.
const unreplicated = "quadrille.unreplicated"

// noteCancelledWait is called for each notice of PostgreSQL. It recognises the warning by the C
// function that sends it, because the text may be in any language.
func noteCancelledWait(conn *pgconn.PgConn, n *pgconn.Notice) {
	if strings.HasPrefix(n.Routine, "SyncRep") {
		conn.CustomData()[unreplicated] = true
	}
}

// replicated returns [errUnreplicated] if PostgreSQL has cancelled a wait for the standby on
// this connection since the last call.
func replicated(conn *pgconn.PgConn) error {
	if conn.CustomData()[unreplicated] == nil {
		return nil
	}
	delete(conn.CustomData(), unreplicated)
	return errUnreplicated
}

// connecting is the context key of an attempt to connect.
type connecting struct{}

// dialOnlyToConnect returns a function that dials only with a context from connect. pgx also
// dials in order to cancel a statement; then the function fails.
func dialOnlyToConnect(dial pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if ctx.Value(connecting{}) == nil {
			return nil, errors.New("a statement that writes is not cancelled")
		}
		return dial(ctx, network, address)
	}
}

// connect opens a connection for statements that write.
func connect(ctx context.Context, config *pgx.ConnConfig) (*pgx.Conn, error) {
	return pgx.ConnectConfig(context.WithValue(ctx, connecting{}, true), config)
}

// writeConnector opens the connections of the pool for transactions that write.
type writeConnector struct{ driver.Connector }

// Connect opens a connection; see [driver.Connector].
func (c writeConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(context.WithValue(ctx, connecting{}, true))
	if err != nil {
		return nil, err
	}
	return writeConn{conn.(*stdlib.Conn)}, nil
}

// writeConn is a connection for transactions that write.
type writeConn struct{ *stdlib.Conn }

// BeginTx begins a transaction; see [driver.ConnBeginTx].
func (c writeConn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	tx, err := c.Conn.BeginTx(ctx, options)
	if err != nil {
		return nil, err
	}
	return writeTx{tx, c.Conn.Conn().PgConn()}, nil
}

// writeTx is a transaction whose commit fails with [errUnreplicated] if the wait for the
// standby was cancelled.
type writeTx struct {
	driver.Tx
	conn *pgconn.PgConn
}

// Commit commits the transaction.
func (tx writeTx) Commit() error {
	if err := tx.Tx.Commit(); err != nil {
		return err
	}
	return replicated(tx.conn)
}
