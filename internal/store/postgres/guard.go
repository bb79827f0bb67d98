package postgres

import (
	"context"
	"errors"
	"net"
	"os"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"quadrille/internal/clock"
)

// guard returns a function that dials connections with a time limit: a read fails if the
// server does not begin to answer in time. Without this limit, a statement would wait for a
// quarter of an hour if the network dropped all packets. If `goesOn` is not nil, it is called
// when the time is over, with the number of the server's process; the read continues if it
// returns true.
func guard(dial pgconn.DialFunc, within time.Duration, goesOn func(pid uint32) bool) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &guardedConn{Conn: conn, within: within, goesOn: goesOn}, nil
	}
}

// guardedConn is a connection on which the database must begin to answer each write in time.
// A read that follows no write, such as one that waits for notifications, may take any time.
type guardedConn struct {
	net.Conn
	within time.Duration
	goesOn func(pid uint32) bool
	pid    atomic.Uint32 // number of the server's process, or 0 if it is not known yet
	set    atomic.Bool   // whether the caller has set a deadline, which then replaces the time limit
}

// SetDeadline sets a deadline, which replaces the time limit.
func (c *guardedConn) SetDeadline(at time.Time) error {
	c.set.Store(!at.IsZero())
	return c.Conn.SetDeadline(at)
}

// Write writes p, and starts the time limit within which the database must answer.
func (c *guardedConn) Write(p []byte) (int, error) {
	if err := c.limit(); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}

// limit starts the time limit of the next read, unless the caller has set a deadline.
func (c *guardedConn) limit() error {
	if c.set.Load() {
		return nil
	}
	return c.SetReadDeadline(clock.Steady().Add(c.within))
}

// Read reads into p. If it reads at least one byte, it removes the time limit that Write set.
func (c *guardedConn) Read(p []byte) (int, error) {
	for {
		n, err := c.Conn.Read(p)
		switch {
		case c.set.Load():
			return n, err
		case n > 0:
			_ = c.SetReadDeadline(time.Time{})
			return n, err
		case c.goesOn == nil || !errors.Is(err, os.ErrDeadlineExceeded) || !c.goesOn(c.pid.Load()):
			return n, err
		}
		if fault := c.limit(); fault != nil || c.set.Load() {
			return n, err
		}
	}
}

// underlying returns the guarded connection below a connection of pgx, which may be encrypted.
func underlying(conn net.Conn) *guardedConn {
	for {
		switch c := conn.(type) {
		case *guardedConn:
			return c
		case interface{ NetConn() net.Conn }:
			conn = c.NetConn()
		default:
			return nil
		}
	}
}
