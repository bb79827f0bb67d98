package server

import (
	"errors"
	"log/slog"
	"runtime/debug"
	"time"

	"quadrille/internal/server/limit"
)

var errInternal = errors.New("internal error")

// recoverPanic calls f. If f panics, it logs the panic and calls the function `end`, which
// ends the session or connection to which f belongs.
func recoverPanic(logger *slog.Logger, name string, f func(), end func()) {
	defer func() {
		if r := recover(); r != nil {
			logger.Error("panic", "in", name, "panic", r, "stack", string(debug.Stack()))
			end()
		}
	}()
	f()
}

func (s *Server) recoverPanic(name string, f func(), end func()) {
	recoverPanic(s.logger, name, f, end)
}

// recoverPanic calls f for the client. If f panics, it logs the panic, counts it as a violation,
// and calls the function `end`. So a client that causes a panic again and again is refused.
func (c *conn) recoverPanic(name string, f func(), end func()) {
	recoverPanic(c.logger, name, f, func() {
		c.penalize(limit.Panicked)
		end()
	})
}

// later returns a timer that calls f after the given delay, on a goroutine of its own. A
// panic in f closes the connection.
func (c *conn) later(after time.Duration, name string, f func()) *time.Timer {
	return time.AfterFunc(after, func() {
		c.recoverPanic(name, f, func() { _ = c.Conn.Close() })
	})
}

// closeLater closes the connection after the given delay.
func (c *conn) closeLater(after time.Duration, name string) *time.Timer {
	return c.later(after, name, func() { _ = c.Close() })
}
