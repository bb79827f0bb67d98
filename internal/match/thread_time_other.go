//go:build !linux

package match

import "time"

// threadTime returns the time on the clock: this system does not tell the processor time of
// a thread.
func threadTime() time.Duration { return clockTime() }
