//go:build !linux

package match

import "time"

// threadTime returns the time on the clock, because this system does not report the processor
// time of a thread.
func threadTime() time.Duration { return clockTime() }
