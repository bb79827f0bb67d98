package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"os"

	"github.com/jackc/pgx/v5/stdlib"
)

// readConnector opens connections for queries that change nothing.
type readConnector struct {
	driver.Connector
	backend *backend
}

// Connect opens a connection; see [driver.Connector].
func (c readConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return readConn{conn.(*stdlib.Conn), c.backend}, nil
}

// readConn is a connection for queries that change nothing. If it is lost during a query,
// database/sql repeats the query on another connection, unless the server failed to
// answer in time.
type readConn struct {
	*stdlib.Conn
	backend *backend
}

// QueryContext runs a query; see [driver.QueryerContext]. After a write with an unknown outcome, it
// first waits for a confirmation, because the query could return changes that only the primary
// has.
func (c readConn) QueryContext(ctx context.Context, query string, values []driver.NamedValue) (driver.Rows, error) {
	if c.backend.confirmer.inDoubt() {
		if err := c.backend.confirm(ctx, patience); err != nil {
			return nil, err
		}
	}
	rows, err := c.Conn.QueryContext(ctx, query, values)
	if err != nil && ctx.Err() == nil && c.Conn.Conn().IsClosed() && !errors.Is(err, os.ErrDeadlineExceeded) {
		err = errors.Join(driver.ErrBadConn, err)
	}
	return rows, err
}
