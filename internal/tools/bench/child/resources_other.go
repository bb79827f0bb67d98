//go:build !linux

package child

import (
	"os"
	"runtime"
	"time"
)

// Datasync flushes the contents of a file to disk.
func Datasync(f *os.File) error { return f.Sync() }

// CPUTime returns 0, because processor time is unknown on this system.
func CPUTime() time.Duration { return 0 }

// resident returns the memory that the Go runtime has obtained from the system, in bytes.
func resident() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}

// Processor returns the architecture, because the processor's name is unknown on this system.
func Processor() string { return "unknown processor, " + runtime.GOARCH }

// FamilyCPU returns 0, because processor time is unknown on this system.
func FamilyCPU(int) time.Duration { return 0 }
