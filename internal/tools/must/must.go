// Package must is for commands that we run ourselves, in which an error ends the work: Check and
// Get panic with the error and its place, and Catch returns it.
package must

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// failure is the value with which Check and Get panic.
type failure struct{ error }

// Check panics if err is not nil.
func Check(err error) {
	if err != nil {
		panic(failureAt(err))
	}
}

// Get returns a value, or panics if err is not nil.
func Get[T any](value T, err error) T {
	if err != nil {
		panic(failureAt(err))
	}
	return value
}

// failureAt adds to an error the lines that led to the call of Check or Get, the innermost first.
func failureAt(err error) failure {
	var callers [16]uintptr
	var places []string
	for frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers[:])]); ; {
		frame, more := frames.Next()
		own := strings.HasPrefix(frame.Function, "main.") || strings.HasPrefix(frame.Function, "quadrille/internal/tools/")
		if !own || !more {
			return failure{fmt.Errorf("%s: %w", strings.Join(places, " < "), err)}
		}
		places = append(places, fmt.Sprintf("%s:%d", filepath.Base(frame.File), frame.Line))
	}
}

// Catch calls f, and returns the error with which Check or Get has ended it, or nil.
func Catch(f func()) (err error) {
	defer func() { err = Failed(recover()) }()
	f()
	return nil
}

// Failed returns the error of Check or Get that a deferred function has recovered, or nil if it has
// recovered nothing. It panics again with any other value.
func Failed(recovered any) error {
	switch value := recovered.(type) {
	case nil:
		return nil
	case failure:
		return value.error
	}
	panic(recovered)
}
