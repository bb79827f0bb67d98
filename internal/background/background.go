// Package background helps goroutines that work in the background: it wakes them, and logs their
// panics.
package background

import (
	"log/slog"
	"runtime/debug"
)

// Signal wakes the goroutine that receives from it. Signals that are sent before the goroutine
// receives count as one.
type Signal chan struct{}

// NewSignal returns a signal that nobody has sent yet.
func NewSignal() Signal { return make(Signal, 1) }

// Send sends the signal. It does not block.
func (s Signal) Send() {
	select {
	case s <- struct{}{}:
	default:
	}
}

// LogPanic recovers from a panic and logs it with a message and further attributes. It is called by a
// defer statement.
func LogPanic(logger *slog.Logger, message string, attributes ...any) {
	if fault := recover(); fault != nil {
		logger.Error(message, append(attributes, "panic", fault, "stack", string(debug.Stack()))...)
	}
}
