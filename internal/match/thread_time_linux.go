package match

import (
	"syscall"
	"time"
)

// rusageThread selects the calling thread in getrusage.
const rusageThread = 1

// threadTime returns the processor time that the calling thread has used.
func threadTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(rusageThread, &used); err != nil {
		return clockTime()
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
