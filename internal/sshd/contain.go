package sshd

import (
	"errors"
	"runtime/debug"
)

var errPanic = errors.New("a fault of ours")

// guard runs f on a goroutine of ours. A panic in it is logged, and ends what
// the goroutine served by way of end, not the server.
func (s *Server) guard(what string, f func(), end func()) {
	defer func() {
		if r := recover(); r != nil {
			s.fault(what, r)
			end()
		}
	}()
	f()
}

func (s *Server) fault(what string, r any) {
	s.logger.Error("panic", "in", what, "panic", r, "stack", string(debug.Stack()))
}
