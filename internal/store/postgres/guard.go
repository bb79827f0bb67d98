package postgres

import (
	"context"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// guard returns a function that dials connections with a time limit: a read fails if the
// server does not begin to answer in time. Without this limit, a statement would wait for a
// quarter of an hour if the network dropped all packets.
func guard(dial pgconn.DialFunc, within time.Duration) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &guardedConn{conn, within}, nil
	}
}

// guardedConn is a connection on which the database must begin to answer each write in time.
// A read that follows no write, such as one that waits for notifications, may take any time.
type guardedConn struct {
	net.Conn
	within time.Duration
}

// Write writes p, and starts the time limit within which the database must answer.
func (c *guardedConn) Write(p []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.within)); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}

// Read reads into p. If it reads at least one byte, it removes the time limit that Write set.
func (c *guardedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		_ = c.SetReadDeadline(time.Time{})
	}
	return n, err
}
