package server

import (
	"errors"
	"log/slog"
	"runtime/debug"
	"time"
)

var errInternal = errors.New("a fault of ours")

// recoverPanic runs f. A panic in it is logged, and ends what f was for by way of end,
// not the server.
func recoverPanic(logger *slog.Logger, what string, f func(), end func()) {
	defer func() {
		if r := recover(); r != nil {
			logger.Error("panic", "in", what, "panic", r, "stack", string(debug.Stack()))
			end()
		}
	}()
	f()
}

// guard contains what runs on a goroutine of ours.
func (s *Server) recoverPanic(what string, f func(), end func()) {
	recoverPanic(s.logger, what, f, end)
}

// later does something about the connection after a while. A timer's goroutine is
// ours: a panic in it ends the connection.
func (c *conn) later(after time.Duration, what string, f func()) *time.Timer {
	return time.AfterFunc(after, func() {
		recoverPanic(c.logger, what, f, func() { _ = c.Conn.Close() })
	})
}

// closeLater ends the connection after a while.
func (c *conn) closeLater(after time.Duration, why string) *time.Timer {
	return c.later(after, why, func() { _ = c.Close() })
}
